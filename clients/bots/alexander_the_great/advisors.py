"""The worth of chips: the points of the advisors they may bring."""

import math
from typing import Final

from clients.python.shapes import JsonObject

_POINTS: Final = {"first": 4.0, "second": 3.0, "third": 2.0}
_FROM: Final = 3
# The uncertainty of a lead: `_SURE` at the end, and `_UNSURE` times the root of the number of chips
# to come, as the spread of a sum of independent chips grows.
_SURE, _UNSURE = 0.6, 0.6


def advisor_points(holding: str | None) -> float:
    """Return the points of an advisor."""
    return _POINTS[holding] if holding else 0.0


def expected(chips: tuple[int, ...], seat: int, ahead: int) -> float:
    """Return the advisors' points that a seat may expect, with ``ahead`` chips to come."""
    spread = _SURE + _UNSURE * math.sqrt(ahead)
    before = sum(
        _odds((other - chips[seat]) / spread) for n, other in enumerate(chips) if n != seat
    )
    short = max(0, _FROM - chips[seat])
    reach = _odds((ahead / len(chips) - short + 0.5) / spread * 2) if short else 1.0
    return reach * _points_at(before, len(chips))


def _odds(lead: float) -> float:
    return 1 / (1 + math.exp(-2 * lead))


def _points_at(rank: float, seats: int) -> float:
    """Return the points of a rank (0 is the first), interpolated between two ranks."""
    ladder = (4.0, 3.0, 2.0, 0.0, 0.0) if seats > 3 else (4.0, 2.0, 0.0, 0.0)
    below = int(rank)
    return ladder[below] + (rank - below) * (ladder[below + 1] - ladder[below])


def chip_gain(chips: tuple[int, ...], seat: int, others: tuple[int, ...], ahead: int) -> float:
    """Return the worth of a chip that otherwise goes to one of ``others``, or to nobody."""
    won = expected(_with(chips, seat), seat, ahead)
    lost = [expected(_with(chips, other), seat, ahead) for other in others]
    lost = lost or [expected(chips, seat, ahead)]
    return won - sum(lost) / len(lost)


def _with(chips: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return tuple(n + (place == seat) for place, n in enumerate(chips))


def best_holder(view: JsonObject, moves: list[JsonObject]) -> JsonObject:
    """Return the choice of the advisor with the most points."""
    seats = view["state"]["seats"]
    return max(moves, key=lambda move: advisor_points(seats[move["from"]]["advisor"]))
