"""How the turns of bots end: what their processes answer, in a module that is quickly imported."""

from dataclasses import dataclass

import msgspec

from projections.bots_waiting import BotWaiting


class Ready(msgspec.Struct, frozen=True, tag="ready"):
    """The process has started; the time of its first turn begins."""


class Ended(msgspec.Struct, frozen=True, tag="ended"):
    """A turn is over: whether the bot has moved, or why it could not."""

    moved: bool
    fault: str | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a turn has ended; ``fault`` says why the bot could not play."""

    turn: BotWaiting
    moved: bool
    fault: str | None = None
