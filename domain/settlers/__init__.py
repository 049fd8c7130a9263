"""Settlers: roads, settlements and cities on a land of hexes, and trade in what they yield."""

from domain.settlers.rules import VERSIONS
from domain.settlers.ruleset import in_version

RULESETS = tuple(map(in_version, VERSIONS))
"""The rules in every version, the newest last."""
RULESET = RULESETS[-1]
