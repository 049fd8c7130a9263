"""Settlers: roads, settlements and cities on a land of hexes, and trade in what they yield."""

from domain.settlers.ruleset import Settlers

RULESET = Settlers()
"""The newest rules."""
