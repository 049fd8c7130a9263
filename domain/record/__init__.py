"""The stored record: events, hashes, chance, and the audiences of hidden fields."""
