"""Finished games as sealed blocks, in the store or outside of it."""
