"""Vacations and quiet hours on the page: a game's tool, its form, and the account."""

from playwright.sync_api import expect

from tests.e2e.web.play_settlers import sit
from tests.e2e.web.prepared_games import person, prepared
from tests.e2e.web.visitors import Visitors
from tests.waiting import eventually

TERMS = {"ruleset": "alexandros", "board": "tiny", "seed": "5eed", "deadline": {"per_move": "1d"}}


def test_a_vacation_is_taken_in_a_game_and_ended_in_all_of_them(
    visitor: Visitors, site: str
) -> None:
    terms = {**TERMS, "deadline": {"per_move": "1d", "vacation": 10}}
    game = prepared(site, "Ada", "Bob", **terms)
    ada = sit(visitor(), game, 0).page
    expect(ada.locator("#panel .prompt")).to_contain_text("Your time runs out in 24 hours")
    ada.get_by_role("button", name="Vacation", exact=True).click()
    sheet = ada.get_by_role("dialog", name="Vacation")
    expect(sheet).to_contain_text("Days left in this game this year: 10")
    sheet.get_by_role("spinbutton", name="Days").fill("11")
    sheet.get_by_role("button", name="In this game").click()
    expect(sheet.locator("input:invalid")).to_have_count(1)
    sheet.get_by_role("spinbutton", name="Days").fill("3")
    sheet.get_by_role("button", name="In this game").click()
    expect(ada.locator("#seats .seat").first).to_contain_text("on vacation until")
    expect(ada.locator("#log")).to_contain_text("Ada takes 3 days of vacation.")
    ada.get_by_role("button", name="Vacation", exact=True).click()
    expect(sheet).to_contain_text("You are on vacation until")
    sheet.get_by_role("button", name="Back", exact=True).click()

    eventually(lambda: game.people[0].client.my_games()["games"])
    ada.goto(f"{site}/account")
    ada.get_by_role("button", name="Go on vacation in all games").click()
    question = ada.get_by_role("dialog")
    expect(question).to_contain_text("for 7 days? A day that has begun counts.")
    question.get_by_role("button", name="Back", exact=True).click()
    ada.get_by_role("button", name="End my vacation").click()
    expect(ada.locator("#account-vacation [role=status]")).to_contain_text("you are back")
    (own, _) = game.people[0].client.view(game.game)["clock"]["seats"]
    assert own["vacation_left"] == 9


def test_quiet_hours_are_kept_with_the_zone_of_the_browser_and_a_game_counts_them(
    visitor: Visitors, site: str
) -> None:
    ada, guest = person(site, "Ada"), visitor(timezone_id="Asia/Tokyo")
    guest.become(ada.token)
    guest.announce("422")
    guest.open("account")
    page = guest.page
    hours = page.locator("#account-quiet")
    expect(hours.get_by_label("Time zone")).to_have_value("Asia/Tokyo")
    expect(hours).to_contain_text("Your browser’s time zone, as a proposal")
    assert ada.client.me()["time_zone"] is None
    hours.get_by_label("I have quiet hours").check()
    hours.get_by_label("To", exact=True).fill("11:00")
    hours.get_by_role("button", name="Save").click()
    expect(hours.get_by_role("alert")).to_contain_text("at most 12 hours")
    hours.get_by_label("To", exact=True).fill("06:30")
    hours.get_by_label("All of Saturday and Sunday").check()
    hours.get_by_role("button", name="Save").click()
    expect(hours.get_by_role("status")).to_have_text("Saved.")
    me = ada.client.me()
    assert me["quiet_hours"] == {"from": "22:00", "to": "06:30", "weekends": True}
    assert me["time_zone"] == "Asia/Tokyo"

    guest.open("new")
    page.locator("summary", has_text="Time").click()
    expect(page.get_by_text("When somebody’s time is up")).to_be_hidden()
    page.get_by_label("A day a turn").check()
    expect(page.get_by_text("When somebody’s time is up")).to_be_visible()
    page.get_by_label("No time runs in a player’s quiet hours").check()
    page.get_by_label("Three weeks a year").check()
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/game/*")
    made = ada.client.view(page.url.rpartition("/")[2].partition("?")[0])["deadline"]
    assert (made["quiet_hours"], made["vacation"]) == (True, 21)
