"""The terms of a game, which its first event states: rules, seats, undo, time and chance."""

from dataclasses import dataclass
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from domain.kernel.deadlines import Deadline
from domain.record.prepared_types import prepare
from domain.record.record import NEWEST_SCHEMA, SCHEMA, Upcasters
from domain.record.visibility import JsonObject

UndoPolicy = Literal["free", "consent", "off", "drawn_stays"]
UndoTerms = UndoPolicy | Literal["by_seats"]
"""``by_seats``: ``consent`` among people; against bots alone ``drawn_stays``.

It is stored in place of a policy, because bots may be seated after the game is created. The seats
in the record then decide the policy.
"""


# The commitment comes before the first draw, so that the secret cannot be chosen to suit.
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
    """The first event's data; ``secret`` (hex) is hidden from everyone until the game is over.

    ``game_id`` is None in games of schema 1. ``server_key`` (hex) is the public key that the server
    signed with as the game was made, where its maker asked for it.
    """

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
    # Inside the chain, so that a record cannot be passed off as that of another game.
    game_id: str | None = None
    server_key: str | None = None

    @property
    def schema(self) -> int:
        """The schema of the game's events."""
        # Version 2 of chance came in the same release as schema 2, so the schema needs no field of
        # its own.
        return SCHEMA if self.chance.version == 1 else NEWEST_SCHEMA

    @property
    def json(self) -> JsonObject:
        """The data of the first event, in its schema."""
        data: JsonObject = msgspec.to_builtins(self)
        if self.schema == SCHEMA:
            del data["game_id"]
        # Left out, not null, so that games made without it keep their bytes and hash.
        if self.server_key is None:
            del data["server_key"]
        return data


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """The data of a taken seat; in the event of the last one, ``dealt`` is the opening."""

    seat: int
    # The id alone: names stay out of the record, so a player can be forgotten without changing it.
    player: str | None
    bot: str | None
    contribution: str | None
    # The deal is no event of its own, so that no record stops between full and dealt.
    dealt: JsonObject | None


@dataclass(frozen=True, slots=True)
class SeatFreed:
    """The data of a seat given back before the start."""

    seat: Annotated[int, Meta(description="A seat, from 0.")]
    removed: Annotated[bool, Meta(description="True if the host removed its player or bot.")]


prepare(Created, SeatTaken, SeatFreed)


def with_game_id(data: JsonObject) -> JsonObject:
    """Return the first event's data of schema 1 in schema 2, with null as the game's id."""
    return {**data, "game_id": None}


UPCASTERS: Upcasters = {("created", SCHEMA): with_game_id}
"""Steps to the newest schema of the kernel's own events."""
