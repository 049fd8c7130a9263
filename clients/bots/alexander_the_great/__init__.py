"""Strategies for Alexander the Great: those of settlers, and what to bid and pay."""
