"""Sealing finished games as blocks, in the store or outside of it."""
