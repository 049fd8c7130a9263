"""Every bot by ruleset and name."""

from typing import Final

from clients.bot_names import bot_names
from clients.bots.alexander_the_great import greedy as scenario_greedy
from clients.bots.alexandros import greedy
from clients.bots.bot import Bot
from clients.bots.settlers import greedy as settlers_greedy
from clients.bots.uniform import uniform

BOTS: Final[dict[tuple[str, str], Bot]] = {
    ("alexandros", "random"): uniform(last=("end_turn",)),
    ("alexandros", "greedy"): greedy.choose,
    ("settlers", "random"): uniform(last=("end_turn",)),
    ("settlers", "greedy"): settlers_greedy.choose,
    ("alexander_the_great", "random"): uniform(last=("end_turn",)),
    ("alexander_the_great", "greedy"): scenario_greedy.choose,
}
"""The bots by (ruleset id, bot name)."""


class UnknownBot(LookupError):
    """No bot of that name plays that ruleset."""

    def __init__(self, ruleset: str, name: str) -> None:
        known = ", ".join(bot_names(ruleset)) or "none"
        super().__init__(f"no bot {name!r} plays {ruleset}; there are: {known}")


def bot_named(ruleset: str, name: str) -> Bot:
    """The bot of a name for a ruleset. Raises UnknownBot."""
    try:
        return BOTS[ruleset, name]
    except KeyError:
        raise UnknownBot(ruleset, name) from None
