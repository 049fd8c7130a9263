"""Reports on the page: of a game, its title and its players, and of a profile."""

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.e2e.web.accessibility import complaints
from tests.e2e.web.prepared_games import Person, person, prepared_by
from tests.e2e.web.visitors import Visitor, Visitors


@pytest.fixture(scope="module")
def ada(site: str) -> Person:
    ada = person(site, "Ada")
    ada.client.accounts.claim_handle("ada-told")
    return ada


def signed_in(visitor: Visitors, who: Person, *size: int, phone: bool = False) -> Visitor:
    guest = visitor(*size, phone=phone)
    guest.become(who.token)
    return guest


def dialog_of(page: Page) -> Locator:
    return page.get_by_role("dialog", name="Report to the host")


def send(page: Page, reason: str, text: str = "") -> None:
    dialog = dialog_of(page)
    dialog.get_by_label("Why?").select_option(reason)
    dialog.get_by_label("What happened?").fill(text)
    with page.expect_response("**/api/v1/reports") as answered:
        dialog.get_by_role("button", name="Send the report").click()
    assert answered.value.status == 201
    expect(page.locator("#toasts")).to_contain_text("the host has your report")
    expect(dialog).to_have_count(0)


def test_a_game_its_title_and_its_players_are_reported_on_a_phone(
    visitor: Visitors, site: str, ada: Person
) -> None:
    game = prepared_by([ada, person(site, "Bob")], title="A rude title").game
    guest = signed_in(visitor, person(site, "Eve"), 360, 740, phone=True)
    guest.open(f"game/{game}")
    guest.page.locator("#share-tool").click()
    guest.page.get_by_role("button", name="Report…").click()
    what = dialog_of(guest.page).get_by_label("What is it about?")
    labels = ["The game as a whole", "Its title: A rude title", "Player Ada", "Player Bob"]
    expect(what.locator("option")).to_have_text(labels)
    assert complaints(guest.page) == []
    assert guest.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    what.select_option("Its title: A rude title")
    send(guest.page, "offensive", "Look at it.")


def test_a_player_is_reported_from_their_profile_by_keyboard(
    visitor: Visitors, site: str, ada: Person
) -> None:
    guest = signed_in(visitor, person(site, "Eve"))
    guest.open("@ada-told")
    guest.page.get_by_role("button", name="Report…").focus()
    guest.page.keyboard.press("Enter")
    expect(dialog_of(guest.page)).to_contain_text("Player Ada")
    guest.page.keyboard.press("Escape")
    expect(dialog_of(guest.page)).to_have_count(0)
    guest.page.keyboard.press("Enter")
    send(guest.page, "spam")


def test_a_refusal_is_read_out_and_can_be_tried_again(
    visitor: Visitors, site: str, ada: Person
) -> None:
    guest = signed_in(visitor, person(site, "Eve"))
    guest.announce("503")
    full = {"code": "reports_full", "detail": "So many reports wait that no more are taken."}
    guest.page.route("**/api/v1/reports", lambda route: route.fulfill(status=503, json=full))
    guest.open("@ada-told")
    guest.page.get_by_role("button", name="Report…").click()
    dialog_of(guest.page).get_by_role("button", name="Send the report").click()
    expect(dialog_of(guest.page).get_by_role("alert")).to_contain_text("no more are taken")
    expect(dialog_of(guest.page).get_by_role("button", name="Send the report")).to_be_enabled()


def test_a_stranger_reads_that_players_report(visitor: Visitors, ada: Person) -> None:
    guest = visitor()
    guest.open("@ada-told")
    guest.page.get_by_role("button", name="Report…").click()
    expect(dialog_of(guest.page)).to_contain_text("Only players can report")
    way = dialog_of(guest.page).get_by_role("link", name="Come back")
    expect(way).to_have_attribute("href", "account")


def test_a_double_click_opens_one_dialog(visitor: Visitors, site: str, ada: Person) -> None:
    guest = signed_in(visitor, person(site, "Eve"))
    guest.open("@ada-told")
    texts: list[Route] = []

    def first_alone(route: Route) -> None:
        texts.append(route)
        if len(texts) == 1:
            route.continue_()

    guest.page.route("**/texts/report/*.json", first_alone)
    guest.page.get_by_role("button", name="Report…").dblclick()
    expect(dialog_of(guest.page)).to_have_count(1)
    guest.page.keyboard.press("Escape")
    expect(dialog_of(guest.page)).to_have_count(0)
    # A second dialog that loads its texts now would open after the first one was closed.
    assert len(texts) == 1
