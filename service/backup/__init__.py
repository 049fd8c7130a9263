"""Backups of a store in one file each, and their way back into an empty store."""
