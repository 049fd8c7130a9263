"""The last known feed ends: a record that came back shorter is not taken for the whole."""

import json
import shutil
from pathlib import Path

import pytest

from service.server.embedded import EmbeddedServer, ServerFailed
from service.store.redis_store import RedisStore
from tests.contract.records import record


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A data folder with two games of five events and a backup of it with one game."""
    folder = tmp_path / "var"
    play(folder, "first", 5)
    shutil.copytree(folder, tmp_path / "backup")
    play(folder, "second", 5)
    return folder


def play(folder: Path, game: str, events: int) -> None:
    with EmbeddedServer(folder) as server:
        record(RedisStore.of_url(server.url), events, game=game)


def versions(folder: Path, *games: str) -> list[int]:
    with EmbeddedServer(folder) as server:
        store = RedisStore.of_url(server.url)
        return [store.newest_version(game) for game in games]


def empty(folder: Path) -> None:
    for file in folder.glob("appendonlydir/*.incr.aof"):
        file.write_bytes(b"")


def cut(folder: Path) -> None:
    [file] = folder.glob("appendonlydir/*.incr.aof")
    file.write_bytes(file.read_bytes()[:-9])


def remove(folder: Path) -> None:
    shutil.rmtree(folder / "appendonlydir")


@pytest.mark.parametrize(("lose", "gone"), [(empty, 10), (cut, 1), (remove, 10)])
def test_a_start_with_fewer_events_than_were_known_is_refused_with_the_remedy(
    lose: object, gone: int, folder: Path
) -> None:
    lose(folder)  # type: ignore[operator]
    for _ in range(2):
        with pytest.raises(ServerFailed) as refused:
            EmbeddedServer(folder).start()
        text = str(refused.value)
        assert "held 10 at 20" in text
        assert f"of which {gone} are gone; now it holds {10 - gone}" in text
        assert "backup" in text
        assert f"remove {folder / 'heads.json'}" in text


def test_the_loss_is_accepted_by_removing_the_feed_ends(folder: Path) -> None:
    empty(folder)
    (folder / "heads.json").unlink()
    assert versions(folder, "first", "second") == [0, 0]


def test_once_the_files_are_put_back_it_starts_with_every_game(folder: Path) -> None:
    (folder / "appendonlydir").rename(folder / "aside")
    with pytest.raises(ServerFailed):
        EmbeddedServer(folder).start()
    shutil.rmtree(folder / "appendonlydir")
    (folder / "aside").rename(folder / "appendonlydir")
    assert versions(folder, "first", "second") == [5, 5]


def test_a_backup_of_the_files_alone_is_a_loss_that_is_reported(folder: Path) -> None:
    shutil.rmtree(folder / "appendonlydir")
    shutil.copytree(folder.with_name("backup") / "appendonlydir", folder / "appendonlydir")
    with pytest.raises(ServerFailed, match="5 are gone; now it holds 5"):
        EmbeddedServer(folder).start()


def test_a_backup_of_the_whole_folder_starts_with_all_that_was_in_it(folder: Path) -> None:
    shutil.rmtree(folder)
    shutil.copytree(folder.with_name("backup"), folder)
    assert versions(folder, "first", "second") == [5, 0]


def test_another_history_of_the_same_length_is_distinguished(folder: Path) -> None:
    other = folder.with_name("other")
    play(other, "first", 5)
    play(other, "second", 5)
    shutil.rmtree(folder / "appendonlydir")
    (other / "appendonlydir").rename(folder / "appendonlydir")
    with pytest.raises(ServerFailed, match="Events are missing"):
        EmbeddedServer(folder).start()


def test_a_copy_taken_too_early_starts_and_names_the_missing_games(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    copy = shutil.copytree(folder, folder.with_name("copy"))
    cut(copy)
    with EmbeddedServer(copy):
        assert any("1 are gone" in line for line in caplog.messages)
    assert versions(copy, "first", "second") == [5, 4]


def test_the_heads_are_noted_while_it_runs_and_never_lowered(tmp_path: Path) -> None:
    with EmbeddedServer(tmp_path / "var") as server:
        store = RedisStore.of_url(server.url)
        record(store, 3)
        server.tend()
        noted = (server.folder / "heads.json").read_text()
        assert [count for count, _ in json.loads(noted)["feeds"].values()] == [3]
        store.client.flushall()
        server._feed_ends_due = 0.0
        server.tend()
    assert (tmp_path / "var" / "heads.json").read_text() == noted
    with pytest.raises(ServerFailed, match="3 are gone; now it holds 0"):
        EmbeddedServer(tmp_path / "var").start()


@pytest.mark.parametrize(
    "text",
    [
        b"half",
        b'{"at":"\xff"}',
        b'{"at":"noon","feeds":{"shard":[1,"1-0"]}}',
        b'{"at":"noon","feeds":{"1":[1,"nonsense"]}}',
    ],
    ids=["half", "not UTF-8", "no shard", "no place"],
)
def test_heads_that_cannot_be_read_stop_nothing_and_are_reported(
    folder: Path, caplog: pytest.LogCaptureFixture, text: bytes
) -> None:
    (folder / "heads.json").write_bytes(text)
    assert versions(folder, "first") == [5]
    assert any("heads.json is not compared" in line for line in caplog.messages)


def test_the_file_stays_small_however_many_games_there_are(tmp_path: Path) -> None:
    with EmbeddedServer(tmp_path / "var") as server:
        store = RedisStore.of_url(server.url)
        for number in range(300):
            record(store, 1, game=f"game-{number}")
        server.tend()
        assert (server.folder / "heads.json").stat().st_size < 4000
