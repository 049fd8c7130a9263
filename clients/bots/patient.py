"""The patient bot: a quiet partner for somebody's first game."""

import random
from typing import Final

from clients.bots.uniform import uniform
from clients.python.shapes import JsonObject

# Turns after which it plays like the random bot: a game of patient bots alone would never end.
_PATIENCE: Final = 40

_QUIET: Final = ("end_turn", "pass", "roll", "march", "answer_trade")
"""Its preferred types of moves, the best first; it resigns only if nothing else is left."""

_hurried: Final = uniform(last=("end_turn",))


def choose(view: JsonObject, moves: list[JsonObject], luck: random.Random) -> JsonObject:
    """Return the move that leaves the others most room.

    It ends its turn when it may, takes no part in auctions, accepts every offer, avoids
    robbing, marches the shortest path and builds at the place listed last.
    """
    if view["turn"] > _PATIENCE:
        return _hurried(view, moves, luck)
    return min(reversed(moves), key=_noise)


def _noise(move: JsonObject) -> tuple[int, bool, bool, int]:
    kind = move["type"]
    rank = _QUIET.index(kind) if kind in _QUIET else len(_QUIET) + (kind == "resign")
    robs = move.get("victim") is not None
    return rank, robs, not move.get("accept", True), len(move.get("path", ()))
