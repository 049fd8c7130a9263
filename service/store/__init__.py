"""The event store: records of games, and all that is kept beside them."""
