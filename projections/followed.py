"""A game followed event by event for the read models, with the seats it waits for."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from domain.kernel.consent import yet_to_agree
from domain.kernel.game import Game, evolve
from domain.kernel.undo import yet_to_answer
from domain.record.record import Event
from domain.record.visibility import JsonObject


class Beginning(NamedTuple):
    """The event with which something began."""

    version: int
    hash: str
    at: str


Beginnings = tuple[Beginning | None, ...]


@dataclass(frozen=True, slots=True)
class Followed:
    """A game after an event; ``waiting`` holds, by seat, since when the game waits for it.

    It waits for the seats that may move or have an undo request to answer; the others have None.
    ``turns`` and ``asked`` hold, by seat, which event made it the seat's move, and asked it for an
    answer to a request: to undo, for more time, or for a pause. ``over`` is the one that ended the
    game.
    """

    game: Game
    waiting: tuple[str | None, ...]
    turns: Beginnings = ()
    asked: Beginnings = ()
    over: Beginning | None = None


def follow(before: Followed | None, event: Event) -> Followed:
    """Return the game after one more event. Raises RecordBroken if it is not the next event."""
    game = evolve(before.game if before else None, event)
    waited = before.waiting if before else (None,) * len(game.seats)
    awaited = {*game.to_act, *yet_to_answer(game)}
    waiting = tuple(
        (since or event.recorded_at) if seat in awaited else None
        for seat, since in enumerate(waited)
    )
    return Followed(
        game,
        waiting,
        _begun(before.turns if before else (), game.to_act, game, event),
        _begun(before.asked if before else (), _asked(game), game, event),
        _over(before, game, event),
    )


def _asked(game: Game) -> set[int]:
    return {*yet_to_answer(game), *yet_to_agree(game)}


def _begun(before: Beginnings, seats: Collection[int], game: Game, event: Event) -> Beginnings:
    known = before or (None,) * len(game.seats)
    now = Beginning(event.version, event.hash, event.recorded_at)
    return tuple((old or now) if seat in seats else None for seat, old in enumerate(known))


def _over(before: Followed | None, game: Game, event: Event) -> Beginning | None:
    if game.status not in ("finished", "abandoned"):
        return None
    known = before.over if before else None
    return known or Beginning(event.version, event.hash, event.recorded_at)


@dataclass(frozen=True, slots=True)
class Placement:
    """A game's row in a read model (None: it has none) and its score in each of its orders."""

    row: JsonObject | None = None
    scores: Mapping[str, int] = field(default_factory=dict)


Projection = Callable[[str, Followed], Placement]
"""A read model as a pure function of a game's id and the game."""


def milliseconds(recorded_at: str) -> int:
    """Return an event's time (ISO 8601, UTC) as milliseconds since 1970."""
    return round(datetime.fromisoformat(recorded_at).timestamp() * 1000)
