"""Marches judged: what each would enclose, and what the turn could then make of it."""

import heapq
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from typing import Final

from clients.bots.alexandros.board import Side
from clients.bots.alexandros.ground import Ground, Way
from clients.bots.alexandros.plans import best_worth
from clients.bots.alexandros.position import Position
from clients.bots.alexandros.worth import levies_to_come, worth

_ENCLOSING: Final = 400
"""Enclosing marches that are looked at at all."""
_A_WALL: Final = 0.02
"""What a new wall is worth of itself: the game moves on."""
_PATIENT_TURNS: Final = 60
"""Turns after which a new wall is worth ever more, so that walls run out and the game ends."""

Laid = frozenset[Side]


def judged(
    ground: Ground, position: Position, ways: Iterable[Way], turn: int, pondered: int
) -> dict[Way, float]:
    """The worth of every way, ``pondered`` outcomes thought through to the end of the turn."""
    laid = {way: frozenset(ground.new_walls(way)) for way in ways}
    outcomes = _outcomes(ground, position, laid.values())
    levies = levies_to_come(position)
    promising = heapq.nlargest(pondered, set(outcomes.values()), key=partial(worth, levies=levies))
    worths = {outcome: best_worth(outcome, levies) for outcome in promising}
    dull = min(worths.values(), default=0.0) - 1.0
    wall = _A_WALL * (1 + max(0, turn - _PATIENT_TURNS))
    return {
        way: worths.get(outcomes[walls], dull) + wall * len(walls) for way, walls in laid.items()
    }


def _outcomes(ground: Ground, position: Position, laid: Iterable[Laid]) -> dict[Laid, Position]:
    """The position after each march; most enclose nothing and change no province."""
    outcomes: dict[Laid, Position] = {}
    last_turn = replace(position, last_turn=True)
    enclosing = 0
    for walls in set(laid):
        if enclosing < _ENCLOSING and ground.encloses(walls):
            enclosing += 1
            outcomes[walls] = ground.after(position, walls)
        else:
            outcomes[walls] = last_turn if len(walls) > ground.black else position
    return outcomes
