"""Stored games replayed by an older release and by this one, side by side."""
