"""The asker of a request: their identity, their rights, and their limits."""
