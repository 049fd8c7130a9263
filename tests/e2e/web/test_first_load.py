"""A first visit: few requests, each early answer taken, and nothing moves once it is shown."""

import pytest
from playwright.sync_api import expect

from tests.e2e.web.scenes import SCENES, Stage
from tests.e2e.web.shifts import MOST_SHIFT, WATCH
from tests.e2e.web.visitors import Visitors

MOST_REQUESTS = 13
REQUESTS = """performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname)
  .filter((path) => !path.endsWith(".png") && !path.includes("/fonts/sans."))"""
FACE_ASKED_FOR = """performance.getEntriesByType("resource")
  .filter(({ name }) => name.includes("/fonts/sans."))
  .map(({ initiatorType, startTime, transferSize }) => ({
    by: initiatorType, isSent: transferSize > 0,
    isLate: startTime > performance.getEntriesByType("navigation")[0].loadEventStart }))"""
FACE_IS_USED = """[...document.fonts]
  .some(({ family, status }) => family.includes("Anabasis Sans") && status === "loaded")"""
REMEMBERED = """async () => {
  while (!localStorage.getItem("anabasis.face")) await new Promise(requestAnimationFrame);
}"""


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)], ids=["desktop", "phone"])
@pytest.mark.parametrize("name", ["empty lobby", "lobby", "replay", "watching", "rules"])
def test_a_page_comes_in_few_requests_and_stays_where_it_is(
    visitor: Visitors, stage: Stage, name: str, size: tuple[int, int]
) -> None:
    guest = visitor(*size)
    guest.context.add_init_script(WATCH)
    SCENES[name](guest, stage)
    requests = guest.page.evaluate(REQUESTS)
    assert len(requests) <= MOST_REQUESTS, requests
    assert guest.page.evaluate("[...earlyAnswers.keys()]") == []
    assert guest.page.evaluate("shift") < MOST_SHIFT


def test_the_text_face_comes_after_the_first_page_and_is_used_on_the_next(
    visitor: Visitors,
) -> None:
    guest = visitor(1280, 800)
    guest.context.add_init_script(WATCH)
    guest.open("rules/settlers")
    guest.page.evaluate(REMEMBERED)
    assert guest.page.evaluate(FACE_ASKED_FOR) == [{"by": "fetch", "isSent": True, "isLate": True}]
    assert not guest.page.evaluate(FACE_IS_USED)
    assert guest.page.evaluate("shift") < MOST_SHIFT
    guest.open("new")
    expect(guest.page.locator("form .button.main")).to_be_visible()
    assert guest.page.evaluate(FACE_IS_USED)
    (asked, *others) = guest.page.evaluate(FACE_ASKED_FOR)
    assert (asked["by"], asked["isSent"], others) == ("link", False, [])
    assert guest.page.evaluate("shift") < MOST_SHIFT
