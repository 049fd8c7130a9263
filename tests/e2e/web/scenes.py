"""Every page and every state of it that a person can meet, and the way there."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from playwright.sync_api import Page, Route

from tests.e2e.web.prepared_games import Prepared, finished, person, prepared
from tests.e2e.web.visitors import Visitor, unfold

UNHURRIED = {"per_move": "3d", "at_zero": "bot", "quiet_hours": True, "vacation": 7}
PICTURED = """() => [...document.querySelectorAll(".card-picture")].every((card) =>
  card.querySelector("img")?.naturalWidth > 0)"""
"""True once the pictures of the games are on show; the page asks again for one that fails."""
NOTHING_LISTED = {"games": [], "total": 0, "page": 1, "per_page": 12}
MOVE_LISTED = {
    "choose_card": "choose_card",
    "march": "march",
    "actions": "occupy",
    "takeover": "take_over",
}


@dataclass
class Stage:
    """The games that scenes play in, each made once."""

    site: str
    board: str = "tiny"
    games: dict[str, Prepared] = field(default_factory=dict)

    def at(self, moment: str) -> Prepared:
        """The game at a moment."""
        if moment not in self.games:
            self.games[moment] = self._made(moment)
        return self.games[moment]

    def _made(self, moment: str) -> Prepared:
        if moment == "finished":
            return finished(self.site, self.board)
        if moment == "waiting":
            terms = {"board": self.board, "seats": 2, "title": "A seat is free"}
            return prepared(self.site, "Ada", deadline=UNHURRIED, **terms)
        if moment == "wish":
            return self._wish()
        made = prepared(self.site, "Ada", "Bob", board=self.board, title="Ada and Bob")
        made.play(lambda view: view["turn"] > 3 and made.offers(view, MOVE_LISTED[moment]))
        return made

    def _wish(self) -> Prepared:
        """Bob asks to take back a move that showed him a card."""
        terms = {"board": self.board, "undo": "consent", "title": "A wish"}
        made = prepared(self.site, "Ada", "Bob", deadline=UNHURRIED, **terms)
        view = made.play(lambda view: view["turn"] == 2 and view["phase"] == "march")
        made.people[1].client.undo(made.game, view["head"] - 1, view["version"])
        return made


Scene = Callable[[Visitor, Stage], None]


def empty_lobby(guest: Visitor, _: Stage) -> None:
    def nothing(route: Route) -> None:
        route.fulfill(json=NOTHING_LISTED)

    guest.page.route(re.compile(r"/api/v1/games\?"), nothing)
    guest.open()
    guest.page.locator("#lobby .note").wait_for()
    guest.page.locator(".card-picture img").last.wait_for()
    guest.page.wait_for_function(PICTURED)


def lobby(guest: Visitor, stage: Stage) -> None:
    guest.become(stage.at("choose_card").people[0].token)
    guest.open()
    guest.page.locator("#mine .game-row").first.wait_for()
    guest.page.locator("#lobby .tabs").wait_for()


def new_game(guest: Visitor, _: Stage) -> None:
    guest.open("new")
    unfold(guest.page)
    guest.page.locator(".board-option").last.locator(".map").wait_for()


def waiting_room(guest: Visitor, stage: Stage) -> None:
    _sit_at(guest, stage, "waiting")
    guest.page.locator("input.link").wait_for()


def a_seat_is_free(guest: Visitor, stage: Stage) -> None:
    guest.open(f"game/{stage.at('waiting').game}")
    guest.page.locator("#panel .button").first.wait_for()


def mine(moment: str, guest: Visitor, stage: Stage) -> None:
    _sit_at(guest, stage, moment)
    guest.page.locator("#panel .prompt.mine").wait_for()


def others(moment: str, guest: Visitor, stage: Stage) -> None:
    _sit_at(guest, stage, moment, seat=1)
    guest.page.locator("#panel .prompt").wait_for()


def points(guest: Visitor, stage: Stage) -> None:
    mine("march", guest, stage)
    show_points(guest)


def show_points(guest: Visitor) -> None:
    if not guest.page.locator(".point").count():
        guest.page.locator(".space.target").first.click()
    guest.page.locator(".point").first.wait_for()


def way(guest: Visitor, stage: Stage) -> None:
    points(guest, stage)
    with guest.page.expect_response("**/preview*"):
        guest.page.locator(".point .reach").last.click()
    guest.page.locator("#panel .proposal .button.main").wait_for()


def conquest(moment: str, guest: Visitor, stage: Stage) -> None:
    mine(moment, guest, stage)
    propose_conquest(moment, guest)


def propose_conquest(moment: str, guest: Visitor) -> None:
    label = guest.text(
        "alexandros.act_take_over" if moment == "takeover" else "alexandros.act_occupy"
    )
    with guest.page.expect_response("**/preview*"):
        guest.page.locator("#panel .actions .button", has_text=label).first.click()
    guest.page.locator("#panel .proposal .button.main:enabled").wait_for()


def asked_to_agree(guest: Visitor, stage: Stage) -> None:
    _sit_at(guest, stage, "wish")
    guest.page.locator("#notices .banner").wait_for()


def asking(guest: Visitor, stage: Stage) -> None:
    _sit_at(guest, stage, "wish", seat=1)
    guest.page.locator("#notices .banner").wait_for()


def watching(guest: Visitor, stage: Stage) -> None:
    guest.open(f"game/{stage.at('march').game}")
    guest.page.locator("#panel .prompt").wait_for()


def looking_back(guest: Visitor, stage: Stage) -> None:
    guest.open(f"game/{stage.at('march').game}?at=6")
    guest.page.locator("#live button").wait_for()


def replay(guest: Visitor, stage: Stage, at: int = 20) -> None:
    guest.open(f"game/{stage.at('finished').game}?at={at}")
    guest.page.locator(".line.current").wait_for()


def scores(guest: Visitor, stage: Stage) -> None:
    guest.open(f"game/{stage.at('finished').game}")
    show_scores(guest)


def show_scores(guest: Visitor) -> None:
    guest.page.locator("#tab-scores:not(:empty)").click()
    guest.page.locator("#scores .chart-line").first.wait_for()


def result(guest: Visitor, stage: Stage) -> None:
    """As the player who is asked for a rematch."""
    over = stage.at("finished")
    over.people[0].client.rematch(over.game)
    _sit_at(guest, stage, "finished", seat=1)
    guest.page.locator(".end-card .bar").first.wait_for()
    guest.page.locator(".end-call:not(:empty)").wait_for()


def result_in_figures(guest: Visitor, stage: Stage) -> None:
    """As a watcher."""
    guest.open(f"game/{stage.at('finished').game}")
    guest.page.locator(".end-card .bar").first.wait_for()
    guest.page.locator("#end-tab-statistics").click()
    guest.page.locator(".figures").last.wait_for()


def study(guest: Visitor, stage: Stage) -> None:
    guest.become(person(stage.site, "Cleo").token)
    replay(guest, stage)
    guest.page.locator("#branch").click()
    guest.page.wait_for_url(lambda url: stage.at("finished").game not in url)
    guest.page.locator("#notices .banner").wait_for()


def rules(guest: Visitor, _: Stage) -> None:
    guest.open("rules/alexandros")
    guest.page.locator(".rule").first.wait_for()


def no_such_game(guest: Visitor, _: Stage) -> None:
    guest.announce("404")
    guest.open("game/aaaaaaaaaaaaaaaa")
    guest.page.locator("#main:not(.loading)").wait_for()


def nothing_here(guest: Visitor, _: Stage) -> None:
    guest.announce("404")
    guest.open("gaem/aaaa/replay")
    guest.page.locator("#main h1").wait_for()


def rules_drawer(guest: Visitor, stage: Stage) -> None:
    mine("march", guest, stage)
    open_rules(guest)


def open_rules(guest: Visitor) -> None:
    guest.page.locator("#panel .rule-mark").click()
    guest.page.locator(".drawer .rule.sought").wait_for()


def dialog(open_it: Callable[[Page], Any], guest: Visitor, stage: Stage) -> None:
    mine("choose_card", guest, stage)
    open_dialog(open_it, guest)


def open_dialog(open_it: Callable[[Page], Any], guest: Visitor) -> None:
    open_it(guest.page)
    guest.page.locator("dialog[open]").wait_for()


def _sit_at(guest: Visitor, stage: Stage, moment: str, seat: int = 0) -> None:
    game = stage.at(moment)
    guest.become(game.people[seat].token)
    guest.open(f"game/{game.game}")


def text_board(page: Page) -> None:
    page.locator("#as-text").click()
    page.locator(".text-board", has_text="0 (Ada)").wait_for()


def settings(page: Page) -> None:
    page.locator("#bar button.settings").click()


def keys(page: Page) -> None:
    page.locator(".tool-help").click()


def resigning(page: Page) -> None:
    page.locator("#resign").click()


SCENES: dict[str, Scene] = {
    "empty lobby": empty_lobby,
    "lobby": lobby,
    "new game": new_game,
    "waiting room": waiting_room,
    "a seat is free": a_seat_is_free,
    "choosing a card": partial(mine, "choose_card"),
    "another chooses a card": partial(others, "choose_card"),
    "marching": partial(mine, "march"),
    "another marches": partial(others, "march"),
    "points to march to": points,
    "a way proposed": way,
    "actions": partial(mine, "actions"),
    "another acts": partial(others, "actions"),
    "an occupation proposed": partial(conquest, "actions"),
    "a takeover proposed": partial(conquest, "takeover"),
    "asked to agree": asked_to_agree,
    "asking to take back": asking,
    "watching": watching,
    "looking back": looking_back,
    "replay": replay,
    "scores": scores,
    "result": result,
    "result in figures": result_in_figures,
    "study": study,
    "rules": rules,
    "rules beside a game": rules_drawer,
    "no such game": no_such_game,
    "nothing here": nothing_here,
    "settings": partial(dialog, settings),
    "keys": partial(dialog, keys),
    "text board": partial(dialog, text_board),
    "resigning": partial(dialog, resigning),
}
