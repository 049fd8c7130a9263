"""The planner: the move of a seat from its knowledge, by a budget of evaluations and a seed."""

import hashlib
from collections.abc import Callable
from importlib import import_module
from math import exp
from typing import Any, Final, NamedTuple

from domain.planning.game import PlannedGame
from domain.planning.ledger import Ledger
from domain.planning.levels import Level
from domain.planning.network import Network
from domain.planning.search import Choice, Search
from domain.planning.weights import weights_of
from domain.record.chance import Chance
from domain.record.visibility import JsonObject

_FINE: Final = 1_000_000


class Knowledge(NamedTuple):
    """A seat's knowledge: the game's view as the seat is shown it, and beliefs about the rest."""

    view: JsonObject
    beliefs: Any


class Plan(NamedTuple):
    """A move as JSON, the win chance expected of it, and the evaluations that it took.

    ``was_cut`` if it is the best so far of a search that was cut short.
    """

    move: JsonObject
    chance: float
    used: int
    was_cut: bool


def planned_game(ruleset: str) -> PlannedGame:
    """Return a ruleset's part of the planner. Raises ModuleNotFoundError if it has none."""
    game: PlannedGame = import_module(f"domain.planning.{ruleset}").GAME
    return game


def ledger(ruleset: str, seats: int, viewer: int) -> Ledger[Any]:
    """Return the ledger of a seat before it has seen any event."""
    game = planned_game(ruleset)
    return Ledger(game.nothing_known(seats, viewer), game.counted)


def plan(  # noqa: PLR0913 - the four of the contract, and three for training and the service
    knowledge: Knowledge,
    seat: int,
    level: Level,
    seed: str,
    *,
    network: Network | None = None,
    policy: JsonObject | None = None,
    is_enough: Callable[[], bool] = lambda: False,
) -> Plan:
    """Return a seat's move. Equal arguments give equal moves. Raises NoWeights.

    Without a ``network`` it judges by the weights that come with it. ``policy`` is the move
    that a level with a margin makes unless another is clearly better. A search for which
    it ``is_enough`` before its budget is used up ends with the best move so far.
    """
    view = knowledge.view
    game = planned_game(view["ruleset"])
    if network is None:
        network = weights_of(view["ruleset"], view["rules_version"]).network
    chance = Chance(hashlib.sha256(f"{seed}\n{view['version']}\n{seat}".encode()).digest())
    position = game.position(view, knowledge.beliefs, chance)
    outlook = game.outlook(network, position, chance, knowledge.beliefs)
    codec = game.ruleset.wire.moves
    favourite = None if policy is None or level.margin is None else codec.read(policy)
    search = Search(outlook, seat, level.budget, is_enough, favourite)
    choices = search.choices(position)
    if favourite is None:
        choice = _drawn(choices, level.blur, chance)
    else:
        choice = _preferred(choices, favourite, level.margin or 0.0)
    return Plan(codec.json(choice.move), choice.chance, search.used, search.was_cut)


def _preferred(choices: list[Choice[Any]], favourite: Any, margin: float) -> Choice[Any]:
    """Return the favourite move, or the best one if it is better by more than a margin."""
    best, depth = choices[0], choices[0].deep
    judged = next((each for each in choices if each.move == favourite), None)
    # A move that is not listed, such as an offer of its own making, cannot be compared.
    if judged is None or (depth and not judged.deep):
        return Choice(favourite, best.chance, False)
    return best if best.chance > judged.chance + margin else judged


def _drawn(choices: list[Choice[Any]], blur: float, chance: Chance) -> Choice[Any]:
    """Return the best choice, or with a blur one that is drawn by how little it gives away."""
    best = choices[0]
    if not blur:
        return best
    deep = [each for each in choices if each.deep == best.deep]
    weights = [int(_FINE * exp((each.chance - best.chance) / blur)) for each in deep]
    at = chance.below("blur", sum(weights))
    for each, weight in zip(deep, weights, strict=True):
        if at < weight:
            return each
        at -= weight
    return best
