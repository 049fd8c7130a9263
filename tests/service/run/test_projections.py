"""The commands ``anabasis projections``, on a real server."""

import re
from collections.abc import Callable
from os import getpid
from socket import gethostname

import pytest
from click.testing import CliRunner, Result

from service.run import progress
from service.run.cli import main
from service.store.contract import Append
from service.store.leases import SLICES, Leases
from service.store.read_models import ReadModels
from service.store.redis_store import RedisStore
from tests.service.conftest import Api
from tests.service.run.test_worker import real_api, worker_of
from tests.service.store.stored_games import dump

__all__ = ["real_api"]

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


def test_show_tells_the_progress_of_each_read_model(command, game, real_api):
    real_api.game(real_api.person("Cy"), real_api.person("Di"))
    shown = command("show")
    assert shown.exit_code == 0
    assert shown.output.splitlines()[:4] == [
        "lobby: generation 0, 1 games, 1 rows, 0 broken, 1 of 64 shards to catch up",
        "my: generation 0, 1 games, 1 rows, 0 broken, 1 of 64 shards to catch up",
        "bots: generation 0, 1 games, 0 rows, 0 broken, 1 of 64 shards to catch up",
        "deadlines: generation 0, 1 games, 0 rows, 0 broken, 1 of 64 shards to catch up",
    ]


def test_show_tells_the_lag_of_each_read_model(command, game, real_api):
    assert "lag of lobby: 0 lines, 0.0 s" in command("show").output
    real_api.game(real_api.person("Cy"), real_api.person("Di"))
    lags = re.findall(r"^lag of (.+): (.+) lines, (.+) s$", command("show").output, re.MULTILINE)
    assert [name for name, _, _ in lags] == ["lobby", "my", "bots", "deadlines", "notices"]
    assert [lines for _, lines, _ in lags] == ["3", "3", "3", "3", "6"]
    assert all(0 <= float(seconds) < 60 for _, _, seconds in lags)


def test_show_of_some_read_models_tells_their_lag_alone(command, game):
    assert command("show", "lobby").output.count("lag of") == 1


def test_show_tells_who_does_what(command, real_store):
    one, two = (Leases(real_store.client, "deadlines", SLICES) for _ in range(2))
    for leases in (one, two):
        leases.held()
    two.release()
    lines = command("show").output.splitlines()
    assert "work projections: 0 of 64 parts held, 0 workers" in lines
    at = lines.index("work deadlines: 16 of 16 parts held, 1 worker")
    here = f"on {re.escape(gethostname())}, process {getpid()}"
    assert re.fullmatch(rf"  [0-9a-f]+ {here}: 16 parts, heard of \S+ s ago", lines[at + 1])


def test_show_marks_workers_that_are_gone(command, real_store, monkeypatch):
    Leases(real_store.client, "deadlines", SLICES).held()
    monkeypatch.setattr(progress, "LEASE_SECONDS", 0.0)
    shown = command("show").output
    assert "work deadlines: 0 of 16 parts held, 0 workers" in shown
    assert shown.count(" ago, gone") == 1


def test_show_broken_names_game_version_and_reason(command, game, real_api, real_store):
    last = real_api.view(game)
    entry = b'{"hash":"%s"}' % (b"0" * 64)
    version = last["version"] + 1
    real_store.append(Append(game, "bad", "f", version, last["hash"], (entry,)))
    worker_of(real_api, real_store).catch_up()
    assert game not in command("show", "lobby").output
    shown = command("show", "--broken", "lobby")
    assert f"  {game}  version {version}: the entry is not an event" in shown.output


def test_rebuild_makes_the_same_models_again(command, game, real_store):
    families = ReadModels(real_store.client).families.values()
    before = [dump(family) for family in families]
    done = command("rebuild")
    assert done.exit_code == 0
    assert "64/64" in done.stderr
    assert {family.live_number() for family in families} == {"1"}
    assert [dump(family) for family in families] == before


def test_only_the_named_models_are_rebuilt(command, game, real_store):
    command("rebuild", "lobby")
    numbers = {f.name: f.live_number() for f in ReadModels(real_store.client).families.values()}
    assert numbers == {"lobby": "1", "my": "0", "bots": "0", "deadlines": "0"}


def test_a_server_that_is_not_there_is_told_in_a_line(tmp_path):
    env = {"ANABASIS_REDIS_URL": f"unix://{tmp_path}/nobody.sock"}
    for words in (["rebuild"], ["show"]):
        told = CliRunner().invoke(main, ["projections", *words], env=env)
        assert told.exit_code == 1
        assert "cannot be reached" in told.output or "nobody.sock" in told.output
