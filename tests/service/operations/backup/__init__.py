"""Backups, and the way back."""
