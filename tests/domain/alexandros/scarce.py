"""Positions in which every card is in a hand: then the hands decide whether a march is skipped."""

import random
from collections.abc import Iterator

from msgspec.structs import replace

from domain.alexandros.board import SYMBOLS, Symbol
from domain.alexandros.cards import COPIES, NO_CARDS, Counts, count_cards
from domain.alexandros.places import is_march_skipped
from domain.alexandros.state import Phase, State
from tests.domain.alexandros.playing import WIRE, play


def scarce_positions(games: int = 12) -> Iterator[State]:
    """Positions of games by luck, once for each seat that holds but one card.

    A seat that still has to choose a card for its march can.
    """
    for seed in range(games):
        luck = random.Random(seed)
        for before, *_ in play(WIRE.boards.read("tiny"), 2 + seed % 3, {}, seed, 30, leave=0.01):
            for poor in before.staying():
                state = scarce(before, poor, luck)
                if state.turn.phase is not Phase.CHOOSE_CARD or can_march(state):
                    yield state


def scarce(state: State, poor: int, luck: random.Random) -> State:
    """The same with all cards in hands, one of them the poor seat's, and few symbols free (A2)."""
    cards = [symbol for symbol in SYMBOLS for _ in range(COPIES)]
    luck.shuffle(cards)
    others = [n for n in state.staying() if n != poor]
    piles: list[list[Symbol]] = [[] for _ in range(state.table.seats)]
    piles[poor].append(cards.pop())
    for card in cards:
        piles[luck.choice(others)].append(card)
    enclosed = walled_in(state, luck.sample(SYMBOLS, 3))
    return with_hands(enclosed, tuple(map(count_cards, piles)))


def walled_in(state: State, symbols: list[Symbol]) -> State:
    """The same with a wall at every space of some symbols, as long as there are walls."""
    board, pieces = state.table.board, state.pieces
    for symbol in symbols:
        for space in board.symbol_spaces[symbol]:
            if pieces.black_left > 1 and not pieces.walls & board.topology.space_walls[space]:
                side = 1 << board.topology.space_sides[space][0]
                pieces = replace(pieces, walls=pieces.walls | side)
    return replace(state, pieces=pieces)


def with_hands(state: State, hands: tuple[Counts, ...]) -> State:
    """The same with these hands, and no card elsewhere."""
    cards = replace(state.cards, hands=hands, display=(None, None), supply=(), discard=NO_CARDS)
    return replace(state, cards=cards)


def can_march(state: State) -> bool:
    """True if the hand of the seat on turn has a card for its march (A9)."""
    hand = state.cards.hands[state.turn.seat]
    return not is_march_skipped(state.table.board, state.pieces, (None, None), hand)
