"""Settlers on the page: a whole game by touch, trade between two browsers, every phase for all."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from clients.python import Anabasis
from domain.grids.hexagonal import Hex, HexTopology
from tests.e2e.web.input_devices import Finger, Hand, Keyboard, Mouse, Sighted
from tests.e2e.web.play_alexandros import OUTCOME, show_others_moves_at_once
from tests.e2e.web.play_settlers import (
    LENGTHS,
    WANTED,
    idle,
    is_due,
    look_at,
    play_to_the_end,
    sit,
    with_seed,
)
from tests.e2e.web.prepared_games import Prepared, prepared
from tests.e2e.web.visitors import Visitor, Visitors

TARGET = 3
TERMS: dict[str, Any] = {
    "ruleset": "settlers",
    "board": "first_island",
    "options": {"target_points": 8},
}
A_TURN = {"settlement_built", "road_built", "dice_rolled", "turn_ended"}
"""One's own events once the founding and a turn have been played."""
RESOURCES = ("brick", "lumber", "wool", "grain", "ore")
TALL_PHONE: Any = {"width": 390, "height": 844}
FINGER = 44
SIZES = "all => all.map(({ offsetWidth, offsetHeight }) => [offsetWidth, offsetHeight])"
HAND_ABOVE_FOOT = """() => {
  const foot = document.querySelector("#panel > .takeback").getBoundingClientRect();
  const cards = [...document.querySelectorAll("#panel .hand .card")];
  const feet = cards.map((card) => card.getBoundingClientRect().bottom);
  return feet.length > 0 && Math.max(...feet) <= foot.top + 1;
}"""
CHART = """async (hexes) => {
  const {chartOf} = await import("/web/settlers/geometry.js");
  const chart = chartOf(hexes);
  const laid = chart.cells.map(({hex, corners}) => [hex, corners]);
  return {hexes: laid, edges: chart.edges};
}"""
OUTLINES: dict[str, list[Hex]] = {
    "one": [(3, -1)],
    "standard": [(q, r) for q in range(-2, 3) for r in range(-2, 3) if -2 <= q + r <= 2],
    "ring": [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)],
    "strip": [(q, -q // 2) for q in range(-4, 9)],
}


def test_corners_and_edges_have_the_numbers_that_the_service_gives_them(visitor: Visitors) -> None:
    guest = visitor()
    guest.open("new")
    for outline in OUTLINES.values():
        topology = HexTopology.of(outline)
        rows = zip(topology.hexes, topology.hex_corners, strict=True)
        assert guest.page.evaluate(CHART, outline) == {
            "hexes": [[list(hex_), list(corners)] for hex_, corners in rows],
            "edges": [list(pair) for pair in topology.edges],
        }


def test_a_game_by_touch_on_a_phone(visitor: Visitors, api: Anabasis) -> None:
    """Against two bots, from the form."""
    guest, hand = visitor(390, 844, phone=True), Finger()
    page = guest.page
    with_seed(page, "07")
    guest.open("new")
    show_others_moves_at_once(page, hand)
    page.get_by_role("combobox").first.select_option("Settlers")
    page.locator("summary", has_text="Players").tap()
    page.locator(".count", has_text="3").tap()
    page.locator("summary", has_text="optional rules").tap()
    hand.write(page.get_by_label("Points to win"), str(TARGET))
    hand.choose(page.get_by_role("button", name="Start the game"))
    page.wait_for_url(re.compile(r"/game/\w+"))
    _play(guest, hand, api, is_whole=True)


@pytest.mark.parametrize("is_whole", LENGTHS)
@pytest.mark.parametrize("hand", [Mouse(), Keyboard()], ids=["mouse", "keyboard"])
def test_a_game_at_the_desk(
    visitor: Visitors, site: str, api: Anabasis, hand: Hand, is_whole: bool
) -> None:
    terms = {"ruleset": "settlers", "board": "first_island", "options": {"target_points": TARGET}}
    game = prepared(site, "Ada", seats=2, bots=["greedy"], **terms)
    guest = sit(visitor(), game, 0)
    show_others_moves_at_once(guest.page, hand)
    _play(guest, hand, api, is_whole)


def _play(guest: Visitor, hand: Hand, api: Anabasis, is_whole: bool) -> None:
    """Each target in sight when it is due; a bot's offer may be gone when its answer arrives."""
    guest.announce(r"/moves (said: .*409|answered 409)")
    page, sighted = guest.page, Sighted(hand)
    game = re.sub(r".*/game/|[?#].*", "", page.url)
    play_to_the_end(
        page, sighted, WANTED, lambda: not is_whole and _made_by_ada(api, game) >= A_TURN
    )
    assert sighted.hidden == []
    assert _made_by_ada(api, game) >= A_TURN
    assert api.verify(game)["valid"]
    if is_whole:
        result = api.view(game)["result"]
        assert result["reason"] == "target_points"
        expect(page.locator(OUTCOME)).to_contain_text(str(result["scores"][result["winners"][0]]))


def _made_by_ada(api: Anabasis, game: str) -> set[str]:
    return {event["type"] for event in api.events(game)["events"] if event["seat"] == 0}


@pytest.fixture(scope="module")
def trading(site: str) -> Prepared:
    """A game in which Ada may trade; each test closes or withdraws its offers."""
    return _settlers(site, _trading)


def test_offers_are_refused_by_hand_and_by_order_countered_and_closed(
    visitor: Visitors, trading: Prepared
) -> None:
    """Between two browsers."""
    _offer(trading)
    ada, bob = (_at_table(visitor, trading, seat) for seat in (0, 1))
    bob.page.get_by_role("button", name="Refuse", exact=True).click()
    expect(ada.page.locator(".answers")).to_contain_text("Bob refuses")
    expect(ada.page.locator("#panel .prompt")).to_contain_text("Nobody accepts")
    ada.page.get_by_role("button", name="Withdraw the offer").click()
    expect(bob.page.locator(".offer")).to_have_count(0)
    _refuse_all_by_one_tap(trading, ada.page, bob)
    _trade_by_a_counter_offer(trading, ada.page, bob.page)


def _refuse_all_by_one_tap(game: Prepared, ada: Page, guest: Visitor) -> None:
    """Fails at first, then refuses this offer and the next until Bob withdraws it."""
    _offer(game)
    bob = guest.page
    refuse_all = bob.get_by_role("button", name="Refuse all offers this turn")
    expect(refuse_all).to_be_visible()
    bob.get_by_role("slider").fill("1")
    expect(refuse_all).to_have_count(0)
    bob.get_by_role("slider").fill(str(game.view["version"]))
    expect(ada.locator("#panel .answer")).to_have_count(0)
    guest.announce("orders/refuse_offers (said: .*409|answered 409)")
    fault = {"code": "busy", "title": "Busy", "detail": "No orders today."}
    bob.route("**/orders/refuse_offers", lambda route: route.fulfill(status=409, json=fault))
    refuse_all.press("Enter")
    expect(bob.get_by_text("No orders today.")).to_be_visible()
    expect(refuse_all).to_be_focused()
    bob.unroute("**/orders/refuse_offers")
    refuse_all.press("Enter")
    expect(bob.locator(".toast")).to_contain_text("You can withdraw it under Orders")
    expect(bob.locator("#panel")).to_be_focused()
    expect(bob.locator("#spoken")).to_have_text("Bob refused the offer.")
    expect(bob.locator(".line").last.get_by_label("by your order")).to_have_count(1)
    for again in (False, True):
        expect(ada.locator(".answers")).to_contain_text("Bob refuses")
        game.people[0].client.move(game.game, {"type": "withdraw_trade"}, game.view["version"])
        expect(ada.locator(".offer")).to_have_count(0)
        if not again:
            _offer(game)
    bob.get_by_role("button", name="Orders · 1").click()
    order = bob.get_by_role("switch", name="Refuse all offers this turn")
    order.click()
    expect(order).not_to_be_checked()
    bob.keyboard.press("Escape")


def _trade_by_a_counter_offer(game: Prepared, ada: Page, bob: Page) -> None:
    give, get = _wares(game)
    ada.get_by_role("button", name="Trade", exact=True).click()
    _pick(ada, "You give", give)
    _pick(ada, "You get", get)
    ada.get_by_role("button", name="Offer to all").click()
    expect(bob.get_by_role("heading", name="Ada offers a trade")).to_be_visible()
    bob.set_viewport_size(TALL_PHONE)
    bob.get_by_role("button", name="Make a counter-offer").click()
    steps = bob.locator(".step button").evaluate_all(SIZES)
    assert min(min(size) for size in steps) >= FINGER
    _pick(bob, "You give", get, "fewer")
    propose = bob.get_by_role("button", name=re.compile("^Propose"))
    expect(propose).to_have_accessible_name(
        "Propose Choose what you give and what you want for it."
    )
    expect(propose).to_have_attribute("aria-disabled", "true")
    _pick(bob, "You give", get)
    _pick(bob, "You get", give)
    expect(propose).to_have_accessible_name("Propose")
    propose.click()
    line = ada.locator(".answers li", has_text="Bob would give")
    expect(line).to_contain_text(f"for 2 {give}")
    expect(ada.locator("#panel .prompt")).to_contain_text("Choose whom to trade with")
    line.get_by_role("button", name="Trade with Bob").click()
    for each in (ada, bob):
        expect(each.locator(".line").last).to_contain_text(f"Ada gave Bob 2 {give}")
        expect(each.locator(".offer")).to_have_count(0)


def test_everything_to_choose_on_the_board_has_its_name_at_once(
    visitor: Visitors, site: str
) -> None:
    """Idle callbacks never run here."""
    game = _settlers(site, lambda view: True)
    guest = visitor()
    guest.context.add_init_script("window.requestIdleCallback = () => 0")
    sit(guest, game, 0)
    expect(guest.page.locator(".target[role=button][aria-label]")).to_have_count(54)
    expect(guest.page.locator(".map [role=button]:not([aria-label])")).to_have_count(0)
    expect(guest.page.locator(".target").first).to_have_accessible_name(
        re.compile(r"^corner at the top of C1 \(\w+ \d+\)")
    )


def test_arrows_lead_over_the_board_and_a_corner_chosen_twice_is_built_on(
    visitor: Visitors, site: str
) -> None:
    page = _at_table(visitor, _settlers(site, lambda view: True), 0).page
    page.locator(".target").first.wait_for()
    _expect_an_extent_of_every_place(page)
    stop = page.locator('.map [tabindex="0"]')
    stop.focus()
    named = {stop.get_attribute("aria-label")}
    for key in ("ArrowDown", "ArrowDown", "ArrowRight"):
        page.keyboard.press(key)
        expect(stop).to_be_focused()
        named.add(stop.get_attribute("aria-label"))
    assert len(named) == 4
    page.keyboard.press("Enter")
    expect(page.locator("#panel .proposal .button.main")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator(".pieces .building")).to_have_count(1)


def _expect_an_extent_of_every_place(page: Page) -> None:
    """An upright edge drawn as a line would have no width: nobody could be led to it."""
    shortest = page.locator(".spot").evaluate_all(
        "spots => Math.min(...spots.map((spot) => spot.getBoundingClientRect())"
        ".flatMap(({width, height}) => [width, height]))"
    )
    assert shortest > 8


def test_arrows_lead_from_the_land_to_the_targets(visitor: Visitors, site: str) -> None:
    """The focus may be there already when one's turn comes."""
    page = _at_table(visitor, _settlers(site, lambda view: True), 0).page
    page.locator(".target").first.wait_for()
    page.locator(".spot").first.focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator(".target:focus")).to_have_count(1)
    page.keyboard.press("Shift+ArrowDown")
    expect(page.locator(".spot[data-place^=edge]:focus")).to_have_count(1)


def _trading(view: Any) -> bool:
    """Ada may trade, and each has cards enough: of six one has two of a kind."""
    if not is_due("play", view) or view["state"]["offer"]:
        return False
    return all(seat["cards"] >= 6 for seat in view["state"]["seats"])


def test_road_building_before_the_roll_leads_to_its_roads_and_then_to_the_dice(
    visitor: Visitors, site: str
) -> None:
    """S5"""
    game = prepared(site, "Ada", "Bob", **TERMS, seed="26")
    game.play(lambda view: is_due("roll", view) and game.offers(view, "play_road_building"))
    guest = sit(visitor(), game, 0)
    page, prompt = guest.page, guest.page.locator("#panel .prompt")
    expect(prompt).to_contain_text("You may play a development card first")
    page.locator("#panel .cards").get_by_role("button", name="road building").click()
    page.locator("#panel .proposal .button.main").click()
    for words in ("2 free roads", "One free road"):
        expect(prompt).to_contain_text(words)
        expect(page.locator("#panel").get_by_role("button", name="Roll")).to_have_count(0)
        look_at(guest, game)
        page.locator(".targets:not(.quiet) .target .reach").first.click()
        page.locator("#panel .proposal .button.main").click()
    expect(page.locator("#panel").get_by_role("button", name="Roll")).to_be_visible()
    laid = [event["type"] for event in game.people[0].client.events(game.game)["events"][-3:]]
    assert laid == ["road_building_played", "road_built", "road_built"]


def test_an_offer_is_for_everybody(visitor: Visitors, trading: Prepared) -> None:
    _offer(trading)
    for seat, more in enumerate(("Handeln", "Gegenvorschlag")):
        guest = sit(visitor(locale="de-DE"), trading, seat)
        guest.page.locator(".offer").wait_for()
        look_at(guest, trading)
        guest.page.get_by_role("button", name=more).click()
        look_at(guest, trading)
    trading.people[0].client.move(trading.game, {"type": "withdraw_trade"}, trading.view["version"])


def test_the_hand_is_stated_or_in_sight_beside_a_trade_on_a_laptop(
    visitor: Visitors, site: str
) -> None:
    game = _settlers(site, _trading, "Cleo")
    page = _at_table(visitor, game, 0).page
    page.get_by_role("button", name="Trade", exact=True).click()
    given = page.get_by_role("group", name="You give").locator("output")
    expect(given).to_have_text([f"0/{_hand(game, 0)[name]}" for name in RESOURCES])
    _offer(game)
    page.locator(".offer").wait_for()
    assert page.evaluate(HAND_ABOVE_FOOT)


def _settlers(site: str, until: Callable[[Any], bool], *others: str) -> Prepared:
    """A game of Ada, Bob and others, brought to where it is so."""
    game = prepared(site, "Ada", "Bob", *others, title="An island", **TERMS, seed="01")
    idle(game, until)
    return game


def _at_table(visitor: Visitors, game: Prepared, seat: int) -> Visitor:
    return sit(visitor(), game, seat)


def _hand(game: Prepared, seat: int) -> dict[str, int]:
    state = game.people[seat].client.view(game.game)["state"]
    return dict(state["seats"][seat]["hand"])


def _wares(game: Prepared) -> tuple[str, str]:
    """Return the resource Ada has most of, and another that Bob has most of."""
    ada, bob = (_hand(game, seat) for seat in (0, 1))
    give = max(RESOURCES, key=lambda name: ada[name])
    return give, max((name for name in RESOURCES if name != give), key=lambda name: bob[name])


def _offer(game: Prepared) -> None:
    """Ada offers Bob a trade."""
    give, get = _wares(game)
    offer = {"type": "offer_trade", "give": {give: 1}, "get": {get: 1}}
    game.people[0].client.move(game.game, offer, game.view["version"])


def _pick(page: Page, title: str, good: str, step: str = "more") -> None:
    press = re.compile(f"one {step} {good}|one {good} {step}")
    page.get_by_role("group", name=title).get_by_role("button", name=press).click()
