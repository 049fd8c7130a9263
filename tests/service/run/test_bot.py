"""A level of the planner plays on any server, by views and events alone."""

import logging
import random
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner

from clients.bots import take_turns
from clients.python import Anabasis
from service.app import create_app
from service.clients.planners import seats
from service.run import bot
from service.run.bot import RemotePlanner, planned_here
from service.settings.config import Config
from tests.service.api import Api
from tests.service.conftest import fake_store

TABLE = {"board": "tiny", "seats": 2, "bots": ["random"], "first_seat": 0, "seed": "01"}


@pytest.fixture(autouse=True)
def its_log(caplog: pytest.LogCaptureFixture) -> None:
    """The command raises the level of its log: it is set back after each test."""
    caplog.set_level(logging.INFO, "anabasis.bot")


@pytest.fixture
def ada() -> Iterator[Anabasis]:
    api = Api(create_app(Config(rate_limit=False), fake_store()))
    with Anabasis(transport=httpx.WSGITransport(app=api.app)) as client:
        yield client.with_token(client.create_player("Ada")["token"])


def test_it_plays_its_turn_over_the_api(ada: Anabasis, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(seats, "EVENTS_A_PAGE", 2)
    game = ada.create_game(ruleset="alexandros", **TABLE)["game_id"]
    planner = RemotePlanner(ada, "easy")
    moves = list(take_turns(ada, game, random.Random(1), planner))
    assert [moves[0]["type"], moves[1]["type"], moves[-1]["type"]] == [
        "choose_card",
        "march",
        "end_turn",
    ]
    [known] = planner._planners._bots.values()
    assert known.version >= 3 + len(moves) - 1


def test_it_takes_the_games_for_which_there_are_weights():
    assert planned_here() == ["alexandros", "settlers", "alexander_the_great"]


@pytest.mark.parametrize(
    ("more", "words"),
    [((), "start it with --handle NAME"), (("--handle", "pawn"), "challenge it as pawn")],
)
def test_it_says_how_it_is_challenged(
    ada: Anabasis,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    more: tuple[str, ...],
    words: str,
):
    monkeypatch.setattr(bot, "Anabasis", lambda _: nullcontext(ada))
    monkeypatch.setattr(bot.signal, "signal", lambda *_: None)
    monkeypatch.setattr(bot.BotRunner, "run", lambda *_: None)
    terms = ["easy", "--owner", "Ada", "--token-file", str(tmp_path / "t"), "--server", "http://s"]
    result = CliRunner().invoke(bot.bot, [*terms, *more])
    assert result.exit_code == 0, result.output
    assert "plays on http://s, " in caplog.text
    assert words in caplog.text


def test_an_address_that_is_none_is_one_line(tmp_path: Path):
    terms = ["easy", "--owner", "Ada", "--token-file", str(tmp_path / "t"), "--server", "http://["]
    result = CliRunner().invoke(bot.bot, terms)
    assert (result.exit_code, result.output.count("\n")) == (1, 1)
    assert "http://[" in result.output
    assert not (tmp_path / "t").exists()


def test_without_numpy_it_says_so_and_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(bot, "has_numpy", lambda: False)
    terms = ["easy", "--owner", "Ada", "--token-file", str(tmp_path / "token")]
    result = CliRunner().invoke(bot.bot, terms)
    assert result.exit_code == 1
    assert "numpy is missing" in result.output
