"""Whole games of settlers in the kernel's hands: folded, audited, undone and redone."""

import random
from functools import cache

import pytest

from domain.kernel.audit import audit
from domain.kernel.game import fold
from domain.record import record
from domain.settlers.moves import AnswerTrade
from domain.settlers.wire.events import EVENTS
from tests.domain.recorded_game import Recorded
from tests.domain.settlers.newest import RULESET
from tests.domain.settlers.random_games import Wanderer, listed, steps

GAMES = range(6)


@cache
def played_out(number: int) -> Recorded:
    """A game in which now and then something is taken back, and perhaps restored."""
    luck = random.Random(number)
    options = {"target_points": 5 + number % 3}
    recorded = Recorded(RULESET, f"{number:04x}", 2 + number % 3, "standard", options)
    wanderer = Wanderer(luck, leaving=0.003)
    return recorded.play_out(wanderer.choose, luck)


@pytest.mark.parametrize("number", GAMES)
def test_a_whole_game_audits_clean(number: int):
    found = audit(played_out(number).events)
    assert (found.valid, found.reason) == (True, None)


@pytest.mark.parametrize("number", GAMES)
def test_the_state_kept_step_by_step_is_the_fold_of_the_stored_record(number: int):
    recorded = played_out(number)
    again = recorded.reread()
    assert (again.state, again.outcome) == (recorded.game.state, recorded.game.outcome)


def test_every_kind_of_event_is_met_in_these_games():
    types = {event.type for number in GAMES for event in played_out(number).events}
    assert {*EVENTS.types} - {"dealt"} <= types
    assert {"undone", "redone"} <= types


@pytest.mark.parametrize(
    ("type_", "forged"),
    [
        ("dice_rolled", {"dice": [1, 1]}),
        ("development_card_bought", {"card": "victory_point"}),
        ("robber_moved", {"victim": None}),
    ],
)
def test_forged_luck_is_found_though_every_hash_fits(type_: str, forged):
    events, place = next(
        (played_out(number).events, place)
        for number in GAMES
        for place, event in enumerate(played_out(number).events)
        if event.type == type_ and any(event.data[name] != each for name, each in forged.items())
    )
    game = fold(events[:place])
    honest = events[place]
    draft = record.Draft(type_, honest.seat, {**honest.data, **forged})
    again = [*events[:place], game.seal(draft, honest.recorded_at, honest.command)]
    assert audit(again).broken_at == place + 1


@pytest.mark.parametrize(
    ("move", "is_independent"),
    [
        ({"type": "discard", "cards": {"wool": 4}}, True),
        ({"type": "answer_trade", "accept": False}, True),
        ({"type": "answer_trade", "accept": True, "get": {"ore": 1}, "give": {"wool": 1}}, True),
        ({"type": "answer_trade", "accept": True, "get": {"ore": 1}}, False),
        ({"type": "answer_trade", "accept": True}, False),
        ({"type": "end_turn"}, False),
        ({"type": "resign"}, False),
    ],
)
def test_a_move_is_independent_if_other_seats_cannot_change_its_meaning(move, is_independent):
    """A bare yes could fall on an offer that has taken the place of the one it was meant for."""
    assert RULESET.wire.moves.read(move).is_independent is is_independent


def test_an_acceptance_is_listed_with_its_terms_so_that_it_is_independent():
    accepted = [
        move
        for step in steps(3, 3)
        for seat in RULESET.situation(step.before).to_act
        for move in listed(step.before, seat)
        if isinstance(move, AnswerTrade) and move.accept
    ]
    assert accepted
    assert all(move.is_independent for move in accepted)
