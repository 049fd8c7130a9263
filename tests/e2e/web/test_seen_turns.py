"""The page reports turns that its player has seen, and offers to mute and to be notified."""

from playwright.sync_api import Page, expect

from tests.e2e.web.play_alexandros import AT_ONCE, expect_place, play_turn, wait_for_my_turn
from tests.e2e.web.play_settlers import sit
from tests.e2e.web.prepared_games import prepared
from tests.e2e.web.visitors import Visitors

HIDE = """state => Object.defineProperty(document, "visibilityState",
  {value: state, configurable: true})"""
OFFER = "Do you want a notice when it is your turn again?"


def test_a_turn_is_seen_once_with_input_on_a_visible_page(visitor: Visitors, site: str) -> None:
    game = prepared(site, "Ada", "Bob")
    ada = sit(visitor(), game, 0).page
    ada.locator("#panel .prompt.mine").wait_for()
    told = _told(ada)
    ada.evaluate(HIDE, "hidden")
    _move_mouse(ada)
    assert told == []
    ada.evaluate(HIDE, "visible")
    with ada.expect_response("**/seen") as answer:
        _move_mouse(ada)
    assert answer.value.status == 204
    assert answer.value.request.post_data_json == {"version": game.view["version"]}
    _move_mouse(ada)
    assert len(told) == 1
    bob, watcher = sit(visitor(), game, 1).page, visitor()
    watcher.open(f"game/{game.game}")
    for page in (bob, watcher.page):
        page.locator("#panel .prompt").wait_for()
        of_others = _told(page)
        _move_mouse(page)
        assert of_others == []


def test_a_look_back_is_no_look_at_the_turn(visitor: Visitors, site: str) -> None:
    game = prepared(site, "Ada", "Bob")
    last = game.play(lambda view: view["version"] > 6 and view["to_act"] == [0])["version"]
    guest = visitor()
    guest.become(game.people[0].token)
    guest.open(f"game/{game.game}?at=5")
    page = guest.page
    expect_place(page, 5, last)
    told = _told(page)
    _move_mouse(page)
    page.evaluate("fetch('web/shell.json').then((answer) => answer.text())")  # sent after it
    assert told == []
    with page.expect_response("**/seen") as answer:
        page.get_by_role("button", name="To the end").click()
        expect_place(page, last, last)
        _move_mouse(page)
    assert answer.value.request.post_data_json == {"version": last}


def _told(page: Page) -> list[str]:
    """The requests that say what was seen, from now on."""
    told: list[str] = []
    page.on("request", lambda request: told.append(request.url) if "/seen" in request.url else None)
    return told


def _move_mouse(page: Page) -> None:
    page.mouse.move(300, 300)
    page.mouse.move(320, 310)
    page.evaluate("0")


def test_a_notices_link_shows_the_due_move_and_the_game_can_be_muted(
    visitor: Visitors, site: str
) -> None:
    game = prepared(site, "Ada", "Bob")
    ada = sit(visitor(390, 844, phone=True), game, 0).page
    expect(ada.locator("#panel .prompt.mine")).to_be_in_viewport(ratio=1)
    expect(ada.locator("#panel button.card").first).to_be_in_viewport(ratio=1)
    mute = ada.get_by_role("button", name="Mute")
    expect(mute).to_have_attribute("aria-pressed", "false")
    mute.tap()
    expect(ada.get_by_text("Muted: you get no more notices")).to_be_visible()
    ada.reload()
    expect(mute).to_have_attribute("aria-pressed", "true")
    ada.goto(f"{site}/account")
    muted = ada.locator("#account-muted")
    expect(muted.get_by_role("link")).to_have_attribute("href", f"game/{game.game}")
    muted.get_by_role("button", name="Unmute").tap()
    expect(muted).to_contain_text("You get notices of all your games")


def test_notices_are_offered_once_when_others_are_to_move(visitor: Visitors, site: str) -> None:
    terms = {"ruleset": "alexander_the_great", "board": "campaign", "seed": "0dd5"}
    page = sit(visitor(), prepared(site, "Ada", "Bob", "Cleo", **terms), 0).page
    page.get_by_role("button", name="Move Alexander").click()
    bid = page.get_by_role("button", name="Bid 1")
    bid.wait_for()
    expect(page.get_by_text(OFFER)).to_have_count(0)
    bid.click()
    expect(page.get_by_role("link", name="Choose how…")).to_have_attribute("href", "account")
    page.get_by_role("button", name="No", exact=True).click()
    expect(page.get_by_text(OFFER)).to_have_count(0)
    assert page.evaluate("localStorage.getItem('anabasis.notices')") == "offered"


def test_nobody_is_offered_notices_among_bots(visitor: Visitors, site: str) -> None:
    game = prepared(site, "Ada", bots=["greedy"], seats=2)
    guest = visitor()
    guest.context.add_init_script(AT_ONCE)
    page = sit(guest, game, 0).page
    play_turn(page)
    wait_for_my_turn(page)
    expect(page.locator("#mute")).to_be_hidden()
    assert page.evaluate("localStorage.getItem('anabasis.notices')") is None
