"""Standing orders: answers to offers, discards by preference, and turns with nothing to do."""

from typing import Any

import pytest

from domain.kernel.order_contract import Book, Standing
from domain.settlers.cards import NO_DEVELOPMENTS
from domain.settlers.legal import moves
from domain.settlers.moves import AnswerTrade, Discard, EndTurn, OfferTrade, Resign, Roll
from domain.settlers.orders import ORDERS, answer, occasion
from domain.settlers.state import Phase, State, with_cards, with_turn
from domain.wire.orders import OrderGone
from tests.domain.settlers.given import at_play, begun, given, with_hand

WOOL, ORE = {"wool": 1}, {"ore": 1}


def book(state: State, *orders: tuple[int, str, dict[str, Any]]) -> Book:
    read = [(seat, ORDERS.read(code, values)) for seat, code, values in orders]
    return tuple(
        Standing(seat, order, occasion(state, seat, order), rank)
        for rank, (seat, order) in enumerate(read)
    )


def answered(state: State, seat: int, code: str, **values: Any) -> Any:
    found = answer(state, seat, book(state, (seat, code, values)))
    if found is None:
        return None
    given(state).when(found.move, seat=seat).state  # noqa: B018 - raises what refuses it
    assert found.code == code
    return found.move


def offered(give: dict[str, int], get: dict[str, int]) -> State:
    """Seat 0 offers; seat 1 has two of ore, seat 2 nothing."""
    state = with_hand(with_hand(at_play(begun(3)), 0, (2, 0, 2, 0, 0)), 1, (0, 0, 0, 0, 2))
    return given(state).when(OfferTrade(give, get)).state


def test_every_offer_of_the_turn_is_refused():
    assert answered(offered(WOOL, ORE), 1, "refuse_offers") == AnswerTrade(False)
    assert answered(offered(WOOL, ORE), 1, "refuse_every_offer") == AnswerTrade(False)


def test_offers_are_refused_that_ask_for_more_than_the_stated_limit():
    """S10: the hand has no part in it."""
    state = offered(WOOL, ORE)
    for seat in (1, 2):
        assert answered(state, seat, "refuse_above", most={}) == AnswerTrade(False)
        assert answered(state, seat, "refuse_above", most={"ore": 0}) == AnswerTrade(False)
        assert answered(state, seat, "refuse_above", most={"wool": 9}) == AnswerTrade(False)
        assert answered(state, seat, "refuse_above", most={"ore": 1}) is None


def test_terms_that_cannot_be_paid_do_what_terms_that_do_not_fit_do():
    """S10"""
    state = offered(WOOL, ORE)
    for refusal in ("refuse_offers", "refuse_every_offer"):
        poor = book(state, (2, refusal, {}), (2, "accept_terms", {"give": ORE, "get": WOOL}))
        assert answer(state, 2, poor).move == AnswerTrade(False)
        assert answer(state, 2, poor).code == refusal


def test_terms_are_accepted_that_ask_no_more_and_give_no_less():
    state = offered(WOOL, ORE)
    accepted = answered(state, 1, "accept_terms", give=ORE, get=WOOL)
    assert accepted == AnswerTrade(True, WOOL, ORE)
    assert answered(state, 1, "accept_terms", give={"ore": 2}, get=WOOL) == accepted
    assert answered(state, 1, "accept_terms", give=ORE, get={"wool": 2}) is None
    assert answered(state, 1, "accept_terms", give={"grain": 1}, get=WOOL) is None
    assert answered(state, 2, "accept_terms", give=ORE, get=WOOL) is None, "it has no ore"


def test_of_terms_and_a_refusal_the_newer_counts():
    state, terms = offered(WOOL, ORE), (1, "accept_terms", {"give": ORE, "get": WOOL})
    for refusal in ((1, "refuse_every_offer", {}), (1, "refuse_above", {"most": {}})):
        assert answer(state, 1, book(state, terms, refusal)).code == refusal[1]
        assert answer(state, 1, book(state, refusal, terms)).code == "accept_terms"
    above = book(state, terms, (1, "refuse_above", {"most": {"ore": 1}}))
    assert answer(state, 1, above).code == "accept_terms", "it asks for no more than that"


def test_stated_terms_come_before_an_older_refusal():
    state = offered(WOOL, ORE)
    both = book(state, (1, "refuse_offers", {}), (1, "accept_terms", {"give": ORE, "get": WOOL}))
    assert answer(state, 1, both).code == "accept_terms"


def test_the_offering_seat_waits_for_the_answers():
    assert answered(offered(WOOL, ORE), 0, "move_on", end_turn=True) is None


def owing(*hand: int) -> State:
    owed = (sum(hand) // 2, 0, 0)
    return with_turn(with_hand(at_play(begun(3)), 0, hand), phase=Phase.DISCARD, owed=owed)


def test_discards_follow_the_preference():
    state = owing(1, 3, 2, 0, 2)
    assert answered(state, 0, "discard_by", first=["ore", "wool"]) == Discard({"ore": 2, "wool": 2})
    assert answered(state, 0, "discard_by", first=["ore"]) == Discard(
        {"brick": 1, "lumber": 1, "ore": 2}
    )


def test_moving_on_neither_discards_nor_moves_the_robber():
    """S7: a discard at once would reveal a hand of one good."""
    assert answered(owing(0, 8, 0, 0, 0), 0, "move_on", end_turn=True) is None
    robber = with_turn(owing(0, 8, 0, 0, 0), phase=Phase.ROBBER, owed=(0, 0, 0))
    assert answered(robber, 0, "move_on", end_turn=True) is None


KNIGHT = (1, 0, 0, 0, 0)
POINT = (0, 1, 0, 0, 0)


def to_roll(developments: tuple[int, ...] = NO_DEVELOPMENTS) -> State:
    state = with_turn(at_play(begun(3)), phase=Phase.ROLL, dice=None)
    held = (developments, *state.cards.developments[1:])
    return with_cards(state, developments=held)


def test_the_dice_are_rolled_by_a_seat_without_development_cards():
    """S5: with any cards; only their number is public."""
    assert answered(to_roll(), 0, "move_on") == Roll()
    for held in (KNIGHT, POINT):
        assert answered(to_roll(held), 0, "move_on") is None
        assert answered(to_roll(held), 0, "move_on", end_turn=True) is None
        assert answered(to_roll(held), 0, "move_on", keeping_cards=True) == Roll()


def test_a_turn_ends_with_empty_hands():
    poor = with_hand(at_play(begun(3)), 0, (0, 0, 0, 0, 0))
    assert answered(poor, 0, "move_on") == EndTurn()
    keeper = with_cards(poor, developments=(POINT, *poor.cards.developments[1:]))
    assert answered(keeper, 0, "move_on", keeping_cards=True) is None
    assert answered(keeper, 0, "move_on", end_turn=True) == EndTurn()


def test_a_turn_goes_on_while_a_card_is_held_unless_its_player_said_otherwise():
    for hand in ((1, 0, 0, 0, 0), (0, 0, 1, 1, 1)):
        holder = with_hand(at_play(begun(3)), 0, hand)
        assert answered(holder, 0, "move_on") is None
        assert answered(holder, 0, "move_on", end_turn=True) == EndTurn()


def test_free_roads_are_laid_by_hand():
    """S5, in version 1, where they could wait."""
    state = with_turn(with_hand(at_play(begun(3)), 0, (0, 0, 0, 0, 0)), free_roads=2)
    assert answered(state, 0, "move_on", end_turn=True) is None


def test_an_order_for_the_turn_ends_with_it():
    state = at_play(begun(3))
    order = ORDERS.read("refuse_offers", {})
    later = given(state).when(EndTurn()).state
    assert occasion(state, 1, order) != occasion(later, 1, order)


def test_an_order_for_the_round_ends_after_the_seats_own_turn():
    state, order = at_play(begun(3)), ORDERS.read("accept_terms", {"give": ORE, "get": WOOL})
    first = occasion(state, 1, order)
    turns = []
    for _ in range(3):
        state = with_turn(given(state).when(EndTurn()).state, phase=Phase.PLAY)
        turns.append(occasion(state, 1, order) == first)
    assert turns == [True, False, False]


def rounds(*resigned: int, seats: int = 4) -> list[bool]:
    """Whether seat 2's terms of the first turn stand in each of the next turns.

    Seats leave one after the other in the first turn, which is seat 0's.
    """
    state, order = at_play(begun(seats)), ORDERS.read("accept_terms", {"give": ORE, "get": WOOL})
    names = {occasion(state, 2, order)}
    for seat in resigned:
        state = given(state).when(Resign(), seat=seat).state
        names.add(occasion(state, 2, order))
    standing = []
    for _ in range(8):
        standing.append(occasion(state, 2, order) in names)
        state = with_turn(
            given(state).when(EndTurn(), seat=state.turn.seat).state, phase=Phase.PLAY
        )
    return standing


def test_an_order_for_the_round_outlasts_the_resignations_of_others():
    assert rounds() == [True, True, True, False, False, False, False, False]
    assert rounds(1) == [True, True, False, False, False, False, False, False]
    assert rounds(3) == [True, True, True, False, False, False, False, False]
    assert rounds(1, 3) == [True, True, False, False, False, False, False, False]


def test_an_order_for_the_round_stands_throughout_the_set_up():
    """S4: its settlements go round and back, in one turn."""
    order, state = ORDERS.read("accept_terms", {"give": ORE, "get": WOOL}), begun(3)
    names = set()
    while state.turn.phase in (Phase.FOUND_SETTLEMENT, Phase.FOUND_ROAD):
        names.add(occasion(state, 2, order))
        state = given(state).when(moves(state, state.turn.seat)[0], seat=state.turn.seat).state
    assert names == {"turn 3 of 2"}


def test_former_kinds_name_their_successors():
    with pytest.raises(OrderGone) as gone:
        ORDERS.read("refuse_unpayable", {})
    assert gone.value.successor == "refuse_above"
    with pytest.raises(OrderGone) as switch:
        ORDERS.read("move_on", {"despite_trade": True})
    assert switch.value.successor == "move_on end_turn"
    assert ORDERS.read("move_on", {"despite_trade": False}) == ORDERS.read("move_on", {})
