"""The runner of a bot account: it accepts, plays, and goes on after anything that fails."""

import random
import stat
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from clients.bots import template
from clients.bots.runner import BotRunner, account, chooser, main, safe
from clients.python import Anabasis
from clients.python.errors import Refused
from service.app import create_app
from service.settings.config import Config
from tests.clients.python.canned_service import Canned
from tests.service.api import Api
from tests.service.conftest import fake_store
from tests.service.office import Office

TERMS = {"ruleset": "alexandros", "board": "near_east"}
"""A game of random moves lasts 25 turns or more there: none ends within a test."""


@pytest.fixture
def api() -> Api:
    return Api(create_app(Config(rate_limit=False), fake_store()))


@pytest.fixture
def public(api: Api) -> Iterator[Anabasis]:
    with Anabasis(transport=httpx.WSGITransport(app=api.app)) as client:
        yield client


@pytest.fixture
def ada(public: Anabasis) -> Anabasis:
    return public.with_token(public.create_player("Ada")["token"])


@pytest.fixture
def bot(public: Anabasis, tmp_path: Path) -> Anabasis:
    me = account(public, tmp_path / "bot.token", "Rosetta", "Ada", {"games": 2})
    me.accounts.claim_handle("rosetta")
    return me


def look(runner: BotRunner, api: Api) -> None:
    """Let the runner look once, and finish its turns."""
    Office(api).work()
    with ThreadPoolExecutor(1) as threads:
        runner.look(threads)
    Office(api).work()


def test_an_account_is_made_once_and_its_token_is_for_its_owner_alone(
    public: Anabasis, tmp_path: Path
):
    path = tmp_path / "bot.token"
    made = account(public, path, "Rosetta", "Ada", {})
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    again = account(public, path, "Other", "Bob", {"games": 3})
    assert again.me() == {**made.me(), "account": "bot", "name": "Rosetta"}


def test_it_accepts_as_many_challenges_as_it_takes_and_plays_their_games(
    api: Api, ada: Anabasis, bot: Anabasis
):
    runner = BotRunner(bot, template.choose, random.Random(1))
    made = [ada.accounts.challenge("rosetta", **TERMS) for _ in range(2)]
    look(runner, api)
    with pytest.raises(Refused, match="as many games"):
        ada.accounts.challenge("rosetta", **TERMS)
    games = [ada.accounts.read_challenge(each["id"])["game_id"] for each in made]
    other = BotRunner(ada, template.choose, random.Random(2))
    while not all(ada.view(game)["turn"] > 4 for game in games):
        look(other, api)
        look(runner, api)
    assert all(ada.view(game)["status"] == "live" for game in games)


def test_a_bot_that_fails_moves_by_lot(api: Api, ada: Anabasis, bot: Anabasis):
    def broken(view: Any, moves: Any) -> Any:
        raise ZeroDivisionError

    game = ada.create_game(**TERMS, seats=2, first_seat=1)["game_id"]
    bot.take_seat(game)
    look(BotRunner(bot, broken, random.Random(1)), api)
    view = ada.view(game)
    assert view["version"] > 3
    assert view["status"] == "live"


def test_it_refuses_to_undo_instead_of_letting_others_wait(api: Api, ada: Anabasis, bot: Anabasis):
    game = ada.create_game(**TERMS, seats=2, first_seat=0, undo="consent")["game_id"]
    bot.take_seat(game)
    other = BotRunner(ada, template.choose, random.Random(2))
    while ada.view(game)["to_act"] == [0]:
        look(other, api)
    look(BotRunner(bot, template.choose), api)
    view = ada.view(game)
    while view["to_act"] != [0]:
        look(BotRunner(bot, template.choose), api)
        view = ada.view(game)
    ada.undo(game, 3, view["version"])
    assert ada.view(game)["undo"]["request"]
    look(BotRunner(bot, template.choose), api)
    assert ada.view(game)["undo"]["request"] is None


def test_it_goes_on_after_a_lost_line():
    empty = httpx.Response(200, json={"received": [], "sent": []})
    none = httpx.Response(200, json={"games": [], "total": 0, "page": 1, "per_page": 20})
    service = Canned(httpx.ConnectError("lost"), httpx.Response(503, json={}), empty, none)
    pauses = list[float]()

    class Stopping(threading.Event):
        def wait(self, timeout: float | None = None) -> bool:
            pauses.append(timeout or 0)
            return len(service.asked) >= 4

    BotRunner(service.client(retries=0), template.choose).run(Stopping())
    assert pauses == [1, 2, 4, 1]


def test_a_name_that_names_nothing_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    token = str(tmp_path / "t")
    assert main(["nosuch:choose", "--owner", "Ada", "--token-file", token]) == 1
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "MODULE:NAME" in told
    assert chooser("clients.bots.template:choose") is template.choose


def test_a_safe_bot_chooses_as_its_function_does():
    view, moves = {"game_id": "g", "version": 3}, [{"type": "end_turn"}, {"type": "resign"}]
    assert safe(lambda _, them: them[1])(view, moves, random.Random()) == moves[1]
    assert safe(template.choose)(view, moves, random.Random()) == moves[0]
