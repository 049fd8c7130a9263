"""A store that is filled, or whose games have moved, says so to every client."""

import logging
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from service.operations.backup.moving import _Move, move
from service.operations.backup.places import Empty
from service.operations.backup.reading import BackupFile
from service.operations.backup.restoring import restore
from service.operations.backup.retirement import REFUSE_WRITES, StoreNames, undo
from service.operations.backup.store_writer import Filling
from service.redis.errors import StoreRefused
from service.run.cli import main
from service.server.embedded import EmbeddedServer
from service.store.redis_store import RedisStore
from tests.service.api import Api
from tests.service.operations.backup.town import Town, api_over, contents

AS_CLOSED = pytest.mark.parametrize(
    "is_closed", [True, False], ids=["refuses writes", "allows no CONFIG"]
)
NAMES = StoreNames("redis://old:6379", "redis://:…@new:6379")


@pytest.fixture(autouse=True)
def _open_again(real_store: RedisStore) -> Iterator[None]:
    yield
    undo(real_store.client)


def run(*arguments: object, **environment: str) -> Result:
    return CliRunner().invoke(main, list(map(str, arguments)), env=environment)


def refused(api: Api, town: Town) -> set[tuple[int, str, str]]:
    """Status, code and text of the answers to a move, a change of name and a new player."""
    move, body = api.moves(town.duel, town.ada)[0], {"name": "Bess"}
    answers = [
        api.act(town.duel, town.ada, "moves", move),
        api.ask("PATCH", "/me", town.bob, json=body),
        api.ask("POST", "/players", json=body),
    ]
    assert all("Retry-After" in answer.headers for answer in answers)
    return {(answer.status_code, answer.json["code"], answer.json["detail"]) for answer in answers}


@AS_CLOSED
def test_a_moved_store_refuses_everything_and_says_that_its_games_have_moved(
    town: Town, real_store: RedisStore, empty: RedisStore, caplog: pytest.LogCaptureFixture,
    is_closed: bool,
):  # fmt: skip
    move(real_store.client, Empty(empty.client), NAMES, lambda _: None)
    real_store.client.config_set(REFUSE_WRITES, 1000 if is_closed else 0)
    before = contents(real_store)
    with caplog.at_level(logging.WARNING):
        [(status, code, detail)] = refused(town.api, town)
    assert (status, code) == (503, "store_unavailable")
    assert detail.startswith("The games have moved to another store")
    assert "new:6379" not in detail
    assert re.search(r"moved to redis://:?…@new:6379 at 20", caplog.text)  # redacted once or twice
    assert contents(real_store) == before


@AS_CLOSED
def test_a_moved_store_is_reported_once_however_often_it_is_probed(
    town: Town, real_store: RedisStore, empty: RedisStore, caplog: pytest.LogCaptureFixture,
    is_closed: bool,
):  # fmt: skip
    move(real_store.client, Empty(empty.client), NAMES, lambda _: None)
    real_store.client.config_set(REFUSE_WRITES, 1000 if is_closed else 0)
    caplog.clear()
    probes = [town.api.client.get("/readyz").status_code for _ in range(5)]
    refused(town.api, town)
    assert (probes, len(caplog.records)) == ([503] * 5, 1)


def test_a_store_that_is_just_moving_says_so(
    town: Town, real_store: RedisStore, empty: RedisStore, monkeypatch: pytest.MonkeyPatch
):
    told: set[tuple[int, str, str]] = set()
    true = _Move._compare_feeds

    def meanwhile(self: _Move) -> None:
        told.update(refused(town.api, town))
        true(self)

    monkeypatch.setattr(_Move, "_compare_feeds", meanwhile)
    move(real_store.client, Empty(empty.client), NAMES, lambda _: None)
    [(status, code, detail)] = told
    assert (status, code) == (503, "store_unavailable")
    assert detail.startswith("The games are being moved")


@pytest.fixture
def backup(town: Town, redis_url: str, tmp_path: Path) -> BackupFile:
    assert run("backup", tmp_path / "a", "--from", redis_url).exit_code == 0
    return BackupFile(tmp_path / "a")


def test_a_service_beside_a_restore_changes_nothing_and_then_serves_what_was_restored(
    town: Town, backup: BackupFile, real_store: RedisStore, empty: RedisStore,
    monkeypatch: pytest.MonkeyPatch,
):  # fmt: skip
    beside, asked = api_over(empty), []
    true = Filling.write_keys

    def meanwhile(self: Filling, items: Any) -> None:
        asked.append(beside.ask("POST", "/players", json={"name": "Eve"}).json)
        with pytest.raises(StoreRefused, match=r"A restore that began .* has not ended: wait"):
            empty.verify_settings()
        true(self, items)

    monkeypatch.setattr(Filling, "write_keys", meanwhile)
    restore([backup], Empty(empty.client), lambda _: None)
    [problem] = asked
    assert (problem["status"], problem["code"]) == (503, "store_unavailable")
    assert "is being filled" in problem["detail"]
    assert contents(empty) == contents(real_store)
    assert beside.view(town.duel) == town.api.view(town.duel)
    beside.move(town.duel, town.ada)


def test_a_service_whose_store_was_emptied_and_filled_again_serves_no_memory_of_before(
    town: Town, backup: BackupFile, real_store: RedisStore, empty: RedisStore
):
    town.api.ask("PATCH", "/me", town.bob, json={"name": "Bess"}, expect=200)
    town.api.move(town.duel, town.ada)
    gone = town.api.game(town.ada, town.bob)
    for game in (town.duel, gone):
        town.api.view(game, town.ada)
    real_store.client.flushall()
    restore([backup], Empty(real_store.client), lambda _: None)
    fresh = api_over(real_store)
    assert town.api.ask("GET", f"/games/{gone}").status_code == 404
    for who in (None, town.ada, town.bob):
        assert town.api.view(town.duel, who) == fresh.view(town.duel, who)
    assert town.api.get("/me", town.bob)["name"] == "Bob"
    town.api.move(town.duel, town.ada)
    assert fresh.view(town.duel) == town.api.view(town.duel)


def test_a_store_that_somebody_wrote_to_just_before_it_was_closed_is_left_as_it_was(
    backup: BackupFile, empty: RedisStore, monkeypatch: pytest.MonkeyPatch
):
    beside, true = api_over(empty), Filling._begin

    def played_meanwhile(self: Filling) -> None:
        script = self._working.begin
        people = []

        def begin() -> None:
            script()
            people.extend(beside.person(name) for name in ("Eve", "Fay"))
            people.append(beside.game(*people))

        monkeypatch.setattr(self._working, "begin", begin)
        true(self)

    monkeypatch.setattr(Filling, "_begin", played_meanwhile)
    with pytest.raises(Exception, match="not empty"):
        restore([backup], Empty(empty.client), lambda _: None)
    assert empty.verify_settings() == []
    [game] = empty.client.keys("*:ev")
    assert empty.newest_version(game.decode().split(":")[1]) == 3
    beside.game(beside.person("Gus"), beside.person("Hal"))


def test_a_stopped_folder_whose_games_have_moved_is_an_error_for_the_doctor(
    empty: RedisStore, second_server: EmbeddedServer, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
):  # fmt: skip
    folder = tmp_path / "var"
    monkeypatch.chdir(tmp_path)
    with EmbeddedServer(folder) as server:
        api = api_over(RedisStore.of_url(server.url))
        api.game(api.person("Ada"), api.person("Bob"))
    assert run("move", "var", second_server.url).exit_code == 0
    told = run("doctor", "--quiet", ANABASIS_DATA=str(folder))
    [line] = [line for line in told.stdout.splitlines() if "games" in line.split()]
    assert told.exit_code == 2
    assert "The games have moved to unix://…@" in line
    assert f"open this one again by `anabasis move --undo {folder} env:NEW`" in line
    assert run("move", "--undo", folder, second_server.url).exit_code == 0
    told = run("doctor", "--quiet", ANABASIS_DATA=str(folder))
    assert "moved" not in told.stdout
