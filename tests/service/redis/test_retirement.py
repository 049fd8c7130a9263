"""A store that takes no events names the remedy, which harms no other store."""

from pathlib import Path

import pytest
from redis import Redis

from service.redis.errors import StoreRefused
from service.redis.retirement import (
    FILLING_KEY,
    has_clear_notes,
    moved_note,
    moving_note,
    place_in,
    with_remedy,
)
from service.store.redis_store import RedisStore
from tests.clusters import Node, free_ports


def test_a_store_that_is_to_be_emptied_has_its_own_database_alone_named(tmp_path: Path):
    [port] = free_ports(1)
    with Node(tmp_path / "node", port, {}) as node:
        url = f"redis://{node.address}/12"
        Redis.from_url(url).set(FILLING_KEY, "restore")
        with pytest.raises(StoreRefused, match=r"empty this store .*`redis-cli -n 12 FLUSHDB`"):
            RedisStore.of_url(url).verify_settings()


def test_a_cluster_is_emptied_master_by_master(cluster_url: str):
    store = RedisStore.of_url(cluster_url)
    store.client.set(FILLING_KEY, "restore")
    with pytest.raises(StoreRefused, match=r"\(FLUSHALL on each master\)"):
        store.verify_settings()


@pytest.mark.parametrize(
    ("source", "place", "is_clear"),
    [
        ("/srv/var", "redis://…@db:6379", True),
        ("/srv/from here to there", "redis://db:6379", True),
        ("/srv/my games", "/srv/all at once, from now", True),
        ("redis://db:6379", "/srv/from here to there", False),
        ("redis://db:6379", "/srv/games at 10, from a", True),
        ("/srv/games at 10, from a", "redis://db:6379", False),
        ("/srv/two\nlines", "redis://db:6379", False),
        ("/srv/caf\udce9", "redis://db:6379", False),
    ],
)
def test_the_notes_of_a_move_distinguish_its_stores_or_it_is_refused(
    source: str, place: str, is_clear: bool
):
    assert has_clear_notes(source, place) == is_clear
    if is_clear:
        assert place_in(moving_note(source, place, "now")) == place
        assert place_in(moved_note(source, place, "2026")) == place


def test_the_remedy_of_a_killed_move_quotes_a_folder_with_blanks():
    note = moving_note("/srv/my games", "redis://db:6379", "now")
    assert "`anabasis move --undo '/srv/my games'`" in with_remedy(note)
