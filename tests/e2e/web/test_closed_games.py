"""`anabasis admin` beside a running service: the page of a closed game, bots that stand still."""

import os
import subprocess

from playwright.sync_api import expect

from service.store.freezes import FrozenGames
from service.texts import text
from tests.e2e.web.browsers import Site
from tests.e2e.web.play_settlers import sit
from tests.e2e.web.prepared_games import Prepared, person, prepared, prepared_by
from tests.e2e.web.visitors import Visitors
from tests.programs import ANABASIS
from tests.waiting import eventually

REASON = "Somebody asked us to look at this game."


def admin(site: Site, *words: str) -> str:
    """Run a command of the host's beside the service."""
    command = (ANABASIS, "admin", *words)
    environment = {**os.environ, "ANABASIS_DATA": str(site.data)}
    return subprocess.run(
        command, env=environment, check=True, capture_output=True, text=True
    ).stdout


def against_a_bot(site: Site) -> Prepared:
    return prepared_by([person(site, "Ada")], seats=2, bots=["greedy"], deadline="1d", first_seat=0)


def test_a_closed_game_says_so_offers_nothing_and_goes_on_once_reopened(
    visitor: Visitors, site: Site
) -> None:
    game = against_a_bot(site)
    ada = sit(visitor(), game, 0)
    ada.announce("answered 409|status of 409")
    move = ada.page.locator("#panel button.card:not([aria-disabled=true])")
    expect(move.first).to_be_enabled()
    admin(site, "close", game.game, "--reason", REASON)
    move.first.click()
    notice = ada.page.locator("#notices")
    expect(notice).to_contain_text(text("en", "game_closed", reason=REASON))
    expect(move).to_have_count(0)
    expect(ada.page.locator("#panel .prompt")).to_contain_text(text("en", "prompt_closed"))
    expect(ada.page.locator("ol.seats")).not_to_contain_text(text("en", "to_move"))
    expect(ada.page.locator("#resign")).to_be_hidden()
    assert game.view["version"] == 3
    admin(site, "reopen", game.game)
    ada.page.reload()
    expect(notice).not_to_contain_text(REASON)
    game.people[0].client.resign(game.game)


def test_nobody_is_to_bid_in_a_closed_game(visitor: Visitors, site: Site) -> None:
    terms = {"ruleset": "alexander_the_great", "board": "campaign"}
    game = prepared(site, "Ada", "Bob", "Cleo", **terms)
    game.people[0].client.move(game.game, {"type": "march"}, game.view["version"])
    ada = sit(visitor(), game, 0)
    bidders, due = ada.page.locator(".bidder"), ada.page.locator(".bidder.next")
    expect(due).to_have_count(1)
    admin(site, "close", game.game, "--reason", REASON)
    ada.page.reload()
    expect(bidders).to_have_count(3)
    expect(due).to_have_count(0)
    expect(ada.page.locator(".bids")).not_to_contain_text("to bid")


def test_bots_of_a_closed_game_stand_still_until_it_is_reopened(site: Site) -> None:
    host = person(site, "Host")
    bots = ["greedy"] * 4
    game = host.client.create_game(ruleset="settlers", seats=4, bots=bots, join=False)["game_id"]
    closed = FrozenGames(site.store.client)
    closed.freeze(game, REASON)  # a process of its own would come after the game's end
    closed_at = host.client.view(game)["version"]
    admin(site, "show")
    assert host.client.view(game)["version"] == closed_at
    closed.unfreeze(game)
    eventually(lambda: host.client.view(game)["version"] > closed_at)
