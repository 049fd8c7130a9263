"""The bots' names by ruleset, for code that only offers bots, as importing bots takes a while.

``random`` and ``patient`` play any ruleset; another name is a module of ``clients.bots.<ruleset>``.
"""

from typing import Final

NAMES: Final = {
    "alexandros": ("random", "patient", "greedy"),
    "settlers": ("random", "patient", "greedy"),
    "alexander_the_great": ("random", "patient", "greedy"),
}


def bot_names(ruleset: str) -> tuple[str, ...]:
    """Return the names of the bots that play a ruleset."""
    return NAMES.get(ruleset, ())
