"""Heap: seats take stones in turn, and the seat that takes the last one wins."""

from domain.heap.ruleset import RULESET

RULESETS = (RULESET,)
"""The rules in every version, the newest last."""
