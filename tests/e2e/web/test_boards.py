"""Boards of one's own: drawn, checked while one draws, kept, shared and played on."""

import re

from playwright.sync_api import Locator, Page, Route, expect

from clients.python import Anabasis
from tests.e2e.web.accessibility import complaints
from tests.e2e.web.shifts import MOST_SHIFT, WATCH
from tests.e2e.web.visitors import Visitor, Visitors

GAME = re.compile(r"/game/(\w+)")
VERDICT = ".verdict h2"


def place(page: Page, name: str):
    """The place of the map with this name."""
    return page.locator(f'.easel [data-place="{name}"]')


def tool(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def drag(page: Page, first: str, last: str) -> None:
    """Press the mouse at a place, and release it at another."""
    ends = [place(page, name).bounding_box() for name in (first, last)]
    (a, b) = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in ends if box]
    page.mouse.move(*a)
    page.mouse.down()
    page.mouse.move(*b, steps=20)
    page.mouse.up()


def opened(guest: Visitor, path: str) -> Page:
    guest.open(path)
    guest.page.locator(VERDICT).wait_for()
    return guest.page


def _opened_late(guest: Visitor, path: str) -> Page:
    """Open the page while its script hangs: its parts have their places until the script comes."""
    page, held = guest.page, list[Route]()

    def hold(route: Route) -> None:
        held.append(route)

    guest.context.add_init_script(WATCH)
    page.route(re.compile(r"/boards\.js$"), hold)
    with page.expect_request(re.compile(r"/boards\.js$")):
        page.goto(f"{guest.site}/{path}", wait_until="commit")
    sea = page.locator(".easel")
    expect(sea).to_be_visible()
    expect(page.locator(".board-side > *")).not_to_have_count(0)
    kept = _place_of(sea)
    (script,) = held
    script.continue_()
    page.locator(VERDICT).wait_for()
    assert _place_of(sea) == kept
    assert page.evaluate("shift") < MOST_SHIFT
    return page


def _place_of(part: Locator) -> list[int]:
    box = part.bounding_box()
    assert box is not None
    return [round(box[side]) for side in ("x", "y", "width", "height")]


def text_of(page: Page) -> str:
    page.get_by_role("button", name="As text").click()
    text = page.locator(".board-text").input_value()
    page.get_by_role("button", name="Close").click()
    return text


def test_a_map_is_drawn_corrected_kept_and_played_on(visitor: Visitors, api: Anabasis) -> None:
    """By mouse and by keyboard; the island is a problem until it is erased."""
    guest = visitor()
    page = opened(guest, "boards/alexandros")
    page.get_by_role("button", name="Clear").click()
    expect(page.locator(VERDICT)).to_have_text("1 problem")
    expect(page.locator(".verdict li")).to_have_text("There is no land yet.")
    tool(page, "open space")
    drag(page, "1,1", "1,6")
    place(page, "1,2").focus()
    for letter in "tahl":
        page.keyboard.press(letter)
        page.keyboard.press("ArrowRight")
    expect(page.locator(".verdict li").first).to_have_text(
        "There is no space with the symbol soldier."
    )
    page.keyboard.press("s")
    expect(page.locator(VERDICT)).to_have_text("This board can be played on.")
    place(page, "4,7").focus()
    page.keyboard.press("o")
    island = page.get_by_role("button", name="This land does not touch the rest along a side.")
    island.click()
    expect(place(page, "4,7")).to_be_focused()
    expect(page.locator(".board-mark")).to_have_count(1)
    assert complaints(page) == []
    page.keyboard.press("Delete")
    expect(page.locator(VERDICT)).to_have_text("This board can be played on.")
    drawn = text_of(page)
    assert drawn.split("---\n")[1].split("\n")[1].startswith("~.TAHLS~")
    page.reload()
    expect(page.locator(VERDICT)).to_have_text("This board can be played on.")
    assert text_of(page) == drawn
    page.get_by_role("button", name="Play against bots").click()
    page.wait_for_url(GAME)
    view = api.view(GAME.search(page.url)[1])  # type: ignore[index]
    assert (view["board"]["rows"][1], view["status"]) == ("~.TAHLS", "live")


def test_an_island_is_drawn_by_touch_and_set_up_as_a_game(visitor: Visitors, api: Anabasis) -> None:
    guest = visitor(390, 844, phone=True)
    page = _opened_late(guest, "boards/settlers")
    page.get_by_role("button", name="hills", exact=True).tap()
    place(page, "hex 1,1").tap()
    fault = page.locator(".verdict li button")
    expect(fault).to_have_text("This hex needs a number from 2 to 12, but not 7.")
    page.get_by_role("button", name="number 4", exact=True).tap()
    fault.tap()
    place(page, "hex 1,1").tap()
    expect(page.locator(VERDICT)).to_have_text("This board can be played on.")
    page.get_by_role("button", name="harbour, 3 to 1 for anything", exact=True).tap()
    place(page, "hex 1,1").tap()
    expect(page.locator(".easel .harbour")).to_have_count(10)
    page.get_by_role("button", name="Undo").tap()
    expect(page.locator(".easel .harbour")).to_have_count(9)
    expect(page.locator(VERDICT)).to_have_text("This board can be played on.")
    assert complaints(page) == []
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("link", name="Set up a game").tap()
    expect(page.locator("summary", has_text="Board")).to_contain_text("First island")
    page.get_by_role("button", name="Start the game").tap()
    page.wait_for_url(GAME)
    board = api.view(GAME.search(page.url)[1])["board"]  # type: ignore[index]
    assert {"hex": [1, 1], "terrain": "hills", "token": 4} in board["hexes"]
    assert len(board["hexes"]) == 20


def test_a_link_that_carries_no_board_says_so(visitor: Visitors) -> None:
    page = opened(visitor(), "boards/settlers#board=broken")
    expect(page.locator(".toast")).to_contain_text("no board that can be read")
    page.get_by_role("button", name="As text").click()
    page.locator(".board-text").fill("title: Text\n---\nhills 5, lake 3\n")
    page.get_by_role("button", name="Take it over").click()
    expect(page.locator(".board-fault")).to_contain_text("Line 3: “lake 3” is no hex")
