"""A game of Alexandros played on the page as a person would: choose a lit target."""

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.e2e.web.input_devices import Hand, Mouse, press

STEPS = 40
TURNS = 60
OUTCOME = "#seats .outcome"
AT_ONCE = 'if (location.origin !== "null") localStorage.setItem("anabasis.pace", "off")'
"""Others' moves are not shown one by one, with a rest between them."""
FACE = "[panel.textContent, document.querySelector('.points').innerHTML].join()"
WIDTH = "document.querySelector('#map svg').viewBox.baseVal.width"
MOUSE = Mouse()


def start_against_bot(page: Page) -> None:
    """From the front page into a game."""
    page.locator(".quick").get_by_role("button", name="Alexandros").first.click()
    page.wait_for_url(re.compile(r"/game/\w+"))


def show_others_moves_at_once(page: Page, hand: Hand) -> None:
    """By the settings, so that a game takes no longer than it must."""
    hand.choose(page.get_by_role("button", name="Settings"))
    hand.choose(page.get_by_label("Show others’ moves one by one"))
    hand.choose(page.get_by_role("button", name="Close", exact=True))


def wait_for_my_turn(page: Page) -> None:
    """Until the page asks for something, or the game is over."""
    page.locator(f"#panel .prompt.mine, {OUTCOME}").first.wait_for()


def shown_version(page: Page) -> int:
    """The event on show."""
    return int((page.locator(".replay-place").text_content() or "0/0").split("/")[0])


def play_game(page: Page, hand: Hand) -> None:
    """Turn after turn, until the page shows the winner."""
    for _ in range(TURNS):
        play_turn(page, hand)
        if page.locator(OUTCOME).count():
            return
    raise AssertionError(f"the game goes on after {TURNS} turns")


def march(page: Page, hand: Hand = MOUSE) -> None:
    """Choose a card and march with it, up to the actions."""
    while not page.locator("#panel .actions .button").count():
        wait_for_my_turn(page)
        before = _look(page)
        hand.choose(_choice(page))
        _changed(page, before)


def play_turn(page: Page, hand: Hand = MOUSE) -> None:
    """One whole turn: a card, the march, the first actions offered, the end of the turn."""
    for _ in range(STEPS):
        wait_for_my_turn(page)
        if page.locator(OUTCOME).count():
            return
        before = _look(page)
        choice = _choice(page)
        ends = "end" in (choice.get_attribute("class") or "")
        press(choice, hand)
        _changed(page, before)
        if ends:
            return
    raise AssertionError(f"no turn ended within {STEPS} choices")


def _choice(page: Page) -> Locator:
    """Return a person's next choice."""
    proposal = page.locator("#panel .proposal .button.main:enabled")
    if proposal.count():
        return proposal.first
    for lit in (".point .reach", ".space.target", "#panel .actions .button:not(.end)"):
        if page.locator(lit).count():
            return page.locator(lit).first
    card = page.locator("#panel button.card")
    return card.first if card.count() else page.locator("#panel .button.end")


def _look(page: Page) -> Any:
    return page.evaluate(f"[{FACE}, {WIDTH}]")


def _changed(page: Page, before: Any) -> None:
    page.wait_for_function(changed(FACE), arg=before)


def changed(face: str) -> str:
    """Return a script that says whether a choice changed a face, or the map only came nearer.

    A tap may only zoom in: then the map is narrower, and the rest is unchanged.
    """
    return f"([before, width]) => {face} !== before || {WIDTH} < width"


def expect_place(page: Page, version: int, total: int) -> None:
    """The slider's text names the event on show."""
    expect(page.locator(".replay-place")).to_have_text(f"{version}/{total}")
