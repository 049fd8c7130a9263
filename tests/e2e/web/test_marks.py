"""The marks on the board: what others did since one's last move, and where a log line points."""

import re
from collections.abc import Mapping
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.web.prepared_games import Prepared
from tests.e2e.web.scenes import Stage, mine
from tests.e2e.web.visitors import Visitors

NEWS = """async ({ given, events }) => {
  const { marksOf, newsOf } = await import(`${document.baseURI}web/game/map/news.js`);
  const record = events.map(([seat, place, undone = false, type = "built"]) =>
    ({ seat, type, undone, data: { place } }));
  const now = { cursor: null, place: record.length, seat: 0, view: { status: "live" } };
  const table = { events: record, ...now, ...given };
  return marksOf(newsOf(table), ({ data }) => (data.place ? [data.place] : []));
}"""
RECORD = [(0, "a"), (1, "b"), (2, "c"), (1, "b"), (2, "d", True), (2, None)]

TAKEN_BACK = [(0, "e", True), (0, None, False, "undone")]


def mark(place: str, seat: int, latest: bool = False) -> dict[str, object]:
    return {"place": place, "seat": seat, "isLatest": latest}


@pytest.mark.parametrize(
    ("given", "record", "marks"),
    [
        ({}, RECORD, [mark("b", 1, latest=True), mark("c", 2)]),
        ({}, [*RECORD, (0, "e")], []),
        ({}, [*RECORD, *TAKEN_BACK], [mark("b", 1, latest=True), mark("c", 2)]),
        ({"seat": None}, RECORD[:2], [mark("b", 1, latest=True)]),
        ({"cursor": 1, "place": 1}, RECORD, [mark("a", 0, latest=True)]),
        ({"cursor": 5, "place": 5}, RECORD, [mark("d", 2, latest=True)]),
        ({"view": {"status": "finished"}}, RECORD, []),
    ],
    ids=[
        "all since the viewer's move",
        "none after it",
        "again once it is undone",
        "a spectator's last",
        "a replay's own",
        "an undone one on show",
        "at the end",
    ],
)  # fmt: skip
def test_the_marks_are_of_what_others_did_since(
    lobby: Page, given: Mapping[str, Any], record: list[Any], marks: list[Any]
) -> None:
    assert lobby.evaluate(NEWS, {"given": given, "events": record}) == marks


def test_the_others_moves_are_marked_until_one_moves(visitor: Visitors, stage: Stage) -> None:
    guest = visitor()
    mine("choose_card", guest, stage)
    marks = guest.page.locator(".map .mark")
    expect(marks.and_(guest.page.locator(".latest")).first).to_be_attached()
    assert {"seat-1"} == {
        name
        for each in marks.all()
        for name in (each.get_attribute("class") or "").split()
        if name.startswith("seat-")
    }


def test_a_replay_marks_the_event_on_show_and_a_line_points_to_its_places(
    visitor: Visitors, over: Prepared
) -> None:
    events = over.people[0].client.events(over.game)["events"]
    march = next(
        each for each in events if each["type"] == "marched" and each["data"]["black_walls"]
    )
    guest = visitor()
    guest.open(f"game/{over.game}?at={march['version']}")
    page = guest.page
    walls = page.locator(".mark-wall.latest")
    expect(walls).to_have_count(len(march["data"]["black_walls"]))
    page.keyboard.press("Home")
    expect(page.locator(".mark")).to_have_count(0)
    line = page.locator(".line button").nth(march["version"] - 1)
    line.hover()
    expect(page.locator(".mark-wall.pointed-out")).to_have_count(len(march["data"]["black_walls"]))
    page.locator(".replay").hover()
    expect(page.locator(".mark")).to_have_count(0)
    line.focus()
    expect(page.locator(".pointed-out").first).to_be_attached()


FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def test_a_leap_leaves_the_map_where_it_is(visitor: Visitors, over: Prepared) -> None:
    """Otherwise all of it is repainted, as the strip over its foot has another height."""
    guest = visitor()
    guest.open(f"game/{over.game}")
    page = guest.page
    page.locator(".map.settled").wait_for()
    before, heights = page.locator(".map").get_attribute("viewBox"), set()
    for key, place in (("Home", 1), ("End", over.view["version"])):
        page.keyboard.press(key)
        expect(page.locator(".replay-place")).to_have_text(re.compile(f"^{place}/"))
        page.evaluate(FRAMES)
        expect(page.locator(".map.settled")).to_have_attribute("viewBox", before or "")
        heights.add(page.locator("#panel").evaluate("strip => strip.offsetHeight"))
    assert len(heights) == 2


@pytest.fixture
def lobby(visitor: Visitors) -> Page:
    """A page of the site, to import its modules in."""
    guest = visitor()
    guest.open("rules/alexandros")
    return guest.page
