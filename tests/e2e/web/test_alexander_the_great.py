"""Alexander the Great on the page: a whole game by mouse, an auction, every phase for all."""

import re
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as TooLate

from clients.python import Anabasis
from tests.e2e.web.input_devices import Finger, Hand, Keyboard, Mouse, Sighted
from tests.e2e.web.page_text import codes
from tests.e2e.web.play_alexandros import OUTCOME, show_others_moves_at_once
from tests.e2e.web.play_settlers import (
    BIDDING,
    JOURNEY,
    LENGTHS,
    WANTED,
    choice_of_advisor,
    idle,
    is_due,
    look_at,
    play_to_the_end,
    sit,
    win_chips,
    with_seed,
)
from tests.e2e.web.prepared_games import Prepared, prepared
from tests.e2e.web.visitors import Visitor, Visitors
from tests.waiting import eventually

CHOICES = (*BIDDING, *WANTED, "#panel .doing > .button:has-text('Pass')")
A_TURN = {"turn_ended", "passed"}
"""One's own events once everything that the scenario adds to settlers has been chosen."""


def test_a_game_by_mouse_against_two_bots(visitor: Visitors, api: Anabasis) -> None:
    guest, hand = visitor(), Mouse()
    page = guest.page
    with_seed(page, "06")
    guest.open("new")
    page.get_by_role("combobox").first.select_option("Alexander the Great")
    expect(page.locator(".sentence")).to_contain_text("Alexander the Great for three")
    page.locator("summary", has_text="optional rules").click()
    hand.write(page.get_by_label("Points to win"), str(JOURNEY["options"]["target_points"]))
    hand.choose(page.get_by_role("button", name="Start the game"))
    page.wait_for_url(re.compile(r"/game/\w+"))
    _play(guest, hand, api, is_whole=True)


@pytest.mark.parametrize("is_whole", LENGTHS)
def test_a_game_by_keyboard_alone(
    visitor: Visitors, site: str, api: Anabasis, is_whole: bool
) -> None:
    _play(sit(visitor(), _against_bots(site), 0), Keyboard(), api, is_whole)


@pytest.mark.parametrize("is_whole", LENGTHS)
def test_a_game_by_touch_on_a_phone(
    visitor: Visitors, site: str, api: Anabasis, is_whole: bool
) -> None:
    phone = visitor(390, 844, phone=True)
    _play(sit(phone, _against_bots(site), 0), Finger(), api, is_whole)


def _against_bots(site: str) -> Prepared:
    """A game of Ada's that has just begun."""
    return prepared(site, "Ada", seats=3, bots=["greedy", "greedy"], **JOURNEY | {"seed": "06"})


def _play(guest: Visitor, hand: Hand, api: Anabasis, is_whole: bool) -> None:
    """Play to the end or through a turn; a bot's offer may be gone when its answer arrives."""
    guest.announce(r"/moves (said: .*409|answered 409)")
    page, sighted = guest.page, Sighted(hand)
    game = re.sub(r".*/game/|[?#].*", "", page.url)
    show_others_moves_at_once(page, hand)
    play_to_the_end(
        page, sighted, CHOICES, lambda: not is_whole and _made_by_ada(api, game) >= A_TURN
    )
    assert sighted.hidden == []
    assert codes(page) == []
    assert _made_by_ada(api, game) >= {"marched", "bid_made", "turn_ended"}
    assert api.verify(game)["valid"]
    if is_whole:
        _expect_the_outcome(page, api.view(game))


def _made_by_ada(api: Anabasis, game: str) -> set[str]:
    return {event["type"] for event in api.events(game)["events"] if event["seat"] == 0}


def _expect_the_outcome(page: Page, view: Any) -> None:
    assert [seat["bot"] for seat in view["seats"]] == [None, "greedy", "greedy"]
    result = view["result"]
    assert result["reason"] in ("target_points", "persepolis")
    # One wins in one's own turn alone, so another may have more.
    expect(page.locator(OUTCOME)).to_contain_text(str(result["scores"][result["winners"][0]]))


def _journey(site: str, until: Callable[[Any], bool], **options: Any) -> Prepared:
    """Ada's, Bob's and Cleo's game, brought to where it is so."""
    terms = JOURNEY | {"seed": "05", "options": JOURNEY["options"] | options}
    game = prepared(site, "Ada", "Bob", "Cleo", title="To Persepolis", **terms)
    game.play(until)
    return game


def test_alexander_marches_by_a_button_and_his_crossing_is_reported(
    visitor: Visitors, site: str
) -> None:
    guest = sit(visitor(), _journey(site, partial(is_due, "march")), 0)
    expect(guest.page.locator("#panel .prompt")).to_contain_text("Sestos")
    _expect_the_lands_by_name(guest.page)
    guest.page.get_by_role("button", name="Move Alexander").click()
    expect(guest.page.locator(".line").last).to_contain_text("Ada moved Alexander over Sestos")
    expect(guest.page.get_by_role("heading", name="Founding at Sestos")).to_be_visible()


def _expect_the_lands_by_name(page: Page) -> None:
    expect(page.locator(".spot[aria-label]").filter(visible=True).first).to_be_attached()
    for words in ("Sestos, crossing 1 of 48, temple", "Persepolis, crossing 48 of 48, the goal"):
        expect(page.locator(f'.spot[aria-label*="{words}"]')).to_have_count(1)
    expect(page.locator('.spot[aria-label*="Baktria"]')).not_to_have_count(0)


def test_a_bid_is_made_and_paid_in_sight_of_all(visitor: Visitors, site: str) -> None:
    game = _journey(site, partial(is_due, "bid"))
    ada, bob = (sit(visitor(), game, seat) for seat in (0, 1))
    _step_past_the_ends(ada.page, game)
    ada.page.get_by_role("button", name="bid one more").click()
    ada.page.get_by_role("button", name=re.compile(r"^Bid \d+$")).click()
    expect(ada.page.locator(".bidder.high")).to_be_visible()
    bid = game.view["state"]["auction"]["high"]["bid"]
    for each in (ada, bob):
        expect(each.page.locator(".bidder.high")).to_contain_text(f"bids {bid}")
    bob.page.get_by_role("button", name="Pass").click()
    expect(bob.page.locator(".line").last).to_contain_text("Bob passed")
    game.people[2].client.move(game.game, {"type": "pass"}, game.view["version"])
    pay = ada.page.get_by_role("button", name="Pay")
    expect(pay).to_be_enabled()
    ada.page.get_by_role("button", name=re.compile("fewer$")).first.click()
    expect(pay).to_be_disabled()
    ada.page.get_by_role("button", name=re.compile("^one more ")).first.click()
    pay.click()
    for each in (ada, bob):
        expect(each.page.locator(".line").last).to_contain_text("Ada paid")
        expect(each.page.locator(".auction")).to_have_count(0)


def test_a_move_that_no_undo_takes_back_needs_a_second_press(visitor: Visitors, site: str) -> None:
    game = prepared(site, "Ada", "Bob", "Cleo", **JOURNEY | {"seed": "05", "undo": "consent"})
    game.play(partial(is_due, "bid"))
    ada, bob = (sit(visitor(), game, seat) for seat in (0, 1))
    version, go = game.view["version"], ada.page.locator(".bid-step .button.main")
    size = go.bounding_box()
    go.press("Enter")
    expect(go).to_have_attribute("aria-pressed", "true")
    expect(go).to_have_accessible_name(re.compile(r"^Tap again Bid \d+$"))
    expect(ada.page.locator("#spoken")).to_contain_text("Tap again: Bid")
    assert go.bounding_box() == size
    look_at(ada, game)
    for disarm in (partial(ada.page.keyboard.press, "Escape"), _bid_one_more(ada.page)):
        disarm()
        expect(ada.page.locator("#panel .armed")).to_have_count(0)
        go.press("Enter")
        expect(go).to_have_attribute("aria-pressed", "true")
    assert game.view["version"] == version
    ada.page.keyboard.press("Enter")
    expect(bob.page.locator(".bidder.high")).to_be_visible()
    bob.page.evaluate("localStorage.setItem('anabasis.one_tap', 'on')")
    bob.page.get_by_role("button", name="Pass").click()
    expect(ada.page.locator(".line").last).to_contain_text("Bob passed")


def _bid_one_more(page: Page) -> Callable[[], None]:
    return page.get_by_role("button", name="bid one more").click


def _step_past_the_ends(page: Page, game: Prepared) -> None:
    """The buttons of a bid stop at the least and at all that one can pay."""
    legal = game.people[0].client.moves(game.game, type="bid")["moves"]
    least, most = str(legal[0]["bid"]), str(legal[-1]["bid"])
    bid = page.get_by_label("Your bid")
    for end, step in ((most, "bid one more"), (least, "bid one less")):
        bid.fill(end)
        page.get_by_role("button", name=step).press("Enter")
        expect(bid).to_have_value(end)
        expect(page.get_by_role("button", name=f"Bid {end}", exact=True)).to_be_enabled()


def test_a_bid_beyond_ones_means_warns_and_costs_cards(visitor: Visitors, site: str) -> None:
    game = _journey(site, partial(is_due, "bid"), overbidding="penalty")
    ada = sit(visitor(), game, 0)
    ada.announce(r"/moves (said: .*422|answered 422)")
    bid, told = ada.page.get_by_label("Your bid"), ada.page.locator("#panel [role=status]")
    expect(told).to_contain_text("Whoever wins and cannot pay")
    bid.fill("121")
    bid.press("Enter")
    expect(ada.page.locator(".toast")).to_contain_text("120")
    more = ada.page.get_by_role("button", name="bid one more")

    def is_raised() -> bool:
        # The panel may be drawn again after the refusal, with the number that was refused.
        bid.fill("39")
        with suppress(TooLate):
            more.click(timeout=1_000)
        return "You cannot pay 40" in (told.text_content() or "")

    eventually(is_raised)
    ada.page.get_by_role("button", name="Bid 40").click()
    expect(ada.page.locator(".bidder.high")).to_contain_text("bids 40")
    for seat in (1, 2):
        game.people[seat].client.move(game.game, {"type": "pass"}, game.view["version"])
    expect(ada.page.get_by_role("heading", name="You cannot pay: give up 3 cards")).to_be_visible()
    look_at(ada, game)
    ada.page.get_by_role("button", name="Discard").click()
    line = ada.page.locator(".line").last
    expect(line).to_contain_text("Ada could not pay and lost")
    for card, number in (
        game.people[0].client.events(game.game)["events"][-1]["data"]["cards"].items()
    ):
        expect(line).to_contain_text(f"{number} {card}")


def test_a_knight_is_played_between_roll_and_march(visitor: Visitors, site: str) -> None:
    """S5"""
    game = prepared(site, "Ada", "Bob", "Cleo", **JOURNEY | {"seed": "0e"})
    game.play(lambda view: is_due("march", view) and game.offers(view, "play_knight"))
    guest = sit(visitor(), game, 0)
    page, march = guest.page, guest.page.get_by_role("button", name="Move Alexander")
    expect(page.locator("#panel .prompt")).to_contain_text("You may play a development card")
    expect(march).to_be_visible()
    look_at(guest, game)
    march.click()
    expect(march).to_have_attribute("aria-pressed", "true")
    page.locator("#panel .cards").get_by_role("button", name="knight").click()
    expect(page.locator("#panel .prompt")).to_contain_text("Where does the robber go")
    expect(march).to_have_count(0)
    page.locator(".targets .target .reach").first.click()
    page.locator("#panel .proposal .button.main").first.click()
    expect(page.locator(".line").last).to_contain_text("Ada played a knight")
    march.click()
    expect(page.locator(".line").last).to_contain_text("Ada moved Alexander over")


def test_the_new_holder_of_a_leaving_seats_advisor_is_reported(
    visitor: Visitors, site: str
) -> None:
    """G21"""
    game = prepared(site, "Ada", "Bob", "Cleo", ruleset="alexander_the_great", board="campaign")
    win_chips(game, 1, 1, 1, 0, 0, 0)
    idle(game, partial(is_due, "roll"))
    guest = sit(visitor(), game, 0)
    game.people[1].client.resign(game.game)
    line = guest.page.locator(".line", has_text="Bob resigned")
    expect(line).to_contain_text("Ada is now: First advisor.")


def test_an_advisor_is_taken_from_one_of_two(visitor: Visitors, site: str) -> None:
    guest, game = visitor(), choice_of_advisor(site)
    sit(guest, game, 0)
    for name, advisor in (("From Bob", "First advisor"), ("From Cleo", "Third advisor")):
        expect(guest.page.get_by_role("button", name=name)).to_contain_text(advisor)
    look_at(guest, game)
    guest.page.get_by_role("button", name="From Bob").click()
    told = "Ada took the place of Bob: First advisor."
    expect(guest.page.locator(".line").last).to_contain_text(told)
    expect(guest.page.locator(".line", has_text="Bob is now: First advisor.")).to_have_count(1)


def test_a_discard_is_for_everybody(visitor: Visitors, site: str) -> None:
    """In German, whose words are the longest; test_layout looks at all other phases."""
    game = prepared(site, "Ada", "Bob", "Cleo", title="To Persepolis", **JOURNEY | {"seed": "0a"})
    idle(game, partial(is_due, "discard"))
    look_at(sit(visitor(locale="de-DE"), game, 0), game)
