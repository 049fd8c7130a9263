"""Every bot by ruleset and name."""

from collections.abc import Sequence
from importlib import import_module
from typing import Final

from clients.bot_names import NAMES, bot_names
from clients.bots import patient
from clients.bots.bot import Bot
from clients.bots.uniform import uniform


def _bot(ruleset: str, name: str) -> Bot:
    if name == "random":
        return uniform(last=("end_turn",))
    if name == "patient":
        return patient.choose
    # By name, so that a new bot is a module and a word in `bot_names`, and no import here.
    choose: Bot = import_module(f"clients.bots.{ruleset}.{name}").choose
    return choose


BOTS: Final = {
    (ruleset, name): _bot(ruleset, name) for ruleset, names in NAMES.items() for name in names
}
"""The bots by (ruleset id, bot name)."""


class UnknownBot(LookupError):
    """No bot of that name plays that ruleset."""

    def __init__(self, ruleset: str, name: str, others: Sequence[str] = ()) -> None:
        known = ", ".join((*others, *bot_names(ruleset))) or "none"
        super().__init__(f"no bot {name!r} plays {ruleset}; there are: {known}")


def bot_named(ruleset: str, name: str) -> Bot:
    """Return the bot of a name for a ruleset. Raises UnknownBot."""
    try:
        return BOTS[ruleset, name]
    except KeyError:
        raise UnknownBot(ruleset, name) from None
