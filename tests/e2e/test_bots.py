"""Games of bots: one request makes them, the worker plays them to their end."""

import os
import signal
from collections.abc import Iterator
from typing import Any

import pytest

from clients.python import Anabasis
from tests.service.running import Running, running
from tests.waiting import eventually

FINISHED_SECONDS = 120.0


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """`anabasis run`: server, web service and worker."""
    folder = tmp_path_factory.mktemp("bots")
    with running(folder / "log", ANABASIS_DATA=str(folder / "var")) as run:
        assert run.address
        yield run


@pytest.fixture
def ada(run: Running) -> Anabasis:
    public = Anabasis(run.address)
    return public.with_token(public.create_player("Ada")["token"])


def bots_game(who: Anabasis, *bots: str, **terms: Any) -> str:
    """A game made by one request, bots in all seats but perhaps the maker's."""
    given = {"ruleset": "alexandros", "board": "tiny", "join": False, "bots": list(bots)}
    return str(who.create_game(**{**given, "seats": len(bots), **terms})["game_id"])


def listed(who: Anabasis, status: str, game: str) -> Any:
    """The game's row in the lobby, once it stands there with this status."""

    def row() -> Any:
        rows = who.lobby(status=status)["games"]
        return next((row for row in rows if row["game_id"] == game), None)

    return eventually(row, FINISHED_SECONDS)


def test_a_game_of_bots_is_made_by_one_request_and_plays_itself_to_its_end(ada: Anabasis) -> None:
    game = bots_game(ada, "greedy", "random", "random", board="asia_minor")
    row = listed(ada, "finished", game)
    view = ada.view(game)
    assert view["status"] == "finished"
    assert view["result"]["reason"] != "resignation"
    assert row["result"] == view["result"]
    assert ada.verify(game)["valid"]


def test_games_of_bots_are_played_side_by_side(ada: Anabasis) -> None:
    games = [bots_game(ada, "greedy", "random") for _ in range(4)]
    for game in games:
        assert listed(ada, "finished", game)["result"] == ada.view(game)["result"]


def test_a_bot_answers_a_person_and_my_games_name_the_seat_to_move(ada: Anabasis) -> None:
    game = bots_game(ada, "greedy", join=True, seats=2, first_seat=1)

    def waits() -> Any:
        return [row for row in ada.my_games(waiting=True)["games"] if row["game_id"] == game]

    [row] = eventually(waits)
    view = ada.view(game)
    assert row["seat"] == view["viewer"]["seat"] == view["to_act"][0]
    assert view["version"] > 3, "the bot began"
    ada.resign(game)
    eventually(lambda: not waits())
    assert listed(ada, "finished", game)["result"]["reason"] == "resignation"


def test_a_game_of_bots_can_be_watched_from_its_first_event_to_its_last(ada: Anabasis) -> None:
    game = bots_game(ada, "random", "random")
    events = [event["version"] for event in ada.stream(game)]
    assert events == [*range(1, len(events) + 1)]
    assert ada.view(game)["status"] == "finished"


def test_bots_play_on_after_the_worker_was_killed(run: Running, ada: Anabasis) -> None:
    game = bots_game(ada, "greedy", "random", board="asia_minor")
    eventually(lambda: ada.view(game)["version"] > 10)
    worker = run.begun("worker")
    os.kill(worker, signal.SIGKILL)
    assert ada.view(game)["status"] == "live"
    listed(ada, "finished", game)
    assert run.begun("worker") != worker
    assert ada.verify(game)["valid"]
