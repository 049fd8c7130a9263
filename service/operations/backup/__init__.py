"""Backups of a store in one file each, and their restore into an empty store."""
