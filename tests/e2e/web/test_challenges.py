"""Challenges on the page: sent by handle or as a link, answered, and seen by both sides."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.web.accessibility import complaints
from tests.e2e.web.prepared_games import Person, person, prepared_by
from tests.e2e.web.visitors import Visitor, Visitors

PHONE = (360, 740)


@pytest.fixture(scope="module")
def ada(site: str) -> Person:
    return with_handle(person(site, "Ada"), "ada-lace")


@pytest.fixture(scope="module")
def bob(site: str) -> Person:
    return with_handle(person(site, "Bob"), "bobby")


def with_handle(who: Person, handle: str) -> Person:
    who.client.accounts.claim_handle(handle)
    return who


def signed_in(visitor: Visitors, who: Person) -> Visitor:
    guest = visitor()
    guest.become(who.token)
    return guest


def sent(guest: Visitor, to: str) -> str:
    """Send a challenge by the form; return the address of its page."""
    guest.open(f"new?challenge=yes&to={to}")
    guest.page.get_by_role("button", name="Send the challenge").click()
    guest.page.wait_for_url(re.compile("/challenge#id="))
    guest.page.get_by_role("button", name="Withdraw").wait_for()
    return guest.page.url.rpartition("/")[2]


def in_order(page: Page) -> None:
    """Nobody is shut out, and nothing is wider than the window."""
    assert complaints(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_player_accepts_among_their_games(visitor: Visitors, ada: Person, bob: Person) -> None:
    sender = signed_in(visitor, ada)
    sent(sender, "bobby")
    expect(sender.page.locator("h1")).to_have_text("To @bobby: Alexandros")
    expect(sender.page.locator(".sentence")).to_have_text(
        "Alexandros for two: you and Bob; on The Near East; no time limit."
    )
    answering = signed_in(visitor, bob)
    answering.open()
    row = answering.page.locator("#challenges li")
    expect(row).to_contain_text("@ada-lace challenges you: Alexandros")
    in_order(answering.page)
    row.get_by_role("button", name="Accept").click()
    answering.page.wait_for_url(re.compile(r"/game/\w+"))
    sender.page.get_by_role("link", name="To the game").click()
    sender.page.wait_for_url(re.compile(r"/game/\w+"))
    assert sender.page.url == answering.page.url
    expect(sender.page.locator("#seats a.seat-name").last).to_have_attribute("href", "@bobby")


def test_both_sides_read_all_terms_before_they_answer(
    visitor: Visitors, ada: Person, bob: Person
) -> None:
    terms = {"ruleset": "alexandros", "board": "tiny", "options": {"target_score": 10}}
    terms |= {"listed": False, "undo": "free", "first_seat": 1}
    made = ada.client.accounts.challenge("bobby", **terms)
    rules = (
        "Not as usual: Points that end the game: 10 · seat 2 goes first · Undo: free · "
        "only for people with the link"
    )
    for who, other in ((ada, "Bob"), (bob, "Ada")):
        guest = signed_in(visitor, who)
        guest.open()
        row = guest.page.locator(f"#challenges li[data-key='{made['id']}']")
        expect(row).to_contain_text(f"you and {other}; on Tiny; no time limit. {rules}")
        guest.open(f"challenge#id={made['id']}")
        expect(guest.page.locator(".note").first).to_have_text(rules)
        in_order(guest.page)


def test_the_sender_reads_why_a_challenge_was_declined(
    visitor: Visitors, ada: Person, bob: Person
) -> None:
    sender, answering = signed_in(visitor, ada), signed_in(visitor, bob)
    answering.open(sent(sender, "bobby"))
    answering.page.get_by_label("Reason").select_option("pace")
    answering.page.get_by_role("button", name="Decline").click()
    expect(answering.page.get_by_role("status")).to_have_text("Declined: another pace, please")
    expect(sender.page.get_by_role("status")).to_have_text("Declined: another pace, please")


def test_a_stranger_accepts_a_link_on_a_phone(visitor: Visitors, ada: Person) -> None:
    sender = signed_in(visitor, ada)
    address = sent(sender, "")
    expect(sender.page.locator("input.link")).to_have_value(re.compile(re.escape(address)))
    stranger = visitor(*PHONE, phone=True)
    stranger.open(address)
    stranger.page.get_by_label("Your name").fill("Zoe")
    in_order(stranger.page)
    stranger.page.get_by_role("button", name="Accept").tap()
    stranger.page.wait_for_url(re.compile(r"/game/\w+"))
    late = visitor()
    late.open(address)
    expect(late.page.get_by_role("status")).to_contain_text("Zoe accepted first")
    in_order(late.page)
    late.page.get_by_role("link", name="To the lobby").click()
    late.page.locator(".quick").first.wait_for()


def test_an_unknown_challenge_leads_on_to_the_lobby(visitor: Visitors) -> None:
    guest = visitor()
    guest.announce("/challenges/.* (said: .*404|answered 404)")
    guest.open("challenge#id=nothing")
    expect(guest.page.get_by_role("alert")).to_contain_text("There is no such challenge")
    guest.page.get_by_role("link", name="To the lobby").click()
    guest.page.locator(".quick").first.wait_for()


def test_a_link_that_only_this_machine_can_open_says_so(visitor: Visitors, ada: Person) -> None:
    sender = signed_in(visitor, ada)
    sent(sender, "")
    expect(sender.page.locator("main")).to_contain_text("Only this machine can open this link")


def test_a_challenge_is_taken_back(visitor: Visitors, ada: Person, bob: Person) -> None:
    sender, answering = signed_in(visitor, ada), signed_in(visitor, bob)
    address = sent(sender, "bobby")
    sender.page.get_by_role("button", name="Withdraw").click()
    sender.page.wait_for_url(re.compile("/$"))
    answering.open(address)
    expect(answering.page.get_by_role("status")).to_have_text("withdrawn")


def test_an_unknown_handle_is_refused_and_the_form_stays(visitor: Visitors, ada: Person) -> None:
    guest = signed_in(visitor, ada)
    guest.announce("/challenges (said: .*422|answered 422)")
    guest.open("new?challenge=yes&to=nobody-here")
    guest.page.get_by_role("button", name="Send the challenge").click()
    expect(guest.page.locator("#toasts")).to_contain_text("nobody-here")
    expect(guest.page.get_by_label("Unique name of the player")).to_have_value("nobody-here")


def test_a_profile_shows_listed_games_and_leads_to_a_challenge(
    visitor: Visitors, site: str, ada: Person
) -> None:
    bot = with_handle(person(site, "Rosetta"), "rosetta")
    bot.client.accounts.become_bot("Ada", rulesets=["settlers"], games=3)
    game = prepared_by([person(site, "Cleo"), bot])
    guest = signed_in(visitor, ada)
    guest.open("@Rosetta")
    expect(guest.page.locator("h1")).to_have_text("Rosetta @rosetta")
    expect(guest.page.locator("main")).to_contain_text(
        "A bot of Ada. It plays Settlers, up to 3 games at once."
    )
    expect(guest.page.locator(".game-row a")).to_have_attribute("href", f"game/{game.game}")
    expect(guest.page.locator(".game-row")).to_contain_text("Rosetta bot account")
    in_order(guest.page)
    guest.page.get_by_role("link", name="Challenge", exact=True).click()
    expect(guest.page.get_by_label("Unique name of the player")).to_have_value("rosetta")


def test_a_profile_that_nobody_has_says_so(visitor: Visitors) -> None:
    guest = visitor()
    guest.announce("/players/.* (said: .*404|answered 404)")
    guest.open("@nobody-here")
    expect(guest.page.get_by_role("alert")).to_have_text(
        "Nobody has this name. It may have been changed."
    )
