"""The host's own pages in Chromium: hostile ones run nothing, and all are for everybody."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from service.app import create_app
from service.settings.config import Config
from service.texts import LANGUAGES, text
from tests.e2e.web.accessibility import NARROWEST, USUAL, complaints_in
from tests.e2e.web.browsers import served_here
from tests.e2e.web.page_text import overflow
from tests.e2e.web.prepared_games import prepared
from tests.e2e.web.shifts import MOST_SHIFT, WATCH
from tests.e2e.web.visitors import Visitors
from tests.service.conftest import fake_store
from tests.service.http.page.hostile_pages import hostile_pages

IMPRINT = """# Imprint of the club

Games Club, [Harbour Street 1](https://games.example/map), <board@games.example>

* Ada, see [the rules](rules)

> We answer within a week.

```
A line of code that is much longer than the screen of any phone, so that it has to be scrolled
```
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pages")
    (folder / "imprint.md").write_text(IMPRINT)
    for n, source in enumerate(hostile_pages()):
        (folder / f"hostile-{n}.md").write_text(source)
    return folder


@pytest.fixture(scope="module")
def site(folder: Path) -> Iterator[str]:
    with served_here(create_app(Config(rate_limit=False, pages=folder), fake_store())) as address:
        yield address


def test_hostile_pages_run_nothing_and_ask_nobody(
    visitor: Visitors, folder: Path, site: str
) -> None:
    """The visitor fails for each violation of the policy."""
    guest = visitor(service_workers="block")
    asked: list[str] = []
    guest.page.on("request", lambda request: asked.append(request.url))
    names = sorted(file.stem for file in folder.glob("hostile-*.md"))
    assert len(names) > 100
    for name in names:
        guest.open(f"about/{name}")
        guest.page.locator("#bar .brand").wait_for()
        guest.page.locator("main a").evaluate_all("links => links.forEach(each => each.focus())")
        assert guest.page.evaluate("window.ran") is None
    assert [url for url in asked if not url.startswith(site)] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", ["imprint", "privacy"])
def test_a_page_is_for_everybody(visitor: Visitors, page: str, language: str) -> None:
    guest = visitor(locale=language)
    guest.context.add_init_script(WATCH)
    guest.open(f"about/{page}?lang={language}")
    guest.page.locator("#bar .brand").wait_for()
    foot = guest.page.locator("#foot nav:visible")
    expect(foot).to_have_attribute("aria-label", text(language, "house.links"))
    assert guest.page.evaluate("shift") < MOST_SHIFT
    assert [fault for look in USUAL for fault in complaints_in(guest.page, look, NARROWEST)] == []
    assert not overflow(guest.page)


def test_the_foot_is_reached_by_keyboard_from_the_front_page(visitor: Visitors) -> None:
    guest = visitor(390, 844, phone=True)
    guest.open()
    guest.page.locator("#lobby .note").wait_for()
    privacy = guest.page.get_by_role("contentinfo").get_by_role("link", name="Privacy")
    guest.page.get_by_role("contentinfo").get_by_role("link", name="Imprint").focus()
    guest.page.keyboard.press("Tab")
    expect(privacy).to_be_focused()
    guest.page.keyboard.press("Enter")
    expect(guest.page.locator("h1")).to_have_text("Privacy")


def test_the_menu_of_a_game_leads_to_the_pages(visitor: Visitors, site: str) -> None:
    guest = visitor()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    guest.page.route("**/about/links.json", hold)
    guest.open(f"game/{prepared(site, 'Ada', 'Bob').game}")
    with guest.page.expect_request("**/about/links.json"):
        guest.page.locator("#bar .settings").click()
    # With them it opens at once as large as it stays.
    assert guest.page.get_by_role("dialog").count() == 0
    held[0].continue_()
    guest.page.get_by_role("dialog").get_by_role("link", name="Imprint").click()
    guest.page.wait_for_url(re.compile("/about/imprint"))
    expect(guest.page.locator("h1")).to_have_text("Imprint of the club")
