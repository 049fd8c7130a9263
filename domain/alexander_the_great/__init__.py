"""Alexander the Great, a scenario for settlers: advisors bid for what helps Alexander to the east.

States only what differs from ``domain.settlers``; the numbers G1 to G26 are its rules.

Read `rules`, `board`, `cards`, `state`, `moves`, `events`, `decide`, then `decide_auction`,
`auctions`, `advisors`, and `evolve`, `turns`, `legal`, `refusals`.
"""

from domain.alexander_the_great.rules import VERSIONS
from domain.alexander_the_great.ruleset import in_version

RULESETS = tuple(map(in_version, VERSIONS))
"""The rules in every version, the newest last."""
RULESET = RULESETS[-1]
