"""Alexandros, a board game by Leo Colovini: marches wall in provinces, provinces pay taxes."""

from domain.alexandros.ruleset import Alexandros

RULESET = Alexandros()
"""The newest rules."""
