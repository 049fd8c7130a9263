"""The replay viewer: every control on a finished game, links to a moment, views fetched once."""

import re

import pytest
from playwright.sync_api import Page, expect

from clients.python import Anabasis
from tests.e2e.web.table import expect_place
from tests.e2e.web.visitors import Visitors
from tests.waiting import eventually


@pytest.fixture(scope="module")
def finished(api: Anabasis) -> tuple[str, int]:
    """A game that two bots have finished, and how many events it has."""
    terms = {"ruleset": "alexandros", "board": "tiny", "seats": 2, "join": False}
    bots = ["greedy", "greedy"]
    game = api.create_game(**terms, bots=bots, options={"target_score": 20})["game_id"]
    eventually(lambda: api.view(game)["status"] == "finished", 60.0)
    return str(game), int(api.view(game)["version"])


def test_every_key_and_button_steps_through_a_finished_game(
    visitor: Visitors, finished: tuple[str, int]
) -> None:
    game, last = finished
    page = _opened(visitor, f"game/{game}")
    expect_place(page, last, last)
    for key, place in (("Home", 1), ("ArrowRight", 2), ("j", 3), ("k", 2), ("ArrowDown", 3)):
        page.keyboard.press(key)
        expect_place(page, place, last)
    for name, place in (("On one event", 4), ("Back one event", 3), ("To the latest", last)):
        page.get_by_role("button", name=name).click()
        expect_place(page, place, last)
    page.get_by_role("slider").fill("7")
    expect_place(page, 7, last)
    page.locator(".line button").nth(4).click()
    expect_place(page, 5, last)


def test_a_game_plays_by_itself_and_pauses(visitor: Visitors, finished: tuple[str, int]) -> None:
    page = _opened(visitor, f"game/{finished[0]}?at=5")
    page.get_by_label("Speed").select_option("4")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".replay-place")).to_have_text(re.compile(r"^[1-9]\d/"))
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_a_link_leads_to_its_moment_and_the_address_follows(
    visitor: Visitors, finished: tuple[str, int]
) -> None:
    game, last = finished
    page = _opened(visitor, f"game/{game}?at=6")
    expect_place(page, 6, last)
    page.keyboard.press("ArrowRight")
    expect_place(page, 7, last)
    assert page.url.endswith("?at=7")


def test_hands_are_open_and_the_viewpoint_flips(
    visitor: Visitors, finished: tuple[str, int]
) -> None:
    page = _opened(visitor, f"game/{finished[0]}?at=6")
    first = page.locator(".hand h3").inner_text()
    page.keyboard.press("f")
    expect(page.locator(".hand h3")).not_to_have_text(first)


def test_scores_are_charted_and_help_is_shown(visitor: Visitors, finished: tuple[str, int]) -> None:
    page = _opened(visitor, f"game/{finished[0]}")
    page.get_by_role("tab", name="Scores").click()
    expect(page.locator(".chart-line")).to_have_count(2)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()


def test_a_view_once_seen_is_not_fetched_again(
    visitor: Visitors, finished: tuple[str, int]
) -> None:
    game, last = finished
    guest = visitor()
    fetched: list[str] = []
    guest.page.on("request", lambda request: fetched.append(request.url))
    guest.open(f"game/{game}")
    eventually(lambda: guest.page.title() and len([u for u in fetched if "at=" in u]) >= last - 1)
    guest.page.wait_for_load_state("networkidle")
    count = len(fetched)
    for key, place in (("Home", 1), ("ArrowRight", 2), ("End", last)):
        guest.page.keyboard.press(key)
        expect_place(guest.page, place, last)
    assert [url for url in fetched[count:] if "/api/" in url] == []


def _opened(visitor: Visitors, path: str) -> Page:
    guest = visitor()
    guest.open(path)
    guest.page.locator(".replay-place").wait_for()
    guest.page.locator(".map").wait_for()
    return guest.page
