"""The store when its server refuses, hangs, loses replies or lacks replicas."""

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from redis import Redis
from redis.exceptions import ConnectionError as RedisConnectionError

from service.redis import writing
from service.redis.errors import StoreRefused, StoreUnavailable, Unconfirmed
from service.redis.shards import shard_of
from service.server import server_settings
from service.server.embedded import EmbeddedServer
from service.settings.config import Config
from service.store import redis_store
from service.store.append_script import answered_key, commands_key, orders_key, recent_key
from service.store.contract import Append, EventStore, OrdersChange, WrongVersion
from service.store.redis_store import RedisStore, feed_key, stream_key
from tests.contract.records import append_of, entry, record
from tests.servers import frozen, replicate
from tests.waiting import eventually


class LosesReplies(Redis):
    """A client whose first replies to a script are lost after the server has run it."""

    lost = 0
    to_lose = 1

    def evalsha(self, *arguments: Any) -> Any:
        reply = super().evalsha(*arguments)
        if self.lost < self.to_lose:
            self.lost += 1
            raise RedisConnectionError("the reply was lost")
        return reply


@contextmanager
def set_to(url: str, **settings: str) -> Iterator[None]:
    """The server with other settings for a while."""
    client = Redis.from_url(url, decode_responses=True)
    names = {name: name.replace("_", "-") for name in settings}
    before = {name: client.config_get(name)[name] for name in names.values()}
    try:
        for name, value in settings.items():
            client.config_set(names[name], value)
        yield
    finally:
        for name, value in before.items():
            client.config_set(name, value)


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[EmbeddedServer]:
    """A server that a test may halt or kill."""
    with EmbeddedServer(tmp_path / "var") as server:
        yield server


def test_a_lost_reply_is_asked_for_again_and_written_once(redis_url: str) -> None:
    client = LosesReplies.from_url(redis_url)
    store = RedisStore(write=client, read=client, blocking=client)
    record(RedisStore.of_url(redis_url), 1)
    appended = store.append(append_of(2))
    assert (client.lost, appended.version, appended.repeated) == (1, 2, True)
    assert store.read("g") == [entry(1), entry(2)]
    assert len(store.feed(shard_of("g"))) == 2


def test_replies_lost_again_and_again_are_an_unavailable_store(redis_url: str) -> None:
    client = LosesReplies.from_url(redis_url)
    client.to_lose = 99
    store = RedisStore(write=client, read=client, blocking=client)
    record(RedisStore.of_url(redis_url), 1)
    with pytest.raises(StoreUnavailable, match="nothing is known to be recorded"):
        store.append(append_of(2))
    client.to_lose = 0
    assert store.append(append_of(2)).repeated
    assert store.newest_version("g") == 2


@pytest.mark.parametrize("url", ["unix:///nowhere/server.sock", "redis://127.0.0.1:1"])
def test_a_server_that_is_not_there_is_an_unavailable_store(url: str) -> None:
    store = RedisStore.of_url(url)
    for ask in (
        lambda: store.append(append_of(1)),
        lambda: store.read("g"),
        lambda: store.newest_version("g"),
        lambda: store.exists("g"),
        lambda: store.find_command("g", "c"),
        lambda: store.feed(0),
        store.feed_ends,
        lambda: store.wait_feeds({0: "0-0"}, 1.0),
        store.check,
        store.verify_settings,
    ):
        with pytest.raises(StoreUnavailable, match="cannot be reached or written"):
            ask()


def test_without_an_address_or_a_running_server_there_is_no_store(tmp_path: Path) -> None:
    whole = r"^No service runs on .* ANABASIS_DATA .* `anabasis run`\.$"
    with pytest.raises(StoreUnavailable, match=whole):
        RedisStore.connect(Config(data=tmp_path))


def test_a_folder_with_games_wants_its_service_alone(tmp_path: Path) -> None:
    (tmp_path / "appendonlydir").mkdir()
    with pytest.raises(StoreUnavailable, match=r"^No service runs on \S+: start `anabasis run`\.$"):
        RedisStore.connect(Config(data=tmp_path))


def test_without_an_address_the_data_folders_server_is_found(
    embedded_server: EmbeddedServer, redis_url: str
) -> None:
    record(RedisStore.of_url(redis_url), 1)
    assert RedisStore.connect(Config(data=embedded_server.folder)).newest_version("g") == 1


def test_a_halted_server_is_an_unavailable_store_and_serves_when_it_goes_on(
    own_server: EmbeddedServer,
) -> None:
    store = RedisStore.of_url(own_server.url)
    record(store, 1)
    with frozen(own_server.pid), pytest.raises(StoreUnavailable):
        store.append(append_of(2))
    eventually(lambda: store.newest_version("g") == 2)
    assert store.append(append_of(2)).repeated


def test_a_listener_outlives_a_server_that_is_killed(own_server: EmbeddedServer) -> None:
    store = RedisStore.of_url(own_server.url)
    ends = store.feed_ends()
    os.kill(own_server.pid, signal.SIGKILL)
    eventually(lambda: not own_server.is_running())
    with pytest.raises(StoreUnavailable):
        store.wait_feeds(ends, 10.0)
    own_server.restart()
    record(store, 1)
    assert store.wait_feeds(ends, 10.0)


def test_a_reader_blocked_on_the_feeds_is_woken(own_server: EmbeddedServer) -> None:
    store = RedisStore.of_url(own_server.url)
    ends, news = store.feed_ends(), []
    listener = threading.Thread(target=lambda: news.append(store.wait_feeds(ends, 30.0)))
    listener.start()
    eventually(lambda: store.client.info("clients")["blocked_clients"] == 1)
    record(store, 1)
    listener.join(20.0)
    assert [line.version for line in news[0][shard_of("g")]] == [1]


@pytest.mark.parametrize(
    "settings",
    [
        pytest.param({"maxmemory": "1mb"}, id="full memory"),
        pytest.param({"min_replicas_to_write": "1"}, id="too few replicas"),
    ],
)
def test_a_server_that_does_not_write_is_unavailable_and_keeps_nothing(
    redis_url: str, settings: dict[str, str]
) -> None:
    store = RedisStore.of_url(redis_url)
    record(store, 1)
    with set_to(redis_url, **settings):
        with pytest.raises(StoreUnavailable):
            store.append(append_of(2))
        with pytest.raises(StoreUnavailable):
            store.check()
        assert store.read("g") == [entry(1)]
    assert not store.append(append_of(2)).repeated
    assert len(store.feed(shard_of("g"))) == 2


def test_a_replica_does_not_take_appends(own_server: EmbeddedServer) -> None:
    store = RedisStore.of_url(own_server.url)
    store.client.replicaof("127.0.0.1", "1")
    with pytest.raises(StoreUnavailable):
        store.append(append_of(1))
    with pytest.raises(StoreUnavailable):
        store.check()


KEYS = [
    stream_key("g"),
    recent_key("g"),
    commands_key("g"),
    feed_key(shard_of("g")),
    orders_key("g"),
    answered_key("g"),
]


@pytest.mark.parametrize("key", KEYS)
def test_a_key_of_another_type_stops_the_append_before_its_first_write(
    real_store: RedisStore, key: str
) -> None:
    real_store.client.set(key, "not ours")
    with pytest.raises(StoreUnavailable):
        real_store.append(replace(append_of(1), orders=OrdersChange("", "r1", answered={1: "p"})))
    assert real_store.client.keys() == [key.encode()]


def test_a_games_keys_share_the_slot_of_its_feed() -> None:
    tag = f"{{s{shard_of('g'):02}}}"
    for key in KEYS:
        assert key.startswith(tag)


def test_a_write_that_no_replica_confirms_is_unconfirmed_however_often_it_is_sent(
    redis_url: str,
) -> None:
    store = RedisStore.of_url(redis_url, replicas=1)
    for _ in range(2):
        with pytest.raises(Unconfirmed, match="0 of 1 replicas"):
            store.append(append_of(1))
    assert store.newest_version("g") == 1


def test_a_repeated_command_is_answered_once_a_replica_has_it(tmp_path: Path) -> None:
    with EmbeddedServer(tmp_path / "first") as first, EmbeddedServer(tmp_path / "second") as second:
        replicate(first, second)
        store: EventStore = RedisStore.of_url(first.url, replicas=1)
        record(store, 1)
        with frozen(second.pid):
            for _ in range(2):
                with pytest.raises(Unconfirmed):
                    store.append(append_of(2))
        assert eventually(lambda: _confirmed(store, append_of(2))).repeated
        assert RedisStore.of_url(second.url).newest_version("g") == 2


def test_a_known_command_is_not_acknowledged_before_a_replica_has_it(redis_url: str) -> None:
    store = RedisStore.of_url(redis_url, replicas=1)
    with pytest.raises(Unconfirmed):
        store.append(append_of(1, command="c"))
    with pytest.raises(Unconfirmed):
        store.find_command("g", "c")
    with pytest.raises(Unconfirmed):
        store.find_command("g", "another")  # a master that was replaced would not know it
    assert store.newest_version("g") == 1


def test_a_refusal_is_not_sent_before_a_replica_follows_the_refusing_server(redis_url: str) -> None:
    record(RedisStore.of_url(redis_url), 1)
    with pytest.raises(Unconfirmed):
        RedisStore.of_url(redis_url, replicas=1).append(append_of(1, command="another"))
    with pytest.raises(WrongVersion):
        RedisStore.of_url(redis_url).append(append_of(1, command="another"))


def test_a_known_command_is_confirmed_again_however_it_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writing, "CONFIRM_MS", 50)
    recent, kept = append_of(1, game="recent"), append_of(1, game="kept")
    with EmbeddedServer(tmp_path / "first") as first, EmbeddedServer(tmp_path / "second") as second:
        replicate(first, second)
        alone = RedisStore.of_url(first.url)
        with frozen(second.pid):
            for append in (recent, replace(kept, keep_id=True)):
                alone.append(append)
            for append in (recent, kept):
                with pytest.raises(Unconfirmed):
                    RedisStore.of_url(first.url, replicas=1).append(append)
        store = RedisStore.of_url(first.url, replicas=1)
        for append in (recent, kept):
            assert eventually(lambda append=append: _confirmed(store, append)).repeated


def test_a_command_lost_between_two_looks_is_a_new_one_once_a_replica_says_so(
    tmp_path: Path, monkeypatch: Any
) -> None:
    monkeypatch.setattr(redis_store, "find_answer", lambda *_: (b"1:f", False))
    with EmbeddedServer(tmp_path / "first") as first, EmbeddedServer(tmp_path / "second") as second:
        replicate(first, second)
        store = RedisStore.of_url(first.url, replicas=1)
        with frozen(second.pid), pytest.raises(Unconfirmed):
            store.find_command("g", "c")
        assert eventually(lambda: _found(store, "c")) == (None,)
        assert store.newest_version("g") == 0


def test_replicas_that_are_missing_at_the_start_are_reported(redis_url: str) -> None:
    [warning] = RedisStore.of_url(redis_url, replicas=2).verify_settings()
    assert "ANABASIS_REPLICAS" in warning
    assert "has 0" in warning
    assert RedisStore.of_url(redis_url).verify_settings() == []


def test_replicas_that_need_not_confirm_are_reported_at_the_start(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_settings, "_replicas", lambda _: 2)
    [warning] = RedisStore.of_url(redis_url, replicas=1).verify_settings()
    assert "1 of 2 replicas must confirm" in warning
    assert "Set ANABASIS_REPLICAS=2" in warning
    [warning] = RedisStore.of_url(redis_url).verify_settings()
    assert "2 replicas, and none must confirm a move (ANABASIS_REPLICAS=0)" in warning
    assert RedisStore.of_url(redis_url, replicas=2).verify_settings() == []


def test_a_store_that_replicas_must_confirm_is_not_ready_without_them(redis_url: str) -> None:
    with pytest.raises(Unconfirmed):
        RedisStore.of_url(redis_url, replicas=1).check()


def test_the_embedded_servers_settings_are_right(real_store: RedisStore) -> None:
    assert real_store.verify_settings() == []


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        pytest.param(("appendonly", "no"), "appendonly no", id="nothing is kept"),
        pytest.param(("maxmemory-policy", "allkeys-lru"), "allkeys-lru", id="games are evicted"),
    ],
)
def test_settings_that_lose_games_are_refused(
    own_server: EmbeddedServer, settings: tuple[str, str], message: str
) -> None:
    store = RedisStore.of_url(own_server.url)
    store.client.config_set(*settings)
    with pytest.raises(StoreRefused, match=message) as refused:
        store.verify_settings()
    assert "CONFIG SET" in str(refused.value)


def test_a_second_that_may_be_lost_is_a_warning(own_server: EmbeddedServer) -> None:
    with set_to(own_server.url, appendfsync="everysec"):
        warnings = RedisStore.of_url(own_server.url).verify_settings()
    assert ["everysec" in warning for warning in warnings] == [True]


def test_settings_that_cannot_be_read_are_a_warning(own_server: EmbeddedServer) -> None:
    store = RedisStore.of_url(own_server.url)
    store.client.execute_command("ACL", "SETUSER", "default", "-config")
    assert ["cannot be read" in warning for warning in store.verify_settings()] == [True]


def _confirmed(store: EventStore, append: Append) -> Any:
    try:
        return store.append(append)
    except Unconfirmed:
        return None


def _found(store: EventStore, command_id: str) -> tuple[Any, ...]:
    try:
        return (store.find_command("g", command_id),)
    except Unconfirmed:
        return ()
