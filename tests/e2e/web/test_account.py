"""The account page: channels, an address confirmed by its link, feeds, and the log."""

from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Page, Route, expect

from service.app import create_app
from service.settings.config import Config
from tests.e2e.web import browsers
from tests.e2e.web.prepared_games import Person, person
from tests.e2e.web.shifts import MOST_SHIFT, WATCH
from tests.e2e.web.visitors import Visitor, Visitors
from tests.service.conftest import fake_store

ADDRESS = "ada@games.example"
HOOK = "https://hooks.example/a/rather/long/secret"


@pytest.fixture(scope="module")
def app() -> Flask:
    """A service that can send mails, though nobody takes them."""
    mail = {"smtp_url": "smtp://127.0.0.1:9", "mail_from": "a@games.example"}
    settings: Any = {**mail, "url": "https://games.example/", "webhooks_private": True}
    return create_app(Config(rate_limit=False, **settings), fake_store())


@pytest.fixture(scope="module")
def home(app: Flask) -> Iterator[str]:
    with browsers.served_here(app) as address:
        yield address


@pytest.fixture
def ada(home: str) -> Person:
    return person(home, "Ada")


@pytest.fixture
def guest(visitor: Visitors, home: str, ada: Person) -> Visitor:
    """Ada with a phone, at her account."""
    made = visitor(390, 844, phone=True)
    made.site = home
    made.become(ada.token)
    made.context.add_init_script(WATCH)
    made.open("account")
    return made


def test_an_address_is_added_and_confirmed_by_its_link(
    app: Flask, guest: Visitor, ada: Person
) -> None:
    page = guest.page
    expect(page.get_by_text("You get no notices of your turns yet")).to_be_visible()
    assert page.evaluate("shift") < MOST_SHIFT
    assert page.evaluate("[...earlyAnswers.keys()]") == []
    page.get_by_role("button", name="E-mail").tap()
    box = page.get_by_label("Your e-mail address")
    expect(box).to_be_focused()
    box.fill(ADDRESS)
    page.get_by_role("button", name="Send the link").tap()
    said = page.locator(".adding").get_by_role("status")
    expect(said).to_contain_text(f"A mail is on its way to {ADDRESS}")
    expect(said).to_be_focused()
    row = page.locator("#account-channels .channel")
    expect(row).to_contain_text("Not confirmed yet")
    expect(page.get_by_text("You get no notices of your turns yet")).to_be_hidden()
    here = page.evaluate("Intl.DateTimeFormat().resolvedOptions().timeZone")
    expect(page.get_by_role("combobox", name="Time zone")).to_have_value(here)
    assert ada.client.me()["time_zone"] == here

    link = f"account#confirm={_token(app, ada)}"
    guest.open(link)
    press(guest)
    expect(page.get_by_role("status").first).to_have_text(
        f"{ADDRESS} is confirmed. Notices of your turns go there from now on."
    )
    expect(row).to_contain_text("Sends a notice soon after your turn has begun")
    expect(page.locator("#account-log tbody tr")).to_contain_text("Link to confirm the address")
    assert page.url == f"{guest.site}/account"
    guest.open(link)
    press(guest)
    expect(page.get_by_role("status").first).to_contain_text("is confirmed")
    guest.announce("404")
    guest.open(f"{link}x")
    press(guest)
    expect(page.get_by_role("alert").first).to_contain_text("This link has expired")


def test_of_two_links_opened_at_once_the_last_is_reported(
    app: Flask, guest: Visitor, ada: Person
) -> None:
    page = guest.page
    ada.client.notices.add_email(ADDRESS)
    guest.announce("404")
    held: list[Route] = []
    page.route("**/channels/confirm", lambda route: held.append(route), times=1)  # noqa: PLW0108 - it gets a mark
    guest.open(f"account#confirm={_token(app, ada)}")
    with page.expect_request("**/channels/confirm"):
        press(guest)
    page.evaluate("location.hash = '#confirm=another'")
    expect(page.get_by_role("button", name="Confirm the address")).to_be_enabled()
    held[0].continue_()
    expect(page.get_by_role("status").first).to_contain_text("is confirmed")
    press(guest)
    expect(page.get_by_role("alert").first).to_contain_text("This link has expired")


def press(guest: Visitor) -> None:
    """Press the button of the page that a mail's link has opened."""
    guest.page.get_by_role("button", name="Confirm the address").click()


def _token(app: Flask, ada: Person) -> str:
    """A token as the mail's link has one."""
    notices = app.extensions["anabasis"].notices
    (channel,) = notices.channels.of(ada.client.me()["player_id"])
    return str(notices.confirmations.new_token(channel))


def test_a_webhooks_secret_is_shown_once_and_its_row_changes_at_once(guest: Visitor) -> None:
    page = guest.page
    guest.announce("422")
    _add_webhook(page, "ftp://hooks.example")
    refused = page.get_by_role("alert").filter(has_text="begins with https://")
    expect(refused).to_be_visible()
    expect(refused).not_to_contain_text("internet")  # this host allows an intranet's
    page.get_by_label("Address of the webhook").fill(HOOK)
    page.get_by_role("button", name="Add", exact=True).tap()
    secret = page.get_by_role("textbox", name="Copy", exact=True)
    assert secret.input_value().startswith("whsec_")
    row = page.locator(".channel")
    expect(row).to_contain_text("hooks.example/…cret")
    row.locator("summary").tap()
    page.get_by_role("combobox", name="When").select_option("daily")
    expect(row).to_contain_text("once a day at 18:00")
    row.get_by_role("button", name="Send a test").tap()
    expect(page.locator("#account-log tbody tr")).to_contain_text("A test")
    row.get_by_role("button", name="Pause").tap()
    expect(row).to_contain_text("Paused by you.")
    page.reload()
    expect(row).to_contain_text("Paused by you.")
    expect(page.get_by_text("whsec_")).to_have_count(0)
    row.locator("summary").tap()
    row.get_by_role("button", name="Remove").tap()
    page.get_by_role("dialog").get_by_role("button", name="Remove").tap()
    expect(page.get_by_text("You get no notices of your turns yet")).to_be_visible()


def _add_webhook(page: Page, url: str) -> None:
    page.get_by_role("button", name="Webhook").tap()
    page.get_by_label("Address of the webhook").fill(url)
    page.get_by_role("button", name="Add", exact=True).tap()


def test_a_host_without_mail_offers_none(visitor: Visitors, site: str) -> None:
    guest = visitor()
    guest.become(person(site, "Ada").token)
    guest.open("account")
    channels = guest.page.locator("#account-channels")
    expect(channels.locator(".adding-ways button")).to_have_count(2)
    expect(channels).to_contain_text("This host sends no mail.")
    expect(channels).not_to_contain_text("e-mail")


def test_feeds_are_made_shown_once_and_removed(guest: Visitor) -> None:
    page = guest.page
    feeds = page.locator("#account-feeds")
    feeds.get_by_role("button", name="Make the links").tap()
    expect(feeds.get_by_role("textbox")).to_have_count(2)
    atom, calendar = (each.input_value() for each in feeds.get_by_role("textbox").all())
    assert (atom.rsplit("/", 1)[1], calendar.rsplit("/", 1)[1]) == ("turns.atom", "deadlines.ics")
    page.reload()
    expect(feeds).to_contain_text("You have links.")
    expect(feeds.get_by_role("textbox")).to_have_count(0)
    feeds.get_by_role("button", name="Remove the links").tap()
    page.get_by_role("dialog").get_by_role("button", name="Remove the links").tap()
    expect(feeds.get_by_role("button", name="Make the links")).to_be_visible()


def test_mails_come_in_the_language_that_is_chosen_for_the_page(
    guest: Visitor, home: str, ada: Person
) -> None:
    page, own = guest.page, {"Authorization": f"Bearer {ada.token}"}
    for wanted, locale in (("de", "de"), ("auto", "en")):
        page.locator("#bar button.settings").click()
        choice = page.locator("dialog select").filter(has=page.locator("option[lang]"))
        with page.expect_navigation():
            choice.select_option(wanted)
        mine = page.request.get(f"{home}/api/v1/me", headers=own)
        assert mine.json()["locale"] == locale


def test_who_leaves_is_led_away_though_the_sign_out_finds_no_network(guest: Visitor) -> None:
    guest.announce("session|401")
    guest.page.route("**/api/v1/session", lambda route: route.abort())
    guest.open("account")
    guest.page.get_by_role("button", name="Delete my account").click()
    guest.page.get_by_role("dialog").get_by_role("button", name="Delete my account").click()
    expect(guest.page.locator(".tagline")).to_be_visible()
