"""An order answers by public facts and stated limits: twin positions get the same answer.

For each kind of every ruleset. Twins differ in what others do not see; where hidden cards cap a
limit, a lower stated limit with a richer hand gives the same. What a discard or a payment is taken
from is the hand: there an answer in both or in neither is the same.
"""

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from domain.kernel.decider import Ruleset
from domain.kernel.order_contract import Answer, Book, Standing
from domain.record.visibility import Viewer
from tests.domain.orders.positions import positions
from tests.domain.orders.twins import CAPPED, Twin, capped, is_as_able, richer, twins
from tests.domain.orders.values import DRAWS, auction_of, drawn, every_kind, offer_of
from tests.domain.playing import EVERY_VERSION, chance_of, name_of

ENOUGH = 40
"""Answers, and silences, after which a kind has been tried enough."""
FROM_THE_HAND = ("discard_by", "pay_by")

KINDS = [
    pytest.param(ruleset, code, id=f"{name_of(ruleset)}-{code}")
    for ruleset in EVERY_VERSION
    for code in every_kind(ruleset)
]
CAPPED_KINDS = [each for each in KINDS if each.values[1] in CAPPED]


def is_offered(asked: tuple[Any, int]) -> bool:
    return offer_of(asked[0]) is not None and not is_own_turn(asked)


def is_bidding(asked: tuple[Any, int]) -> bool:
    auction = auction_of(asked[0])
    return auction is not None and auction.winner is None


def is_own_turn(asked: tuple[Any, int]) -> bool:
    state, seat = asked
    return bool(getattr(state, "base", state).turn.seat == seat)


RELEVANT = {
    "refuse_above": is_offered,
    "accept_terms": is_offered,
    "bid_on": is_bidding,
    "pass_above": is_bidding,
    "move_on": is_own_turn,
}
"""The positions in which a kind's silence says something; other kinds answer whenever asked."""


class Case(NamedTuple):
    """A position, the seat that is asked in it, all orders, and the answer."""

    state: Any
    seat: int
    book: Book
    answer: Answer[Any] | None


def cases(ruleset: Ruleset[Any, Any, Any], code: str) -> Iterator[Case]:
    """Yield enough positions in which an order of a kind answers, and in which it is silent."""
    luck, left = random.Random(f"{name_of(ruleset)} {code}"), {True: ENOUGH, False: ENOUGH}
    for state, seat in filter(RELEVANT.get(code, bool), positions(ruleset)):
        book = _book(ruleset, code, state, seat, luck)
        answer = ruleset.orders.answer(state, seat, book)
        is_answered = answer is not None and answer.code == code
        if left[is_answered]:
            left[is_answered] -= 1
            yield Case(state, seat, book, answer)
        if not any(left.values()):
            return
    pytest.fail(f"too few positions: {left} of {ENOUGH} are left")


def _book(
    ruleset: Ruleset[Any, Any, Any], code: str, state: Any, seat: int, luck: random.Random
) -> Book:
    """An order of the seat, alone or among others of all seats."""
    others = [
        (n, each)
        for n in range(state.table.seats)
        for each in every_kind(ruleset)
        if luck.random() < 0.15 and (n, each) != (seat, code)
    ]
    given = [(seat, code), *(others if luck.random() < 0.6 else [])]
    luck.shuffle(given)
    made = [_standing(ruleset, state, *each, rank, luck) for rank, each in enumerate(given)]
    return tuple(filter(None, made))


def _standing(
    ruleset: Ruleset[Any, Any, Any],
    state: Any,
    seat: int,
    code: str,
    rank: int,
    luck: random.Random,
) -> Standing | None:
    order = ruleset.orders.codec.read(code, drawn(code, state, luck))
    occasion = ruleset.orders.occasion(state, seat, order)
    return None if occasion is None else Standing(seat, order, occasion, rank)


def told(answer: Answer[Any] | None) -> Any:
    """The part of an answer that others see, without the cards of a hand."""
    if answer is not None and answer.code in FROM_THE_HAND:
        return answer.code
    return answer


def test_every_kind_of_order_is_tried():
    missing = {code for ruleset in EVERY_VERSION for code in every_kind(ruleset)} - DRAWS.keys()
    assert not missing, "draw values for it in orders/values.py"


@pytest.mark.parametrize(("ruleset", "code"), KINDS)
def test_twin_positions_get_the_same_answer(ruleset: Ruleset[Any, Any, Any], code: str):
    luck, compared = random.Random(code), 0
    for case in cases(ruleset, code):
        for twin in twins(ruleset, case.state, case.seat, luck):
            if is_as_able(case.state, twin.state, case.book):
                assert_same(ruleset, case, twin)
                compared += 1
    assert compared >= 2 * ENOUGH


def assert_same(ruleset: Ruleset[Any, Any, Any], case: Case, twin: Twin) -> None:
    seat, book, orders = case.seat, case.book, ruleset.orders
    assert told(orders.answer(twin.state, seat, book)) == told(case.answer)
    assert orders.asked(twin.state, seat, book) == orders.asked(case.state, seat, book)
    for each in book:
        assert orders.occasion(twin.state, each.seat, each.order) == each.occasion


@pytest.mark.parametrize(("ruleset", "code"), CAPPED_KINDS)
def test_a_cap_answers_as_a_lower_limit_with_a_richer_hand(
    ruleset: Ruleset[Any, Any, Any], code: str
):
    bound = 0
    for state, seat, book, answer in cases(ruleset, code):
        rich, lower = richer(state), capped(state, book)
        assert told(ruleset.orders.answer(rich, seat, lower)) == told(answer)
        bound += told(ruleset.orders.answer(rich, seat, book)) != told(answer)
    assert bound >= ENOUGH // 8, "no cap binds"


@pytest.mark.parametrize(("ruleset", "code"), KINDS)
def test_no_answer_is_refused_by_the_rules(ruleset: Ruleset[Any, Any, Any], code: str):
    """An order whose answer were refused would stop without a word."""
    for state, seat, _, answer in cases(ruleset, code):
        if answer is not None:
            ruleset.decide(state, seat, answer.move, chance_of(1))


@pytest.mark.parametrize("ruleset", EVERY_VERSION, ids=name_of)
def test_twins_look_the_same_to_the_others(ruleset: Ruleset[Any, Any, Any]):
    """A check of the check: and to the seat itself they do not."""
    luck, is_seen = random.Random(2), 0
    for state, seat in positions(ruleset)[:60]:
        for twin in twins(ruleset, state, seat, luck):
            for viewer in map(Viewer, twin.viewers):
                assert ruleset.wire.view(twin.state, viewer) == ruleset.wire.view(state, viewer)
            own = Viewer(seat)
            is_seen += ruleset.wire.view(twin.state, own) != ruleset.wire.view(state, own)
    assert is_seen > 60
