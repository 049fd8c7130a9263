"""The best hex for the robber, and the seat to rob."""

from typing import Final

from clients.bots.settlers.geometry import Hex
from clients.bots.settlers.position import Position
from clients.python.shapes import JsonObject

_OWN: Final = 2.5
"""The weight of a block of the bot's own towns against those of another seat."""
_THEFT: Final = 3.0
"""The worth of a card, in pips of the robbed seat."""
_GAINED: Final = 0.5
"""The worth of holding it, no matter which seat held it before."""


def best_robbery(position: Position, moves: list[JsonObject]) -> JsonObject:
    """Return the best of the listed moves of the robber."""
    return max(moves, key=lambda move: robbery(position, move))


def robbery(position: Position, move: JsonObject) -> float:
    """Return the loss of others by a robber's move, in pips weighed by their progress."""
    victim = move.get("victim")
    return blocked(position, tuple(move["hex"])) + _theft(position, victim)


def _theft(position: Position, victim: int | None) -> float:
    if victim is None:
        return 0.0
    return _THEFT * (_GAINED + _threat(position, victim))


def blocked(position: Position, hex_: Hex) -> float:
    """Return the cost of the robber on a hex for others, less that for oneself."""
    pips = position.land.pips.get(hex_, 0)
    return sum(
        pips
        * _towns(position, seat, hex_)
        * (-_OWN if seat == position.me else _threat(position, seat))
        for seat in (position.me, *position.rivals)
    )


def _towns(position: Position, seat: int, hex_: Hex) -> int:
    around, own = position.land.ground.hex_corners[hex_], position.seats[seat]
    return sum((corner in own.settlements) + 2 * (corner in own.cities) for corner in around)


def _threat(position: Position, seat: int) -> float:
    """Return a seat's nearness to victory, from about a half to two."""
    own = position.seats[seat]
    near = (own.points + 0.35 * own.developments) / position.target
    return 0.3 + 1.7 * near**2
