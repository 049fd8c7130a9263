"""Answers about the record of a game as types: its events, their data, and what follows from them.

The data of events that differ by ruleset are ``Any`` here.
"""

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import UNSET, Struct, UnsetType

from projections.answers.clocks import SettledClock
from projections.answers.fields import GameId, Hash, Time, Version, about
from projections.answers.games import Broken, Fair, View
from projections.answers.heads import Signature

Maker: TypeAlias = Literal["clock", "bot"]
HASHES = {"$ref": "Hashes"}
"""A reference by name, as msgspec writes them."""


# The order of the fields is the order in which they are sent.
class Event(Struct, kw_only=True):
    """An accepted action with all its consequences; never changed."""

    version: Version
    schema: Annotated[int, about("The version of this type's data.")]
    recorded_at: Time
    type: Annotated[str, about("In the past tense: `marched`, `undone`.")]
    seat: Annotated[int | None, about("The seat that decided it.")]
    data: Any
    commitments: Annotated[
        Any, about("By path, HMAC-SHA-256 of each hidden value under its salt.", **HASHES)
    ]
    prev: Hash
    by: Annotated[
        Maker | UnsetType,
        about(
            "The maker, if it was made for a player whose time was up or for whom a bot stands in; "
            "omitted if the player or the seat's own bot made it. `bot` may also stand for an "
            "order that the player left."
        ),
    ] = UNSET
    settled: Annotated[
        dict[str, SettledClock] | UnsetType,
        about(
            "By seat, the clocks that the quiet hours of its player change; omitted if there are "
            "none. It is part of the hash."
        ),
    ] = UNSET
    # Only those: with the salt of a hidden value, anybody could try all values until one fits.
    salts: Annotated[
        Any, about("By path, the salts of the hidden values that the viewer may see.", **HASHES)
    ]
    hash: Hash
    # It can change after the event was recorded, and the hash cannot.
    undone: Annotated[bool, about("True if it was undone; not part of the hash.")]


class Draw(Struct):
    """A number that chance gave, or the order of a shuffle."""

    label: Annotated[
        str,
        about(
            "Its purpose, and the number of times that the present line has used it before.",
            examples=["die:0"],
        ),
    ]
    below: Annotated[int, about("The bound of the number; for a shuffle, the number of items.")]
    result: Annotated[
        int | list[int],
        about("The number, from 0 on; for a shuffle, the old places of its items, from 0 on."),
    ]


class GoneTo(Struct):
    """The data of an event of undoing."""

    to: Annotated[int, about("The event to go to.")]


class Undone(GoneTo):
    """The data of `undone`."""

    requested_by: Annotated[int, about("The seat that requested it.")]
    with_consent: Annotated[bool, about("True if other seats had to agree.")]


class Cancelled(Struct):
    """The data of `cancelled`."""

    by: Annotated[str, about("The id of the host.")]


class Events(Struct):
    """A page of the record."""

    version: Version
    events: list[Event]
    more: Annotated[bool, about("True if there are later events.")]
    broken: Broken | UnsetType = UNSET


# A whole view for each event would repeat the board and most of the state every time.
class Step(Struct):
    """An event, and its changes to the view."""

    event: Event
    changes: Annotated[
        dict[str, Any],
        about("The new values by path (keys and list indices joined by `/`)."),
    ]


class Replay(Struct):
    """A view, and the changes by each later event."""

    game_id: GameId
    version: Version
    event: Event
    first: View
    steps: list[Step]
    more: Annotated[
        bool, about("True if there are later steps; ask for them with `after` the last event.")
    ]
    broken: Broken | UnsetType = UNSET


class Audit(Struct):
    """The result of recomputing the record."""

    valid: bool
    events: Annotated[int, about("The number of events checked.")]
    hash: Hash
    fair: Fair
    broken_at: Annotated[int | None, about("The first invalid version.")]
    reason: Annotated[str | None, about("The reason why it is invalid.")]
    signed: Annotated[
        Signature | None,
        about(
            "The server's signature of the head, as in `GET …/head`; null if it is invalid, or the "
            "game was imported."
        ),
    ]
