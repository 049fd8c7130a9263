"""Playing in the browser: into a game at once, turns by mouse and keyboard."""

import re
from datetime import datetime, timedelta

import pytest
from playwright.sync_api import expect

from clients.python import Anabasis
from tests.e2e.web.play_alexandros import (
    AT_ONCE,
    march,
    play_turn,
    shown_version,
    start_against_bot,
    wait_for_my_turn,
)
from tests.e2e.web.play_settlers import sit
from tests.e2e.web.prepared_games import prepared
from tests.e2e.web.visitors import Visitors


def test_one_click_on_the_front_page_leads_into_a_game(visitor: Visitors) -> None:
    ada = visitor()
    ada.open()
    ada.page.get_by_label("Your name").fill("Ada")
    start_against_bot(ada.page)
    wait_for_my_turn(ada.page)
    expect(ada.page.locator("#panel .prompt")).to_contain_text("display cannot be undone")
    expect(ada.page.locator(".seat-name").first).to_have_text("Ada")
    expect(ada.page).to_have_title(re.compile("Your turn"))
    assert ada.page.locator("[data-space]").count() > 200


def test_a_card_that_cannot_be_given_back_is_warned_of(visitor: Visitors, site: str) -> None:
    game = prepared(site, "Ada", "Bob", undo="drawn_stays")
    game.play(lambda view: game.offers(view, "take_card"))
    ada = sit(visitor(), game, 0)
    expect(ada.page.locator("#panel .prompt")).to_contain_text("supply cannot be given back")


def test_a_click_counts_though_the_game_goes_on_between_press_and_release(
    visitor: Visitors, site: str
) -> None:
    game = prepared(site, "Ada", "Bob", deadline="1d")
    ada = sit(visitor(), game, 0)
    wait_for_my_turn(ada.page)
    ada.page.clock.install()
    ada.page.locator("#panel button.card").first.hover()
    ada.page.clock.pause_at(datetime.now() + timedelta(seconds=1))
    ada.page.mouse.down()
    game.people[1].client.ask_pause(game.game)
    expect(ada.page.locator("#spoken")).to_contain_text("pause")
    ada.page.mouse.up()
    ada.page.clock.resume()
    expect(ada.page.locator("#panel .proposal .main")).to_be_visible()


@pytest.mark.parametrize(
    ("title", "seats"), [("Alexandros", 2), ("Settlers", 3), ("Alexander the Great", 3)]
)
def test_one_click_begins_each_game(
    visitor: Visitors, api: Anabasis, title: str, seats: int
) -> None:
    ada = visitor()
    ada.open()
    games = ada.page.get_by_role("group", name="Play against bots")
    games.get_by_role("button", name=re.compile(f"^{title}")).click()
    ada.page.wait_for_url(re.compile(r"/game/\w+"))
    expect(ada.page.locator(".seat-name")).to_have_count(seats)
    view = api.view(ada.page.url.rpartition("/")[2].partition("?")[0])
    assert (view["title"], view["status"]) == (title, "live")
    assert [seat["bot"] for seat in view["seats"]].count("greedy") == seats - 1


def test_a_name_typed_on_the_front_page_goes_along_to_the_new_game(visitor: Visitors) -> None:
    ada = visitor()
    ada.open()
    ada.page.get_by_label("Your name").fill("Ada")
    ada.page.get_by_role("link", name="Set up a game").click()
    expect(ada.page.get_by_label("Your name")).to_have_value("Ada")
    ada.page.get_by_role("combobox").first.select_option("Settlers")
    expect(ada.page.get_by_label("Your name")).to_have_value("Ada")


def test_a_mistyped_move_is_answered_with_moves_that_can_be_made(visitor: Visitors) -> None:
    ada = visitor(locale="de-DE")
    ada.announce(r"/preview (said: .*4\d\d|answered 4\d\d)")
    ada.open()
    start_against_bot(ada.page)
    wait_for_my_turn(ada.page)
    ada.page.get_by_role("button", name=ada.text("text_board")).click()
    ada.page.get_by_label(ada.text("move_box")).fill("nonsense")
    ada.page.get_by_label(ada.text("move_box")).press("Enter")
    said = ada.page.locator(".move-box output")
    expect(said).to_contain_text(ada.text("move_unread").partition("{")[0])
    first = ada.page.locator(".move-box option").first.get_attribute("value")
    expect(said).to_contain_text(str(first).partition(" ")[0])
    expect(said).not_to_contain_text(re.compile("JSON|notation"))


def test_the_map_keeps_its_place_in_the_past(visitor: Visitors) -> None:
    ada = visitor()
    ada.open()
    start_against_bot(ada.page)
    wait_for_my_turn(ada.page)
    place = ada.page.locator("#map").bounding_box()
    ada.page.get_by_role("slider").press("Home")
    live = ada.page.get_by_role("button", name="Live · ")
    expect(live).to_be_visible()
    assert ada.page.locator("#map").bounding_box() == place
    live.click()
    expect(live).to_have_count(0)


def test_turns_are_played_by_mouse_and_taken_back(visitor: Visitors, site: str) -> None:
    ada = visitor()
    ada.context.add_init_script(AT_ONCE)
    sit(ada, prepared(site, "Ada", seats=2, bots=["greedy"]), 0)
    for _ in range(2):
        play_turn(ada.page)
    wait_for_my_turn(ada.page)
    march(ada.page)
    marched = shown_version(ada.page)
    ada.page.get_by_role("button", name="Undo").click()
    expect(ada.page.locator(".line.undone s")).to_have_count(1)
    expect(ada.page.locator(".line", has_text="took back")).to_be_visible()
    ada.page.get_by_role("button", name="Redo").click()
    expect(ada.page.locator(".line.undone")).to_have_count(0)
    assert shown_version(ada.page) == marched + 2


def test_a_march_is_made_with_the_keyboard_alone(visitor: Visitors) -> None:
    ada = visitor()
    ada.open()
    start_against_bot(ada.page)
    wait_for_my_turn(ada.page)
    ada.page.locator("#panel button.card").first.press("Enter")
    ada.page.locator("#panel .proposal .main").press("Enter")
    ada.page.locator(".space.target").first.focus()
    if not ada.page.locator(".point").count():
        ada.page.keyboard.press("Enter")
    ada.page.locator(".point").first.focus()
    for key in ("ArrowDown", "ArrowUp"):
        ada.page.keyboard.press(key)
    # A preview that comes after the march is refused.
    with ada.page.expect_response("**/preview*"):
        ada.page.keyboard.press("Enter")
    ada.page.get_by_role("button", name=re.compile("^March")).press("Enter")
    expect(ada.page.get_by_role("heading", name="2 actions left")).to_be_visible()
