"""An archive is one store's: an empty mount point, or another's archive, takes no block."""

from pathlib import Path

import pytest

from service.operations.archive.sealing import SealingOutcome
from service.operations.backup.keys import is_kept
from service.redis.shards import stream_key
from service.store.blocks.archive_identity import KEY, MARKER, NotBound, check_bound
from service.store.blocks.archive_storage import ArchiveUnreachable, outside_of
from service.store.redis_store import RedisStore
from tests.service.api import Api
from tests.service.operations.archive.conftest import sealed, store_with


@pytest.fixture
def outer(store: RedisStore, tmp_path: Path) -> RedisStore:
    """The store with a folder that is its archive."""
    (tmp_path / "archive").mkdir()
    return store_with(store, outside_of(f"file://{tmp_path}/archive"))


@pytest.fixture
def second(api: Api, outer: RedisStore, finished: str) -> str:
    """Another game that is over, after the first was sealed."""
    assert sealed(outer, finished) is SealingOutcome.SEALED
    ada, bob = api.people
    game = api.game(ada, bob)
    api.act(game, ada, "resign", {}, version=False)
    return game


def assert_nothing_is_sealed(store: RedisStore, game: str, match: str) -> None:
    with pytest.raises(ArchiveUnreachable, match=match):
        sealed(store, game)
    assert store.client.type(stream_key(game)) == b"stream"


def test_a_folder_that_is_not_mounted_takes_no_block(
    outer: RedisStore, second: str, tmp_path: Path
):
    (tmp_path / "archive").rename(tmp_path / "unmounted")
    (tmp_path / "archive").mkdir()
    assert_nothing_is_sealed(outer, second, "or point ANABASIS_ARCHIVE_URL")
    assert list((tmp_path / "archive").iterdir()) == []
    (tmp_path / "archive").rmdir()
    (tmp_path / "unmounted").rename(tmp_path / "archive")
    assert sealed(outer, second) is SealingOutcome.SEALED


def test_the_archive_of_another_store_takes_no_block(
    outer: RedisStore, second: str, tmp_path: Path
):
    outer.client.delete(KEY)
    for _ in range(2):
        assert_nothing_is_sealed(outer, second, "another store's")
    assert_nothing_is_sealed(outer, second, "before it had one: point .* to a new, empty")
    (tmp_path / "archive" / MARKER).write_bytes(b"")
    assert_nothing_is_sealed(outer, second, "another store's")


def test_a_first_use_that_was_cut_off_goes_on(outer: RedisStore, finished: str, tmp_path: Path):
    outer.client.set(KEY, b"new 1234")
    (tmp_path / "archive/anabasis").mkdir()
    (tmp_path / "archive" / MARKER).write_bytes(b"1234")
    assert sealed(outer, finished) is SealingOutcome.SEALED
    assert outer.client.get(KEY) == b"1234"


@pytest.mark.parametrize("own", [None, b"new 1234"])
def test_a_new_store_may_have_no_archive_of_another(
    outer: RedisStore, own: bytes | None, tmp_path: Path
):
    objects = outside_of(f"file://{tmp_path}/archive").objects
    assert objects is not None
    if own is not None:
        outer.client.set(KEY, own)
    check_bound(outer.client, objects)
    objects.write(MARKER, b"5678")
    with pytest.raises(NotBound):
        check_bound(outer.client, objects)
    assert outer.client.get(KEY) == own


def test_a_backup_brings_the_bond_along():
    assert is_kept(KEY.encode())
