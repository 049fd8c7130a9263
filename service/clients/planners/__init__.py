"""Bots that plan ahead, by level; they need numpy, and are off without it."""
