"""Live games: made by the page's form, and their time shown to the second."""

import re

import pytest
from playwright.sync_api import expect

from clients.python import Anabasis
from tests.e2e.web.visitors import Visitors

ADD_ANOTHER_TIME = """
const another = document.createElement("time");
another.className = "until";
another.id = "another";
another.dateTime = "2000-01-01";
document.getElementById("main").append(another);
"""


def test_the_form_makes_a_live_game_and_its_time_ticks(visitor: Visitors, api: Anabasis) -> None:
    ada = visitor()
    page = ada.page
    ada.open("new")
    expect(page.locator(".sentence")).to_have_text(
        "Alexandros for two: you and a greedy bot; on The Near East; no time limit."
    )
    page.locator("summary", has_text="Time").click()
    page.get_by_label("Live: 10 minutes each, 30 seconds more with each turn").check()
    expect(page.get_by_label("A bot plays until they are back")).to_be_checked()
    expect(page.get_by_text("Three weeks a year")).to_be_hidden()
    expect(page.locator(".means")).to_contain_text("about 20 turns each: 30 minutes at most")
    limit = "10 minutes each, 30 seconds more with each turn; "
    ending = "then a bot plays until the player is back"
    expect(page.locator(".sentence")).to_contain_text(f"; {limit}{ending}.")
    expect(page.locator("summary", has_text="Time")).to_contain_text(ending)
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/game/*")
    made = api.view(page.url.rpartition("/")[2].partition("?")[0])["deadline"]
    assert (made["reserve"], made["increment"], made["least"]) == (600, 30, 60)
    assert (made["at_zero"], made["bot"]) == ("bot", "greedy")
    time = page.locator("#panel .deadline time")
    expect(time).to_have_text(re.compile(r"in (9:\d\d|10) minutes"))
    told = time.text_content()
    expect(time).not_to_have_text(told or "")


@pytest.mark.parametrize("hours", [3, -3, 24])
def test_the_time_left_is_shown_with_any_time_on_the_readers_clock(
    visitor: Visitors, api: Anabasis, hours: int
) -> None:
    ada = visitor()
    wrong = f"const right = Date.now; Date.now = () => right() + {hours} * 3600e3;"
    ada.page.add_init_script(wrong)
    game = api.create_game(ruleset="alexandros", seats=2, bots=["random"], deadline="10h")
    ada.open(f"game/{game['game_id']}")
    expect(ada.page.locator(".deadline time, .seat time.until").first).to_have_text("in 10 hours")


def test_the_time_left_is_shown_after_the_readers_clock_is_set(
    visitor: Visitors, api: Anabasis
) -> None:
    ada = visitor()
    slow = "const right = Date.now; globalThis.late = 12 * 3600e3; Date.now = () => right() - late;"
    ada.page.add_init_script(slow)
    game = api.create_game(ruleset="alexandros", seats=2, bots=["random"], deadline="10h")
    ada.open(f"game/{game['game_id']}")
    time = ada.page.locator(".deadline time, .seat time.until").first
    expect(time).to_have_text("in 10 hours")
    ada.page.evaluate("late = 0")
    ada.page.evaluate(f"() => {{ {ADD_ANOTHER_TIME} }}")
    expect(ada.page.locator("#another")).not_to_be_empty()  # the others are notified before it
    expect(time).to_have_text("in 10 hours")
