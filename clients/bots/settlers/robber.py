"""Where the robber does most good, and whom to rob."""

from typing import Final

from clients.bots.settlers.geometry import Hex
from clients.bots.settlers.position import Position
from clients.python.shapes import JsonObject

_OWN: Final = 2.5
"""How much worse it is to block oneself than another."""
_THEFT: Final = 3.0
"""What a card is worth, in pips of the robbed seat."""
_GAINED: Final = 0.5
"""What it is worth to have it, whoever had it before."""


def best_robbery(position: Position, moves: list[JsonObject]) -> JsonObject:
    """The best of the listed moves of the robber."""
    return max(moves, key=lambda move: robbery(position, move))


def robbery(position: Position, move: JsonObject) -> float:
    """What a move of the robber takes from others, in pips weighed by how far they are."""
    victim = move.get("victim")
    return blocked(position, tuple(move["hex"])) + _theft(position, victim)


def _theft(position: Position, victim: int | None) -> float:
    if victim is None:
        return 0.0
    return _THEFT * (_GAINED + _threat(position, victim))


def blocked(position: Position, hex_: Hex) -> float:
    """What the robber on a hex costs others, less what it costs oneself."""
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
    """How near to victory a seat is, from about a half to two."""
    own = position.seats[seat]
    near = (own.points + 0.35 * own.developments) / position.target
    return 0.3 + 1.7 * near**2
