"""Two people in one browser: no tab of the first acts for the second."""

from collections.abc import Callable
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, Response, expect

from service.http.page import web
from tests.e2e.web.play_alexandros import shown_version
from tests.e2e.web.play_settlers import sit
from tests.e2e.web.prepared_games import Person, Prepared, person, prepared
from tests.e2e.web.stale_commands import AT_A_GAME, AT_THE_ACCOUNT, SEND
from tests.e2e.web.visitors import SIGN_IN, Visitor, Visitors
from tests.waiting import eventually

TERMS = {"ruleset": "alexandros", "board": "tiny", "undo": "consent"}
TIMED = {"deadline": {"per_move": "1d", "vacation": 10}}
VERIFY = False
"""The site speaks plain HTTP; otherwise httpx would load CAs for each request, in 25 ms."""
OWN = ("me", "me/games", "me/notices", "me/devices", "me/passkeys", "me/tokens", "me/invitations")


def kept_of(site: str, game: Prepared) -> list[Any]:
    """All that the service keeps of a game and its people, as each of them may see it."""
    paths = (*OWN, f"games/{game.game}/events", f"games/{game.game}/orders")
    return [read(f"{site}/api/v1/{path}", each.token) for each in game.people for path in paths]


def read(address: str, token: str) -> Any:
    """An answer, but for the days on which devices were last seen."""
    bearer = {"Authorization": f"Bearer {token}"}
    answer = httpx.get(address, headers=bearer, verify=VERIFY).json()
    for device in answer.get("devices", ()):
        del device["last_seen"]
    return answer


def signs_in_unheard(page: Page, somebody: Person) -> None:
    """Sign in past the page, so that no tab hears of it."""
    page.evaluate(SIGN_IN, somebody.token)


def files_for(site: str, path: str, entry: str) -> tuple[str, list[str]]:
    """The folder of the page's files, and those that a page needs for a module."""
    bundle = web.present_bundle()
    name = next(n for n, text in bundle.files.items() if f'modules["{path}"] = '.encode() in text)
    wanted = {*bundle.before(name), name, "app.js", entry}
    return f"{site}/{bundle.address('')}", sorted(wanted)


def send_all(
    guest: Visitor, page: Page, commands: dict[str, list[str]], entry: str, game: Prepared
) -> int:
    """Send commands by the modules of an open page; check that all are refused, count them."""
    version = game.view["version"]
    move = game.people[0].client.moves(game.game)["moves"][0]
    for path, each in commands.items():
        folder, files = files_for(guest.site, path, entry)
        for command in each:
            terms = [folder, files, path, game.game, version, move]
            code = page.evaluate(SEND.replace("COMMAND", command), terms)
            assert code == "other_player", (command, code)
    return sum(map(len, commands.values()))


def test_no_command_of_a_stale_tab_is_carried_out(visitor: Visitors, site: str) -> None:
    game = prepared(site, "Ada", "Ben", **TERMS, **TIMED)
    guest = sit(visitor(), game, 0)
    guest.announce("409")
    account = guest.context.new_page()
    account.goto(f"{site}/account")
    expect(account.locator("h1")).to_have_text("Ada")
    signs_in_unheard(guest.page, game.people[1])
    before = kept_of(site, game)
    refused = send_all(guest, guest.page, AT_A_GAME, "game.js", game)
    refused += send_all(guest, account, AT_THE_ACCOUNT, "account.js", game)
    assert refused >= 50
    assert kept_of(site, game) == before


Act = Callable[[Page], None]


def button(name: str, sure: str = "") -> Act:
    """Press a button, and one in the dialog that it opens."""

    def press(page: Page) -> None:
        page.get_by_role("button", name=name, exact=True).first.click()
        if sure:
            page.get_by_role("dialog").get_by_role("button", name=sure, exact=True).last.click()

    return press


def play_card(page: Page) -> None:
    """Play the first card, which is a move of its own."""
    page.locator("#panel button.card").first.click()
    page.locator("#panel .proposal .main").click()


def rename(page: Page) -> None:
    """Take another name in the settings."""
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("dialog").get_by_label("Name").fill("Eve")
    page.get_by_role("button", name="Close", exact=True).click()


def sign_out(page: Page) -> None:
    """Sign out in the settings."""
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("dialog").get_by_role("button", name="Sign out").last.click()


AT_THE_TABLE: dict[str, Act] = {
    "a move": play_card,
    "mute": button("Mute"),
    "a study": button("Branch off"),
    "a vacation": button("Vacation", "In this game"),
    "a name": rename,
    "a sign-out": sign_out,
    "a resignation": button("Resign", "Resign"),
}
"""Actions of Ada's in her tab, each of which Ben could take as well."""


@pytest.mark.parametrize("act", AT_THE_TABLE)
def test_no_button_of_a_stale_game_acts_for_another(visitor: Visitors, site: str, act: str) -> None:
    game = prepared(site, "Ada", "Ben", **TERMS, **TIMED)
    guest = sit(visitor(), game, 0)
    refuses(guest, game, AT_THE_TABLE[act])


def is_refusal(answer: Response) -> bool:
    """True for the refusal of a command other than that the player has looked."""
    return answer.status == 409 and not answer.url.endswith("/seen")


def refuses(guest: Visitor, game: Prepared, act: Act) -> None:
    """Press a button after Ben has signed in: it is refused, said, and nothing is kept of it."""
    guest.announce("409|visits answered 403|status of 403")
    signs_in_unheard(guest.page, game.people[1])
    before = kept_of(guest.site, game)
    with guest.page.expect_response(is_refusal) as refused:
        act(guest.page)
    assert refused.value.json()["code"] == "other_player"
    expect(guest.page.locator(".banner.session")).to_be_visible()
    assert kept_of(guest.site, game) == before


IN_THE_ROOM: dict[str, Act] = {
    "a bot": button("Add a bot"),
    "an end": button("Cancel the game", "Cancel the game"),
}


@pytest.mark.parametrize("act", IN_THE_ROOM)
def test_no_button_of_a_stale_waiting_room_acts_for_another(
    visitor: Visitors, site: str, act: str
) -> None:
    game, guest = prepared(site, "Ada", "Ben", **TERMS, seats=3), visitor()
    guest.become(game.people[0].token)
    guest.open(f"game/{game.game}")
    guest.page.get_by_role("button", name="Add a bot").wait_for()
    refuses(guest, game, IN_THE_ROOM[act])


def test_a_stale_watcher_begins_no_study_for_another(visitor: Visitors, site: str) -> None:
    game, guest = prepared(site, "Cleo", "Ben", **TERMS), visitor()
    guest.become(person(site, "Ada").token)
    with guest.page.expect_response("**/api/v1/me"):
        guest.open(f"game/{game.game}")
    guest.page.locator("#panel .prompt").wait_for()
    refuses(guest, game, button("Branch off"))


def test_a_stale_front_page_begins_no_game_for_another(visitor: Visitors, site: str) -> None:
    game, guest = prepared(site, "Ada", "Ben", **TERMS), visitor()
    guest.become(game.people[0].token)
    guest.open()
    guest.page.locator("#mine h1").wait_for()
    refuses(guest, game, button("Alexandros"))


def test_a_stale_tab_shows_nothing_of_the_others_game(visitor: Visitors, site: str) -> None:
    """Ben signs in and moves: the tab of Ada keeps to what she saw."""
    game = prepared(site, "Ada", "Ben", **TERMS, first_seat=1)
    guest = sit(visitor(), game, 0)
    signs_in_unheard(guest.page, game.people[1])
    seen = guest.page.locator("#panel").inner_html()
    game.step(game.view)
    expect(guest.page.locator(".banner.session")).to_be_visible()
    assert guest.page.locator("#panel").inner_html() == seen
    signs_in_unheard(guest.page, game.people[0])
    guest.page.evaluate("dispatchEvent(new Event('online'))")
    eventually(lambda: shown_version(guest.page) == game.view["version"])
