"""A game as the read models follow it: event by event, with since when it waits for whom."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from domain.kernel.game import Game, evolve
from domain.kernel.undo import yet_to_answer
from domain.record.record import Event
from domain.record.visibility import JsonObject


@dataclass(frozen=True, slots=True)
class Followed:
    """A game after some event; ``waiting`` holds by seat since when it waits for that seat.

    A game waits for the seats that may move and for those that have an undo request to answer;
    None stands for the others.
    """

    game: Game
    waiting: tuple[str | None, ...]


def follow(before: Followed | None, event: Event) -> Followed:
    """The game after one event more. Raises RecordBroken where the event is not the next one."""
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
    """A game's row in a read model (None: it has none) and its score in each order it stands in."""

    row: JsonObject | None = None
    scores: Mapping[str, int] = field(default_factory=dict)


Place = Callable[[str, Followed], Placement]
"""A read model as a pure function of a game's id and the game."""


def milliseconds(recorded_at: str) -> int:
    """An event's time (ISO 8601, UTC) as milliseconds since 1970."""
    return round(datetime.fromisoformat(recorded_at).timestamp() * 1000)
