"""Scenes beside the table: lists in full, a host's invitation, a guided game, editors, a frame."""

import re
from functools import partial
from typing import Any

from tests.e2e.web.account_scenes import ACCOUNT_SCENES
from tests.e2e.web.prepared_games import Prepared, finished, person, prepared
from tests.e2e.web.scenes import SCENES, Scene, Stage
from tests.e2e.web.visitors import Visitor

TERMS = {"ruleset": "alexandros", "board": "tiny"}
LESSON = """game => localStorage.setItem("anabasis.lessons",
  JSON.stringify({[game]: {read: [], left: false}}))"""


def lobby_in_full(guest: Visitor, stage: Stage) -> None:
    """Every list of the front page: an invitation, each group of Ada's games, studies, others'."""
    if "full" not in stage.games:
        stage.at("waiting")
        stage.games["full"] = _games_of_all_kinds(guest, stage.site)
    game = stage.games["full"]
    guest.become(game.people[0].token)
    guest.context.add_init_script(f"({LESSON})('{game.game}')")
    guest.open()
    for part in ("#invitations .invitation", "#mine .game-row", "#studies .game-row"):
        guest.page.locator(part).first.wait_for()
    for part in ("#join .game-row", "#lobby .tabs"):
        guest.page.locator(part).first.wait_for()


def _games_of_all_kinds(guest: Visitor, site: str) -> Prepared:
    """The guided game of somebody who has games of every kind."""
    over = finished(site)
    ada, bob = (each.client for each in over.people)
    bob.rematch(over.game)
    branches = f"{site}/api/v1/games/{over.game}/branches"
    headers = {"Authorization": f"Bearer {over.people[0].token}", "Idempotency-Key": "study"}
    assert guest.context.request.post(branches, data={"at": 20}, headers=headers).ok
    bob.take_seat(ada.create_game(**TERMS, seats=2, first_seat=1)["game_id"])
    ada.create_game(**TERMS, seats=2)
    for _ in range(2):
        view = ada.create_game(**TERMS, bots=["greedy"], first_seat=0)
    return Prepared(str(view["game_id"]), over.people)


def host(guest: Visitor, stage: Stage) -> None:
    """With somebody seated, and somebody who only looked."""
    if "hosted" not in stage.games:
        made = prepared(stage.site, "Ada", "Bob", **TERMS, seats=3)
        person(stage.site, "Eve").client.visit(made.game)
        stage.games["hosted"] = made
    game = stage.games["hosted"]
    guest.become(game.people[0].token)
    guest.open(f"game/{game.game}")
    guest.page.locator(".host-row", has_text="Eve").wait_for()


def guided(ruleset: int, guest: Visitor, _: Stage) -> None:
    """A guided game at the first step that waits for a move."""
    guest.open()
    guest.page.locator(".lesson-offer .button").nth(ruleset).click()
    coach = guest.page.locator(".coach")
    coach.locator(".button.main").click()
    guest.page.locator(".coach-ring:visible").wait_for()


def editor(path: str, guest: Visitor, _: Stage) -> None:
    guest.open(f"boards/{path}")
    guest.page.locator(".verdict h2").wait_for()


def framed(guest: Visitor, stage: Stage) -> None:
    guest.open(f"embed/{stage.at('finished').game}?at=5")
    guest.page.locator("#place", has_text="5/").wait_for()


def orders(guest: Visitor, stage: Stage) -> None:
    """In an auction: two orders stand, and the limit of a third is asked for."""
    if "orders" not in stage.games:
        terms = {"ruleset": "alexander_the_great", "board": "campaign", "title": "To Persepolis"}
        made = prepared(stage.site, "Ada", "Bob", "Cleo", **terms)
        ada, bob, _ = (each.client for each in made.people)
        ada.move(made.game, {"type": "march"}, made.view["version"])
        bob.give_order(made.game, "pay_by", first=["gold", "wool"])
        bob.give_order(made.game, "bid_on", most={"hunger": 2})
        stage.games["orders"] = made
    game = stage.games["orders"]
    guest.become(game.people[1].token)
    guest.open(f"game/{game.game}")
    guest.page.locator(".auction .button").click()
    guest.page.locator(".order-number input:visible").wait_for()


def animation(guest: Visitor, stage: Stage) -> None:
    guest.open(f"game/{stage.at('finished').game}")
    guest.page.locator(".end-card .end-close").click()
    ask_for_animation(guest)


def ask_for_animation(guest: Visitor) -> None:
    guest.page.locator("#animation").click()
    guest.page.locator(".animation-formats").wait_for()


def animating(guest: Visitor, stage: Stage) -> None:
    """The worker is halfway, and stays there."""
    _ordered(guest, stage, {"status": "working", "done": 5, "of": 10})
    guest.page.locator("progress[value]").wait_for()


def animation_failed(guest: Visitor, stage: Stage) -> None:
    _ordered(guest, stage, {"status": "failed", "reason": "not_drawn"})
    guest.page.locator("dialog[open] [role=alert]").wait_for()


def _ordered(guest: Visitor, stage: Stage, state: dict[str, Any]) -> None:
    """An animation asked for, whose state stays as given."""
    address = re.compile(r"/games/\w+/animation\b")
    told = {"done": 0, "of": 0, "href": None, "reason": None, **state}
    guest.page.route(address, lambda route: route.fulfill(json=told))
    animation(guest, stage)
    guest.page.locator("dialog[open] .dialog-end .button.main").click()


EVERY_SCENE: dict[str, Scene] = SCENES | {
    "lobby in full": lobby_in_full,
    "host": host,
    "guided game": partial(guided, 0),
    "guided game of settlers": partial(guided, 1),
    "editor": partial(editor, "alexandros"),
    "editor of islands": partial(editor, "settlers"),
    "framed": framed,
    "standing orders": orders,
    "animation": animation,
    "an animation in the making": animating,
    "an animation that failed": animation_failed,
    **ACCOUNT_SCENES,
}
