"""Whole games against a bot, from the form to the outcome: by mouse, by keyboard, by touch."""

import re

import pytest
from playwright.sync_api import Page, expect

from clients.python import Anabasis
from tests.e2e.web.input_devices import Finger, Hand, Keyboard, Mouse, Sighted
from tests.e2e.web.play_alexandros import OUTCOME, play_game, show_others_moves_at_once
from tests.e2e.web.visitors import Visitor, Visitors

TARGET = 20


@pytest.fixture
def at_desk(visitor: Visitors) -> Visitor:
    return visitor()


@pytest.fixture
def on_phone(visitor: Visitors) -> Visitor:
    return visitor(390, 844, phone=True)


def test_a_game_by_mouse(at_desk: Visitor, api: Anabasis) -> None:
    _whole_game(at_desk, Mouse(), api)


def test_a_game_by_keyboard_alone(at_desk: Visitor, api: Anabasis) -> None:
    _whole_game(at_desk, Keyboard(), api)


def test_a_game_by_touch_on_a_phone(on_phone: Visitor, api: Anabasis) -> None:
    _whole_game(on_phone, Finger(), api)


def _whole_game(visitor: Visitor, hand: Hand, api: Anabasis) -> None:
    """Set a game up, play it to its end, and have its record checked.

    A move that is sent at once may overtake its preview, which is refused then.
    """
    visitor.announce(r"/preview (said: .*409|answered 409)")
    page = visitor.page
    visitor.open()
    show_others_moves_at_once(page, hand)
    _set_up(page, hand)
    sighted = Sighted(hand)
    play_game(page, sighted)
    assert sighted.hidden == []
    game = re.sub(r".*/game/|[?#].*", "", page.url)
    view = api.view(game)
    assert view["result"]["reason"] in ("target_score", "no_march")
    expect(page.locator(OUTCOME)).to_contain_text(str(max(view["result"]["scores"])))
    assert api.verify(game)["valid"]
    people = {event["seat"] for event in api.events(game)["events"] if event["type"] == "marched"}
    assert people == {0, 1}


def _set_up(page: Page, hand: Hand) -> None:
    """Through the form: the smallest board, against a bot, to few points."""
    hand.choose(page.get_by_role("link", name="New game"))
    hand.choose(page.locator("summary", has_text="Board"))
    hand.choose(page.locator("label").filter(has_text="Tiny"))
    hand.choose(page.locator("summary", has_text="optional rules"))
    hand.write(page.get_by_label("Points that end the game"), str(TARGET))
    hand.choose(page.get_by_role("button", name="Start the game"))
    page.wait_for_url(re.compile(r"/game/\w+"))
