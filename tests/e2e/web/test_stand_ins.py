"""A suspended player's seat on the page: the offer of a bot, its play, and the player's return."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from service.app import create_app
from service.machine import clock
from service.settings.config import Config
from tests.e2e.web import browsers
from tests.e2e.web.play_settlers import sit
from tests.e2e.web.prepared_games import prepared
from tests.e2e.web.visitors import Visitors
from tests.service.conftest import fake_store


@pytest.fixture(scope="module")
def app() -> Any:
    return create_app(Config(rate_limit=False), fake_store())


@pytest.fixture(scope="module")
def site(app: Any) -> Iterator[str]:
    with browsers.served_here(app) as address:
        yield address


def test_the_others_let_a_bot_play_until_the_player_is_back(
    visitor: Visitors, app: Any, site: str
) -> None:
    game, players = prepared(site, "Ada", "Bob", "Cyd"), app.extensions["anabasis"].players
    bob = game.people[1].client.me()["player_id"]
    players.stop(bob, "suspended", f"{clock.now_ms() + 86_400_000} It stalls.")
    ada = sit(visitor(), game, 0).page
    banner = ada.locator(".banner", has_text="Bob cannot play at present")
    banner.get_by_role("button", name="Let a bot play").click()
    expect(banner).to_contain_text("Waiting for Cyd.")
    game.people[2].client.agree_to_stand_in(game.game, 1)
    expect(banner).to_have_count(0)
    expect(ada.locator("#seats .seat").nth(1)).to_contain_text("a bot plays for now")
    expect(ada.locator("#log")).to_contain_text("Ada agrees that a bot plays for Bob.")
    expect(ada.locator("#log")).to_contain_text("Cyd agrees: a bot plays for Bob for now.")

    players.stop(bob, "suspended", "")
    back = sit(visitor(), game, 1).page
    back.get_by_role("button", name="Play myself").click()
    expect(ada.locator("#log")).to_contain_text("Bob is back and plays again.")
    expect(ada.locator("#seats .seat").nth(1)).not_to_contain_text("a bot plays")


TWICE = """async () => {
  const { withNames } = await import(`${document.baseURI}web/game/words/eventelements.js`);
  const said = document.createElement("p");
  said.append(...withNames({ seats: [{ name: "Ada" }] }, (name) => {
    const ada = name(0);
    return `${ada} is here until ${ada} leaves`;
  }));
  return said.textContent;
}"""


def test_a_sentence_has_a_name_as_often_as_its_language_says_it(visitor: Visitors) -> None:
    guest = visitor()
    guest.open()
    assert guest.page.evaluate(TWICE) == "Ada is here until Ada leaves"
