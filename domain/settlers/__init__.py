"""Settlers: roads, settlements and cities on hexes, and trade in the goods that these yield.

Read `rules`, `board`, `cards`, `state`, `moves`, `events`, `decide`, then `decide_dice`,
`decide_cards`, `decide_trade`, and `evolve`, `turns`, `places`, `legal`, `refusals`.
"""

from domain.settlers.rules import VERSIONS
from domain.settlers.ruleset import in_version

RULESETS = tuple(map(in_version, VERSIONS))
"""The rules in every version, the newest last."""
