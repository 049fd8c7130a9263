"""The greedy bot: it thinks through its own turn, march and two actions, and takes the best."""

import heapq
import random
from collections.abc import Callable
from typing import Final

from clients.bots.alexandros.effects import resting
from clients.bots.alexandros.ground import Ground, ground_of
from clients.bots.alexandros.marches import judged
from clients.bots.alexandros.moves import after_choice, outcomes, path_of
from clients.bots.alexandros.plans import best_worth
from clients.bots.alexandros.position import Position, board_in, position_of
from clients.bots.alexandros.worth import worth
from clients.python.shapes import JsonObject

Outcomes = tuple[Position, ...]

# The most moves examined. A list begins with one move of each kind, and their variants follow, so
# only variants are cut off.
_LISTED: Final = 400
_PATHS: Final = 8
"""Paths to each point that are examined before a card is chosen."""
_PONDERED: Final = 8
"""Marches or actions that are thought through to the end of the turn."""
_PONDERED_A_CARD: Final = 2
"""The same for each card, before one is chosen."""


def choose(view: JsonObject, moves: list[JsonObject], luck: random.Random) -> JsonObject:
    """Return the best move found, drawn by luck among equals; resign only as a last resort."""
    able = ([move for move in moves if move["type"] != "resign"] or moves)[:_LISTED]
    luck.shuffle(able)
    kinds = {move["type"] for move in able}
    if len(able) == 1:
        return able[0]
    if "march" in kinds:
        return _best_march(view, able)
    if "choose_card" in kinds:
        return _best_card(view, able)
    return _best_action(view, able)


def _best_march(view: JsonObject, moves: list[JsonObject]) -> JsonObject:
    marches = {path_of(move): move for move in moves if move["type"] == "march"}
    worths = judged(ground_of(view), position_of(view), marches, view["turn"], _PONDERED)
    return marches[max(worths, key=worths.__getitem__)]


def _best_card(view: JsonObject, moves: list[JsonObject]) -> JsonObject:
    ground, position = ground_of(view), position_of(view)
    by_outcome = {
        after_choice(position, move): move for move in moves if move["type"] == "choose_card"
    }
    worths = {
        (after, symbol): _worth_of_card(ground, after, symbol, view["turn"])
        for after, symbol in by_outcome
    }
    return by_outcome[max(worths, key=worths.__getitem__)]


def _worth_of_card(ground: Ground, position: Position, symbol: int, turn: int) -> float:
    paths = ground.paths(symbol, _PATHS)
    worths = judged(ground, position, paths, turn, _PONDERED_A_CARD)
    if worths:
        return max(worths.values())
    return best_worth(position)


def _best_action(view: JsonObject, moves: list[JsonObject]) -> JsonObject:
    """Return the action after which the rest of the turn is worth most."""
    board, position = board_in(view), position_of(view)
    by_outcome = {after: move for move in moves if (after := outcomes(board, position, move))}
    if not by_outcome:
        return moves[0]
    # The cheap judgement chooses the few moves that the costly one thinks through.
    promising = heapq.nlargest(_PONDERED, by_outcome, key=_mean_of(worth))
    promising += [ending] if (ending := (resting(position),)) in by_outcome else []
    return by_outcome[max(promising, key=_mean_of(best_worth))]


def _mean_of(judge: Callable[[Position], float]) -> Callable[[Outcomes], float]:
    def mean(outcomes: Outcomes) -> float:
        return sum(map(judge, outcomes)) / len(outcomes)

    return mean
