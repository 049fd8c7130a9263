"""A game followed event by event for the read models, with the seats it waits for."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from domain.kernel.game import Game, evolve
from domain.kernel.undo import yet_to_answer
from domain.record.record import Event
from domain.record.visibility import JsonObject


@dataclass(frozen=True, slots=True)
class Followed:
    """A game after an event; ``waiting`` holds, by seat, since when the game waits for it.

    It waits for the seats that may move or have an undo request to answer; the others have None.
    """

    game: Game
    waiting: tuple[str | None, ...]


def follow(before: Followed | None, event: Event) -> Followed:
    """Return the game after one more event. Raises RecordBroken if it is not the next event."""
    game = evolve(before.game if before else None, event)
    waited = before.waiting if before else (None,) * len(game.seats)
    awaited = {*game.to_act, *yet_to_answer(game)}
    waiting = tuple(
        (since or event.recorded_at) if seat in awaited else None
        for seat, since in enumerate(waited)
    )
    return Followed(game, waiting)


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
