"""The event store: records of games, and everything kept beside them."""
