"""A finished game, an undo and a sign-out in Firefox and WebKit: what people do besides moves."""

import pytest
from selenium.webdriver.common.keys import Keys

from tests.e2e.other_browsers.playing import sit
from tests.e2e.other_browsers.window import Browser, Window
from tests.e2e.web.prepared_games import finished, prepared

pytestmark = pytest.mark.browsers
MAP = "() => document.querySelector('#map').innerHTML"
SIGNED_OUT = "You were signed out"


def test_a_finished_game_is_replayed(browser: Browser, site: str) -> None:
    game = finished(site)
    last, window = game.view["version"], browser.window()
    window.open(f"{site}/game/{game.game}")
    wait_for_place(window, last, last)
    window.wait_to_see("#map .map")
    end = window.run(MAP)
    for key, place in ((Keys.HOME, 1), (Keys.ARROW_RIGHT, 2), (Keys.ARROW_LEFT, 1)):
        window.type(key)
        wait_for_place(window, place, last)
    assert window.run(MAP) != end
    window.click("button[aria-label='Forward one move']")
    wait_for_place(window, 2, last)
    window.type(Keys.END)
    wait_for_place(window, last, last)


def test_an_undo_happens_once_the_other_agrees(browser: Browser, site: str) -> None:
    game = prepared(site, "Ada", "Bob", undo="consent")
    ada, bob = windows = browser.window(), browser.window()
    for window, person in zip(windows, game.people, strict=True):
        sit(window, site, person.token, game.game)
    before = bob.count(".line")
    ada.click("#panel button.card")
    ada.click("#panel .proposal .main")
    bob.wait_for("(n) => document.querySelectorAll('.line').length > n", before)
    ada.click("button", "Ask to undo")
    bob.click("#notices button", "Agree")
    for window in windows:
        window.wait_to_see(".line.undone")
        window.wait_until_gone("#notices .banner")
    ada.wait_to_see("#panel button.card")


def test_a_tab_says_at_once_that_its_player_signed_out_in_another(
    browser: Browser, site: str
) -> None:
    game = prepared(site, "Ada", "Bob")
    table = browser.window()
    sit(table, site, game.people[0].token, game.game)
    before = game.view["version"]
    other = table.tab()
    other.open(site)
    other.click("button", "Settings")
    other.click("dialog button", "Sign out")
    other.click("dialog:last-of-type .button.main", "Sign out")
    table.wait_to_see(".banner", SIGNED_OUT)
    table.show()
    table.click("#panel button.card")
    table.click("#panel .proposal .main")
    table.wait_for("() => document.querySelector('.toast, .refusal')?.textContent")
    assert game.view["version"] == before


def wait_for_place(window: Window, version: int, last: int) -> None:
    """Until the slider's text names the event on show."""
    window.wait_to_see(".replay-place", f"{version}/{last}")
