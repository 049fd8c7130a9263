"""Alexander the Great, a scenario of settlers: the seats bid to support Alexander's march east.

It holds only the differences from ``domain.settlers``; its rules are numbered G1 to G26.

Read `rules`, `board`, `cards`, `state`, `moves`, `events`, `decide`, then `decide_auction`,
`auctions`, `advisors`, and `evolve`, `turns`, `legal`, `refusals`.
"""

from domain.alexander_the_great.rules import VERSIONS
from domain.alexander_the_great.ruleset import in_version

RULESETS = tuple(map(in_version, VERSIONS))
"""The rules in every version, the newest last."""
