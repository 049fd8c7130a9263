"""The standing order of Alexandros: moves without a choice are made, spent turns end."""

import pytest
from msgspec.structs import replace

from domain.alexandros.board import Symbol
from domain.alexandros.cards import NO_CARDS, Counts
from domain.alexandros.legal import legal_moves
from domain.alexandros.moves import AnyMove, ChooseDisplayCard, EndTurn, Resign
from domain.alexandros.ruleset import RULESET
from domain.alexandros.state import State
from domain.kernel.order_contract import Book, Standing
from tests.domain.playing import every_step


def book(seat: int) -> Book:
    return (Standing(seat, RULESET.orders.codec.read("move_on", {}), "game", 1),)


def listed(state: State, seat: int) -> list[AnyMove]:
    return [m for m in legal_moves(state, seat, 9).moves if not isinstance(m, Resign)]


def with_hand(state: State, seat: int, hand: Counts) -> State:
    hands = (*state.cards.hands[:seat], hand, *state.cards.hands[seat + 1 :])
    return replace(state, cards=replace(state.cards, hands=hands))


def with_display(state: State, *display: Symbol | None) -> State:
    return replace(state, cards=replace(state.cards, display=display))


def hands_like(state: State, seat: int) -> list[Counts]:
    """Hands of the same size: of one symbol each, and its own turned round."""
    own = state.cards.hands[seat]
    of_one = [tuple(sum(own) * int(n == symbol) for n in range(5)) for symbol in range(5)]
    return [own, (*own[1:], own[0]), *of_one]


@pytest.fixture(scope="module")
def positions():
    return [(step.before, step.seat) for step in every_step(RULESET)]


def test_moves_are_made_that_are_the_only_ones_whatever_the_hand_consists_of(positions):
    """A1, A10: the hand's size is public, its cards are not."""
    made = []
    for state, seat in positions:
        answer = RULESET.orders.answer(state, seat, book(seat))
        move = answer and answer.move
        for hand in hands_like(state, seat):
            twin = with_hand(state, seat, hand)
            assert RULESET.orders.answer(twin, seat, book(seat)) == answer
            if move is not None and listed(twin, seat):
                assert listed(twin, seat) == [move]
        made.append(move)
    assert EndTurn() in made


def test_a_card_that_might_march_leaves_the_choice_to_its_player():
    """A1: the only card on the display is chosen at once by a seat without cards alone."""
    state, seat = next(
        (step.before, step.seat)
        for step in every_step(RULESET)
        if isinstance(step.move, ChooseDisplayCard) and len(listed(step.before, step.seat)) > 1
    )
    bare = with_display(with_hand(state, seat, NO_CARDS), state.cards.display[0], None)
    assert [type(move) for move in listed(bare, seat)] == [ChooseDisplayCard]
    assert RULESET.orders.answer(bare, seat, book(seat)).move == ChooseDisplayCard(0)
    for card in range(5):
        hand = tuple(int(n == card) for n in range(5))
        assert RULESET.orders.answer(with_hand(bare, seat, hand), seat, book(seat)) is None


def test_nothing_is_moved_without_the_order_or_out_of_turn(positions):
    state, seat = positions[0]
    other = (seat + 1) % state.table.seats
    assert RULESET.orders.answer(state, seat, book(other)) is None
    assert RULESET.orders.answer(state, other, book(other)) is None
