"""Standing orders: answers to offers, discards by preference, and turns with nothing to do."""

from typing import Any

from domain.kernel.standing import Book, Standing
from domain.settlers.moves import AnswerTrade, Discard, EndTurn, OfferTrade, Roll
from domain.settlers.orders import ORDERS, answer, occasion
from domain.settlers.state import Phase, State, with_turn
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


def test_only_what_cannot_be_paid_is_refused():
    state = offered(WOOL, ORE)
    assert answered(state, 2, "refuse_unpayable") == AnswerTrade(False)
    assert answered(state, 1, "refuse_unpayable") is None


def test_terms_are_accepted_that_ask_no_more_and_give_no_less():
    state = offered(WOOL, ORE)
    accepted = answered(state, 1, "accept_terms", give=ORE, get=WOOL)
    assert accepted == AnswerTrade(True, WOOL, ORE)
    assert answered(state, 1, "accept_terms", give={"ore": 2}, get=WOOL) == accepted
    assert answered(state, 1, "accept_terms", give=ORE, get={"wool": 2}) is None
    assert answered(state, 1, "accept_terms", give={"grain": 1}, get=WOOL) is None
    assert answered(state, 2, "accept_terms", give=ORE, get=WOOL) is None, "it has no ore"


def test_stated_terms_come_before_a_refusal():
    state = offered(WOOL, ORE)
    both = book(state, (1, "refuse_offers", {}), (1, "accept_terms", {"give": ORE, "get": WOOL}))
    assert answer(state, 1, both).code == "accept_terms"


def test_the_offering_seat_waits_for_the_answers():
    assert answered(offered(WOOL, ORE), 0, "move_on", despite_trade=True) is None


def owing(*hand: int) -> State:
    owed = (sum(hand) // 2, 0, 0)
    return with_turn(with_hand(at_play(begun(3)), 0, hand), phase=Phase.DISCARD, owed=owed)


def test_discards_follow_the_preference():
    state = owing(1, 3, 2, 0, 2)
    assert answered(state, 0, "discard_by", first=["ore", "wool"]) == Discard({"ore": 2, "wool": 2})
    assert answered(state, 0, "discard_by", first=["ore"]) == Discard(
        {"brick": 1, "lumber": 1, "ore": 2}
    )


def test_a_discard_without_a_choice_is_made():
    assert answered(owing(0, 8, 0, 0, 0), 0, "move_on") == Discard({"lumber": 4})
    assert answered(owing(0, 8, 1, 0, 0), 0, "move_on") is None


def test_the_dice_are_rolled():
    state = with_turn(at_play(begun(3)), phase=Phase.ROLL, dice=None)
    assert answered(state, 0, "move_on") == Roll()


def test_a_turn_ends_when_nothing_else_can_be_done():
    poor = with_hand(at_play(begun(3)), 0, (0, 0, 0, 0, 0))
    assert answered(poor, 0, "move_on") == EndTurn()
    trader = with_hand(poor, 0, (1, 0, 0, 0, 0))
    assert answered(trader, 0, "move_on") is None
    assert answered(trader, 0, "move_on", despite_trade=True) == EndTurn()


def test_a_turn_goes_on_while_something_can_be_bought():
    buyer = with_hand(at_play(begun(3)), 0, (0, 0, 1, 1, 1))
    assert answered(buyer, 0, "move_on", despite_trade=True) is None


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
