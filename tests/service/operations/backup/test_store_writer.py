"""Filling that fails midway: the store is empty again, or stays closed and marked."""

from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from msgspec.structs import replace
from redis.exceptions import TimeoutError as RedisTimeoutError

from service.operations.backup import heartbeat
from service.operations.backup.errors import BackupFailed
from service.operations.backup.form import FeedLine, GameItem, KeyItem, Rest
from service.operations.backup.store_writer import Filling
from service.redis.errors import StoreRefused, StoreUnavailable
from service.redis.heartbeat import WORKING_KEY
from service.redis.retirement import FILLING_KEY
from service.store.append_script import orders_key
from service.store.redis_store import RedisStore

MB = 1_000_000
NOTHING = Rest(b"", [], [], [], [])
KEY = KeyItem(b"visits", "set", -1, [b"1"])


@pytest.fixture
def small(empty: RedisStore) -> Iterator[RedisStore]:
    """An empty store with room for two and a half million bytes."""
    client: Any = empty.client
    client.config_set("maxmemory", client.info("memory")["used_memory"] + 5 * MB // 2)
    yield empty
    client.config_set("maxmemory", 0)


def test_sealed_games_for_which_there_is_no_room_are_taken_away_again(small: RedisStore):
    games = [GameItem(f"g{number}", 0, [], NOTHING, None, b"x" * MB) for number in range(4)]
    filling = Filling(small.client, "restore")
    with pytest.raises(StoreUnavailable, match="maxmemory"), filling.filled():
        filling.write_blocks(games)
    assert small.client.keys() == []


def test_a_store_that_cannot_be_emptied_again_stays_closed_and_says_so(
    empty: RedisStore, monkeypatch: pytest.MonkeyPatch
):
    true, filling = Filling._delete, Filling(empty.client, "restore")
    answers = iter([True, False])

    def answered_once(self: Filling, keys: Iterable[str | bytes]) -> None:
        if not next(answers):
            raise RedisTimeoutError
        true(self, keys)

    monkeypatch.setattr(Filling, "_delete", answered_once)
    with pytest.raises(StoreUnavailable, match="WRONGTYPE"), filling.filled():
        _write_half(filling)
    assert empty.client.exists(FILLING_KEY)
    with pytest.raises(StoreRefused, match="has not ended"):
        empty.verify_settings()


def test_a_store_whose_master_lost_its_place_meanwhile_is_emptied_and_not_opened(
    empty: RedisStore,
):
    client: Any = empty.client
    filling = Filling(client, "restore", "The new store")

    def fill() -> None:
        with filling.filled():
            filling.write_keys([KEY])
            client.replicaof("127.0.0.1", 1)
            client.replicaof("NO", "ONE")  # as a replica is promoted
            filling.end()

    with pytest.raises(BackupFailed, match="The new store has had a fail-over"):
        fill()
    assert client.keys() == []


def test_signs_of_life_are_given_while_keys_are_written_and_games_compared(
    empty: RedisStore, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(heartbeat, "AGAIN_SECONDS", 0.0)
    filling = Filling(empty.client, "restore")
    steps = [lambda: filling.write_keys([KEY]), lambda: filling.heads(["g1"])]
    with filling.filled():
        for step in steps:
            empty.client.delete(WORKING_KEY)
            step()
            assert empty.client.exists(WORKING_KEY)
        filling.end()
    filling.tick()
    assert not empty.client.exists(WORKING_KEY)


def _write_half(filling: Filling) -> None:
    """Write a game and its feed, and then what the server refuses."""
    filling.write_entries([GameItem("g1", 0, [b"1"], NOTHING)])
    filling.write_lines(0, [FeedLine("1-0", "g1", 1)])
    filling.write_rests({"g1": Rest(b"", [(b"1", b"1")], [], [], [])})
    filling.write_keys([replace(KEY, key=orders_key("g1").encode())])
