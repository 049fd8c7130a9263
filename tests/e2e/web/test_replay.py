"""The replay viewer: every control on a finished game, links to a moment, one request for all."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.web.accessibility import complaints
from tests.e2e.web.play_alexandros import expect_place
from tests.e2e.web.prepared_games import Prepared
from tests.e2e.web.visitors import Visitors
from tests.waiting import eventually

Opener = Callable[..., Page]
CODE = """async () => {
  const text = await navigator.clipboard.readText();
  return text.startsWith("<iframe") ? text : null;
}"""
"""The code of a frame, once it is copied."""


@pytest.fixture
def last(over: Prepared) -> int:
    return int(over.view["version"])


@pytest.fixture
def opened(visitor: Visitors, over: Prepared) -> Opener:
    """Opens the game for a stranger, at an event where one is named."""

    def open_at(at: int | None = None, **given: object) -> Page:
        guest = visitor(**given)
        guest.open(f"game/{over.game}" + (f"?at={at}" if at else ""))
        guest.page.locator(".replay-place").wait_for()
        guest.page.locator(".map").wait_for()
        return guest.page

    return open_at


def turn_starts(over: Prepared) -> list[int]:
    """The versions with which turns begin."""
    events = over.people[0].client.events(over.game)["events"]
    return [
        event["version"]
        for event in events
        if event["data"].get("dealt") or event["data"].get("next_seat") is not None
    ]


def test_every_key_steps(opened: Opener, over: Prepared, last: int) -> None:
    page = opened()
    expect_place(page, last, last)
    starts = turn_starts(over)
    steps = (
        ("Home", 1), ("ArrowRight", 2), ("j", 3), ("k", 2), ("ArrowLeft", 1),
        ("ArrowDown", starts[0]), ("ArrowDown", starts[1]), ("ArrowUp", starts[0]), ("End", last),
    )  # fmt: skip
    for key, place in steps:
        page.keyboard.press(key)
        expect_place(page, place, last)
        expect(page.get_by_role("slider")).to_be_focused()


def test_every_button_steps(opened: Opener, last: int) -> None:
    page = opened(3)
    steps = (
        ("Forward one move", 4), ("Back one move", 3), ("To the end", last), ("To the start", 1),
    )  # fmt: skip
    for name, place in steps:
        page.get_by_role("button", name=name).click()
        expect_place(page, place, last)


def test_the_slider_leads_anywhere(opened: Opener, last: int) -> None:
    page = opened()
    slider = page.get_by_role("slider")
    slider.fill("7")
    expect_place(page, 7, last)
    expect(slider).to_have_attribute("aria-valuetext", f"Move 7 of {last}")
    slider.press("ArrowLeft")
    expect_place(page, 6, last)


def test_a_line_leads_to_its_event(opened: Opener, last: int) -> None:
    page = opened()
    page.locator(".line button").nth(4).click()
    expect_place(page, 5, last)
    expect(page.locator(".line.current .line-version")).to_have_text("5")


def test_the_wheel_over_the_list_steps(opened: Opener, last: int) -> None:
    page = opened(9)
    page.locator(".log").hover()
    page.mouse.wheel(0, 100)
    expect_place(page, 10, last)
    page.mouse.wheel(0, -100)
    expect_place(page, 9, last)


def test_a_piece_tells_the_move_that_put_it_there_and_leads_to_it(
    opened: Opener, over: Prepared, last: int
) -> None:
    march = _last_of(over, "marched", lambda data: data["black_walls"])
    side = ",".join(str(n) for point in march["data"]["black_walls"][0] for n in point)
    page = opened(march["version"] + 1)
    page.locator(f'[data-wall="{side}"] .wall-body').click(force=True)
    _follow(page, march["version"], last)
    taken = _last_of(over, "province_occupied")
    for event, (row, column) in (
        (taken, taken["data"]["governors"][0]),
        (march, march["data"]["space"]),
    ):
        page.get_by_role("slider").fill(str(event["version"] + 1))
        page.locator(f'[data-space="{row},{column}"]').click()
        _follow(page, event["version"], last)


def _follow(page: Page, version: int, last: int) -> None:
    """Follow the link of the card that is open."""
    card = page.get_by_role("dialog", name=f"Placed in move {version}")
    expect_place(page, version + 1, last)
    card.get_by_role("link", name="show").click()
    expect(card).to_have_count(0)
    expect_place(page, version, last)


def test_the_chart_leads_to_its_event(opened: Opener, last: int) -> None:
    page = opened()
    page.get_by_role("tab", name="Scores").click()
    chart = page.locator(".chart").first
    expect(chart.locator(".chart-line")).to_have_count(2)
    box = chart.bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] * 0.3, box["y"] + box["height"] / 2)
    expect(page.locator(".replay-place")).not_to_have_text(f"{last}/{last}")
    place = (page.locator(".replay-place").text_content() or "").split("/")[0]
    expect(chart.locator(".chart-text").last).to_have_text(place)


@pytest.mark.parametrize("speed", ["0.5", "1", "2", "4"])
def test_a_game_plays_by_itself_and_pauses(opened: Opener, last: int, speed: str) -> None:
    page = opened(5)
    expect_place(page, 5, last)
    page.get_by_label("Speed").select_option(speed)
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".replay-place")).not_to_have_text(f"5/{last}")
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_it_plays_to_the_end_and_from_there_again(opened: Opener, last: int) -> None:
    page = opened(last - 2)
    page.get_by_label("Speed").select_option("4")
    page.locator("body").press("Space")
    expect_place(page, last, last)
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    page.locator("body").press("Space")
    expect(page.locator(".replay-place")).not_to_have_text(f"{last}/{last}")


def test_a_link_leads_to_its_moment_and_the_address_follows(opened: Opener, last: int) -> None:
    page = opened(6)
    expect_place(page, 6, last)
    page.keyboard.press("ArrowRight")
    expect_place(page, 7, last)
    expect(page).to_have_url(re.compile(r"\?at=7$"))
    page.keyboard.press("End")
    expect_place(page, last, last)
    expect(page).not_to_have_url(re.compile("at="))


def test_the_link_to_a_moment_is_copied(opened: Opener, over: Prepared, last: int) -> None:
    page = opened(8, permissions=["clipboard-read", "clipboard-write"])
    expect_place(page, 8, last)
    page.get_by_role("button", name="Share").click()
    shared = page.get_by_role("dialog", name="Share the position on show")
    shared.get_by_role("button", name="Copy link").click()
    expect(page.locator(".toast")).to_have_text("Copied")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.endswith(f"/game/{over.game}?at=8")
    picture = shared.get_by_role("img", name=re.compile("A finished game .Alexandros.: Ada, Bob."))
    expect(picture).to_have_js_property("naturalWidth", 1200)
    shared.get_by_role("button", name="Copy the code").click()
    # The toast of the first copy may still be up: only the clipboard tells of the second.
    code = eventually(lambda: page.evaluate(CODE))
    assert f"/embed/{over.game}?at=8" in code
    assert 'title="A finished game"' in code
    assert complaints(page) == []


def test_without_a_clipboard_the_link_is_shown(opened: Opener, over: Prepared) -> None:
    """Browsers have none on pages that are served without https, as in a home network."""
    page = opened(8)
    page.evaluate("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    page.get_by_role("button", name="Share").click()
    page.get_by_role("dialog").get_by_role("button", name="Copy link").click()
    expect(page.locator(".toast")).to_contain_text(f"/game/{over.game}?at=8")


def test_hands_are_open_and_the_viewpoint_flips(opened: Opener) -> None:
    page = opened(6)
    first = page.locator(".hand h3").text_content() or ""
    expect(page.locator(".seats .open-hand").first).to_be_visible()
    page.keyboard.press("f")
    expect(page.locator(".hand h3")).not_to_have_text(first)
    page.get_by_role("button", name="Show another hand").click()
    expect(page.locator(".hand h3")).to_have_text(first)


def test_undone_events_are_marked_and_can_be_looked_at(opened: Opener, last: int) -> None:
    page = opened()
    undone = page.locator(".line.undone")
    expect(undone).to_have_count(2)
    expect(undone.first.locator("s")).to_be_visible()
    undone.last.locator("button").click()
    expect_place(page, 12, last)


def test_the_map_comes_closer_and_goes_back(opened: Opener) -> None:
    page = opened()
    whole = page.locator(".map").get_attribute("viewBox")
    page.keyboard.press("+")
    expect(page.locator(".map").first).not_to_have_attribute("viewBox", whole or "")
    page.keyboard.press("0")
    expect(page.locator(".map").first).to_have_attribute("viewBox", whole or "")


def test_the_keys_are_listed(opened: Opener) -> None:
    page = opened()
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keyboard shortcuts")
    expect(dialog).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


def test_the_record_is_asked_for_once_and_no_step_asks_again(
    visitor: Visitors, over: Prepared, last: int
) -> None:
    guest = visitor()
    fetched: list[str] = []
    guest.page.on("request", lambda request: fetched.append(request.url))
    guest.open(f"game/{over.game}")
    expect_place(guest.page, last, last)
    guest.page.wait_for_load_state("networkidle")
    assert len([url for url in fetched if "/replay?" in url]) == 1
    assert [url for url in fetched if "/events" in url or "at=" in url] == []
    count = len(fetched)
    guest.page.keyboard.press("Home")
    for place in range(2, last + 1):
        guest.page.keyboard.press("ArrowRight")
        expect_place(guest.page, place, last)
    assert [url for url in fetched[count:] if "icon" not in url] == []
    guest.page.get_by_role("tab", name="Scores").click()
    expect(guest.page.locator("#scores .chart-line").first).to_be_visible()
    assert [url for url in fetched[count:] if "/api/" in url] == []


def test_a_record_that_comes_in_several_answers_is_whole(
    visitor: Visitors, over: Prepared, last: int
) -> None:
    guest = visitor()
    pieces = "**/replay?*"
    guest.page.route(pieces, lambda route: route.continue_(url=f"{route.request.url}&limit=25"))
    guest.open(f"game/{over.game}")
    expect_place(guest.page, last, last)
    guest.page.keyboard.press("Home")
    expect_place(guest.page, 1, last)
    guest.page.keyboard.press("End")
    expect_place(guest.page, last, last)


def _last_of(over: Prepared, type_: str, has: Callable[[dict], object] = bool) -> dict:
    """The last event of a type on the game's own line before its last."""
    events = over.people[0].client.events(over.game)["events"][:-1]
    return next(
        event
        for event in reversed(events)
        if event["type"] == type_ and not event["undone"] and has(event["data"])
    )
