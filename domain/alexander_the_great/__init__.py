"""Alexander the Great, a scenario for settlers: advisors bid for what helps Alexander to the east.

States only what differs from ``domain.settlers``; the numbers G1 to G26 are its rules.
"""

from domain.alexander_the_great.ruleset import AlexanderTheGreat

RULESET = AlexanderTheGreat()
"""The newest rules."""
