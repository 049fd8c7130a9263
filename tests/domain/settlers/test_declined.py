"""The terms that seats have refused are remembered until their hands change (S10)."""

from collections import Counter

import pytest
from msgspec.structs import replace

from domain.record.visibility import Viewer
from domain.settlers.cards import Resource
from domain.settlers.declined import KEPT
from domain.settlers.events import DiceRolled, MonopolyPlayed, RobberMoved, TradeAnswered
from domain.settlers.evolve import evolve
from domain.settlers.moves import (
    AnswerTrade,
    BuildCity,
    CloseTrade,
    EndTurn,
    OfferTrade,
    Resign,
    TradeWithBank,
    WithdrawTrade,
)
from domain.settlers.state import State
from domain.settlers.turns import unchanged
from tests.domain.settlers.given import CHANCE, at_play, begun, with_hand, with_pieces
from tests.domain.settlers.newest import RULESET
from tests.domain.settlers.random_games import steps

BRICK_FOR_ORE = OfferTrade({Resource.BRICK: 1}, {Resource.ORE: 1})
TWO_FOR_ORE = OfferTrade({Resource.BRICK: 2}, {Resource.ORE: 1})


def after(state: State, *moves: tuple[int, object]) -> State:
    for seat, move in moves:
        state = RULESET.evolve(state, RULESET.decide(state, seat, move, CHANCE))
    return state


def offered(*refusing: int, offer: OfferTrade = BRICK_FOR_ORE) -> State:
    """A game of three in which seat 0 made an offer that some have refused; all hold cards."""
    state = at_play(begun())
    for seat in range(3):
        state = with_hand(state, seat, (2, 0, 0, 2, 4))
    return after(state, (0, offer), *((seat, AnswerTrade(False)) for seat in refusing))


def declined(state: State) -> list[dict]:
    shown = RULESET.wire.view(state, Viewer())["state"]["declined"]
    assert all(RULESET.wire.view(state, Viewer(n))["state"]["declined"] == shown for n in range(3))
    return list(shown)


def by(*seats: int) -> list[dict]:
    return [{"give": {"brick": 1}, "get": {"ore": 1}, "seats": list(seats)}]


def test_everyone_sees_the_terms_that_seats_have_refused():
    assert declined(offered()) == []
    assert declined(offered(2)) == by(2)
    assert declined(offered(2, 1)) == by(1, 2)


def test_they_outlast_the_offer_and_its_turn():
    assert declined(after(offered(1), (0, WithdrawTrade()), (0, EndTurn()))) == by(1)


def test_an_acceptance_or_a_counter_offer_is_no_refusal():
    counter = AnswerTrade(True, get={Resource.BRICK: 2}, give={Resource.ORE: 1})
    assert declined(after(offered(), (1, AnswerTrade(True)), (2, counter))) == []


def test_equal_terms_are_listed_once_and_others_beside_them():
    twice = after(offered(1), (0, BRICK_FOR_ORE), (2, AnswerTrade(False)))
    assert declined(twice) == by(1, 2)
    other = after(twice, (0, TWO_FOR_ORE), (1, AnswerTrade(False)))
    assert declined(other) == [*by(1, 2), {"give": {"brick": 2}, "get": {"ore": 1}, "seats": [1]}]


def test_a_seats_own_gain_ends_its_refusal():
    """S6"""
    gains = ((0,) * 5, (1, 0, 0, 0, 0), (0,) * 5)
    rolled = DiceRolled(dice=(1, 1), gains=gains, owed=(0, 0, 0))
    assert declined(evolve(offered(1, 2), rolled)) == by(2)


def test_a_trade_of_the_seat_ends_its_refusal():
    closed = after(offered(1), (2, AnswerTrade(True)), (0, CloseTrade(2)))
    assert declined(closed) == by(1)
    own = after(closed, (0, EndTurn()))
    own = at_play(own, seat=1)
    assert declined(after(own, (1, TradeWithBank(Resource.ORE, Resource.WOOL)))) == []


def test_a_payment_ends_it():
    """S8"""
    state = with_pieces(offered(1, 2), 1, settlements=(0,))
    assert declined(after(at_play(state, seat=1), (1, BuildCity(0)))) == by(2)


@pytest.mark.parametrize("good", range(5))
def test_a_theft_ends_it_whichever_card_was_stolen(good: int):
    """S7"""
    state = offered(1, 2)
    state = with_hand(state, 1, (1, 1, 1, 1, 1))
    theft = RobberMoved(
        hex=state.table.land.topology.hexes[0],
        victim=1,
        by_knight=False,
        stolen=(good, good, None),
        honours=unchanged(state),
    )
    assert declined(evolve(state, theft)) == by(2)


def test_a_monopoly_ends_it_for_those_that_gave():
    """S2"""
    state = with_hand(offered(1, 2), 2, (2, 0, 0, 2, 0))
    own = ((0, 0, 0, 0, 1), *state.cards.developments[1:])
    state = replace(state, cards=replace(state.cards, developments=own))
    taken = MonopolyPlayed(resource=4, taken=(0, 4, 0))
    assert declined(evolve(state, taken)) == by(2)


def test_a_seat_that_leaves_is_forgotten_even_with_an_empty_hand():
    state = with_hand(offered(1, 2), 1, (0,) * 5)
    assert declined(after(state, (1, Resign()))) == by(2)


def test_only_the_latest_terms_are_kept():
    state = offered()
    for n in range(1, KEPT + 3):
        offer = replace(state.turn.offer, give=(n, 0, 0, 0, 0), answers=(None,) * 3)
        state = replace(state, turn=replace(state.turn, offer=offer))
        state = evolve(state, TradeAnswered(1, False, offer.give, offer.get))
    assert [each["give"]["brick"] for each in declined(state)] == list(range(3, KEPT + 3))


@pytest.mark.parametrize("number", range(3))
def test_in_whole_games_they_are_the_refusals_since_the_hand_last_changed(number: int):
    refused: dict[tuple, set[int]] = {}
    found = Counter[int]()
    for step in steps(number):
        offer, hands = step.before.turn.offer, step.after.cards.hands
        if isinstance(step.event, TradeAnswered) and not step.event.accepted:
            refused.setdefault((offer.give, offer.get), set()).add(step.seat)
        for seats in refused.values():
            seats -= {n for n in seats if hands[n] != step.before.cards.hands[n]}
            seats &= {*step.after.staying()}
        shown = {(each.give, each.get): {*each.seats} for each in step.after.declined}
        is_over = step.after.standing.result is not None
        expected = {} if is_over else {terms: n for terms, n in refused.items() if n}
        assert shown == expected or len(shown) == KEPT
        found[len(shown)] += 1
    assert max(found) > 1
