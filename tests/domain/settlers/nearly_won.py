"""Positions in which hidden victory points may decide who wins (S12)."""

import dataclasses
import random
from collections.abc import Iterator

from msgspec.structs import replace

from domain.settlers.cards import KIND, NO_DEVELOPMENTS
from domain.settlers.rules import GREATEST_TARGET, LEAST_TARGET
from domain.settlers.state import Points, State, points, public_points, with_item

HELD = 2
"""Development cards that each seat gets."""


def nearly_won(
    state: State, luck: random.Random, public: Points = public_points, all_: Points = points
) -> Iterator[State]:
    """Yield the position with each seat one hidden point, or as good as, away from winning.

    Left out are those which the seat on turn would have won already.
    """
    dealt = with_developments(state, luck)
    for target in {public(dealt, seat) + 1 for seat in range(state.table.seats)}:
        if LEAST_TARGET <= target <= GREATEST_TARGET and all_(dealt, state.turn.seat) < target:
            yield with_target(dealt, target)


def with_developments(state: State, luck: random.Random) -> State:
    """The same with cards of the deck, drawn by lot, in the hands of seats that had none."""
    deck, held = list(state.cards.deck), state.cards.developments
    luck.shuffle(deck)
    for seat, own in enumerate(held):
        if own == NO_DEVELOPMENTS and len(deck) >= HELD:
            for _ in range(HELD):
                kind = KIND[deck.pop()]
                held = with_item(held, seat, with_item(held[seat], kind, held[seat][kind] + 1))
    cards = replace(state.cards, deck=tuple(deck), developments=held)
    return replace(state, cards=cards)


def with_target(state: State, target: int) -> State:
    """The same in a game to so many points."""
    options = dataclasses.replace(state.table.options, target_points=target)
    return replace(state, table=dataclasses.replace(state.table, options=options))
