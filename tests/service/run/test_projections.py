"""The commands ``anabasis projections``, on a real server."""

import re
from collections.abc import Callable
from os import getpid
from socket import gethostname

import pytest
from click.testing import CliRunner, Result

from service.operations.archive import progress
from service.readmodels.read_models import ReadModels
from service.redis.leases import SLICES, Leases
from service.redis.retirement import reopen, retire
from service.run.cli import main
from service.store.contract import Append
from service.store.redis_store import RedisStore
from tests.contract.records import entry
from tests.service.conftest import Api
from tests.service.readmodels.stored_games import dump
from tests.service.worker.workers import worker_of

Command = Callable[..., Result]


@pytest.fixture
def command(redis_url: str) -> Command:
    def invoke(*words: str) -> Result:
        return CliRunner().invoke(
            main, ["projections", *words], env={"ANABASIS_REDIS_URL": redis_url}
        )

    return invoke


@pytest.fixture
def game(real_api: Api, real_store: RedisStore) -> str:
    """A game that the read models know."""
    made = real_api.game(real_api.person("Ada"), real_api.person("Bob"))
    worker_of(real_api, real_store).catch_up()
    return made


def test_show_prints_the_progress_of_the_read_models(command, game, real_api):
    real_api.game(real_api.person("Cy"), real_api.person("Di"))
    shown = command("show")
    assert shown.exit_code == 0
    told = "read models: 1 game, 1 row, 0 broken, 1 of 64 shards to catch up"
    assert shown.output.splitlines()[0] == told


@pytest.mark.parametrize("word", ["show", "rebuild"])
def test_a_store_whose_games_have_moved_says_where_to(
    command: Command, real_store: RedisStore, word: str
):
    retire(real_store.client, "The games have moved to redis://new at noon")
    try:
        done = command(word)
    finally:
        reopen(real_store.client)
    assert done.exit_code == 1
    assert done.stderr.startswith("Error: The games have moved to redis://new at noon: set ")


def test_show_prints_the_lag_of_read_models_and_notices(command, game, real_api):
    assert "lag of read models: 0 lines, 0.0 s" in command("show").output
    real_api.game(real_api.person("Cy"), real_api.person("Di"))
    lags = re.findall(r"^lag of (.+): (.+) lines, (.+) s$", command("show").output, re.MULTILINE)
    assert [name for name, _, _ in lags] == ["read models", "account events", "notices"]
    assert [lines for _, lines, _ in lags] == ["3", "3", "6"]
    assert all(0 <= float(seconds) < 60 for _, _, seconds in lags)


def test_show_prints_who_does_what(command, real_store):
    one, two = (Leases(real_store.client, "deadlines", SLICES) for _ in range(2))
    for leases in (one, two):
        leases.parts()
    two.release()
    lines = command("show").output.splitlines()
    assert "work projections: 0 of 64 parts held, 0 workers" in lines
    at = lines.index("work deadlines: 16 of 16 parts held, 1 worker")
    here = f"on {re.escape(gethostname())}, process {getpid()}"
    assert re.fullmatch(rf"  [0-9a-f]+ {here}: 16 parts, last sign \S+ s ago", lines[at + 1])


def test_show_marks_workers_that_are_gone(command, real_store, monkeypatch):
    Leases(real_store.client, "deadlines", SLICES).parts()
    monkeypatch.setattr(progress, "LEASE_SECONDS", 0.0)
    shown = command("show").output
    assert "work deadlines: 0 of 16 parts held, 0 workers" in shown
    assert shown.count(" ago, gone") == 1


def test_show_broken_names_game_version_and_reason(command, game, real_api, real_store):
    last = real_api.view(game)
    version = last["version"] + 1
    real_store.append(Append(game, "bad", "f", version, last["hash"], (entry(version),)))
    worker_of(real_api, real_store).catch_up()
    assert game not in command("show").output
    shown = command("show", "--broken")
    assert f"  {game}  version {version}: the entry is not an event" in shown.output


def test_rebuild_makes_the_same_models_again(command, game, real_store):
    generations = ReadModels(real_store.client).generations
    before = dump(generations)
    done = command("rebuild")
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout == "The read models were rebuilt: 1 game, 1 row, 0 broken.\n"
    assert set(generations.live_numbers().values()) == {"1"}
    assert dump(generations) == before
