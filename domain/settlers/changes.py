"""Changes that several events make: cards that change hands, other fields of turn and standing."""

from typing import TypeVar

from msgspec.structs import replace

from domain.settlers.cards import Counts, minus, plus
from domain.settlers.events import Honours
from domain.settlers.state import Cards, Standing, State

T = TypeVar("T")


def with_item(items: tuple[T, ...], place: int, item: T) -> tuple[T, ...]:
    """Return the items with another in one place."""
    return (*items[:place], item, *items[place + 1 :])


def with_turn(state: State, **changes: object) -> State:
    """Return the position with other fields of its turn."""
    turn = replace(state.turn, **changes)
    return State(state.table, turn, state.pieces, state.cards, state.standing)


def with_honours(standing: Standing, honours: Honours) -> Standing:
    """Return the standing with the honours of an event."""
    return Standing(
        honours.roads,
        honours.longest_road,
        honours.largest_army,
        standing.resigned,
        standing.dice,
        standing.thefts,
        standing.result,
    )


def with_cards(state: State, cards: Cards) -> State:
    """Return the position with other cards."""
    return State(state.table, state.turn, state.pieces, cards, state.standing)


def paid(state: State, seat: int, price: Counts) -> State:
    """A seat's cards go to the bank."""
    if not any(price):
        return state
    cards = state.cards
    hands = with_item(cards.hands, seat, minus(cards.hands[seat], price))
    bank = plus(cards.bank, price)
    return with_cards(state, Cards(hands, bank, cards.deck, cards.developments, cards.knights))


def got(state: State, seat: int, gain: Counts) -> State:
    """The bank's cards go to a seat."""
    if not any(gain):
        return state
    cards = state.cards
    hands = with_item(cards.hands, seat, plus(cards.hands[seat], gain))
    bank = minus(cards.bank, gain)
    return with_cards(state, Cards(hands, bank, cards.deck, cards.developments, cards.knights))


def handed(state: State, giver: int, taker: int, given: Counts) -> State:
    """A seat's cards go to another seat."""
    cards = state.cards
    hands = with_item(cards.hands, giver, minus(cards.hands[giver], given))
    hands = with_item(hands, taker, plus(hands[taker], given))
    return with_cards(state, replace(cards, hands=hands))
