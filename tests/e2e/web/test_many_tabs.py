"""Many tabs of one browser over HTTP/1.1, which opens six connections to a host."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request, expect

from tests.e2e.web.play_alexandros import AT_ONCE, shown_version
from tests.e2e.web.play_settlers import sit
from tests.e2e.web.prepared_games import Prepared, finished, prepared, prepared_by
from tests.e2e.web.tabs import LOCKS, TABS, games_of, moved, one_window
from tests.e2e.web.visitors import SESSION, SIGN_IN, Visitor, Visitors
from tests.waiting import eventually

STREAMS = 4
MINE = re.compile("^Your turn: ")
NOT_MINE = re.compile("^(?!Your turn: )")
QUESTION = "**/me/games?waiting=true*"
STREAM = re.compile("/me/stream")
PATIENCE_MILLISECONDS = 10_001
ASKING_MILLISECONDS = 15_001
OPENING_MILLISECONDS = 10_001
HIDE = """(isHidden) => {
  const state = isHidden ? "hidden" : "visible";
  Object.defineProperty(document, "visibilityState", { get: () => state, configurable: true });
  Object.defineProperty(document, "hidden", { get: () => isHidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
"""Playwright's own pages are never hidden; this stands for a reader who goes to another tab."""
WITHOUT = {
    "no locks": "Object.defineProperty(Navigator.prototype, 'locks', { get: () => undefined })",
    "refused locks": "if (navigator.locks) navigator.locks.request = () => Promise.reject()",
    "no channels": "delete globalThis.BroadcastChannel",
}
DEAD = """{
  const { fetch } = globalThis;
  let isFirst = true;
  globalThis.fetch = (address, ...options) => {
    const isDead = isFirst && String(address).includes("/stream");
    if (isDead) isFirst = false;
    const silence = new Response(new ReadableStream());
    return isDead ? Promise.resolve(silence) : fetch(address, ...options);
  };
}"""
"""The first stream's connection has died as those of a laptop asleep do: it falls silent."""
UNANSWERED = """{
  const { fetch } = globalThis;
  const never = (signal) => new Promise((_, refuse) => {
    signal.addEventListener("abort", () => refuse(signal.reason));
  });
  globalThis.fetch = (address, init) => (
    String(address).includes("/stream") ? never(init.signal) : fetch(address, init)
  );
}"""
"""A proxy that keeps streams back: not even their headers come."""
PLACES = """() => {
  const place = document.querySelector(".replay-place");
  globalThis.places = [];
  const note = () => places.push(parseInt(place.textContent));
  new MutationObserver(note).observe(place, { childList: true });
}"""
WAKES = {
    "visibilitychange": "document.dispatchEvent(new Event('visibilitychange'))",
    "resume": "document.dispatchEvent(new Event('resume'))",
    "pageshow": "dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))",
    "online": "dispatchEvent(new Event('online'))",
}


def shows(page: Page, version: int) -> None:
    """Wait until a page shows a version."""
    eventually(lambda: shown_version(page) == version)


def play(page: Page, game: Prepared) -> None:
    """Play a card on the page, then the rest of the first's turn, until it is the second's."""
    version = game.view["version"]
    page.locator("#panel button.card").first.click()
    page.locator("#panel .proposal .main").click()
    eventually(lambda: game.view["version"] > version)
    game.play(lambda view: view["to_act"] == [1])


def listed_as_waiting(game: Prepared) -> bool:
    """True if the list of the first's games has it, which follows the record."""
    games = game.people[0].client.my_games(waiting=True)["games"]
    return game.game in [each["game_id"] for each in games]


def fall_asleep(page: Page) -> None:
    """Hide a page until it asks for all, or waits to do so."""
    before = page.evaluate(LOCKS)[1]
    page.evaluate(HIDE, arg=True)
    page.clock.fast_forward(PATIENCE_MILLISECONDS)
    eventually(lambda: page.evaluate(LOCKS)[1] == before + 1)


def open_with_clock(guest: Visitor, game: Prepared) -> Page:
    """A further tab of a visitor, whose clock the test may put forward."""
    page = guest.context.new_page()
    page.clock.install()
    page.goto(f"{guest.site}/game/{game.game}")
    page.locator("#panel .prompt").wait_for()
    return page


def open_tabs(context: BrowserContext, site: str, games: list[Prepared]) -> list[Page]:
    """A tab for each game."""
    tabs = []
    for game in games:
        tabs.append(context.new_page())
        tabs[-1].goto(f"{site}/game/{game.game}")
        tabs[-1].locator("#panel .prompt").wait_for()
    return tabs


def test_eight_live_games_in_eight_tabs_are_all_played(
    browser: Browser, site: str, tmp_path: Path
) -> None:
    """In the whole Chromium, where a tab behind another is truly hidden."""
    games = games_of(site, "Ada", "Ben")
    with one_window(browser.browser_type, tmp_path) as context:
        context.clock.install()
        context.add_init_script(SESSION)
        token = games[0].people[0].token
        assert context.request.post(f"{site}/api/v1/session", data={"token": token}).ok
        tabs = open_tabs(context, site, games)
        assert [page.evaluate("document.hidden") for page in tabs] == [True] * 7 + [False]
        context.clock.fast_forward(PATIENCE_MILLISECONDS)
        # The stream of the tab in sight, and that of the player for the others.
        eventually(lambda: tabs[-1].evaluate(LOCKS) == [2, TABS - 1])
        for page in tabs:
            expect(page).to_have_title(NOT_MINE)
        versions = [moved(game) for game in games]
        for page in tabs:
            expect(page).to_have_title(MINE)
        for page, game, version in zip(tabs, games, versions, strict=True):
            page.bring_to_front()
            shows(page, version)
            play(page, game)


def test_eight_tabs_in_sight_hold_four_streams_and_show_every_move(
    visitor: Visitors, site: str
) -> None:
    games = games_of(site, "Ada", "Ben")
    guest = visitor()
    guest.context.add_init_script(AT_ONCE)
    sit(guest, games[0], 0)
    tabs = [guest.page, *open_tabs(guest.context, site, games[1:])]
    eventually(lambda: guest.page.evaluate(LOCKS) == [STREAMS, 0])
    for page, game in zip(tabs, games, strict=True):
        version = moved(game)
        shows(page, version)
        expect(page).to_have_title(MINE)
    for page in tabs[:STREAMS]:
        page.close()
    eventually(lambda: tabs[-1].evaluate(LOCKS) == [STREAMS, 0])


def test_one_hidden_tab_hears_for_all_and_another_after_it(visitor: Visitors, site: str) -> None:
    games = games_of(site, "Ada", "Ben")[:3]
    guest = visitor()
    guest.become(games[0].people[0].token)
    tabs = [open_with_clock(guest, game) for game in games]
    with tabs[0].expect_response(STREAM):
        fall_asleep(tabs[0])
    for page in tabs[1:]:
        with page.expect_response(QUESTION):
            fall_asleep(page)
    asked = questions(guest)
    for game in games:
        moved(game)
    for page in tabs:
        expect(page).to_have_title(MINE)
    assert {each.frame.page for each in asked} == {tabs[0]}
    # One for each turn that the stream told; the first may have shown the others, too.
    eventually(lambda: len(asked) == len(games))
    for page in tabs:
        page.clock.fast_forward(ASKING_MILLISECONDS)
        page.evaluate("fetch('api/v1/games')")
    assert len(asked) == len(games), "nobody asks while nothing happens"
    with tabs[1].expect_response(STREAM):
        tabs[0].evaluate(HIDE, arg=False)


def test_hidden_tabs_without_a_stream_ask_regularly(visitor: Visitors, site: str) -> None:
    game, guest = prepared(site, "Ada", "Ben", first_seat=1), visitor()
    guest.context.route(STREAM, lambda _: None)
    guest.become(game.people[0].token)
    page = open_with_clock(guest, game)
    with page.expect_response(QUESTION):
        fall_asleep(page)
    moved(game)
    eventually(lambda: listed_as_waiting(game))
    page.clock.fast_forward(ASKING_MILLISECONDS)
    expect(page).to_have_title(MINE)


def questions(guest: Visitor) -> list[Request]:
    """The requests for waiting games, from now on."""
    asked: list[Request] = []
    guest.context.on("request", lambda each: asked.append(each) if "waiting=" in each.url else None)
    return asked


def test_a_hidden_tab_reports_no_turn_of_another_player(visitor: Visitors, site: str) -> None:
    """Ben has signed in beside Ada's tab, and their game waits for him."""
    game, guest = prepared(site, "Ada", "Ben", first_seat=1), visitor()
    ada, ben = game.people
    guest.become(ada.token)
    page = open_with_clock(guest, game)
    guest.open()
    with page.expect_response(STREAM):  # else it could be that of Ben
        fall_asleep(page)
    guest.page.evaluate(SIGN_IN, ben.token)

    # Ada's stream tells of another game of hers, but the list is Ben's: in Ada's, none waits yet.
    def asked_for_bens_games() -> bool:
        with page.expect_response(QUESTION) as answer:
            moved(prepared_by(game.people, first_seat=1))
        return game.game in [each["game_id"] for each in answer.value.json()["games"]]

    eventually(asked_for_bens_games)  # lists follow a little later
    expect(page).to_have_title(NOT_MINE)
    guest.page.evaluate(SIGN_IN, ada.token)
    moved(game)
    expect(page).to_have_title(MINE)


@pytest.mark.parametrize("lack", WITHOUT)
def test_a_tab_that_cannot_share_looks_alone(visitor: Visitors, site: str, lack: str) -> None:
    game, guest = prepared(site, "Ada", "Ben", first_seat=1), visitor()
    guest.context.add_init_script(WITHOUT[lack])
    guest.context.add_init_script(AT_ONCE)
    guest.become(game.people[0].token)
    page = open_with_clock(guest, game)
    version = moved(game)
    shows(page, version)
    play(page, game)
    with page.expect_request(f"**/games/{game.game}"):
        page.evaluate(HIDE, arg=True)
        page.clock.fast_forward(PATIENCE_MILLISECONDS)
    moved(game)
    page.clock.fast_forward(ASKING_MILLISECONDS)
    expect(page).to_have_title(MINE)


@pytest.mark.parametrize("wake", WAKES)
def test_a_page_that_wakes_up_looks_at_once(visitor: Visitors, site: str, wake: str) -> None:
    game, guest = prepared(site, "Ada", "Ben", first_seat=1), visitor()
    guest.page.add_init_script(DEAD)
    guest.context.add_init_script(AT_ONCE)
    page = sit(guest, game, 0).page
    version = moved(game)
    page.evaluate(WAKES[wake])
    shows(page, version)
    play(page, game)
    version = moved(game)
    shows(page, version)


def test_a_tab_whose_stream_never_opens_looks_instead(visitor: Visitors, site: str) -> None:
    game, guest = prepared(site, "Ada", "Ben", first_seat=1), visitor()
    guest.context.add_init_script(UNANSWERED)
    guest.context.add_init_script(AT_ONCE)
    guest.become(game.people[0].token)
    page = open_with_clock(guest, game)
    eventually(lambda: page.evaluate(LOCKS)[0] == 1)
    version = moved(game)
    page.clock.fast_forward(OPENING_MILLISECONDS)
    shows(page, version)


@pytest.mark.parametrize("stream", ["open", "waiting"])
def test_what_was_missed_is_not_shown_move_by_move(
    visitor: Visitors, site: str, stream: str
) -> None:
    """Someone who comes back has waited already; a tab without a stream polled meanwhile."""
    game, guest = prepared(site, "Ada", "Ben", first_seat=1), visitor()
    guest.become(game.people[0].token)
    if stream == "waiting":
        guest.context.route("**/stream*", lambda _: None)
    page = open_with_clock(guest, game)
    fall_asleep(page)
    before, version = shown_version(page), moved(game)
    page.evaluate(PLACES)
    page.evaluate(HIDE, arg=False)
    shows(page, version)
    assert {*page.evaluate("places")} - {before} == {version}


def test_the_front_page_looks_at_once_when_it_is_shown_again(visitor: Visitors, site: str) -> None:
    page = visitor().page
    page.clock.install()
    page.goto(site)
    page.locator("#lobby h2").wait_for()
    page.evaluate(HIDE, arg=True)
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 3600)
    with page.expect_response("**/games?status=open*"):
        page.evaluate(HIDE, arg=False)


def test_tabs_of_finished_games_leave_connections_for_others(visitor: Visitors, site: str) -> None:
    game, guest = finished(site), visitor()
    guest.become(game.people[0].token)
    for _ in range(TABS):
        page = guest.context.new_page()
        page.goto(f"{site}/game/{game.game}")
        page.locator("#seats .outcome").first.wait_for()
    eventually(lambda: page.evaluate(LOCKS)[0] == STREAMS)
    guest.open()
    expect(guest.page.locator("#mine")).to_contain_text("A finished game")
