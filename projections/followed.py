"""A game followed event by event, with the events since which it waits for its seats."""

from collections.abc import Collection, Iterable
from typing import NamedTuple

from msgspec import Struct

from domain.kernel.consent import yet_to_agree
from domain.kernel.game import Game, evolve
from domain.kernel.undo import yet_to_answer
from domain.record.record import Event


class Beginning(NamedTuple):
    """The event with which something began."""

    version: int
    hash: str
    at: str


BEFORE = Beginning(0, "", "")
"""An event before those that were followed."""

Beginnings = tuple[Beginning | None, ...]
"""By seat; None for seats to which it does not apply."""


class Followed(Struct, frozen=True, gc=False):
    """A game after an event, with the events since which it waits, by seat.

    ``turns`` and ``asked``: which event made it the seat's move, and asked it for an answer to a
    request: to undo, for more time, or for a pause. ``waiting``: since which one the seat may move
    or has an undo request to answer, one or the other. ``over`` is the one that ended the game.
    """

    game: Game
    turns: Beginnings
    asked: Beginnings
    waiting: Beginnings
    over: Beginning | None = None


def follow_all(game: Game | None, events: Iterable[Event]) -> Followed | None:
    """Return the game after the events; what began before them began ``BEFORE``."""
    followed = None if game is None else _entered(game)
    for event in events:
        followed = follow(followed, event)
    return followed


def follow(before: Followed | None, event: Event) -> Followed:
    """Return the game after one more event. Raises RecordBroken if it is not the next event."""
    game = evolve(before.game if before else None, event)
    none: Beginnings = (None,) * len(game.seats)
    known = before or Followed(game, none, none, none)
    return _next(known, game, Beginning(event.version, event.hash, event.recorded_at))


def _entered(game: Game) -> Followed:
    none: Beginnings = (None,) * len(game.seats)
    return _next(Followed(game, none, none, none), game, BEFORE)


def _next(before: Followed, game: Game, now: Beginning) -> Followed:
    acting, has_request = game.facts.to_act, game.timeline and game.timeline.request
    undo = yet_to_answer(game) if has_request else ()
    agreeing = () if game.clock is None else yet_to_agree(game)
    over = (before.over or now) if game.facts.status in ("finished", "abandoned") else None
    return Followed(
        game,
        _since(before.turns, acting, now),
        _since(before.asked, {*undo, *agreeing}, now),
        _since(before.waiting, {*acting, *undo}, now),
        over,
    )


def _since(before: Beginnings, seats: Collection[int], now: Beginning) -> Beginnings:
    return tuple([(old or now) if seat in seats else None for seat, old in enumerate(before)])
