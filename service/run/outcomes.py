"""The outcomes of bots' turns, as their processes report them; quick to import."""

from dataclasses import dataclass

import msgspec

from projections.bots_waiting import BotWaiting


class Ready(msgspec.Struct, frozen=True, tag="ready"):
    """The process has started; the time of its first turn begins."""


class Ended(msgspec.Struct, frozen=True, tag="ended"):
    """A turn is over: the bot has made so many moves, or met a fault."""

    moves: int
    fault: str | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a turn; ``fault`` says why the bot could not play."""

    turn: BotWaiting
    moves: int
    fault: str | None = None
