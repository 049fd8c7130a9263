"""Views: their shape, and no secret in them or in events."""

import json

import pytest

from domain.errors import Refused
from domain.record.setup import Setup
from domain.record.visibility import Viewer
from domain.settlers.events import DiceRolled, MonopolyPlayed
from domain.settlers.moves import OfferTrade, Resign
from domain.settlers.state import Phase, State
from tests.domain.settlers.newest import RULESET
from tests.domain.settlers.random_games import chance_of, dealt, listed, steps
from tests.domain.settlers.seen_cards import SeenCards, told

WIRE = RULESET.wire

GAMES = range(4)
VIEWERS = (Viewer(), *map(Viewer, range(4)))


def seen(state: State, viewer: Viewer = VIEWERS[0]):
    return WIRE.view(state, viewer)["state"]


def ended(number: int) -> State:
    *_, last = steps(number)
    return last.after


def test_the_view_of_the_deal_has_the_shape_of_the_api():
    view = WIRE.view(dealt(0, 3), Viewer(0))
    assert (view["turn"], view["phase"]) == (1, "found_settlement")
    state = view["state"]
    assert set(state) == {
        "hexes", "harbours", "robber", "bank", "deck", "dice", "founded_corner", "free_roads",
        "prices", "card_played", "offer", "declined", "longest_road", "largest_army", "seats",
    }  # fmt: skip
    assert set(state["seats"][0]) == {
        "points", "hidden_points", "settlements", "cities", "roads", "settlements_left",
        "cities_left", "roads_left", "cards", "hand", "development_cards", "developments",
        "bought", "knights", "road_length", "owed", "rates", "resigned",
    }  # fmt: skip
    assert (len(state["hexes"]), len(state["harbours"]), state["deck"]) == (19, 9, 25)
    assert state["bank"] == dict.fromkeys(("brick", "lumber", "wool", "grain", "ore"), 19)
    assert state["seats"][0]["rates"] == dict.fromkeys(state["bank"], 4)
    assert (state["dice"], state["offer"], state["founded_corner"]) == (None, None, None)
    desert = next(tile for tile in state["hexes"] if tile["terrain"] == "desert")
    assert (desert["hex"], desert["token"]) == (state["robber"], None)


def test_the_view_shows_the_prices():
    """S8"""
    prices = seen(dealt(0, 3))["prices"]
    assert prices == {
        "build_road": {"brick": 1, "lumber": 1},
        "build_settlement": {"brick": 1, "lumber": 1, "wool": 1, "grain": 1},
        "build_city": {"grain": 2, "ore": 3},
        "buy_development_card": {"wool": 1, "grain": 1, "ore": 1},
    }


def test_pieces_laid_and_left_are_seen_by_all():
    """S2"""
    for step in steps(1, 3):
        for each in seen(step.after)["seats"]:
            left = (each["settlements_left"], each["cities_left"], each["roads_left"])
            lying = (each["settlements"], each["cities"], each["roads"])
            assert [n + len(own) for n, own in zip(left, lying, strict=True)] == [5, 4, 15]
            assert all(own == sorted(own) for own in lying)


def test_cards_are_seen_by_their_seat_alone_until_the_end():
    secret = ("hand", "developments", "bought", "hidden_points")
    for step in steps(2, 3):
        for viewer in VIEWERS[:4]:
            is_over = step.after.turn.phase is Phase.OVER
            for seat, each in enumerate(seen(step.after, viewer)["seats"]):
                is_open = is_over or seat == viewer.seat
                assert [each[name] is not None for name in secret] == [is_open] * 4
                assert not is_open or sum(each["hand"].values()) == each["cards"]


def test_an_offer_shows_each_seats_answer():
    """S10"""
    step = next(s for s in steps(3) if isinstance(s.move, OfferTrade))
    state, active = step.after, step.seat
    offer = seen(state)["offer"]
    assert offer["answers"] == [None] * 4
    assert (offer["give"], offer["get"]) == (dict(step.move.give), dict(step.move.get))
    asked = (active + 1) % 4
    for move in listed(state, asked)[:-1]:
        event = RULESET.decide(state, asked, move, step.chance)
        answer = seen(RULESET.evolve(state, event))["offer"]["answers"][asked]
        terms = {"give": offer["give"], "get": offer["get"]}
        assert answer == (terms if WIRE.moves.json(move)["accept"] else "refused")


@pytest.mark.parametrize("number", GAMES)
def test_the_events_show_as_much_as_the_view(number: int):
    """Gains, discards and takings are public, thefts known to two, purchases to one (S5 to S7)."""
    viewer = VIEWERS[number]
    cards = SeenCards(4, viewer)
    for step in steps(number):
        type_ = WIRE.events.type(step.event)
        cards.follow(type_, step.seat, told(step.event, step.seat, viewer))
        cards.assert_agrees(seen(step.after, viewer))


@pytest.mark.parametrize("number", GAMES)
def test_an_imagined_position_keeps_every_card(number: int):
    for place, step in enumerate(steps(number)):
        state, viewer = step.before, VIEWERS[place % 5]
        other = RULESET.imagined(state, viewer.seat, chance_of(place))
        assert in_all(other) == in_all(state)


def in_all(state: State) -> tuple[list[int], list[str]]:
    """All resource cards by kind, and all development cards unplayed."""
    seats = seen(state, Viewer(over=True))["seats"]
    held = [card for each in seats for card, n in each["developments"].items() for _ in range(n)]
    hands = [list(each["hand"].values()) for each in seats]
    return [sum(of) for of in zip(*hands, strict=True)], sorted([*held, *state.cards.deck])


@pytest.mark.parametrize("number", GAMES)
def test_records_that_differ_in_hidden_facts_alone_are_shown_the_same(number: int):
    """Thefts and purchases look the same to the byte to all who may not see them, except
    cards revealed by dice, a monopoly or the end."""
    told_alike = set()
    for place, step in enumerate(steps(number)):
        others = [viewer for viewer in VIEWERS if viewer.seat != step.seat]
        viewer = others[place % len(others)]
        other = RULESET.imagined(step.before, viewer.seat, chance_of(place))
        if isinstance(step.event, DiceRolled | MonopolyPlayed) or step.event.result:
            continue
        try:
            elsewhere = RULESET.decide(other, step.seat, step.move, step.chance)
        except Refused:
            continue
        victim = getattr(step.event, "victim", None)
        if elsewhere.result or (victim is not None and victim == viewer.seat):
            continue
        if not isinstance(step.move, Resign):
            shown = [json.dumps(told(each, step.seat, viewer)) for each in (step.event, elsewhere)]
            assert shown[0] == shown[1]
            told_alike.add(WIRE.events.type(step.event))
    assert {"robber_moved", "trade_offered", "turn_ended"} <= told_alike


def test_a_theft_is_seen_by_thief_and_victim_and_a_purchase_by_its_seat():
    """S7, S8"""
    thefts = [s for s in steps(1) if getattr(s.event, "victim", None) is not None]
    assert thefts
    for step in thefts:
        pair = {step.seat, step.event.victim}
        for viewer in VIEWERS:
            stolen = told(step.event, step.seat, viewer)["stolen"]
            assert (stolen.count(None) < 4) == (viewer.seat in pair)
    bought = [s for s in steps(1) if WIRE.events.type(s.event) == "development_card_bought"]
    assert bought
    for step in bought:
        cards = [told(step.event, step.seat, viewer)["card"] for viewer in VIEWERS]
        assert [card is not None for card in cards] == [v.seat == step.seat for v in VIEWERS]


def test_the_order_of_the_deck_is_shown_to_nobody():
    setup = Setup(WIRE.boards.read("standard"), WIRE.options.read(None), 3, None)
    opening = RULESET.deal(setup, chance_of(0))
    assert all(told(opening, 0, viewer)["deck"] is None for viewer in VIEWERS)
    assert len(told(opening, 0, Viewer(over=True))["deck"]) == 25


def test_a_seat_cannot_take_back_a_move_that_showed_it_something():
    revealing = {WIRE.events.type(s.event) for n in GAMES for s in steps(n) if s.event.reveals}
    shown = {"dice_rolled", "development_card_bought", "robber_moved", "monopoly_played"}
    assert revealing == shown


def test_when_the_game_is_over_everything_is_seen():
    state = ended(0)
    assert all(each["hand"] is not None for each in seen(state)["seats"])
    assert seen(state) == seen(state, Viewer(2))
    scores = [each["points"] + each["hidden_points"] for each in seen(state)["seats"]]
    assert tuple(scores) == RULESET.situation(state).outcome.scores
