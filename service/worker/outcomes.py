"""Messages between the worker and bots' processes: turns, and their outcomes; quick to import."""

from dataclasses import dataclass

import msgspec

from projections.bots_waiting import BotWaiting


class Task(msgspec.Struct, frozen=True):
    """A turn to play; one that ``has_time`` may last until others wait."""

    turn: BotWaiting
    has_time: bool = False


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
