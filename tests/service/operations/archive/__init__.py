"""The archive: finished games sealed into blocks, and feeds trimmed."""
