"""A position of settlers as one seat knows it: the rules' own state, and the cards it counted."""

from collections.abc import Sequence
from typing import Any, Self

from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.counting import Known
from domain.record.chance import Chance
from domain.settlers.cards import DECK, DEVELOPMENTS, KIND, Counts, resources, tally
from domain.settlers.counting import followed
from domain.settlers.decide import decide
from domain.settlers.evolve import evolve
from domain.settlers.legal import moves
from domain.settlers.state import State

ALL_DEVELOPMENTS: Counts = tally((KIND[card] for card in DECK), len(DEVELOPMENTS))
KNIGHT, VICTORY_POINT = 0, 1


class Position(Struct, frozen=True, gc=False):
    """A position in the eyes of ``viewer``.

    ``known`` has the resource cards that the viewer knows each hand to hold. In ``state`` the other
    seats' hands have the right size, but no more of them may be used, nor the kinds of their
    development cards, nor the order of the deck. A scenario's position adds what settlers does not
    know, and decides by its own rules.
    """

    state: State
    known: Known
    viewer: int

    def __hash__(self) -> int:
        # Without what is the same in a whole search, or follows from the rest.
        turn, pieces, cards = self.state.turn, self.state.pieces, self.state.cards
        return hash((turn, pieces, cards.hands, cards.developments))

    def moves(self) -> list[Any]:
        """Return the legal moves of the viewer, free choices as one default."""
        return list(moves(self.state, self.viewer))

    def decide(self, move: Any, chance: Chance) -> Any:
        """Return the event of a move of the viewer."""
        return decide(self.state, self.viewer, move, chance)

    def after(self, event: Any) -> Self:
        """Return the position after an event that the viewer saw."""
        state = evolve(self.state, event)
        if state.cards.hands is self.state.cards.hands:  # half of all changes
            return replace(self, state=state)
        return replace(
            self, state=state, known=followed(self.viewer, self.known, self.state, state)
        )

    def with_state(self, state: State) -> Self:
        """Return the position with something else in it that reveals nothing of hands."""
        return replace(self, state=state)

    def hands(self) -> list[Counts]:
        """Return the resource cards of each hand that the viewer knows."""
        hands = [*self.known]
        hands[self.viewer] = resources(self.state.cards.hands[self.viewer])
        return hands


def expected_hands(position: Position) -> list[list[float]]:
    """Return each hand as far as the viewer knows it, and on average beyond that."""
    hands = position.hands()
    held = [sum(resources(hand)) for hand in position.state.cards.hands]
    pool = unseen(position, hands)
    total = sum(pool) or 1
    return [
        [
            least + max(0, number - sum(known)) * n / total
            for least, n in zip(known, pool, strict=True)
        ]
        for known, number in zip(hands, held, strict=True)
    ]


def unseen(position: Position, hands: Sequence[Counts]) -> list[int]:
    """Return the resource cards of each kind in other hands, beyond the known ones."""
    cards = position.state.cards
    every = resources(position.state.table.edition.bank)
    known = [sum(column) for column in zip(resources(cards.bank), *hands, strict=True)]
    return [max(0, n - seen) for n, seen in zip(every, known, strict=True)]


def unseen_developments(position: Position) -> list[int]:
    """Return the development cards of each kind in the deck and in other hands."""
    cards = position.state.cards
    own = cards.developments[position.viewer]
    left = [n - mine for n, mine in zip(ALL_DEVELOPMENTS, own, strict=True)]
    left[KNIGHT] -= sum(cards.knights)
    # Played progress cards are not in the view; so few that the average stays right.
    return [max(0, n) for n in left]


def with_open_hands(state: State, viewer: int) -> Position:
    """Return the position of a state with open hands, in the eyes of a seat."""
    return Position(state, known_hands(state), viewer)


def known_hands(state: State) -> Known:
    """Return the resource cards of all hands."""
    return tuple(map(resources, state.cards.hands))


def piles(state: State) -> tuple[Sequence[Any], ...]:
    """Return the deck of development cards, the only pile that nobody has seen."""
    return (state.cards.deck,)


def with_piles(state: State, piles: Sequence[Sequence[Any]]) -> State:
    """Return the state with its deck in another order."""
    return replace(state, cards=replace(state.cards, deck=tuple(piles[0])))
