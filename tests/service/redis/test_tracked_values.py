"""Values remembered until the server announces a change, and only while it is heard."""

import threading
from collections import deque
from types import SimpleNamespace
from typing import Any

import fakeredis
import pytest
from redis import Redis

from service.redis import tracked_values as module
from service.redis.tracked_values import TRUST_SECONDS, Remembered
from service.store.redis_store import RedisStore
from tests.clusters import ClusterServers
from tests.waiting import eventually

KEY = "token:x"


@pytest.fixture
def client(real_store: RedisStore) -> Redis:
    return real_store.client


@pytest.fixture
def kept(client: Redis) -> Remembered:
    return Remembered(client, ("token:", "player:"))


def remember(kept: Remembered, value: str) -> bool:
    """Keep a value; return whether it is then remembered: only if changes are heard."""
    kept.put(KEY, value, kept.changes())
    return kept.get(KEY) == value


def test_a_value_is_returned_until_anybody_changes_its_key(client: Redis, kept: Remembered):
    for change in (
        lambda: client.delete(KEY),
        lambda: client.set(KEY, "new"),
        lambda: client.eval("redis.call('SET', 'token:x', 'by a script')", 0),
        lambda: client.pexpire(KEY, 1),
        client.flushall,
    ):
        client.set(KEY, "old")
        eventually(lambda: remember(kept, "old"))
        change()
        eventually(lambda: kept.get(KEY) is None)


def test_the_parts_of_a_key_are_forgotten_with_it(client: Redis, kept: Remembered):
    def remember_parts() -> bool:
        kept.put(KEY, "part", kept.changes(), part="one")
        return remember(kept, "whole") and kept.get(KEY, "one") == "part"

    eventually(remember_parts)
    assert kept.get(KEY, "other") is None
    client.set(KEY, "new")
    eventually(lambda: kept.get(KEY, "one") is None)
    assert kept.get(KEY) is None


def test_of_a_cluster_every_master_tells(cluster_servers: ClusterServers, cluster_url: str):
    client = RedisStore.of_url(cluster_url).client
    kept = Remembered(client, ("token:",))
    keys = {cluster_servers.master_of(f"token:{n}").port: f"token:{n}" for n in range(40)}
    assert len(keys) == 3

    def remembered(key: str) -> bool:
        kept.put(key, "old", kept.changes())
        return kept.get(key) == "old"

    for key in keys.values():
        client.set(key, "old")
        eventually(lambda key=key: remembered(key))
        client.delete(key)
        eventually(lambda key=key: kept.get(key) is None)


def test_of_a_cluster_nothing_is_remembered_once_a_master_is_gone(
    cluster_servers: ClusterServers, cluster_url: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(module, "RETRY_SECONDS", 0.0)
    client = RedisStore.of_url(cluster_url).client
    kept = Remembered(client, ("token:", "player:"))
    eventually(lambda: remember(kept, "old"))
    gone = next(n for n in cluster_servers.masters() if n is not cluster_servers.master_of(KEY))
    gone.kill()
    eventually(lambda: kept.get(KEY) is None)
    eventually(lambda: remember(kept, "new"))
    assert gone not in cluster_servers.masters()


def test_of_a_cluster_all_is_trusted_only_as_long_as_the_master_heard_of_longest_ago():
    heard = module._Heard(2)
    until = []
    for server, trusted in ((0, 10.0), (1, 8.0), (0, 12.0), (1, 9.0)):
        heard.note(server, trusted)
        until.append(heard.sound_until)
    assert until == [0.0, 8.0, 8.0, 9.0]


def test_keys_under_other_prefixes_are_not_listened_to(client: Redis, kept: Remembered):
    eventually(lambda: remember(kept, "old"))
    heard = kept.changes()
    client.set("game:x", "1")
    client.set("player:x", "1")
    eventually(lambda: kept.changes() > heard)
    assert kept.changes() == heard + 1
    assert kept.get(KEY) == "old"


def test_a_value_read_before_a_change_is_not_kept_after_it(client: Redis, kept: Remembered):
    eventually(lambda: remember(kept, "old"))
    before = kept.changes()
    client.set(KEY, "new")
    eventually(lambda: kept.changes() > before)
    kept.put(KEY, "old", before)
    assert kept.get(KEY) is None


def test_nothing_is_remembered_once_the_connection_is_lost(
    client: Redis, kept: Remembered, monkeypatch: pytest.MonkeyPatch
):
    eventually(lambda: remember(kept, "old"))
    monkeypatch.setattr(module, "RETRY_SECONDS", 0.0)
    client.client_kill_filter(_type="pubsub")
    eventually(lambda: kept.get(KEY) is None)
    eventually(lambda: remember(kept, "new"))


def test_a_listener_that_nobody_needs_ends(kept: Remembered, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(module, "IDLE_SECONDS", 0.0)
    kept.changes()
    eventually(lambda: not kept.is_listening)
    assert kept.get(KEY) is None


def test_without_word_of_changes_a_value_is_kept_for_its_own_time_alone():
    now = [100.0]
    client = fakeredis.FakeRedis(server=fakeredis.FakeServer())
    kept = Remembered(client, ("token:",), lambda: now[0])
    kept.changes()
    eventually(lambda: not kept.is_listening)
    kept.put(KEY, "old", kept.changes(), seconds=2.0)
    kept.put("token:y", "old", kept.changes())
    assert (kept.get(KEY), kept.get("token:y")) == ("old", None)
    now[0] += 2.0
    assert kept.get(KEY) is None


class Scripted:
    """A connection that gives these answers, and then nothing."""

    def __init__(self, now: list[float], *answers: Any) -> None:
        self.now, self.answers = now, deque(answers)

    def send_command(self, *_: Any, **__: Any) -> None:
        self.now[0] += 0.1

    def read_response(self) -> Any:
        self.now[0] += 0.1
        return self.answers.popleft()

    def can_read(self, seconds: float) -> bool:
        self.now[0] += 0 if self.answers else seconds
        return bool(self.answers)


class Idle:
    """A thread that does nothing."""

    def __init__(self, **_: Any) -> None:
        pass

    def start(self) -> None:
        pass

    def is_alive(self) -> bool:
        return True


PONG = [b"pong", b""]


def changed(*keys: bytes) -> list[Any]:
    return [b"message", b"__redis__:invalidate", list(keys)]


@pytest.fixture
def silent(monkeypatch: pytest.MonkeyPatch) -> tuple[Remembered, list[float]]:
    """A memory of values whose listener and clock the test drives by hand."""
    now = [100.0]
    kept = Remembered(fakeredis.FakeRedis(), ("token:",), lambda: now[0])
    threads = SimpleNamespace(**vars(threading) | {"Thread": Idle})
    monkeypatch.setattr(module, "threading", threads)
    return kept, now


def test_a_value_is_trusted_from_the_question_that_the_server_last_answered(silent):
    kept, now = silent
    kept.put(KEY, "old", kept.changes())
    assert kept.get(KEY) is None
    asked = now[0]
    kept.hear(Scripted(now, PONG))
    now[0] = asked + TRUST_SECONDS - 0.01
    assert kept.get(KEY) == "old"
    now[0] = asked + TRUST_SECONDS
    assert kept.get(KEY) is None


def test_messages_before_and_after_the_servers_sign_of_life_count(silent):
    kept, now = silent
    for key in (KEY, "token:y", "token:z"):
        kept.put(key, "old", kept.changes())
    kept.hear(Scripted(now, changed(b"token:x"), PONG, changed(b"token:y", b"token:q")))
    assert [kept.get(key) for key in (KEY, "token:y", "token:z")] == [None, None, "old"]


def test_the_parts_kept_are_bounded_and_counted(silent, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(module, "KEPT", 2)
    kept, _ = silent
    kept.put(KEY, "one", kept.changes(), 60, part="1")
    kept.forget(KEY)
    for part in ("1", "2"):
        kept.put(KEY, part, kept.changes(), 60, part=part)
    assert (kept.get(KEY, "1"), kept.get(KEY, "2")) == ("1", "2")
    kept.put(KEY, "3", kept.changes(), 60, part="3")
    assert (kept.get(KEY, "1"), kept.get(KEY, "3")) == (None, "3")


def test_the_values_kept_are_bounded(silent, monkeypatch: pytest.MonkeyPatch):
    kept, _ = silent
    monkeypatch.setattr(module, "KEPT", 5)
    for number in range(40):
        kept.put(f"token:{number}", "old", kept.changes(), seconds=60.0)
        assert sum(kept.get(f"token:{n}") is not None for n in range(40)) <= 5
