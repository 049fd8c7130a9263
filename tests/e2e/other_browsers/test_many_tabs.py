"""Many tabs of one Firefox window over HTTP/1.1; those behind the first are truly hidden."""

from functools import partial

import pytest

from tests.e2e.other_browsers.playing import sit
from tests.e2e.other_browsers.window import Browser, Window
from tests.e2e.web.prepared_games import Prepared
from tests.e2e.web.tabs import LOCKS, TABS, games_of, moved
from tests.waiting import eventually

pytestmark = [pytest.mark.browsers, pytest.mark.timeout(600)]
PATIENCE_SECONDS = 60.0
STATE = "() => document.visibilityState"
TITLE = "() => document.title"
MINE = "Your turn: "


@pytest.mark.parametrize("browser", ["firefox"], indirect=True)
def test_eight_live_games_in_eight_tabs_are_all_played(browser: Browser, site: str) -> None:
    games = games_of(site, "Ada", "Ben")
    tabs = open_tabs(browser, site, games)
    assert [tab.run(STATE) for tab in tabs] == ["hidden"] * (TABS - 1) + ["visible"]
    # The stream of the tab in sight, and that of the player for the others.
    eventually(lambda: tabs[-1].run(f"() => {LOCKS}") == [2, TABS - 1], PATIENCE_SECONDS)
    assert not any(map(says_mine, tabs))
    versions = [moved(game) for game in games]
    for tab in tabs:
        eventually(partial(says_mine, tab), PATIENCE_SECONDS)
    for tab, game, version in zip(tabs, games, versions, strict=True):
        tab.show()
        eventually(partial(shows, tab, version), PATIENCE_SECONDS)
        assert tab.run(STATE) == "visible"
        tab.click("#panel button.card")
        tab.click("#panel .proposal .main")
        eventually(partial(is_beyond, game, version), PATIENCE_SECONDS)


def open_tabs(browser: Browser, site: str, games: list[Prepared]) -> list[Window]:
    """A tab of the first player for each game, all in one window."""
    first = browser.window()
    sit(first, site, games[0].people[0].token, games[0].game)
    tabs = [first]
    for game in games[1:]:
        tabs.append(first.tab())
        tabs[-1].open(f"{site}/game/{game.game}")
        tabs[-1].wait_to_see("#panel .prompt")
    return tabs


def says_mine(tab: Window) -> bool:
    """True if a tab's title says that it is the player's turn."""
    return str(tab.run(TITLE)).startswith(MINE)


def shows(tab: Window, version: int) -> bool:
    """True if a tab's board shows a version."""
    return tab.text(".replay-place").startswith(f"{version}/")


def is_beyond(game: Prepared, version: int) -> bool:
    """True if a game has gone on after a version."""
    return int(game.view["version"]) > version
