"""The map keeps its scale and origin through whole games, whatever the panel and banners do."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.e2e.web.accessibility import DRAWN
from tests.e2e.web.browsers import Site
from tests.e2e.web.layout import PHONE, Size
from tests.e2e.web.old_games import Retold, record_of
from tests.e2e.web.play_alexandros import AT_ONCE, expect_place
from tests.e2e.web.play_settlers import in_phase, sit
from tests.e2e.web.scenes import Stage
from tests.e2e.web.visitors import Visitor, Visitors

DESKS: tuple[Size, ...] = ((1280, 800), (1366, 768), (1920, 1080))
GAMES = (
    "near-east-rueful",
    "campaign-four-choice",
    pytest.param("v2-first-island-three", marks=pytest.mark.long),
)
"""In `make test` the scenario stands for settlers too, whose page it builds on."""
STRETCHES = 8
"""A game is published in so many stretches, each at another size."""
WATCH = """() => {
  const map = document.querySelector("#map svg");
  const note = () => {
    const { x, y, width } = map.viewBox.baseVal;
    const origin = innerWidth < 900 ? [] : [x, y];
    const view = [...origin, width, map.clientWidth, map.clientHeight];
    window.views.add(view.map(Math.round).join(" "));
  };
  window.views = new Set();
  window.watched?.disconnect();
  window.watched = new MutationObserver(note);
  window.watched.observe(map, { attributes: true, attributeFilter: ["viewBox"] });
  note();
}"""
"""On a phone the origin may change: the map shows the place of Alexander's next march."""
VIEWS = "() => [...window.views]"
BANNER = """(isShown) => {
  document.getElementById("tall-banner")?.remove();
  if (!isShown) return;
  const banner = Object.assign(document.createElement("p"), { id: "tall-banner" });
  banner.className = "banner";
  banner.textContent = "A banner of many words. ".repeat(8);
  document.getElementById("notices").append(banner);
}"""


@pytest.mark.parametrize("name", GAMES)
def test_the_map_keeps_its_scale_through_a_whole_game(
    visitor: Visitors, site: Site, name: str
) -> None:
    """As a player and a watcher at three sizes and a watcher on a phone, then in the replay."""
    told = Retold(site, record_of(name))
    player = sit(_guest(visitor), told.game, 0).page
    watchers = [_watcher(guest, told) for guest in (_guest(visitor), _on_phone(visitor))]
    pages = [player, *watchers]
    found: list[Any] = []
    last = len(told.events)
    for turn, version in enumerate(_stretches(told.version, last)):
        _begin(pages, DESKS[turn % len(DESKS)])
        told.reach(version)
        for page in pages:
            expect_place(page, version, version)
            page.evaluate(BANNER, turn % 2 == 0)
        if version < last:
            _look_back(watchers, version)
        found += _moved(pages, f"{version} of {last}")
    for turn, page in enumerate(pages):
        _begin([page], DESKS[turn % len(DESKS)])
        _step(page, last)
        found += _moved([page], "in the replay")
    assert found == []


def test_a_taller_panel_keeps_the_scale_on_a_phone(visitor: Visitors, stage: Stage) -> None:
    guest = _on_phone(visitor)
    in_phase("settlers", "play", 20)(guest, stage)
    before = guest.page.locator("#panel").bounding_box()
    _begin([guest.page], PHONE)
    guest.page.get_by_role("button", name=guest.text("settlers.act_trade"), exact=True).tap()
    guest.page.locator("#panel .proposal").wait_for()
    assert (guest.page.locator("#panel").bounding_box() or {}) != before
    assert _moved([guest.page], "trading") == []


def _guest(visitor: Visitors) -> Visitor:
    guest = visitor(*DESKS[0])
    guest.context.add_init_script(AT_ONCE)
    return guest


def _on_phone(visitor: Visitors) -> Visitor:
    guest = visitor(*PHONE, phone=True)
    guest.context.add_init_script(AT_ONCE)
    return guest


def _watcher(guest: Visitor, told: Retold) -> Page:
    guest.open(f"game/{told.game.game}")
    guest.page.locator("#panel .prompt").wait_for()
    return guest.page


def _stretches(first: int, last: int) -> list[int]:
    """Return the versions up to which a game is published, one after another."""
    return [first + (last - first) * n // STRETCHES for n in range(1, STRETCHES + 1)]


def _begin(pages: list[Page], size: Size) -> None:
    """Watch the views from now on; desks get another size first."""
    for page in pages:
        if page.viewport_size != {"width": PHONE[0], "height": PHONE[1]}:
            page.set_viewport_size({"width": size[0], "height": size[1]})
        page.evaluate(DRAWN)
        page.evaluate(WATCH)


def _look_back(pages: list[Page], version: int) -> None:
    """Go to an earlier moment, from which a button over the map leads back."""
    for page in pages:
        page.get_by_role("slider").fill(str(max(2, version - 3)))
        page.locator("#live .button").click()
        expect_place(page, version, version)


def _step(page: Page, last: int) -> None:
    """Step through the record, each step at once."""
    for version in range(3, last, max(1, last // 20)):
        page.get_by_role("slider").fill(str(version))
        expect_place(page, version, last)


def _moved(pages: list[Page], place: str) -> list[Any]:
    """Return the views of each page that did not keep one."""
    for page in pages:
        page.evaluate(DRAWN)
    seen = [(page.viewport_size, page.evaluate(VIEWS)) for page in pages]
    return [(place, size, views) for size, views in seen if len(views) > 1]
