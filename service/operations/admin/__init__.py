"""A host's actions on games, players and keys, each recorded in an append-only log."""
