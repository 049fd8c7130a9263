"""The rules beside a game: opened by prompts, refusals and a key; the board stays usable."""

import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.e2e.web.play_settlers import in_phase
from tests.e2e.web.prepared_games import prepared
from tests.e2e.web.scenes import SCENES, Stage
from tests.e2e.web.visitors import Visitor, Visitors


def drawer(page: Page) -> Locator:
    return page.get_by_role("dialog", name="Rules")


def sought(page: Page) -> Locator:
    return drawer(page).locator(".sought")


@pytest.fixture
def at_table(visitor: Visitors, site: str) -> Visitor:
    """Somebody about to choose a card, in a game of their own."""
    game, guest = prepared(site, "Ada", "Bob"), visitor()
    guest.become(game.people[0].token)
    guest.open(f"game/{game.game}")
    guest.page.locator("#panel .prompt.mine").wait_for()
    return guest


def test_a_prompts_mark_opens_its_rule_and_the_board_stays_usable(at_table: Visitor) -> None:
    page = at_table.page
    address = page.url
    page.locator("#panel .rule-mark").press("Enter")
    expect(sought(page)).to_contain_text("Choose a card")
    expect(sought(page)).to_be_in_viewport()
    expect(sought(page)).to_be_focused()
    assert page.url == address
    edges = [each.bounding_box() or {} for each in (drawer(page), page.locator("#map"))]
    assert edges[1]["x"] + edges[1]["width"] <= edges[0]["x"]
    page.locator("#panel button.card").first.click()
    page.locator("#panel .proposal .main").click()
    expect(page.locator("#panel .prompt")).to_contain_text("To which of its points?")
    page.locator("#panel .rule-mark").click()
    expect(sought(page)).to_contain_text("Where the march ends")
    page.keyboard.press("Escape")
    expect(drawer(page)).to_have_count(0)
    expect(page.locator("#panel .rule-mark")).to_be_focused()


def test_the_drawer_is_searched_and_followed_and_keeps_its_place(at_table: Visitor) -> None:
    page = at_table.page
    page.keyboard.press("r")
    drawer(page).get_by_text("Contents").click()
    drawer(page).get_by_role("link", name="Recall a governor").click()
    expect(sought(page)).to_contain_text("A17")
    place = page.locator(".drawer-body").evaluate("body => body.scrollTop")
    drawer(page).get_by_role("button", name="Close").click()
    page.get_by_role("link", name="Rules").click()
    expect(sought(page)).to_be_in_viewport()
    assert page.locator(".drawer-body").evaluate("body => body.scrollTop") == place
    drawer(page).get_by_role("searchbox").fill("compensation")
    expect(drawer(page).locator("output")).to_have_text(re.compile("found"))
    expect(drawer(page).locator(".rule:not(.hidden)").first).to_contain_text("ompensation")


def test_a_refusals_rule_opens_in_the_drawer(at_table: Visitor) -> None:
    page = at_table.page
    at_table.announce(r"/moves (said: .*409|answered 409)")
    illegal = '{"type": "end_turn"}'
    page.route(re.compile(r"/moves$"), lambda route: _instead(route, illegal))
    address = page.url
    page.locator("#panel button.card").first.click()
    page.locator("#panel .proposal .main").click()
    page.locator(".toast a").click()
    expect(sought(page)).to_be_in_viewport()
    expect(page.locator(".toast a")).to_contain_text(sought(page).get_attribute("data-rule") or "–")
    assert page.url == address


def _instead(route: Route, body: str) -> None:
    route.continue_(post_data=body) if route.request.method == "POST" else route.continue_()


def test_on_a_phone_the_rules_are_a_sheet_that_leads_to_the_base_games(
    visitor: Visitors, stage: Stage
) -> None:
    guest = visitor(390, 844, phone=True)
    in_phase("alexander_the_great", "bid", 2)(guest, stage)
    guest.page.locator("#panel .rule-mark").tap()
    expect(sought(guest.page)).to_contain_text("Bidding")
    assert drawer(guest.page).bounding_box() == {"x": 0, "y": 0, "width": 390, "height": 844}
    drawer(guest.page).get_by_role("link", name="S9").first.tap()
    expect(sought(guest.page)).to_contain_text("Where to build")
    drawer(guest.page).get_by_role("button", name="Close").tap()
    expect(guest.page.locator("#panel .rule-mark")).to_be_focused()


def test_links_between_rules_work_on_their_page(visitor: Visitors, stage: Stage) -> None:
    guest = visitor()
    SCENES["rules"](guest, stage)
    guest.page.get_by_text("Contents").click()
    guest.page.get_by_role("link", name="Levy taxes").click()
    expect(guest.page.locator(".sought")).to_contain_text("A16")
    expect(guest.page.locator(".sought")).to_be_in_viewport()
    expect(guest.page.locator("#rule-A12 .map")).to_be_visible()


def test_the_choice_of_rules_says_how_many_play_each_game(visitor: Visitors) -> None:
    guest = visitor()
    guest.open("rules")
    for ruleset in guest.page.request.get(f"{guest.site}/api/v1/rulesets").json()["rulesets"]:
        least, *_, most = ruleset["seats"]
        row = guest.page.locator(f"#main a[href='rules/{ruleset['id']}']")
        expect(row).to_contain_text(f"For {least}–{most} players.")
