"""The newest version of the rules of Alexander the Great."""

from domain.alexander_the_great import RULESETS

RULESET = RULESETS[-1]
