"""The runner of a bot account: it accepts, plays, and goes on after anything that fails."""

import json
import random
import stat
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Queue
from time import monotonic
from typing import Any

import httpx
import pytest

from clients.bots import runner, template
from clients.bots.guarded import Guarded
from clients.bots.runner import BotRunner, account, chooser, main
from clients.python import Anabasis
from clients.python.errors import Forbidden, Refused, Unauthorized
from service.app import create_app
from service.settings.config import Config
from tests.clients.python.canned_service import Broken, Canned, problem
from tests.service.api import Api
from tests.service.conftest import fake_store
from tests.service.office import Office

TERMS = {"ruleset": "alexandros", "board": "near_east"}
"""A game of random moves lasts 25 turns or more there: none ends within a test."""
CHOICE = Guarded(template.choose)


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


def test_no_account_is_made_whose_token_could_not_be_kept(tmp_path: Path):
    service = Canned(httpx.Response(201, json={"token": "ana_1"}))
    with pytest.raises(FileNotFoundError):
        account(service.client(), tmp_path / "no" / "bot.token", "Rosetta", "Ada", {})
    assert service.asked == []


def test_a_refused_account_leaves_no_file(tmp_path: Path):
    service, path = Canned(problem(403, "registration_closed")), tmp_path / "bot.token"
    with pytest.raises(Forbidden):
        account(service.client(), path, "Rosetta", "Ada", {})
    assert not path.exists()


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
    rosetta = BotRunner(bot, CHOICE, random.Random(1))
    made = [ada.accounts.challenge("rosetta", **TERMS) for _ in range(2)]
    look(rosetta, api)
    with pytest.raises(Refused, match="as many games"):
        ada.accounts.challenge("rosetta", **TERMS)
    games = [ada.accounts.read_challenge(each["id"])["game_id"] for each in made]
    other = BotRunner(ada, CHOICE, random.Random(2))
    while not all(ada.view(game)["turn"] > 4 for game in games):
        look(other, api)
        look(rosetta, api)
    assert all(ada.view(game)["status"] == "live" for game in games)


def test_a_bot_that_fails_moves_by_lot(api: Api, ada: Anabasis, bot: Anabasis):
    def broken(view: Any, moves: Any) -> Any:
        raise ZeroDivisionError

    game = ada.create_game(**TERMS, seats=2, first_seat=1)["game_id"]
    bot.take_seat(game)
    look(BotRunner(bot, Guarded(broken), random.Random(1)), api)
    view = ada.view(game)
    assert view["version"] > 3
    assert view["status"] == "live"


def test_it_refuses_to_undo_instead_of_letting_others_wait(api: Api, ada: Anabasis, bot: Anabasis):
    game = ada.create_game(**TERMS, seats=2, first_seat=0, undo="consent")["game_id"]
    bot.take_seat(game)
    other = BotRunner(ada, CHOICE, random.Random(2))
    while ada.view(game)["to_act"] == [0]:
        look(other, api)
    look(BotRunner(bot, CHOICE), api)
    view = ada.view(game)
    while view["to_act"] != [0]:
        look(BotRunner(bot, CHOICE), api)
        view = ada.view(game)
    ada.undo(game, 3, view["version"])
    assert ada.view(game)["undo"]["request"]
    look(BotRunner(bot, CHOICE), api)
    assert ada.view(game)["undo"]["request"] is None


def test_an_event_begins_the_turn_of_its_game_alone(api: Api, ada: Anabasis, bot: Anabasis):
    games = [ada.create_game(**TERMS, seats=2, first_seat=1)["game_id"] for _ in range(2)]
    for game in games:
        bot.take_seat(game)
    with ThreadPoolExecutor(1) as threads:
        event = {"kind": "your_turn", "game_id": games[0], "id": "1-0"}
        BotRunner(bot, CHOICE, random.Random(1)).take(event, threads)
    Office(api).work()
    assert [ada.view(game)["to_act"] for game in games] == [[0], [1]]


def test_a_turn_that_waits_for_answers_is_looked_at_again_soon(
    api: Api, ada: Anabasis, bot: Anabasis, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("clients.bots.turn.awaits_answers", lambda view, moves: True)
    game = ada.create_game(**TERMS, seats=2, first_seat=1)["game_id"]
    bot.take_seat(game)
    rosetta = BotRunner(bot, CHOICE)
    look(rosetta, api)
    assert rosetta._next_look <= monotonic() + runner.AGAIN_SECONDS


def test_a_challenge_is_answered_when_it_is_announced(api: Api, ada: Anabasis, bot: Anabasis):
    challenge = ada.accounts.challenge("rosetta", **TERMS)["id"]
    with ThreadPoolExecutor(1) as threads:
        event = {"kind": "challenged", "challenge_id": challenge, "id": "1-0"}
        BotRunner(bot, CHOICE).take(event, threads)
    assert ada.accounts.read_challenge(challenge)["status"] == "accepted"


def test_a_challenge_against_its_own_terms_is_declined_with_the_reason(
    public: Anabasis, ada: Anabasis, bot: Anabasis, tmp_path: Path
):
    challenge = ada.accounts.challenge("rosetta", **TERMS)["id"]
    account(public, tmp_path / "bot.token", "Rosetta", "Ada", {"rulesets": ["settlers"]})
    with ThreadPoolExecutor(1) as threads:
        BotRunner(bot, CHOICE).look(threads)
    answered = ada.accounts.read_challenge(challenge)
    assert (answered["status"], answered["reason"]) == ("declined", "ruleset")


@pytest.mark.parametrize("kept", ["inv_1\n", "https://games.example/#invitation=inv_1"])
def test_a_house_of_invited_players_is_entered_by_an_invitation(tmp_path: Path, kept: str):
    made = httpx.Response(201, json={"token": "ana_1"})
    service = Canned(made, httpx.Response(200, json={}))
    file = tmp_path / "invitation"
    file.write_text(kept)
    account(service.client(), tmp_path / "bot.token", "Rosetta", "Ada", {}, invitation=file)
    assert json.loads(service.asked[0].content) == {"name": "Rosetta", "invitation": "inv_1"}


def test_an_event_during_a_turn_is_not_lost(api: Api, ada: Anabasis, bot: Anabasis):
    game = ada.create_game(**TERMS, seats=2, first_seat=1)["game_id"]
    bot.take_seat(game)
    views = list[int]()

    def choose(view: Any, moves: Any) -> Any:
        if not views:
            rosetta.take({"kind": "your_turn", "game_id": game, "id": "1-0"}, threads)
        views.append(view["version"])
        return template.choose(view, moves)

    def counting(*asked: Any) -> Any:
        looks.append(asked)
        return original(*asked)

    rosetta, looks, original = BotRunner(bot, Guarded(choose)), list[Any](), bot.view
    bot.view = counting  # type: ignore[method-assign]
    with ThreadPoolExecutor(1) as threads:
        rosetta.take({"kind": "your_turn", "game_id": game, "id": "0-1"}, threads)
    assert len(looks) == 2  # once for each event, one after the other


def test_it_goes_on_after_a_lost_line(monkeypatch: pytest.MonkeyPatch):
    empty = httpx.Response(200, json={"received": [], "sent": []})
    none = httpx.Response(200, json={"games": [], "total": 0, "page": 1, "per_page": 20})
    service = Canned(httpx.ConnectError("lost"), httpx.Response(503, json={}), empty, none)
    monkeypatch.setattr(runner, "account_news", lambda _: Queue())
    monkeypatch.setattr(runner, "AGAIN_SECONDS", 0.0)
    monkeypatch.setattr(runner, "STOP_SECONDS", 0.0)

    class Stopping(threading.Event):
        def is_set(self) -> bool:
            return len(service.asked) >= 4

    BotRunner(service.client(retries=0), CHOICE).run(Stopping())
    paths = [asked.url.path.rpartition("/")[2] for asked in service.asked]
    assert paths == ["challenges", "challenges", "challenges", "games"]


def test_the_news_of_an_account_go_on_after_a_lost_line(monkeypatch: pytest.MonkeyPatch):
    sse = {"Content-Type": "text/event-stream"}
    parts = (f'id: {n}-0\nevent: your_turn\ndata: {{"kind": "your_turn"}}\n\n' for n in (1, 2))
    first, second = (part.encode() for part in parts)
    service = Canned(
        httpx.Response(200, headers=sse, stream=Broken(first)),
        httpx.ConnectError("lost"),
        problem(503, "unavailable"),
        httpx.Response(200, headers=sse, stream=Broken(second)),
        problem(401, "unauthorized"),
    )
    pauses = list[float]()
    monkeypatch.setattr(runner, "sleep", pauses.append)
    news = runner.account_news(service.client(retries=0))
    told = [news.get(timeout=60) for _ in range(3)]
    assert [each["id"] for each in told[:2] if isinstance(each, dict)] == ["1-0", "2-0"]
    assert isinstance(told[2], Unauthorized)
    resumed = [asked.headers.get("Last-Event-ID") for asked in service.asked]
    assert resumed == [None, "1-0", "1-0", "1-0", "2-0"]
    # Each pause is longer than the one before, until an event comes.
    assert pauses == [2.0, 4.0, 8.0, 2.0]


def test_a_token_that_is_void_ends_it(monkeypatch: pytest.MonkeyPatch):
    news = Queue[runner.News]()
    news.put(Unauthorized(401, {}))
    monkeypatch.setattr(runner, "account_news", lambda _: news)
    with pytest.raises(Unauthorized):
        BotRunner(Canned().client(), CHOICE).run(threading.Event())


def test_a_name_that_names_nothing_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    token = str(tmp_path / "t")
    assert main(["nosuch:choose", "--owner", "Ada", "--token-file", token]) == 1
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "MODULE:NAME" in told
    assert chooser("clients.bots.template:choose") is template.choose
