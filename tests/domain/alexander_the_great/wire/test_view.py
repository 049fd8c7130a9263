"""Views, and events that conceal everything not public."""

import json

import pytest

from domain.alexander_the_great.decide import decide
from domain.alexander_the_great.moves import Bid, March, Pass
from domain.alexander_the_great.state import Occasion
from domain.alexander_the_great.turns import deal
from domain.errors import Refused
from domain.record.chance import Chance
from domain.record.setup import Setup
from domain.record.visibility import Viewer
from domain.settlers import events as base_events
from tests.domain.alexander_the_great.given import (
    CHANCE,
    at_auction,
    begun,
    given,
    passed,
    with_knights,
)
from tests.domain.alexander_the_great.invariants import assert_sound
from tests.domain.alexander_the_great.newest import RULESET
from tests.domain.alexander_the_great.random_games import random_game
from tests.domain.settlers import seen_cards

WIRE = RULESET.wire


def seen(state, seat: int | None = None):
    return WIRE.view(state, Viewer(seat))["state"]


def told(event, acting: int, viewer: int | None) -> str:
    """An event's data as a viewer gets it, in bytes."""
    return json.dumps(seen_cards.told(event, acting, Viewer(viewer), RULESET), sort_keys=True)


def test_the_journey_is_seen_by_all():
    state = given(begun()).when(March()).state
    view = seen(state)
    assert WIRE.view(state, Viewer())["phase"] == "bid"
    assert view["alexander"] == {"crossing": 0, "corner": 26, "barred": False}
    assert view["route"][:2] == [
        {"corner": 26, "kind": "temple", "name": "Sestos", "passed": True, "chip": None},
        {"corner": 40, "kind": "chip", "name": "Granikos", "passed": False, "chip": None},
    ]
    assert (view["reserve"], view["reserve_closed"], view["gold_bank"]) == (71, False, 8)
    assert view["chips_removed"] == 0
    assert seen(begun())["alexander"] == {"crossing": -1, "corner": 13, "barred": False}


def test_an_auction_is_seen_by_all():
    """G14"""
    state = with_knights(at_auction(begun(), Occasion.BATTLE), 1, 0, 2, 0)
    assert seen(state)["auction"]["high"] is None
    state = given(state).when(Pass()).when(Bid(2)).state
    assert seen(state)["auction"] == {
        "event": "battle",
        "takes": ["wool", "ore", "gold"],
        "crossing": 1,
        "seat": 2,
        "bids": [{"seat": 0, "bid": None}, {"seat": 1, "bid": 2}],
        "high": {"seat": 1, "bid": 2},
        "in": [1, 2, 3],
        "knights": [1, 0, 2, 0],
    }
    assert seen(begun())["auction"] is None


def test_gold_chips_advisors_and_rates_are_seen_by_all_but_no_hand():
    view = seen(begun())["seats"][2]
    assert (view["gold"], view["cards"], view["hand"]) == (8, 6, None)
    assert view["chips"] == {"hunger": 0, "bridge": 0, "battle": 0, "statue": 0}
    assert view["advisor"] is None
    assert view["rates"] == dict.fromkeys(("brick", "lumber", "wool", "grain", "ore", "gold"), 4)
    assert set(seen(begun())["bank"]) == {"brick", "lumber", "wool", "grain", "ore"}


def test_a_chip_is_seen_once_alexander_has_passed_it():
    """G12"""
    before, after = seen(passed(begun(), 0)), seen(passed(begun(), 1))
    assert before["route"][1]["chip"] is None
    assert after["route"][1]["chip"] == begun().journey.chips[0]
    assert after["route"][2]["chip"] is None


@pytest.mark.parametrize("number", range(3))
def test_an_imagined_position_is_sound(number: int):
    for step, (state, *_) in enumerate(random_game(number)):
        viewer = (None, 0, 1, 2, 3)[step % 5]
        other = RULESET.imagined(state, viewer, Chance(step.to_bytes(32, "big")))
        assert_sound(other)


REVEALING = (base_events.DiceRolled, base_events.MonopolyPlayed)


@pytest.mark.parametrize("number", range(3))
def test_events_that_differ_in_hidden_facts_alone_are_shown_the_same(number: int):
    """Draws, thefts and cards bought look the same to the byte to all who may not see them,
    except cards revealed by dice, a monopoly or a chip."""
    chance, told_alike = Chance(number.to_bytes(32, "big")), set()
    for step, (state, seat, move, event, _) in enumerate(random_game(number)):
        viewer = (None, *[n for n in range(4) if n != seat])[step % 4]
        other = RULESET.imagined(state, viewer, Chance(step.to_bytes(32, "big")))
        if isinstance(event, REVEALING) or event.result or getattr(event, "chip", None):
            continue
        try:
            elsewhere = decide(other, seat, move, chance)
        except Refused:
            continue
        if elsewhere.result is None:
            assert told(event, seat, None) == told(elsewhere, seat, None)
            told_alike.add(WIRE.events.type(event))
    assert {"turn_ended", "development_card_bought", "robber_moved"} <= told_alike


def test_the_deal_shows_each_seat_its_own_cards_alone():
    """G4, G8"""
    table = begun().table
    opening = deal(Setup(table.board, table.options, 4, 0), CHANCE)
    dealt = json.loads(told(opening, 0, 1))
    assert [hand is None for hand in dealt["hands"]] == [True, False, True, True]
    assert [draw is None for draw in dealt["draws"]] == [True, False, True, True]
    assert (dealt["deck"], dealt["chips"], dealt["reserve"]) == (None, None, None)
    public = json.loads(told(opening, 0, None))
    assert {*public["hands"], *public["draws"]} == {None}
    assert (public["deck"], public["chips"], public["reserve"]) == (None, None, None)


def test_a_seat_cannot_take_back_a_move_that_showed_it_something():
    revealing = set()
    for *_, event, _ in random_game(5):
        if event.reveals:
            revealing.add(WIRE.events.type(event))
    assert revealing >= {"marched", "turn_ended", "dice_rolled", "development_card_bought"}
    state = at_auction(begun(), Occasion.BATTLE)
    for move in (Bid(1), Pass()):
        assert not decide(state, 0, move, CHANCE).reveals
    assert not decide(begun(), 0, March(), CHANCE).reveals


def test_when_the_game_is_over_everything_is_seen():
    *_, after = list(random_game(2))[-1]
    view = WIRE.view(after, Viewer(None, over=True))["state"]
    assert all(each["hand"] is not None for each in view["seats"])
    assert all(each["hidden_points"] is not None for each in view["seats"])
