"""Animations of finished games: ordered over HTTP, made by the worker, kept for a day."""
