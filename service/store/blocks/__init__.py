"""Sealed blocks: finished games, each in one piece, in the store or outside of it."""
