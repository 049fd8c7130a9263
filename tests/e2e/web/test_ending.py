"""The end of a game in the browser: its card, and the rematch that others are invited to."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.web.prepared_games import Prepared, finished, prepared
from tests.e2e.web.visitors import Visitors
from tests.waiting import eventually

PHONE = {"width": 390, "height": 844, "phone": True}
RETRY_MILLISECONDS = 3_000
"""More than the pause before a stream is opened again."""
NO_MORE = 204
LONG_NAME = "Hand von Antigonos Monophthalmos"
END_OF_THE_HAND = """(title) => {
  const place = document.querySelector("#panel .hand h3");
  place.lastElementChild.textContent = title;
  const text = document.createRange();
  text.selectNodeContents(place);
  return text.getBoundingClientRect().right;
}"""


def in_card(page: Page) -> bool:
    return bool(page.evaluate("document.activeElement.closest('.end-card') !== null"))


@pytest.mark.parametrize("size", [{}, PHONE], ids=["desktop", "phone"])
def test_a_watcher_reads_the_result_closes_it_and_gets_it_back(
    visitor: Visitors, over: Prepared, size: dict
) -> None:
    guest = visitor(**size)
    page = guest.page
    guest.open(f"game/{over.game}")
    card = page.get_by_role("dialog", name="The game is over")
    expect(card.get_by_role("listitem").first).to_contain_text(re.compile("Place 1:"))
    scores = over.view["result"]["scores"]
    cells = card.get_by_role("table", name="Where the points came from").locator("td:last-child")
    expect(cells).to_have_text([str(score) for score in scores])
    assert not in_card(page), "a watcher is not interrupted"
    expect(card.get_by_role("button", name="Rematch")).to_have_count(0)
    box = card.bounding_box()
    assert box is not None
    viewport = page.viewport_size or {}
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= viewport["height"]
    card.get_by_role("button", name="Close").first.click()
    expect(card).to_be_hidden()
    assert page.evaluate(END_OF_THE_HAND, LONG_NAME) <= viewport["width"]
    page.locator("#panel").get_by_role("button", name="Result").click()
    expect(card).to_be_visible()
    assert in_card(page)
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    expect(page.locator("#end-result")).to_be_focused()


def test_a_look_back_hides_the_card_and_the_result(visitor: Visitors, over: Prepared) -> None:
    guest = visitor()
    page, last = guest.page, over.view["version"]
    guest.open(f"game/{over.game}")
    card = page.locator(".end-card")
    card.wait_for()
    page.keyboard.press("ArrowLeft")
    expect(card).to_be_hidden()
    expect(page.locator(".game-head")).to_contain_text(f"Move {last - 1} of {last}")
    expect(page.locator(".game-head")).not_to_contain_text("won")
    page.keyboard.press("End")
    expect(page.locator(".game-head")).to_contain_text("won")
    expect(card).to_be_hidden()
    guest.open(f"game/{over.game}?at=6")
    expect(page.locator(".line.current")).to_be_visible()
    page.keyboard.press("End")
    expect(page.locator("#end-result")).to_be_visible()
    expect(card).to_have_count(0)


def test_a_card_whose_texts_do_not_come_is_a_word_and_no_fault(
    visitor: Visitors, over: Prepared
) -> None:
    guest = visitor()
    guest.announce("ERR_FAILED")
    guest.page.route("**/texts/end/*", lambda route: route.abort())
    guest.open(f"game/{over.game}")
    expect(guest.page.locator("#toasts")).to_contain_text("cannot be reached")
    guest.page.unroute("**/texts/end/*")
    guest.page.locator("#end-result").click()
    guest.page.get_by_role("dialog").wait_for()


def test_players_meet_the_result_and_then_in_the_rematch(visitor: Visitors, site: str) -> None:
    game = prepared(site, "Ada", "Bob")
    ada, bob = visitor(), visitor(**PHONE)
    for guest, person in zip((ada, bob), game.people, strict=True):
        guest.become(person.token)
        guest.open(f"game/{game.game}")
        guest.page.locator("#panel .prompt").wait_for()
        expect(guest.page.locator(".end-card")).to_have_count(0)
    game.people[1].client.resign(game.game)
    for guest in (ada, bob):
        expect(guest.page.locator(".end-card")).to_be_visible()
        guest.page.wait_for_function("() => document.activeElement.closest('.end-card')")
    ada.page.locator(".end-card").get_by_role("button", name="Rematch").click()
    ada.page.wait_for_url(lambda url: game.game not in url)
    expect(bob.page.locator(".end-call")).to_have_text(re.compile("^Ada wants a rematch"))
    bob.page.locator(".end-card").get_by_role("button", name="Join the rematch").click()
    bob.page.wait_for_url(ada.page.url)
    for guest, own in ((ada, "Ada"), (bob, "Bob")):
        names = guest.page.locator(".seat-name")
        expect(names).to_have_text(["Bob", "Ada"])
        expect(guest.page.locator(".seat", has_text="you")).to_contain_text(own)


def test_no_stream_is_asked_for_once_the_service_has_said_that_no_more_comes(
    visitor: Visitors, site: str
) -> None:
    game, guest = prepared(site, "Ada", "Bob"), visitor()
    page, asked, answered = guest.page, [], []
    page.on("request", lambda request: asked.append(1) if "/stream" in request.url else None)
    page.on(
        "response",
        lambda answer: answered.append(answer.status) if "/stream" in answer.url else None,
    )
    page.clock.install()
    with page.expect_response("**/stream?*"):
        guest.open(f"game/{game.game}")
    game.people[1].client.resign(game.game)
    page.locator(".end-card").wait_for()

    def is_told() -> bool:
        """Let no time pass while a stream opens: the page would give it up and look for itself."""
        page.clock.fast_forward(RETRY_MILLISECONDS if len(asked) == len(answered) else 0)
        return NO_MORE in answered

    eventually(is_told)
    asked.clear()
    for _ in range(3):
        page.clock.fast_forward(RETRY_MILLISECONDS)
        page.evaluate("fetch('web/shell.json').then((answer) => answer.text())")
    assert asked == []


def test_an_invitation_to_a_rematch_comes_first_on_the_front_page(
    visitor: Visitors, site: str
) -> None:
    for answer, where in (("Decline", re.compile("/$")), ("Join", re.compile("/game/"))):
        over = finished(site)
        over.people[0].client.rematch(over.game)
        guest = visitor()
        guest.become(over.people[1].token)
        guest.open()
        row = guest.page.locator("main > section:visible").first.locator(".invitation")
        expect(row).to_contain_text("Ada wants a rematch")
        row.get_by_role("button", name=answer).click()
        expect(row).to_have_count(0)
        expect(guest.page).to_have_url(where)


def test_a_kept_seat_is_offered_to_nobody_else_until_the_host_frees_it(
    visitor: Visitors, site: str
) -> None:
    over = finished(site)
    new = over.people[0].client.rematch(over.game)["game_id"]
    host, eve = visitor(), visitor(**PHONE)
    host.become(over.people[0].token)
    eve.open()
    row = eve.page.locator("#join .game-row", has=eve.page.locator(f"a[href='game/{new}']"))
    expect(row).to_contain_text("Waiting for Bob")
    expect(row.locator(".call")).to_have_text("Watch")
    eve.open(f"game/{new}")
    panel = eve.page.locator("#panel")
    expect(panel).to_contain_text("The free seats are kept for Bob.")
    expect(panel.get_by_role("button", name="Sit down")).to_have_count(0)
    host.open(f"game/{new}")
    expect(host.page.locator(".sitter.free")).to_contain_text("kept for Bob")
    host.page.get_by_role("button", name="Open to anybody").click()
    expect(host.page.locator(".sitter.free")).not_to_contain_text("kept")
    expect(host.page.get_by_role("button", name="Open to anybody")).to_have_count(0)
    eve.open(f"game/{new}")
    panel.get_by_role("button", name="Sit down").click()
    expect(eve.page.locator(".seat", has_text="you")).to_be_visible()


def test_the_card_shows_that_the_end_is_in_the_public_log_once_its_proof_holds(
    visitor: Visitors, over: Prepared
) -> None:
    guest = visitor(**PHONE)
    guest.open(f"game/{over.game}")
    line = guest.page.locator(".end-recorded")
    expect(line).to_contain_text("The server has recorded this result permanently")
    proved = line.get_by_text(re.compile(r"entry \d+ of \d+ in the public log. The proof holds"))
    expect(proved).to_be_hidden()
    line.locator("summary").tap()
    expect(proved).to_be_visible()
    proof = guest.page.request.get(str(line.get_by_role("link").first.get_attribute("href")))
    assert proof.json()["recorded"]["version"] == over.view["version"]
