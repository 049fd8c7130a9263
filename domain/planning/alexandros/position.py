"""A position of Alexandros as one seat knows it: the rules' own state, and the cards it counted."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from domain.alexandros.cards import COPIES, INDEX, Counts, from_list
from domain.alexandros.counting import followed
from domain.alexandros.state import State
from domain.kernel.counting import Known


class Position(Struct, frozen=True, gc=False):
    """A position in the eyes of ``viewer``.

    ``known`` has the cards that everybody knows each hand to hold. In ``state`` the other seats'
    hands have the right size, but no more of them may be used, nor the order of the supply.
    """

    state: State
    known: Known
    viewer: int

    def __hash__(self) -> int:
        # Without what is the same in a whole search, or follows from the rest.
        state = self.state
        return hash((state.turn, state.pieces, state.cards.hands, state.cards.display))

    def after(self, state: State) -> "Position":
        """Return the position after a change that everybody saw but for a card drawn."""
        if state.cards.hands is self.state.cards.hands:  # half of all changes
            return Position(state, self.known, self.viewer)
        return Position(state, followed(self.known, self.state, state), self.viewer)

    def hands(self) -> list[Counts]:
        """Return the cards of each hand that the viewer knows."""
        hands = list(map(from_list, self.known))
        hands[self.viewer] = self.state.cards.hands[self.viewer]
        return hands


def unseen(position: Position) -> list[int]:
    """Return the cards of each symbol whose place the viewer does not know."""
    cards = position.state.cards
    left = [COPIES - gone for gone in cards.discard]
    for card in cards.display:
        if card is not None:
            left[INDEX[card]] -= 1
    for known in position.hands():
        for symbol, number in enumerate(known):
            left[symbol] -= number
    return [max(0, number) for number in left]


def expected_hands(position: Position) -> list[list[float]]:
    """Return each hand as far as the viewer knows it, and on average beyond that."""
    pool = unseen(position)
    total = sum(pool) or 1
    hands = zip(position.hands(), position.state.cards.hands, strict=True)
    return [
        [least + (sum(hand) - sum(known)) * n / total for least, n in zip(known, pool, strict=True)]
        for known, hand in hands
    ]


def with_open_hands(state: State, viewer: int) -> Position:
    """Return the position of a state with open hands, in the eyes of a seat."""
    return Position(state, state.cards.hands, viewer)


def piles(state: State) -> tuple[Sequence[Any], ...]:
    """Return the supply, the only pile that nobody has seen."""
    return (state.cards.supply,)


def with_piles(state: State, piles: Sequence[Sequence[Any]]) -> State:
    """Return the state with its supply in another order."""
    return replace(state, cards=replace(state.cards, supply=tuple(piles[0])))
