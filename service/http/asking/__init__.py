"""The asker of a request: who it is, what it may see, and how often it may ask."""
