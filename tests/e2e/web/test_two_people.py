"""Two people in one browser: an open tab acts for its own player alone."""

from playwright.sync_api import expect

from tests.e2e.web.play_settlers import sit
from tests.e2e.web.prepared_games import Person, Prepared, person, prepared
from tests.e2e.web.visitors import SIGN_IN, Visitor, Visitors
from tests.waiting import eventually

TERMS = {"ruleset": "alexandros", "board": "tiny"}


def at_the_table(visitor: Visitors, site: str) -> tuple[Prepared, Visitor]:
    """A game of Ada and Ben, and Ada's tab in it."""
    game = prepared(site, "Ada", "Ben", **TERMS)
    return game, sit(visitor(1280, 800), game, 0)


def signs_in(guest: Visitor, somebody: Person, name: str) -> None:
    """Sign in in another tab, which notifies the first."""
    other = guest.context.new_page()
    other.goto(guest.site)
    other.evaluate(SIGN_IN, somebody.token)
    other.goto(f"{guest.site}/account")
    expect(other.locator("h1")).to_have_text(name)


def signs_out(guest: Visitor) -> None:
    """Sign out in another tab, which notifies the first."""
    other = guest.context.new_page()
    other.goto(guest.site)
    other.get_by_role("button", name="Settings").click()
    other.get_by_role("button", name="Sign out").click()
    other.get_by_role("dialog").get_by_role("button", name="Sign out").last.click()


def test_a_tab_says_at_once_that_another_has_signed_in(visitor: Visitors, site: str) -> None:
    game, guest = at_the_table(visitor, site)
    guest.announce("409")  # the page says that Ada has seen her game
    signs_in(guest, game.people[1], "Ben")
    told = guest.page.locator(".banner", has_text="Somebody else has signed in")
    expect(told).to_contain_text("still Ada’s")
    told.get_by_role("button", name="Reload this page").click()
    expect(guest.page.locator(".banner", has_text="Somebody else")).to_have_count(0)


def test_a_stale_tab_resigns_for_nobody_else(visitor: Visitors, site: str) -> None:
    """Although it has not heard of the other: the service refuses, and the page says why."""
    game, guest = at_the_table(visitor, site)
    guest.announce("409")
    guest.page.evaluate(SIGN_IN, game.people[1].token)
    guest.page.get_by_role("button", name="Resign").click()
    guest.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(guest.page.locator(".banner", has_text="Somebody else has signed in")).to_be_visible()
    assert game.view["status"] == "live"
    assert [each["resigned"] for each in game.view["state"]["seats"]] == [False, False]


def test_a_tab_says_at_once_that_its_player_was_signed_out(visitor: Visitors, site: str) -> None:
    _, guest = at_the_table(visitor, site)
    guest.announce("401")
    signs_out(guest)
    told = guest.page.locator(".banner", has_text="You were signed out")
    expect(told).to_be_visible()
    expect(told.get_by_role("link", name="Sign in again")).to_have_attribute("href", "account")
    guest.page.get_by_role("button", name="Resign").click()
    guest.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(guest.page.locator("#toasts, .refusal").first).not_to_contain_text("Bearer")


def test_a_tab_shows_every_change_until_its_own_player_is_back(
    visitor: Visitors, site: str
) -> None:
    game, guest = at_the_table(visitor, site)
    ada, ben = game.people
    guest.announce("40[19]")
    told = guest.page.locator(".banner.session")
    signs_out(guest)
    expect(told).to_contain_text("until you sign in again")
    signs_in(guest, ben, "Ben")
    expect(told).to_contain_text("nothing done here counts until Ada signs in again")
    expect(told.get_by_role("link", name="Account")).to_have_attribute("href", "account")
    expect(told.get_by_role("link", name="Sign in again")).to_have_count(0)
    signs_out(guest)
    expect(told).to_contain_text("You were signed out")
    signs_in(guest, ada, "Ada")
    expect(told).to_have_count(0)
    guest.page.get_by_role("button", name="Resign").click()
    guest.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    eventually(lambda: game.view["status"] == "finished")


def test_a_used_link_for_another_device_says_so_in_plain_words(
    visitor: Visitors, site: str
) -> None:
    guest = visitor()
    guest.announce("401")
    guest.open("#transfer=used")
    guest.page.get_by_role("dialog").get_by_role("button", name="Play on here").click()
    expect(guest.page.locator("#toasts")).to_contain_text("no longer signs anybody in")
    expect(guest.page.locator(".banner")).to_have_count(0)


def test_a_link_for_another_device_survives_a_lost_connection(visitor: Visitors, site: str) -> None:
    guest = visitor()
    guest.announce("40|ERR_FAILED")
    guest.page.route("**/api/v1/session", lambda route: route.abort(), times=1)
    guest.open("#transfer=used")
    dialog = guest.page.get_by_role("dialog")
    dialog.get_by_role("button", name="Play on here").click()
    expect(dialog).to_contain_text(guest.text("net_none"))
    assert guest.page.url.endswith("#transfer=used")
    dialog.get_by_role("button", name="Play on here").click()
    expect(guest.page.locator("#toasts")).to_contain_text("no longer signs anybody in")
    assert "#" not in guest.page.url


def test_a_refused_way_to_sign_in_signs_nobody_out(visitor: Visitors, site: str) -> None:
    guest = visitor()
    guest.announce("401")
    guest.become(person(site, "Ada").token)
    refusal = {"code": "token_unknown", "detail": "POST /players gives a new token"}
    guest.page.route("**/sign-in/finish", lambda route: route.fulfill(status=401, json=refusal))
    guest.open("account")
    expect(guest.page.locator("h1")).to_have_text("Ada")
    guest.page.evaluate("location.hash = 'sign-in=used'")
    offer = guest.page.locator(".account-news")
    expect(offer).to_contain_text("This browser plays as Ada.")
    offer.get_by_role("button", name="Sign in").click()
    expect(guest.page.get_by_role("alert")).to_contain_text(["no longer signs anybody in"])
    expect(guest.page.locator(".banner")).to_have_count(0)


def test_a_browser_whose_session_is_void_learns_so_without_tokens(
    visitor: Visitors, site: str
) -> None:
    game, guest = prepared(site, "Ada", "Ben", **TERMS), visitor()
    guest.announce("401")
    guest.context.add_cookies([{"name": "anabasis", "value": "anab_void", "url": site}])
    guest.open(f"game/{game.game}")
    expect(guest.page.locator("h1.missing")).to_have_text("Nobody is signed in on this browser.")


def test_a_player_who_comes_back_in_another_tab_goes_on(visitor: Visitors, site: str) -> None:
    game, guest = at_the_table(visitor, site)
    other = guest.context.new_page()
    other.goto(f"{guest.site}/account")
    expect(other.locator("#main")).to_contain_text("Ada")
    expect(guest.page.locator(".banner", has_text="signed")).to_have_count(0)
    assert game.view["status"] == "live"
