"""Strategies for Alexander the Great: those of settlers, and bids and payments."""
