"""The lists of legal moves, checked against the slow rules, and every change of a listed move."""

import random
from typing import Any

import pytest

from domain.errors import Malformed, Refused
from domain.settlers.moves import Discard, OfferTrade
from domain.settlers.rules import VERSIONS, Rules
from domain.settlers.state import Phase, State
from domain.settlers.turns import to_act
from tests.domain.settlers.given import CHANCE, at_play, begun, with_hand
from tests.domain.settlers.newest import RULESET
from tests.domain.settlers.random_games import random_game
from tests.domain.settlers.slow_legal import FREE, RESOURCES, Slow, canonical, legal_moves

WIRE = RULESET.wire

Move = dict[str, Any]
EVERY = 5000


def listed(state: State, seat: int) -> list[Move]:
    found = RULESET.legal_moves(state, seat, EVERY, None)
    assert found.complete
    return [WIRE.moves.json(move) for move in found.moves]


def assert_as_worked_out(state: State, seat: int) -> None:
    """The list is that of the slow rules; of free choices it has such as they allow."""
    moves, slow = listed(state, seat), Slow(state, seat)
    told = [canonical(move) for move in moves]
    assert len(set(told)) == len(told)
    unfree = {canonical(move) for move in moves if move["type"] not in FREE}
    assert unfree == legal_moves(state, seat)
    assert all(slow.is_lawful(move) for move in moves)


@pytest.mark.parametrize(
    ("number", "seats", "rules"),
    [(20, 2, VERSIONS[1]), (21, 3, VERSIONS[1]), (22, 4, VERSIONS[0]), (23, 4, VERSIONS[1])],
)
def test_the_listed_moves_are_those_of_the_slow_rules(number: int, seats: int, rules: Rules):
    for step, (state, *_) in enumerate(random_game(number, seats, rules)):
        if step < 20 or step % 4 == 0 or state.turn.phase in (Phase.ROBBER, Phase.ROADS):
            for seat in range(seats):
                assert_as_worked_out(state, seat)


def test_free_choices_are_listed_by_a_default_wherever_they_are_due():
    """S7, S10"""
    for state, *_ in random_game(24):
        for seat in to_act(state):
            kinds = [move["type"] for move in listed(state, seat)]
            is_asked = state.turn.offer is not None and seat != state.turn.seat
            assert kinds.count("discard") == (state.turn.phase is Phase.DISCARD)
            assert ("answer_trade" in kinds) == is_asked
            assert kinds.count("offer_trade") <= 1


# Every change of a listed move
def changed(value: Any, luck: random.Random) -> list[Any]:
    """Other values in a value's place."""
    match value:
        case bool():
            return [not value, None, 1]
        case None:
            return [0, 1]
        case int():
            return [value + luck.choice((-1, 1, 2, 7)), None, str(value)]
        case str():
            return [*luck.sample(RESOURCES, 2), "gold", "end_turn", None]
        case list():
            return [[value[0] + 1, value[1]], [value[0], value[1] - 1], value[:1], value[::-1]]
        case _:
            card = luck.choice(RESOURCES)
            more = {**value, card: value.get(card, 0) + 1}
            fewer = {name: n - 1 for name, n in value.items() if n > 1}
            other = dict(zip(luck.sample(RESOURCES, len(value)), value.values(), strict=True))
            return [more, fewer, other, {**value, card: 0}, {**value, card: -1}, {}]


def mutations(move: Move, luck: random.Random) -> list[Move]:
    """The move with one field left out, changed or added."""
    found = [{key: value for key, value in move.items() if key != name} for name in move]
    for name, value in move.items():
        found += [{**move, name: other} for other in changed(value, luck)]
    return [*found, {**move, "victim": luck.randrange(4)}, {**move, "seat": 9}]


def accepts(state: State, seat: int, move: Move) -> bool:
    try:
        RULESET.decide(state, seat, WIRE.moves.read(move), CHANCE)
    except (Refused, Malformed):
        return False
    return True


def is_lawful(state: State, seat: int, move: Move) -> bool:
    """True if it is a move at all, and one that the slow rules allow."""
    try:
        decoded = WIRE.moves.read(move)
    except Malformed:
        return False
    return Slow(state, seat).is_lawful(WIRE.moves.json(decoded))


@pytest.mark.parametrize("number", [30, 31, 32])
def test_every_change_of_a_listed_move_is_accepted_exactly_if_the_slow_rules_allow_it(number: int):
    luck, verdicts = random.Random(number), []
    for step, (state, *_) in enumerate(random_game(number, 2 + number % 3)):
        if step % 6:
            continue
        seat = luck.randrange(state.table.seats)
        seat = luck.choice((*to_act(state), seat))
        for move in luck.sample(listed(state, seat), 1):
            for mutation in mutations(move, luck):
                verdict = accepts(state, seat, mutation)
                assert verdict == is_lawful(state, seat, mutation), (step, seat, mutation)
                verdicts.append(verdict)
    assert verdicts.count(True) > 100
    assert verdicts.count(False) > 1000


def test_any_half_of_the_hand_may_be_discarded_and_nothing_else():
    """S7: the seat's own choice."""
    luck, found = random.Random(1), 0
    for number in range(40, 46):
        for state, seat, move, _ in random_game(number):
            if not isinstance(move, Discard):
                continue
            for _ in range(8):
                cards = {card: luck.randint(1, 3) for card in luck.sample(RESOURCES, 3)}
                wish = {"type": "discard", "cards": cards}
                assert accepts(state, seat, wish) == is_lawful(state, seat, wish)
                found += accepts(state, seat, wish)
    assert found > 0


def test_offers_are_free_to_make_again_after_the_listed_one():
    """S10: one is listed a turn, so that a turn of listed moves comes to an end."""
    state = at_play(with_hand(begun(), 0, (3, 2, 0, 0, 0)))
    (first,) = [move for move in listed(state, 0) if move["type"] == "offer_trade"]
    assert first == {"type": "offer_trade", "give": {"brick": 1}, "get": {"wool": 1}}
    offer = RULESET.decide(state, 0, WIRE.moves.read(first), CHANCE)
    offered = RULESET.evolve(state, offer)
    withdrawal = RULESET.decide(offered, 0, WIRE.moves.read({"type": "withdraw_trade"}), CHANCE)
    after = RULESET.evolve(offered, withdrawal)
    assert "offer_trade" not in {move["type"] for move in listed(after, 0)}
    assert isinstance(WIRE.moves.read(first), OfferTrade)
    assert accepts(after, 0, first)
    assert accepts(offered, 0, {**first, "give": {"lumber": 2}})
