"""The terms of a game, which its first event states: rules, seats, undo, time and chance."""

from dataclasses import dataclass
from typing import Literal

from domain.kernel.deadlines import Deadline
from domain.record.visibility import JsonObject

UndoPolicy = Literal["free", "consent", "off", "drawn_stays"]
UndoTerms = UndoPolicy | Literal["by_seats"]
"""``by_seats``: ``consent`` among people; against bots alone ``drawn_stays``."""


@dataclass(frozen=True, slots=True)
class ChanceTerms:
    """The terms of a game's chance: version, SHA-256 of the secret, and fairness.

    A game from a seed is not fair: its host knows every card beforehand.
    """

    version: int
    commitment: str
    fair: bool


@dataclass(frozen=True, slots=True)
class Study:
    """The origin of a study: event ``at`` of the game ``of``, and the position it begins with.

    Its creator plays all seats and sees everything.
    """

    of: str
    at: int
    position: JsonObject


@dataclass(frozen=True, slots=True)
class Created:
    """The first event's data; ``secret`` (hex) is hidden from everyone until the game is over."""

    ruleset: str
    rules_version: int
    board: JsonObject
    options: JsonObject
    seats: int
    first_seat: int | None
    undo: UndoTerms
    title: str
    listed: bool
    deadline: Deadline | None
    creator: str
    chance: ChanceTerms
    secret: str
    study: Study | None = None
