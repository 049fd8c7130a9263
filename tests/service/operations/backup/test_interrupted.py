"""Moves, restores and backups that are ended midway: nothing is left, or a command repairs it."""

import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from redis.exceptions import ConnectionError as RedisConnectionError

from service.operations.backup import creation, moving, places, retirement
from service.operations.backup.retirement import undo
from service.operations.backup.store_writer import Filling
from service.redis.errors import StoreRefused
from service.redis.retirement import FILLING_KEY
from service.run.cli import main
from service.server.embedded import EmbeddedServer
from service.store.redis_store import RedisStore
from tests.service.operations.backup.killing import STEPS, kill_at
from tests.service.operations.backup.town import Town, contents

SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]


@pytest.fixture(autouse=True)
def _open_again(real_store: RedisStore) -> Iterator[None]:
    """The session's server is for other tests, too."""
    yield
    undo(real_store.client)


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, list(map(str, arguments)))


def signalled(monkeypatch: pytest.MonkeyPatch, place: Any, name: str, number: int) -> None:
    """Have a signal come whenever something is called."""
    true = getattr(place, name)

    def call(*arguments: Any, **more: Any) -> Any:
        os.kill(os.getpid(), number)
        return true(*arguments, **more)

    monkeypatch.setattr(place, name, call)


@pytest.mark.parametrize("step", STEPS)
def test_a_move_killed_at_any_step_leaves_the_old_store_whole_or_names_the_command_that_repairs_it(
    step: str, town: Town, real_store: RedisStore, redis_url: str, empty: RedisStore,
    second_server: EmbeddedServer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path,
):  # fmt: skip
    before = contents(real_store)
    monkeypatch.setenv("OLD", redis_url)
    monkeypatch.setenv("NEW", second_server.url)
    kill_at(step, "move", "env:OLD", "env:NEW")
    with pytest.raises(StoreRefused, match="no process is at it any more: empty this store"):
        empty.verify_settings()
    if step != "copied":
        told = {run(*words).stderr for words in refused_commands(tmp_path)}
        [undoing] = {match[1] for text in told if (match := re.search("`anabasis (.*?)`", text))}
        assert len(told) == 1
        done_again = run(*undoing.split())
        assert (done_again.exit_code, "is open again" in done_again.stdout) == (0, True)
    assert contents(real_store) == before
    town.api.move(town.duel, town.ada)


def refused_commands(folder: Path) -> list[tuple[object, ...]]:
    return [("move", "env:OLD", folder / "new"), ("backup", folder / "b", "--from", "env:OLD")]


@pytest.mark.parametrize("number", SIGNALS)
@pytest.mark.parametrize(
    ("place", "name"),
    [(moving._Move, "_catch_up"), (moving._Move, "_compare_feeds"), (retirement, "moved_note")],
)
def test_a_signal_ends_a_move_with_the_old_store_open_and_the_new_one_empty(
    place: Any, name: str, number: int, town: Town, real_store: RedisStore, redis_url: str,
    empty: RedisStore, second_server: EmbeddedServer, monkeypatch: pytest.MonkeyPatch,
):  # fmt: skip
    before = contents(real_store)
    signalled(monkeypatch, place, name, number)
    done = run("move", redis_url, second_server.url)
    assert (done.exit_code, done.stdout) == (128 + number, ""), done.output
    assert done.stderr.startswith(f"Error: Stopped by {signal.Signals(number).name}: nothing has")
    assert contents(real_store) == before
    assert empty.client.keys() == []
    town.api.move(town.duel, town.ada)


def test_a_second_signal_does_not_break_off_the_undoing(
    town: Town, real_store: RedisStore, redis_url: str, empty: RedisStore,
    second_server: EmbeddedServer, monkeypatch: pytest.MonkeyPatch,
):  # fmt: skip
    before = contents(real_store)
    signalled(monkeypatch, moving._Move, "_compare_feeds", signal.SIGTERM)
    signalled(monkeypatch, retirement, "reopen", signal.SIGTERM)
    assert run("move", redis_url, second_server.url).exit_code == 128 + signal.SIGTERM
    assert contents(real_store) == before
    assert empty.client.keys() == []


def test_a_folder_that_cannot_be_put_in_place_leaves_the_old_store_open(
    town: Town, real_store: RedisStore, redis_url: str, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
):  # fmt: skip
    before, true = contents(real_store), places._put_in_place

    def taken_meanwhile(part: Path, folder: Path) -> None:
        (folder / "theirs").mkdir(parents=True)
        true(part, folder)

    monkeypatch.setattr(places, "_put_in_place", taken_meanwhile)
    done = run("move", redis_url, tmp_path / "var")
    assert (done.exit_code, "could not be put in place" in done.stderr) == (1, True), done.output
    assert contents(real_store) == before
    assert [each.name for each in tmp_path.iterdir()] == ["var"]
    town.api.move(town.duel, town.ada)


def test_a_folder_whose_server_ended_early_is_not_put_in_place(
    town: Town, real_store: RedisStore, redis_url: str, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
):  # fmt: skip
    before, true = contents(real_store), Filling.end

    def end(self: Filling) -> None:
        true(self)
        os.kill(self._client.info("server")["process_id"], signal.SIGKILL)

    monkeypatch.setattr(Filling, "end", end)
    done = run("move", redis_url, tmp_path / "var")
    assert (done.exit_code, list(tmp_path.iterdir())) == (1, []), done.output
    assert contents(real_store) == before
    town.api.move(town.duel, town.ada)


def test_an_old_store_that_cannot_be_opened_again_is_reported_with_the_command(
    town: Town, redis_url: str, second_server: EmbeddedServer, empty: RedisStore,
    monkeypatch: pytest.MonkeyPatch,
):  # fmt: skip
    def away(_: object) -> None:
        raise RedisConnectionError("away")

    monkeypatch.setattr(moving._Move, "_compare_feeds", away)
    with monkeypatch.context() as broken:
        broken.setattr(retirement, "reopen", away)
        done = run("move", redis_url, second_server.url)
    assert (done.exit_code, len(done.stderr.splitlines())) == (1, 1), done.output
    assert "`anabasis move --undo unix:" in done.stderr


@pytest.mark.parametrize("number", SIGNALS)
def test_a_signal_ends_a_restore_with_the_store_empty(
    number: int, town: Town, redis_url: str, empty: RedisStore, second_server: EmbeddedServer,
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path,
):  # fmt: skip
    run("backup", tmp_path / "a", "--from", redis_url)
    signalled(monkeypatch, Filling, "write_keys", number)
    done = run("restore", tmp_path / "a", "--into", second_server.url)
    assert (done.exit_code, empty.client.keys()) == (128 + number, []), done.output
    done = run("restore", tmp_path / "a", "--into", tmp_path / "var")
    assert (done.exit_code, [each.name for each in tmp_path.iterdir()]) == (128 + number, ["a"])


def test_a_killed_restore_is_reported_by_the_store_it_left(
    town: Town, redis_url: str, empty: RedisStore, second_server: EmbeddedServer, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
):  # fmt: skip
    monkeypatch.setenv("NEW", second_server.url)
    run("backup", tmp_path / "a", "--from", redis_url)
    restoring = ("restore", str(tmp_path / "a"), "--into", "env:NEW")
    kill_at("moved", *restoring)
    with pytest.raises(StoreRefused, match=r"A restore that began at .*begin again"):
        empty.verify_settings()
    assert "begin again" in run(*restoring).stderr
    empty.client.flushall()
    assert run(*restoring).exit_code == 0
    assert empty.verify_settings() == []
    assert not empty.client.exists(FILLING_KEY)


@pytest.mark.parametrize("number", SIGNALS)
def test_a_signal_ends_a_backup_with_nothing_left(
    number: int, town: Town, redis_url: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    signalled(monkeypatch, creation._Taking, "_take_key", number)
    done = run("backup", tmp_path / "a", "--from", redis_url)
    assert (done.exit_code, list(tmp_path.iterdir())) == (128 + number, []), done.output
