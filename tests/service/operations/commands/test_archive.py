"""The command `anabasis archive`: it seals finished games, and may be stopped at any moment."""

import os
import signal
import subprocess
from typing import Any

import pytest
from click.testing import CliRunner, Result

from service.redis.shards import stream_key
from service.run.cli import main
from service.store.redis_store import RedisStore
from tests import fixtures
from tests.programs import ANABASIS
from tests.service.stored_records import recorded
from tests.waiting import eventually

GAMES = 60


@pytest.fixture(autouse=True)
def _configured(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANABASIS_REDIS_URL", redis_url)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["archive", *arguments])


@pytest.fixture
def games(real_store: RedisStore) -> list[str]:
    path = fixtures.FOLDER / "alexandros" / "tiny-two.json.gz"
    return [recorded(real_store, path, f"game{number}") for number in range(GAMES)]


def kinds(store: RedisStore, games: list[str]) -> set[Any]:
    return {store.client.type(stream_key(game)) for game in games}


def test_it_seals_the_games_that_are_over_and_shows_what_that_saves(
    real_store: RedisStore, games: list[str]
):
    assert run("show").output.startswith("0 sealed games, 0 events")
    done = run("now")
    assert done.output.startswith(f"{GAMES} games sealed in "), done.output
    assert kinds(real_store, games) == {b"string"}
    assert run("show").output.startswith(f"{GAMES} sealed games, ")
    again = run("now").output
    assert again.startswith("0 games sealed")
    assert f"({GAMES} were before)" in again


def test_games_are_left_for_their_days(real_store: RedisStore, games: list[str]):
    assert run("now", "--older-than", "7").output.startswith("0 games sealed")
    assert kinds(real_store, games) == {b"stream"}


def test_several_processes_share_the_work(real_store: RedisStore, games: list[str]):
    done = run("now", "--older-than", "0", "--processes", "2")
    assert done.output.startswith(f"{GAMES} games sealed in "), done.output
    assert kinds(real_store, games) == {b"string"}


def test_it_seals_now_also_where_workers_never_would(
    real_store: RedisStore, games: list[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("ANABASIS_ARCHIVE_DAYS", "0")
    assert run("now").output.startswith(f"{GAMES} games sealed")


def test_a_kill_in_the_midst_leaves_each_game_whole_and_the_next_run_goes_on(
    real_store: RedisStore, games: list[str]
):
    before = {game: len(real_store.read(game)) for game in games}
    command = [ANABASIS, "archive", "now", "--older-than", "0"]
    process = subprocess.Popen(command, env=dict(os.environ), stdout=subprocess.DEVNULL)
    eventually(lambda: b"string" in kinds(real_store, games))
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert {game: len(real_store.read(game)) for game in games} == before
    assert run("now", "--older-than", "0").exit_code == 0
    assert kinds(real_store, games) == {b"string"}
    assert {game: len(real_store.read(game)) for game in games} == before
