"""Alexandros, a board game by Leo Colovini: marches wall in provinces, provinces pay taxes."""

from domain.alexandros.ruleset import RULESET

RULESETS = (RULESET,)
"""The rules in every version, the newest last."""
