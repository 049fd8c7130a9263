"""Two browsers in one game: each sees the other's moves, both agree to an undo or do not."""

import re

import httpx
import pytest
from playwright.sync_api import Route, expect

from tests.e2e.web.input_devices import press
from tests.e2e.web.play_alexandros import shown_version
from tests.e2e.web.prepared_games import prepared
from tests.e2e.web.scenes import SCENES, Stage
from tests.e2e.web.visitors import Visitor, Visitors, unfold
from tests.waiting import eventually

FAVICON = "#favicon"
LOST = "connection is lost"
CHOOSE = "Choose a card to march with"
Pair = tuple[Visitor, Visitor]


@pytest.fixture
def two(visitor: Visitors, site: str) -> Pair:
    """Two at one table that goes back by consent: the one to move, and the other."""
    game = prepared(site, "Ada", "Bob", undo="consent")
    pair = visitor(), visitor()
    for guest, seated in zip(pair, game.people, strict=True):
        guest.become(seated.token)
        guest.open(f"game/{game.game}")
        guest.page.locator("#panel .prompt").wait_for()
    return pair


@pytest.fixture
def asked(two: Pair) -> Pair:
    """The same, after a card was chosen and the wish made to take it back."""
    mover, other = two
    mover.page.locator("#panel button.card").first.click()
    mover.page.locator("#panel .proposal .main").click()
    mover.page.get_by_role("button", name="Ask to undo").click()
    other.page.get_by_role("button", name="Agree").wait_for()
    return two


def test_each_sees_the_others_move_at_once(two: Pair) -> None:
    mover, other = two
    lines = other.page.locator(".line")
    before = lines.count()
    expect(mover.page.locator("#panel .prompt")).not_to_contain_text("cannot be undone")
    mover.page.locator("#panel button.card").first.click()
    mover.page.locator("#panel .proposal .main").click()
    expect(lines).to_have_count(before + 1)
    expect(lines.last.locator("[aria-current=step]")).to_be_visible()
    assert shown_version(other.page) == before + 1


def test_title_and_sign_show_the_turn(two: Pair) -> None:
    mover, other = two
    expect(mover.page).to_have_title(re.compile("^Your turn: "))
    expect(mover.page.locator(FAVICON)).to_have_attribute("href", re.compile("turn.svg"))
    expect(other.page).not_to_have_title(re.compile("Your turn"))
    expect(other.page.locator(FAVICON)).to_have_attribute("href", re.compile(r"icon\."))


def test_the_sign_goes_over_with_the_turn(two: Pair) -> None:
    mover, other = two
    _play_through(mover)
    expect(other.page).to_have_title(re.compile("^Your turn: "))
    expect(other.page.locator(FAVICON)).to_have_attribute("href", re.compile("turn.svg"))
    expect(mover.page.locator(FAVICON)).to_have_attribute("href", re.compile(r"icon\."))


def test_an_undo_that_is_agreed_to_happens_for_both(asked: Pair) -> None:
    mover, other = asked
    other.page.get_by_role("button", name="Agree").click()
    for each in asked:
        expect(each.page.locator(".line.undone")).to_have_count(1)
        expect(each.page.locator("#notices .banner")).to_have_count(0)
    expect(mover.page.get_by_role("heading", name=CHOOSE)).to_be_visible()


def test_an_undo_that_is_declined_leaves_the_move(asked: Pair) -> None:
    mover, other = asked
    expect(other.page.locator("#notices")).to_contain_text("asks to take back: Ada")
    expect(mover.page.locator("#notices")).to_contain_text("You asked to take back: Ada")
    expect(other.page.locator(".line").last).to_contain_text("Ada asked to take back: Ada")
    other.page.get_by_role("button", name="Decline").click()
    for each in asked:
        expect(each.page.locator("#notices .banner")).to_have_count(0)
        expect(each.page.locator(".line.undone")).to_have_count(0)
    expect(mover.page.get_by_role("heading", name=CHOOSE)).to_have_count(0)


def test_a_wish_to_undo_can_be_withdrawn(asked: Pair) -> None:
    mover, other = asked
    mover.page.get_by_role("button", name="Withdraw").click()
    for each in asked:
        expect(each.page.locator("#notices .banner")).to_have_count(0)
    expect(other.page.get_by_role("button", name="Agree")).to_have_count(0)


def test_a_part_that_does_not_load_is_asked_for_again(visitor: Visitors, site: str) -> None:
    game, guest = prepared(site, "Ada", "Bob"), visitor()
    guest.announce("game-notices-attention.js (failed|said)")
    guest.context.route("**/game-notices-attention.js", lambda route: route.abort(), times=1)
    guest.become(game.people[0].token)
    guest.open(f"game/{game.game}")
    with guest.page.expect_response("**/game-notices-attention.js"):
        guest.page.locator("#panel button.card").first.click()
        guest.page.locator("#panel .proposal .main").click()
    assert guest.surprises == []


def test_a_game_that_does_not_open_is_reported_without_the_page_for_it(visitor: Visitors) -> None:
    guest = visitor()
    guest.announce("pages-failed.js (failed|said)|404")
    guest.context.route("**/pages-failed.js", lambda route: route.abort())
    guest.open("game/k3v9x2m7q4w8z6t5")
    expect(guest.page.locator("#main [role=alert]")).to_contain_text("game")


def test_a_lost_connection_is_shown_and_healed(two: Pair) -> None:
    mover, other = two
    other.announce("ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED")
    other.context.set_offline(True)
    expect(other.page.locator("#notices")).to_contain_text(LOST)
    before = mover.page.locator(".line").count()
    mover.page.locator("#panel button.card").first.click()
    mover.page.locator("#panel .proposal .main").click()
    expect(mover.page.locator(".line")).to_have_count(before + 1)
    expect(other.page.locator(".line")).to_have_count(before)
    other.context.set_offline(False)
    expect(other.page.locator("#notices")).not_to_contain_text(LOST)
    expect(other.page.locator(".line")).to_have_count(before + 1)


def test_a_game_that_is_refused_is_reported_and_not_asked_for_again(
    visitor: Visitors, stage: Stage
) -> None:
    asked: list[str] = []

    def refuse(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(status=404)

    guest = visitor()
    guest.announce("404")
    guest.page.clock.install()
    guest.page.route(re.compile(r"/stream\?"), refuse)
    SCENES["watching"](guest, stage)
    expect(guest.page.locator("#notices")).to_contain_text("no longer")
    guest.page.clock.run_for(60_000)
    assert len(asked) == 1


def test_a_guest_with_the_link_sits_down_and_the_game_begins(visitor: Visitors) -> None:
    ada, bob = visitor(), visitor()
    bob.page.goto(_made_by(ada))
    bob.page.get_by_role("button", name="Sit down").click()
    assert eventually(lambda: _is_asked(ada) or _is_asked(bob))
    for each in (ada, bob):
        expect(each.page.locator(".line")).to_have_count(3)


def test_an_unlisted_game_is_watched_only_by_its_link(visitor: Visitors) -> None:
    link = _made_by(visitor())
    guest, stranger = visitor(), visitor()
    guest.page.goto(link)
    guest.page.get_by_role("button", name="Sit down").wait_for()
    stranger.announce("404")
    stranger.page.goto(link.partition("#")[0])
    expect(stranger.page.get_by_role("heading", level=1)).to_contain_text("does not exist")


def _made_by(ada: Visitor) -> str:
    """Ada makes an unlisted game with a free seat; the link to it."""
    ada.open("new")
    unfold(ada.page)
    ada.page.get_by_text("Tiny").click()
    ada.page.get_by_label("Seat 2", exact=True).select_option("free")
    ada.page.get_by_text("By consent: ").click()
    ada.page.get_by_text("Private: only for people with the link").click()
    ada.page.get_by_role("button", name="Start the game").click()
    link = ada.page.locator("input.link")
    link.wait_for()
    return link.input_value()


def _is_asked(visitor: Visitor) -> bool:
    return visitor.page.locator(".prompt.mine").count() > 0


def _play_through(visitor: Visitor) -> None:
    """A march and the end of the turn."""
    page = visitor.page
    page.locator("#panel button.card").first.click()
    page.locator("#panel .proposal .main").click()
    page.locator(".space.target, .point").first.wait_for()
    if not page.locator(".point").count():
        page.locator(".space.target").first.click()
    page.locator(".point .reach").first.click()
    page.get_by_role("button", name=re.compile("^March")).click()
    press(page.get_by_role("button", name="End turn"))


def test_a_study_names_its_owner_to_the_owner_and_to_guests_with_the_link(
    visitor: Visitors, stage: Stage
) -> None:
    cleo, eve = visitor(), visitor()
    SCENES["study"](cleo, stage)
    eve.page.goto(cleo.page.url)
    for each, words in ((cleo, "all seats are yours"), (eve, "one player plays all seats")):
        banner = each.page.locator("#notices .banner")
        expect(banner).to_contain_text(words)
        expect(banner).to_contain_text("hidden cards were dealt again")
    expect(eve.page.locator("#panel")).to_contain_text("You are watching")


def test_a_departed_player_is_shown_as_one_and_a_namesake_by_name(
    visitor: Visitors, site: str
) -> None:
    game = prepared(site, "Ada", "forgotten player")
    headers = {"Authorization": f"Bearer {game.people[0].token}"}
    httpx.delete(f"{site}/api/v1/me", headers=headers).raise_for_status()
    guest = visitor(locale="de")
    guest.open(f"game/{game.game}")
    names = guest.page.locator(".seat-name")
    expect(names).to_have_text(["gelöschter Spieler", "forgotten player"])
