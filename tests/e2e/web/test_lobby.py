"""The lobby in the browser: one host's open games are one group, however many there are."""

import re

import pytest
from playwright.sync_api import Page, expect

from clients.python import Anabasis
from tests.e2e.web.prepared_games import person
from tests.e2e.web.visitors import Visitors
from tests.waiting import eventually

REFRESH_MILLISECONDS = 10_001
TERMS = {"ruleset": "alexandros", "board": "tiny", "seats": 2}


def open_lobby(visitor: Visitors) -> Page:
    """The lobby in a browser whose clock the test may put forward."""
    guest = visitor(1280, 800)
    guest.page.clock.install()
    guest.open()
    guest.page.locator("#main:not(.loading)").wait_for()
    return guest.page


def make_one_more(host: Anabasis, page: Page, **more: str) -> str:
    """Make a game, and have the page look again once the service lists it."""
    game = str(host.create_game(**TERMS, **more)["game_id"])
    eventually(lambda: game in [each["game_id"] for each in host.lobby("open")["games"]])
    page.clock.fast_forward(REFRESH_MILLISECONDS)
    return game


def test_the_games_of_one_host_are_folded_and_stay_unfolded(visitor: Visitors, site: str) -> None:
    host, other = person(site, "Hestia"), person(site, "Onesimos")
    for _ in range(5):
        host.client.create_game(**TERMS, title="Alike")
    other.client.create_game(**TERMS, title="Alone")
    page = open_lobby(visitor)
    games = page.locator("#join .game-row", has_text=re.compile("Alike|Alone"))
    expect(games).to_have_text([re.compile("Alone"), *5 * [re.compile("Alike")]])
    expect(games.filter(visible=True)).to_have_count(2)
    more = page.locator("#join summary", has_text="games of Hestia")
    expect(more).to_have_text("4 more games of Hestia")
    more.click()
    expect(more).to_have_text("Fewer games of Hestia")
    expect(games.filter(visible=True)).to_have_count(6)
    make_one_more(other.client, page, title="Alone")
    expect(games.filter(visible=True)).to_have_count(7)
    expect(more).to_be_focused()
    more.click()
    expect(more).to_have_text("4 more games of Hestia")
    expect(games.filter(visible=True)).to_have_count(3)


def test_the_focus_stays_on_its_game(visitor: Visitors, site: str) -> None:
    made = [person(site, name).client.create_game(**TERMS) for name in ("Hestia", "Onesimos")]
    page = open_lobby(visitor)
    row = page.locator(f"#join a[href='game/{made[0]['game_id']}']")
    row.focus()
    newest = make_one_more(person(site, "Philon").client, page)
    expect(page.locator(f"#join a[href='game/{newest}']")).to_be_visible()
    expect(row).to_be_focused()


def test_a_page_past_the_last_leads_to_the_first(visitor: Visitors, site: str) -> None:
    host = person(site, "Hestia")
    game = host.client.create_game(**TERMS)["game_id"]
    guest = visitor()
    guest.become(host.token)
    guest.open("?page=7")
    expect(guest.page.locator(f"#mine a[href='game/{game}']")).to_be_visible()
    expect(guest.page).not_to_have_url(re.compile("page="))


def test_names_that_look_the_same_are_shown_with_their_seats_numbers(
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


def test_the_lobby_is_narrowed_by_a_filter_that_can_be_linked(visitor: Visitors, site: str) -> None:
    hestia = person(site, "Hestia").client
    plain = hestia.create_game(**TERMS)["game_id"]
    hasty = {"reserve": "10m", "increment": "30s", "least": "1m", "at_zero": "bot"}
    terms = {**TERMS, "seats": 4, "bots": ["greedy"], "deadline": hasty}
    live = hestia.create_game(**terms)["game_id"]
    eventually(lambda: live in [each["game_id"] for each in hestia.lobby("open")["games"]])
    guest = visitor(1280, 800)
    page = guest.page
    guest.open("?seats=4&pace=live&ruleset=chess")
    rows = page.locator("#join .game-row")
    expect(rows.locator(f"a[href='game/{live}']")).to_be_visible()
    expect(rows.locator(f"a[href='game/{plain}']")).to_have_count(0)
    expect(page.get_by_label("Pace")).to_have_value("live")
    expect(rows.filter(has_text="greedy bot")).to_contain_text(
        re.compile("Alexandros: Hestia and .*10 minutes each, 30 seconds more with each turn")
    )
    page.get_by_label("People or bots").select_option("Only people")
    expect(page.locator("#join .note")).to_have_text("No such game right now.")
    expect(page).to_have_url(re.compile(r"pace=live&bots=false$"))
    page.get_by_role("button", name="Show all").click()
    expect(rows.locator(f"a[href='game/{plain}']")).to_have_count(1)
    expect(page.get_by_label("Game", exact=True)).to_be_focused()
    expect(page).not_to_have_url(re.compile("seats|ruleset"))


@pytest.mark.parametrize("is_heard", [True, False], ids=["by the stream", "without a stream"])
def test_a_new_turn_shows_at_once_or_else_with_the_next_look(
    visitor: Visitors, site: str, is_heard: bool
) -> None:
    ada, bob = person(site, "Ada"), person(site, "Bob")
    game = ada.client.create_game(**TERMS, title="Ours", first_seat=0)["game_id"]
    guest = visitor(1280, 800)
    guest.announce("me/stream")
    guest.become(ada.token)
    guest.page.clock.install()
    if not is_heard:
        guest.page.route("**/me/stream*", lambda route: route.fulfill(status=404))
    with guest.page.expect_response("**/me/stream*"):
        guest.open()
    expect(guest.page.locator("#mine .game-row")).to_have_count(1)
    bob.client.take_seat(game)
    eventually(lambda: ada.client.my_games(waiting=True)["games"])
    if not is_heard:
        guest.page.clock.fast_forward(REFRESH_MILLISECONDS)
    expect(guest.page.locator("#mine h2").first).to_have_text("Your turn")
