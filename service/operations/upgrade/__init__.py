"""Replaying stored games by an older release and by this one, side by side."""
