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
    """Return the best of the listed moves that rob a leader and block none of one's own towns.

    Among leaders of equal points the first in the list decides, so a shuffled list leaves that to
    luck. If nobody can be robbed so, return the best of the moves that do not block oneself.
    """
    others = [move for move in moves if not _towns(position, position.me, tuple(move["hex"]))]
    able = others or moves
    victims = {move["victim"] for move in able if move.get("victim") is not None}
    most = max((position.seats[victim].points for victim in victims), default=0)
    leaders = [victim for victim in victims if position.seats[victim].points == most]
    # One move for each leader, or the one with more towns would be drawn more often.
    best = [_best_against(position, able, leader) for leader in leaders or [None]]
    return min(best, key=moves.index)


def _best_against(position: Position, moves: list[JsonObject], victim: int | None) -> JsonObject:
    against = [move for move in moves if move.get("victim") == victim]
    # Break ties by place: the order of the list may decide between leaders only.
    return max(against, key=lambda move: (robbery(position, move), move["hex"]))


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
