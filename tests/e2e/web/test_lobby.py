"""The lobby in the browser: one host's open games are one group, however many there are."""

import re

from playwright.sync_api import expect

from tests.e2e.web.prepared_games import person
from tests.e2e.web.visitors import Visitors

REFRESH_MILLISECONDS = 30_000
"""The lobby looks every ten seconds."""
TERMS = {"ruleset": "alexandros", "board": "tiny", "seats": 2}


def test_the_games_of_one_host_are_folded_and_stay_unfolded(visitor: Visitors, site: str) -> None:
    host, other = person(site, "Hestia"), person(site, "Onesimos")
    for _ in range(5):
        host.client.create_game(**TERMS, title="Alike")
    other.client.create_game(**TERMS, title="Alone")
    guest = visitor(1280, 800)
    guest.open()
    games = guest.page.locator("#join .game-row", has_text=re.compile("Alike|Alone"))
    expect(games).to_have_text([re.compile("Alone"), *5 * [re.compile("Alike")]])
    expect(games.filter(visible=True)).to_have_count(2)
    more = guest.page.locator("#join summary", has_text="games of Hestia")
    expect(more).to_have_text("4 more games of Hestia")
    more.click()
    expect(more).to_have_text("Fewer games of Hestia")
    expect(games.filter(visible=True)).to_have_count(6)
    other.client.create_game(**TERMS, title="Alone")
    expect(games.filter(visible=True)).to_have_count(7, timeout=REFRESH_MILLISECONDS)
    expect(more).to_be_focused()
    more.click()
    expect(more).to_have_text("4 more games of Hestia")
    expect(games.filter(visible=True)).to_have_count(3)


def test_the_focus_stays_on_its_game(visitor: Visitors, site: str) -> None:
    made = [person(site, name).client.create_game(**TERMS) for name in ("Hestia", "Onesimos")]
    guest = visitor(1280, 800)
    guest.open()
    row = guest.page.locator(f"#join a[href='game/{made[0]['game_id']}']")
    row.focus()
    newest = person(site, "Philon").client.create_game(**TERMS)["game_id"]
    shown = guest.page.locator(f"#join a[href='game/{newest}']")
    expect(shown).to_be_visible(timeout=REFRESH_MILLISECONDS)
    expect(row).to_be_focused()


def test_a_page_past_the_last_leads_to_the_first(visitor: Visitors, site: str) -> None:
    host = person(site, "Hestia")
    game = host.client.create_game(**TERMS)["game_id"]
    guest = visitor()
    guest.become(host.token)
    guest.open("?page=7")
    expect(guest.page.locator(f"#mine a[href='game/{game}']")).to_be_visible()
    expect(guest.page).not_to_have_url(re.compile("page="))


def test_names_that_look_alike_are_shown_with_their_seats_numbers(
    visitor: Visitors, site: str
) -> None:
    ada, twin = person(site, "Ada"), person(site, "Аdа")
    game = ada.client.create_game(**TERMS, first_seat=0)["game_id"]
    twin.client.take_seat(game)
    guest = visitor(1280, 800)
    guest.open(f"game/{game}")
    for name in ("Ada 1", "Аdа 2"):
        expect(guest.page.get_by_text(name, exact=True).first).to_be_visible()


def test_a_game_against_a_bot_needs_no_place_among_the_open_games(
    visitor: Visitors, site: str
) -> None:
    host = person(site, "Hestia")
    for _ in range(10):
        host.client.create_game(**TERMS)
    ada = visitor(1280, 800)
    ada.become(host.token)
    ada.open("new")
    ada.page.get_by_role("button", name="Start the game").click()
    ada.page.wait_for_url("**/game/*")
    expect(ada.page.locator(".prompt h2")).to_be_visible()
