"""The events of a game in a player's own stream, each named by its cause."""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from domain.record.times import milliseconds
from projections.contract import Placement
from projections.summary import Beginning, Facts, RequestKind, Summary

EventKind = Literal[
    "your_turn",
    "started",
    "ended",
    "invited",
    "challenged",
    "challenge_declined",
    "undo_asked",
    "extension_asked",
    "pause_asked",
    "notice",
]
"""The kinds of events; those of ``OF_CHALLENGES`` name a challenge, not a game."""
OF_CHALLENGES: frozenset[EventKind] = frozenset({"challenged", "challenge_declined"})

ASKED: dict[RequestKind, EventKind] = {
    "undo": "undo_asked",
    "extension": "extension_asked",
    "pause": "pause_asked",
}


class EventName(Struct, frozen=True, gc=False):
    """The name of an event in a player's stream: the same whenever a worker finds it again.

    ``version`` is that of the game's event that it follows from, and ``hash`` that event's; both
    are empty (0, "") for an event that happens once in a game.
    """

    kind: EventKind
    game_id: str
    seat: int | None = None
    version: int = 0
    hash: str = ""

    def __str__(self) -> str:
        seat = "" if self.seat is None else self.seat
        return f"{self.kind}:{self.game_id}:{seat}:{self.version}:{self.hash}"


def read_name(text: str) -> EventName:
    """Return the name that was written as ``text``; of a newer release, any kind."""
    kind, game_id, seat, version, hash_ = text.split(":")
    return EventName(kind, game_id, int(seat) if seat else None, int(version), hash_)  # type: ignore[arg-type]


def place(game_id: str, summary: Summary) -> Placement:
    """Return the present news of a game: ``<player> <name>`` with the moment each began (ms).

    Studies have no events.
    """
    game = summary.game
    if game.study is not None or game.status == "cancelled":
        return Placement()
    told: dict[str, int] = {}
    for number, seat in enumerate(game.seats):
        if seat is not None and seat.player is not None:
            for name, at in _told_to(game_id, summary, number):
                told[f"{seat.player} {name}"] = at
    return Placement(None, told)


def _told_to(game_id: str, summary: Summary, seat: int) -> Iterator[tuple[EventName, int]]:
    game = summary.game
    if game.turn is not None:
        yield EventName("started", game_id, seat), milliseconds(game.updated_at)
    if summary.over is not None:
        yield _named("ended", game_id, seat, summary.over)
        return
    turn, asked = summary.turns[seat], summary.asked[seat]
    # A bot plays for the player, who need not hurry.
    if turn is not None and game.playing[seat] is None:
        yield _named("your_turn", game_id, seat, turn)
    if asked is not None:
        for kind in _asked_of(game, seat):
            yield _named(kind, game_id, seat, asked)


def _asked_of(game: Facts, seat: int) -> Iterator[EventKind]:
    return (ASKED[kind] for kind, seats in game.requests if seat in seats)


def _named(kind: EventKind, game_id: str, seat: int, began: Beginning) -> tuple[EventName, int]:
    name = EventName(kind, game_id, seat, began.version, began.hash)
    return name, milliseconds(began.at)
