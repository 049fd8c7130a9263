"""Sealed blocks: finished games in one piece, in the store or outside of it."""
