"""A host's actions on games, players and keys, each told by an append-only log."""
