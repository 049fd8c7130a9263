"""Playing in the browser: into a game at once, turns by mouse and keyboard, two at one table."""

import re

from playwright.sync_api import Page, expect

from clients.python import Anabasis
from tests.e2e.web.table import play_turn, shown_version, start_against_bot, wait_for_my_turn
from tests.e2e.web.visitors import Visitor, Visitors
from tests.waiting import eventually

TERMS = {"ruleset": "alexandros", "board": "tiny", "seats": 2}


def test_one_click_on_the_front_page_leads_into_a_game(visitor: Visitors) -> None:
    ada = visitor()
    ada.open()
    ada.page.get_by_label("Your name").fill("Ada")
    start_against_bot(ada.page)
    wait_for_my_turn(ada.page)
    expect(ada.page.locator(".seat-name").first).to_have_text("Ada")
    expect(ada.page).to_have_title(re.compile("Your turn"))
    assert ada.page.locator("[data-space]").count() > 200


def test_turns_are_played_by_mouse_and_taken_back(visitor: Visitors) -> None:
    ada = visitor()
    ada.open()
    start_against_bot(ada.page)
    for _ in range(2):
        play_turn(ada.page)
    wait_for_my_turn(ada.page)
    began = shown_version(ada.page)
    ada.page.locator("#panel button.card").first.click()
    expect(ada.page.locator(".space.target").first).to_be_visible()
    ada.page.get_by_role("button", name="Start my turn again").click()
    expect(ada.page.get_by_role("heading", name="Choose a card to march by")).to_be_visible()
    expect(ada.page.locator(".line.undone s")).to_have_count(1)
    ada.page.get_by_role("button", name="Redo").click()
    expect(ada.page.locator(".line.undone")).to_have_count(0)
    assert shown_version(ada.page) == began + 3


def test_a_march_is_made_with_the_keyboard_alone(visitor: Visitors) -> None:
    ada = visitor()
    ada.open()
    start_against_bot(ada.page)
    wait_for_my_turn(ada.page)
    ada.page.locator("#panel button.card").first.press("Enter")
    ada.page.locator(".space.target").first.focus()
    if not ada.page.locator(".point").count():
        ada.page.keyboard.press("Enter")
    ada.page.locator(".point").first.focus()
    for key in ("ArrowDown", "ArrowUp", "Enter"):
        ada.page.keyboard.press(key)
    ada.page.get_by_role("button", name=re.compile("^March")).press("Enter")
    expect(ada.page.get_by_role("heading", name="2 actions left")).to_be_visible()


def test_two_browsers_share_a_table_and_agree_to_an_undo(visitor: Visitors) -> None:
    ada, bob = visitor(), visitor()
    path = _table_for_two(ada)
    bob.page.goto(path)
    bob.page.get_by_role("button", name="Sit down").click()
    first = eventually(lambda: next((v for v in (ada, bob) if _is_asked(v)), None))
    assert first
    second = bob if first is ada else ada
    first.page.locator("#panel button.card").first.click()
    expect(second.page.locator(".line")).to_have_count(4)
    first.page.get_by_role("button", name="Ask to undo").click()
    second.page.get_by_role("button", name="Agree").click()
    expect(first.page.locator(".line.undone")).to_have_count(1)
    expect(first.page.get_by_role("heading", name="Choose a card to march by")).to_be_visible()


def _table_for_two(ada: Visitor) -> str:
    """Ada makes an unlisted game with a free seat; the link to it."""
    ada.open("new")
    ada.page.get_by_text("Tiny").click()
    ada.page.get_by_label("Seat 2", exact=True).select_option("free")
    ada.page.get_by_text("By consent").click()
    ada.page.get_by_text("Only who has the link").click()
    ada.page.get_by_role("button", name="Start the game").click()
    link = ada.page.locator("input.link")
    link.wait_for()
    return link.input_value()


def test_nothing_overflows_on_a_narrow_phone(visitor: Visitors, api: Anabasis) -> None:
    game = api.create_game(**TERMS, bots=["random"])["game_id"]
    guest = visitor(320, 640)
    for path in ("", "new", f"game/{game}"):
        guest.open(path)
        guest.page.locator(".map").first.wait_for()
        assert _overflow(guest.page) == 0


def _is_asked(visitor: Visitor) -> bool:
    return visitor.page.locator(".prompt.mine").count() > 0


def _overflow(page: Page) -> int:
    return int(page.evaluate("document.documentElement.scrollWidth - innerWidth"))
