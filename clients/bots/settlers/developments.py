"""Playing development cards."""

from collections.abc import Iterator
from typing import Final

from clients.bots.settlers.building import Weighed, best_now
from clients.bots.settlers.goods import GOODS, ROAD, counts_of, one_of, plus, times
from clients.bots.settlers.plans import knight_gain
from clients.bots.settlers.robber import best_robbery, blocked, robbery
from clients.bots.settlers.worth import Judge
from clients.python.shapes import JsonObject

# The worth of a card kept in hand: most cards are played only if that gains more.
_KEPT: Final = 0.25
_PIP: Final = 0.03
"""The worth of a pip blocked for others, in points."""


def plays(judge: Judge, moves: list[JsonObject]) -> Iterator[Weighed]:
    """Yield the development cards worth playing now."""
    by_type: dict[str, list[JsonObject]] = {}
    for move in moves:
        by_type.setdefault(move["type"], []).append(move)
    if knights := by_type.get("play_knight"):
        yield _knight(judge, best_robbery(judge.position, knights))
    for move in by_type.get("play_year_of_plenty", ()):
        yield _with_cards(judge, move, counts_of(move["cards"]))
    for move in by_type.get("play_monopoly", ()):
        good = GOODS.index(move["resource"])
        yield _with_cards(judge, move, one_of(good, expected(judge, good)))
    for move in by_type.get("play_road_building", ()):
        yield _roads(judge, move)


def _knight(judge: Judge, move: JsonObject) -> Weighed:
    position = judge.position
    better = robbery(position, move) - blocked(position, position.robber)
    army = 0.0 if position.largest_army == position.me else _honour(judge)
    return judge.worth(position.hand) + army + _PIP * better, move


def _honour(judge: Judge) -> float:
    """Return what this knight adds towards the largest army; far more if it wins the game."""
    position = judge.position
    holder = position.largest_army
    least = 3 if holder is None else position.seats[holder].knights + 1
    if position.own.knights + 1 < least:
        return knight_gain(position) / 4
    return 40.0 if position.points + 2 >= position.target else 2.0


def _with_cards(judge: Judge, move: JsonObject, cards: tuple[int, ...]) -> Weighed:
    hand = plus(judge.position.hand, cards)
    return best_now(judge, hand) - _KEPT, move


def expected(judge: Judge, good: int) -> int:
    """Return the others' cards of a good, as far as the bank and the bot's own hand show them."""
    position = judge.position
    # Rounded down: a guess that is too high costs a card, one too low only a chance.
    return int(sum(position.expected(rival, good) for rival in position.rivals))


def _roads(judge: Judge, move: JsonObject) -> Weighed:
    """Weigh two free roads as the cards they save if they lead to an aim, otherwise as nothing."""
    lengths = [len(plan.roads) for plan in judge.plans if plan.roads]
    if not lengths:
        return judge.worth(judge.position.hand) - _KEPT, move
    number = min(2, max(lengths))
    return best_now(judge, plus(judge.position.hand, times(ROAD, number))) - _KEPT, move
