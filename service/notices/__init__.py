"""Notices: players learn that it is their turn, wherever they are."""
