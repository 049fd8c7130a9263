"""The stored record: events, hashes, chance, visibility, and a game's set-up and outcome."""
