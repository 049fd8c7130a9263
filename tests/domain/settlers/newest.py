"""The newest version of the rules of settlers."""

from domain.settlers import RULESETS

RULESET = RULESETS[-1]
