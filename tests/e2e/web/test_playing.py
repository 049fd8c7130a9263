"""Playing in the browser: into a game at once, turns by mouse and keyboard."""

import re

from playwright.sync_api import expect

from tests.e2e.web.table import play_turn, shown_version, start_against_bot, wait_for_my_turn
from tests.e2e.web.visitors import Visitors

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
