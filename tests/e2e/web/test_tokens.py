"""Tokens for programs on the account page: made, shown once, listed and revoked."""

import pytest
from playwright.sync_api import expect

from tests.e2e.web.browsers import Site
from tests.e2e.web.prepared_games import Person, person
from tests.e2e.web.visitors import Visitor, Visitors


@pytest.fixture
def ada(site: Site) -> Person:
    return person(site, "Ada")


@pytest.fixture
def guest(visitor: Visitors, ada: Person) -> Visitor:
    """Ada with a phone, at her account."""
    made = visitor(390, 844, phone=True)
    made.become(ada.token)
    made.open("account")
    return made


def test_a_token_is_made_shown_once_and_revoked(guest: Visitor, site: Site, ada: Person) -> None:
    section = guest.page.locator("#account-tokens")
    section.get_by_role("button", name="Make a token").tap()
    expect(section.locator("[name=name]")).to_be_focused()
    section.locator("[name=name]").fill("Terminal")
    expect(section.get_by_label("play your games and see them")).to_be_checked()
    section.get_by_label("change your name and settings").check()
    section.get_by_role("button", name="Make", exact=True).tap()
    expect(section.get_by_role("status")).to_be_focused()
    secret = section.get_by_role("textbox").input_value()
    assert secret.startswith("anas_")
    row = section.get_by_role("listitem")
    expect(row).to_contain_text("Terminal")
    expect(row).to_contain_text("play your games and see them · change your name and settings")
    program = ada.client.with_token(secret)
    assert program.me()["name"] == "Ada"

    guest.open("account")
    expect(row).to_contain_text("last used")
    assert secret not in guest.page.content()
    section.get_by_role("button", name="Revoke: Terminal").tap()
    guest.page.get_by_role("dialog").get_by_role("button", name="Revoke").tap()
    expect(row).to_have_count(0)
    assert guest.surprises == []


def test_a_token_that_may_do_nothing_is_not_made(guest: Visitor) -> None:
    section = guest.page.locator("#account-tokens")
    section.get_by_role("button", name="Make a token").tap()
    section.locator("[name=name]").fill("Idle")
    section.get_by_label("play your games and see them").uncheck()
    section.get_by_role("button", name="Make", exact=True).tap()
    expect(section.get_by_role("alert")).to_have_text("Tick at least one thing that it may do.")
    expect(section.get_by_role("listitem")).to_have_count(0)
