"""The versions of the scenario's rules, each with the version of settlers beneath it."""

from dataclasses import dataclass

from domain.settlers import rules as settlers


@dataclass(frozen=True, slots=True)
class Rules:
    """A version of the rules, told by its differences from the others.

    ``cards_before_march``: development cards may be played between roll and march too (S5).
    ``leaving_frees_advisor``: a seat that leaves gives its advisor up (G21); before, it kept it.
    """

    version: int
    base: settlers.Rules
    cards_before_march: bool
    leaving_frees_advisor: bool


_BASE = {rules.version: rules for rules in settlers.VERSIONS}

VERSIONS = (
    Rules(version=1, base=_BASE[1], cards_before_march=False, leaving_frees_advisor=False),
    Rules(version=2, base=_BASE[2], cards_before_march=True, leaving_frees_advisor=True),
)
