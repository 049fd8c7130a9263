"""Alexandros, a board game by Leo Colovini: marches wall in provinces, provinces pay taxes.

Read `rules`, `board`, `cards`, `state`, `moves`, `events`, `decide`, then `decide_march`,
`decide_provinces`, and `evolve`, `turns`, `places`, `legal`, `refusals`, `refusals_provinces`.
"""

from domain.alexandros.ruleset import RULESET

RULESETS = (RULESET,)
"""The rules in every version, the newest last."""
