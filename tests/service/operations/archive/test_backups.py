"""Backups of sealed games: as blocks, taken once, and restored as they were."""

from pathlib import Path
from typing import Any

import pytest

from service.operations.archive.archivist import seal
from service.operations.archive.sealing import SealingOutcome
from service.operations.archive.work import sealer_of
from service.operations.backup.audit_records import audits, records_of_backups
from service.operations.backup.creation import BackupRequest, take
from service.operations.backup.moving import move
from service.operations.backup.places import Empty
from service.operations.backup.reading import BackupFile
from service.operations.backup.restoring import restore
from service.operations.backup.retirement import StoreNames, undo
from service.operations.backup.source import StoreContents
from service.redis.shards import SHARDS, stream_key
from service.store.append_script import recent_key
from service.store.blocks.archive_storage import Folder, Outside
from service.store.redis_store import RedisStore
from tests.service.operations.archive.conftest import sealed
from tests.service.operations.backup.conftest import *  # noqa: F403
from tests.service.operations.backup.town import Town, built, contents
from tests.service.stored_records import replace_record


@pytest.fixture
def town(real_store: RedisStore) -> Town:
    """A store in which one game is over."""
    town = built(real_store)
    town.api.act(town.duel, town.ada, "resign", {}, version=False)
    return town


def backed_up(store: RedisStore, path: Path, older: Path | None = None) -> BackupFile:
    request = BackupRequest(path, BackupFile(older) if older else None, outside=store.outside)
    take(store.client, request, lambda _: None)
    return BackupFile(path)


def items_of(file: BackupFile) -> dict[str, bool]:
    """The games that a file has something of: true if it is a block."""
    items = (item for shard in range(SHARDS) for item in file.games_of(shard))
    return {item.game: bool(item.block) for item in items}


def test_a_sealed_game_is_restored_as_its_block(
    town: Town, real_store: RedisStore, empty: RedisStore, tmp_path: Path
):
    assert sealed(real_store, town.duel) is SealingOutcome.SEALED
    file = backed_up(real_store, tmp_path / "1")
    assert [game for game, is_block in items_of(file).items() if is_block] == [town.duel]
    restore([file], Empty(empty.client), lambda _: None)
    assert contents(empty) == contents(real_store)
    assert all(audit.valid for _, audit in audits(records_of_backups([file], {}), 1))


def test_a_game_that_was_sealed_since_is_not_taken_twice(
    town: Town, real_store: RedisStore, empty: RedisStore, tmp_path: Path
):
    first = backed_up(real_store, tmp_path / "1")
    entries = real_store.read(town.duel)
    sealed(real_store, town.duel)
    second = backed_up(real_store, tmp_path / "2", tmp_path / "1")
    assert town.duel not in items_of(second)
    restore([first, second], Empty(empty.client), lambda _: None)
    assert empty.read(town.duel) == entries


def test_a_game_that_ended_and_was_sealed_since_is_taken_whole(
    real_store: RedisStore, empty: RedisStore, tmp_path: Path
):
    town = built(real_store)
    first = backed_up(real_store, tmp_path / "1")
    town.api.act(town.duel, town.ada, "resign", {}, version=False)
    sealed(real_store, town.duel)
    second = backed_up(real_store, tmp_path / "2", tmp_path / "1")
    third = backed_up(real_store, tmp_path / "3", tmp_path / "2")
    assert items_of(second) == {town.duel: True}
    assert items_of(third) == {}
    assert all(audit.valid for _, audit in audits(records_of_backups([first, second], {}), 1))
    restore([first, second, third], Empty(empty.client), lambda _: None)
    assert contents(empty) == contents(real_store)


def test_a_sealed_game_stays_a_block_whatever_changes_beside_it(
    town: Town, real_store: RedisStore, empty: RedisStore, tmp_path: Path
):
    sealed(real_store, town.duel)
    first = backed_up(real_store, tmp_path / "1")
    real_store.client.delete(recent_key(town.duel))  # as after a week
    second = backed_up(real_store, tmp_path / "2", tmp_path / "1")
    assert town.duel in items_of(second)
    restore([first, second], Empty(empty.client), lambda _: None)
    assert contents(empty) == contents(real_store)


def test_a_block_outside_of_the_store_is_in_the_backup(
    town: Town, real_store: RedisStore, empty: RedisStore, tmp_path: Path
):
    (tmp_path / "blocks").mkdir()
    real_store.outside = Outside(Folder(tmp_path / "blocks"))
    sealer = sealer_of(real_store)
    assert seal(real_store.summaries, sealer, town.duel).outcome is SealingOutcome.SEALED
    file = backed_up(real_store, tmp_path / "1")
    restore([file], Empty(empty.client), lambda _: None)
    block: Any = empty.client.get(stream_key(town.duel))
    assert len(block) > len(real_store.client.get(stream_key(town.duel)))  # type: ignore[arg-type]
    assert empty.newest_version(town.duel) == real_store.newest_version(town.duel)
    assert len(empty.read(town.duel)) == empty.newest_version(town.duel)


def test_a_damaged_block_outside_of_the_store_is_named_by_the_backup(
    town: Town, real_store: RedisStore, tmp_path: Path
):
    (tmp_path / "blocks").mkdir()
    real_store.outside = Outside(Folder(tmp_path / "blocks"))
    seal(real_store.summaries, sealer_of(real_store), town.duel)
    [block] = (tmp_path / "blocks").glob("*/*.anb")
    block.write_bytes(block.read_bytes()[:-9] + b"123456789")
    request = BackupRequest(tmp_path / "1", outside=real_store.outside)
    [warning] = take(real_store.client, request, lambda _: None).warnings
    assert f"damaged blocks of {town.duel}. " in warning
    assert items_of(BackupFile(tmp_path / "1"))[town.duel]


@pytest.mark.parametrize("is_sealed", [False, True])
def test_a_game_sealed_or_unsealed_while_it_is_read_is_taken_as_it_is_then(
    town: Town, real_store: RedisStore, empty: RedisStore, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch, is_sealed: bool,
):  # fmt: skip
    entries, true = real_store.read(town.duel), StoreContents._transaction
    if is_sealed:
        sealed(real_store, town.duel)

    def meanwhile(self: StoreContents, *arguments: Any, **more: Any) -> Any:
        if is_sealed:
            replace_record(real_store, town.duel, entries)
        else:
            sealed(real_store, town.duel)
        return true(self, *arguments, **more)

    monkeypatch.setattr(StoreContents, "_transaction", meanwhile)
    file = backed_up(real_store, tmp_path / "1")
    assert items_of(file)[town.duel] is not is_sealed
    restore([file], Empty(empty.client), lambda _: None)
    assert empty.read(town.duel) == real_store.read(town.duel)


def test_a_damaged_block_is_found_in_a_backup(town: Town, real_store: RedisStore, tmp_path: Path):
    sealed(real_store, town.duel)
    block: Any = real_store.client.get(stream_key(town.duel))
    real_store.client.set(stream_key(town.duel), block[:-9] + b"123456789")
    file = backed_up(real_store, tmp_path / "1")
    broken = {game for game, audit in audits(records_of_backups([file], {}), 1) if not audit.valid}
    assert broken == {town.duel}


def test_a_block_that_an_older_store_lacks_is_never_taken_for_the_same(
    town: Town, real_store: RedisStore, tmp_path: Path
):
    backed_up(real_store, tmp_path / "1")
    replace_record(real_store, town.duel, real_store.read(town.duel)[:-1])
    second = backed_up(real_store, tmp_path / "2", tmp_path / "1")
    assert town.duel in items_of(second)


def test_a_game_that_ends_and_is_sealed_while_it_is_moved_is_a_block_there_too(
    real_store: RedisStore, empty: RedisStore
):
    town = built(real_store)
    before = real_store.newest_version(town.duel)

    def end(_: int) -> None:
        if empty.exists(town.duel) and real_store.newest_version(town.duel) == before:
            town.api.act(town.duel, town.ada, "resign", {}, version=False)
            assert sealed(real_store, town.duel) is SealingOutcome.SEALED

    move(real_store.client, Empty(empty.client), StoreNames("old", "new"), end)
    undo(real_store.client)
    assert contents(empty) == contents(real_store)


def test_a_store_with_sealed_games_is_moved_as_it_is(
    town: Town, real_store: RedisStore, empty: RedisStore
):
    sealed(real_store, town.duel)
    before = contents(real_store)
    names = StoreNames("old", "new")
    move(real_store.client, Empty(empty.client), names, lambda _: None)
    assert contents(empty) == before
    undo(real_store.client)
