"""The commands of `anabasis` by which a host looks after a store."""
