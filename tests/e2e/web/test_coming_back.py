"""The front page: a welcome for newcomers, a player's own games when they come back."""

import re

import httpx
import pytest
from playwright.sync_api import Route, expect

from clients.python import Anabasis
from tests.e2e.web.play_alexandros import start_against_bot
from tests.e2e.web.prepared_games import Person, person
from tests.e2e.web.scenes import SCENES, Stage
from tests.e2e.web.visitors import Visitors
from tests.waiting import eventually

TERMS = {"ruleset": "alexandros", "board": "tiny", "seats": 2, "first_seat": 0}
PICTURE_MILLISECONDS = 4_001


def test_a_newcomer_is_welcomed_and_reads_how_games_come_about(visitor: Visitors) -> None:
    guest = visitor()
    SCENES["empty lobby"](guest, Stage(guest.site))
    expect(guest.page.locator("#welcome h1")).to_have_text("Anabasis")
    expect(guest.page.locator("#mine")).to_be_hidden()
    expect(guest.page.locator("#join .note")).to_contain_text("its link invites your friends")
    expect(guest.page.locator("#lobby .note")).to_contain_text("can be watched here")


def test_games_to_join_stand_apart_without_mine(
    visitor: Visitors, api: Anabasis, site: str
) -> None:
    ada, guest = person(site, "Ada"), visitor()
    api.create_game(**TERMS, title="Who plays along?", undo="off")
    ada.client.create_game(**TERMS, title="My own open game")
    eventually(lambda: ada.client.my_games()["total"] == 1)
    guest.become(ada.token)
    guest.open()
    row = guest.page.locator("#join .game-row", has_text="Who plays along?").first
    expect(row).to_contain_text("Undo: not past cards")
    expect(row.locator(".call")).to_have_text("Join")
    expect(guest.page.locator("#mine .game-row")).to_contain_text(["My own open game"])
    expect(guest.page.locator("#join .game-row", has_text="My own open game")).to_have_count(0)


def test_games_to_watch_are_those_of_others(visitor: Visitors, api: Anabasis, site: str) -> None:
    ada, guest = person(site, "Ada"), visitor()
    api.create_game(**TERMS, title="Watch me", bots=["patient"])
    ada.client.create_game(**TERMS, title="My own game", bots=["patient"])
    eventually(lambda: ada.client.my_games()["total"] == 1)
    guest.become(ada.token)
    guest.open()
    expect(guest.page.locator("#lobby .game-row", has_text="Watch me").first).to_be_visible()
    expect(guest.page.locator("#mine .game-row")).to_contain_text(["My own game"])
    expect(guest.page.locator("#lobby .game-row", has_text="My own game")).to_have_count(0)


def test_a_browser_whose_storage_is_full_shows_games_all_the_same(
    visitor: Visitors, site: str
) -> None:
    ada, guest = person(site, "Ada"), visitor()
    game = ada.client.create_game(**TERMS, bots=["greedy"])["game_id"]
    guest.become(ada.token)
    guest.context.add_init_script(
        "Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); }"
    )
    guest.open(f"game/{game}")
    expect(guest.page.locator("#map svg, svg#map").first).to_be_visible()


def test_a_browser_that_denies_its_storage_shows_games_all_the_same(
    visitor: Visitors, site: str
) -> None:
    ada, guest = person(site, "Ada"), visitor()
    game = ada.client.create_game(**TERMS, bots=["greedy"])["game_id"]
    guest.context.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no'); } })"
    )
    guest.open(f"game/{game}")
    expect(guest.page.locator("#map svg, svg#map").first).to_be_visible()


def test_my_turns_come_first_then_others_turns_then_finished_games(
    visitor: Visitors, site: str
) -> None:
    ada, bob, guest = person(site, "Ada"), person(site, "Bob"), visitor()
    live = games_of(ada, bob)
    at = {"at": 3}
    headers = {"Authorization": f"Bearer {ada.token}"}
    httpx.post(f"{site}/api/v1/games/{live}/branches", json=at, headers=headers).raise_for_status()
    eventually(lambda: ada.client.my_games()["total"] == 5)
    guest.become(ada.token)
    guest.open()
    mine = guest.page.locator("#mine")
    headings = ["Your turn", "Waiting for others", "Not started yet", "Finished"]
    expect(mine.locator("h2")).to_have_text(headings)
    expect(mine.locator(".row-title")).to_have_text(["Mine", "Bob's", "Free", "Over"])
    expect(mine.locator(".call")).to_have_text(["Play", "Open", "Open", "Replay"])
    told = ["Your turn", "Waiting for Bob", "1 seat free", "Won by Bob"]
    expect(mine.locator(".row-moment")).to_contain_text(told)
    expect(mine.locator("time").first).to_have_attribute("title", re.compile(r"20\d\d"))
    expect(mine.locator(".score")).to_have_text(["0", "0"])
    expect(guest.page.locator("#studies .row-title")).to_have_text(["Mine"])
    expect(guest.page.locator("#welcome")).to_be_hidden()


def test_many_games_are_paged_and_the_page_is_kept_in_the_address(
    visitor: Visitors, site: str
) -> None:
    ada, guest = person(site, "Ada"), visitor()
    for n in range(13):
        ada.client.create_game(**TERMS, title=f"Game {n}", listed=False)
    eventually(lambda: ada.client.my_games()["total"] == 13)
    guest.become(ada.token)
    guest.open()
    rows = guest.page.locator("#mine .game-row")
    expect(rows).to_have_count(12)
    mine = guest.page.locator("#mine")
    mine.get_by_role("button", name="Earlier games").click()
    expect(rows).to_contain_text(["Game 0"])
    expect(guest.page).to_have_url(re.compile(r"\?page=2$"))
    guest.page.reload()
    expect(rows).to_contain_text(["Game 0"])
    mine.get_by_role("button", name="Later games").click()
    expect(rows).to_have_count(12)


TURNED = """async () => {
  const { List } = await import(`${document.baseURI}web/pages/list.js`);
  const section = document.createElement("section");
  document.body.append(section);
  const answers = [];
  const read = (page) => new Promise((answer) => {
    answers.push(() => answer({ games: [{}], total: 2, page, per_page: 1 }));
  });
  const list = new List(section, "probe", read, () => ["games"]);
  history.replaceState(null, "", "?probe=2");
  const earlier = list.show();
  history.replaceState(null, "", "?");
  const present = list.show();
  answers[1]();
  await present;
  answers[0]();
  await earlier;
  return section.querySelector(".note").textContent;
}"""
"""The page on show if the answer for the page before it comes last."""


def test_a_late_answer_turns_no_page_back(visitor: Visitors) -> None:
    guest = visitor()
    guest.open()
    assert guest.page.evaluate(TURNED) == "1/2"


def test_a_player_signs_out_after_a_warning(visitor: Visitors) -> None:
    guest = visitor()
    guest.open()
    guest.page.get_by_label("Your name").fill("Ada")
    start_against_bot(guest.page)
    guest.open()
    expect(guest.page.locator("#mine")).to_be_visible()
    guest.page.get_by_role("button", name="Settings").click()
    guest.page.get_by_role("button", name="Sign out").click()
    warning = guest.page.get_by_role("dialog").filter(has_text="you are Ada")
    expect(warning).to_contain_text("lose your name and your games permanently")
    with guest.page.expect_response(lambda answer: answer.request.method == "DELETE") as ended:
        warning.get_by_role("button", name="Sign out").click()
    assert ended.value.status == 204
    expect(guest.page.locator("#welcome h1")).to_be_visible()
    assert guest.context.cookies() == []


@pytest.mark.parametrize(
    ("address", "shown", "is_known"),
    [
        pytest.param("**/picture.png?*", "#mine .row-picture img", True, id="of a game"),
        pytest.param("**/near_east/picture.svg", ".card-picture img", False, id="of a board"),
    ],
)
def test_a_picture_that_did_not_come_is_asked_for_again(
    visitor: Visitors, site: str, address: str, shown: str, is_known: bool
) -> None:
    ada, guest = person(site, "Ada"), visitor()
    ada.client.create_game(**TERMS)
    guest.announce(r"picture\.(png|svg).* 503")
    refused: list[Route] = []

    def refuse(route: Route) -> None:
        refused.append(route)
        route.fulfill(status=503)

    guest.page.route(address, refuse, times=1)
    guest.page.clock.install()
    if is_known:
        guest.become(ada.token)
    guest.open()
    picture = guest.page.locator(shown).first
    expect(picture).to_have_js_property("complete", value=True)
    guest.page.clock.fast_forward(PICTURE_MILLISECONDS)
    guest.page.wait_for_function("image => image.naturalWidth > 0", arg=picture.element_handle())
    assert len(refused) == 1


def games_of(ada: Person, bob: Person) -> str:
    """Make a game of each state; return the one where it is Ada's turn."""
    firsts = {"Over": 0, "Free": 0, "Bob's": 1, "Mine": 0}
    games = {
        title: ada.client.create_game(**{**TERMS, "first_seat": first}, title=title)["game_id"]
        for title, first in firsts.items()
    }
    for title in ("Over", "Bob's", "Mine"):
        bob.client.take_seat(games[title])
    ada.client.resign(games["Over"])
    return str(games["Mine"])
