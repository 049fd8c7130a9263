"""Marches judged by the provinces they enclose and the rest of the turn."""

import heapq
from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from clients.bots.alexandros.board import Side
from clients.bots.alexandros.ground import Ground, Path
from clients.bots.alexandros.plans import best_worth
from clients.bots.alexandros.position import Position
from clients.bots.alexandros.worth import worth

_ENCLOSING: Final = 150
"""The most enclosing marches that are examined."""
# A wall's worth grows with every turn, so that the bots use up the walls and the game ends. Games
# between bots would otherwise go on forever.
_A_WALL: Final = 0.02
# Until this turn the bot spares walls, lest the game end too early.
_PATIENT_TURNS: Final = 65

Laid = frozenset[Side]


def judged(
    ground: Ground, position: Position, paths: Iterable[Path], turn: int, pondered: int
) -> dict[Path, float]:
    """Return the worth of every path; only the ``pondered`` best outcomes are searched fully."""
    laid = {path: frozenset(ground.new_walls(path)) for path in paths}
    outcomes = _outcomes(ground, position, laid.values())
    promising = heapq.nlargest(pondered, dict.fromkeys(outcomes.values()), key=worth)
    worths = {outcome: best_worth(outcome) for outcome in promising}
    dull = min(worths.values(), default=0.0) - 1.0
    wall = _A_WALL * max(-5, turn - _PATIENT_TURNS)
    return {
        path: worths.get(outcomes[walls], dull) + wall * len(walls) for path, walls in laid.items()
    }


def _outcomes(ground: Ground, position: Position, laid: Iterable[Laid]) -> dict[Laid, Position]:
    """Return the position after each march; most enclose nothing and change no province."""
    outcomes: dict[Laid, Position] = {}
    last_turn = replace(position, last_turn=True)
    enclosing = 0
    for walls in dict.fromkeys(laid):
        if enclosing < _ENCLOSING and ground.encloses(walls):
            enclosing += 1
            outcomes[walls] = ground.after(position, walls)
        else:
            outcomes[walls] = last_turn if len(walls) > ground.black else position
    return outcomes
