"""Single appends while slots move and masters change: written once, or not acknowledged."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from service.redis import writing
from service.redis.cluster import Cluster
from service.redis.errors import StoreUnavailable, Unconfirmed
from service.redis.shards import shard_of
from service.store.contract import Append
from service.store.redis_store import RedisStore, stream_key
from tests.clusters import (
    ClusterServers,
    Node,
    SentinelServers,
    move_keys,
    move_slot,
    opened_slot,
)
from tests.contract.records import append_of, entry, record
from tests.servers import frozen
from tests.waiting import eventually

pytestmark = pytest.mark.faults

KEY = stream_key("g")


@pytest.fixture
def store(cluster_url: str) -> RedisStore:
    """A store on a cluster that has two events of a game, and knows where its slot is."""
    store = RedisStore.of_url(cluster_url)
    record(store, 2)
    return store


@pytest.fixture
def ends(cluster_servers: ClusterServers, store: RedisStore) -> tuple[Node, Node]:
    """The master that has the game's slot, and another."""
    source = cluster_servers.master_of(KEY)
    return source, next(node for node in cluster_servers.masters() if node is not source)


def is_whole(store: RedisStore) -> bool:
    """True if the game has three events, and its feed three lines, each once."""
    lines = [line.version for line in store.feed(shard_of("g"))]
    return store.read("g") == [entry(1), entry(2), entry(3)] and lines == [1, 2, 3]


def test_an_append_follows_a_slot_that_has_moved(
    cluster_servers: ClusterServers, store: RedisStore, ends: tuple[Node, Node]
) -> None:
    move_slot(*ends, cluster_servers.slot_of(KEY))
    assert store.append(append_of(3)).version == 3
    assert is_whole(store)


def test_an_append_waits_for_a_slot_on_its_way(
    cluster_servers: ClusterServers,
    store: RedisStore,
    ends: tuple[Node, Node],
    caplog: pytest.LogCaptureFixture,
) -> None:
    slot = cluster_servers.slot_of(KEY)
    with ThreadPoolExecutor(1) as pool:
        with opened_slot(*ends, slot):
            move_keys(*ends, slot)
            waiting = pool.submit(store.append, append_of(3))
            eventually(lambda: "sending it again" in caplog.text)
            assert not waiting.done()
        assert (waiting.result().version, waiting.result().repeated) == (3, False)
    assert is_whole(store)


def test_an_append_to_a_slot_that_stays_on_its_way_is_given_up(
    cluster_servers: ClusterServers,
    store: RedisStore,
    ends: tuple[Node, Node],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(writing, "CLUSTER_SECONDS", 0.2)
    slot = cluster_servers.slot_of(KEY)
    with opened_slot(*ends, slot):
        move_keys(*ends, slot)
        with pytest.raises(StoreUnavailable, match="nothing is known to be recorded"):
            store.append(append_of(3))
    assert not store.append(append_of(3)).repeated
    assert is_whole(store)


def test_a_read_follows_a_slot_on_its_way_to_a_node_that_nobody_knew(tmp_path: Path) -> None:
    with ClusterServers(tmp_path / "nodes") as servers:
        store = RedisStore.of_url(servers.url)
        record(store, 3)
        slot, source = servers.slot_of(KEY), servers.master_of(KEY)
        target = servers.add_node()
        with opened_slot(source, target, slot):
            move_keys(source, target, slot)
            assert is_whole(store)
        assert store.append(append_of(4)).version == 4


def test_an_append_that_is_sent_while_its_master_dies_is_written_once(
    cluster_servers: ClusterServers, store: RedisStore
) -> None:
    master = cluster_servers.master_of(KEY)
    master.kill()

    def acknowledged() -> Any:
        try:
            return store.append(append_of(3))
        except StoreUnavailable:
            return None

    assert eventually(acknowledged).version == 3
    assert cluster_servers.master_of(KEY) is not master
    assert store.append(append_of(3)).repeated
    assert is_whole(store)


def test_a_cluster_whose_replica_stands_still_confirms_no_append(
    cluster_servers: ClusterServers, cluster_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = RedisStore.of_url(cluster_url, replicas=1)
    record(store, 2)
    # Only now, as a busy machine takes longer to confirm what is confirmed at all.
    monkeypatch.setattr(writing, "CONFIRM_MS", 50)
    with frozen(cluster_servers.replica_of(KEY).process.pid):
        for _ in range(2):
            with pytest.raises(Unconfirmed):
                store.append(append_of(3))
        with pytest.raises(Unconfirmed):
            store.find_command("g", "command-3")
        with pytest.raises(Unconfirmed):
            store.check()
    assert eventually(lambda: _confirmed(store, append_of(3))).repeated
    assert is_whole(store)


def test_a_replica_that_keeps_nothing_on_its_disk_confirms_none_that_must_be(
    cluster_servers: ClusterServers, cluster_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writing, "CONFIRM_MS", 50)
    replica = cluster_servers.replica_of(KEY).client
    replica.config_set("appendonly", "no")
    try:
        with pytest.raises(Unconfirmed):
            RedisStore.of_url(cluster_url, replicas=1, synced=True).append(append_of(1))
        store = RedisStore.of_url(cluster_url, replicas=1)
        assert eventually(lambda: _confirmed(store, append_of(1))).repeated
    finally:
        replica.config_set("appendonly", "yes")


def test_the_feeds_of_other_masters_are_heard_while_one_is_away(
    cluster_servers: ClusterServers, store: RedisStore
) -> None:
    gone = cluster_servers.master_of(KEY)
    other = next(
        f"g{number}"
        for number in range(100)
        if cluster_servers.master_of(stream_key(f"g{number}")) is not gone
    )
    ends = store.feed_ends()
    assert store.wait_feeds(ends, 0.01) == {}  # its client has met all masters
    with frozen(gone.process.pid):
        store.append(append_of(1, game=other))
        [news] = store.wait_feeds(ends, 5.0).values()
    assert [line.game_id for line in news] == [other]


def test_sentinels_lead_to_the_new_master_with_all_that_was_confirmed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with SentinelServers(tmp_path / "servers") as servers:
        store = RedisStore.of_url(servers.url, replicas=1)
        record(store, 2)
        first = servers.master()
        first.kill()
        assert eventually(lambda: _confirmed(store, append_of(3))).version == 3
        assert servers.master() is not first
        assert is_whole(store)
        [news] = store.wait_feeds({shard_of("g"): "0-0"}, 5.0).values()
        assert len(news) == 3


def test_a_cluster_is_asked_at_its_address_again_when_all_its_nodes_are_gone(
    cluster_servers: ClusterServers, store: RedisStore
) -> None:
    cluster = store.client
    assert isinstance(cluster, Cluster)
    cluster.nodes_manager.startup_nodes = {}
    with pytest.raises(Exception, match="none of the cluster's 0 nodes answers"):
        cluster.refresh()
    cluster.refresh()
    assert len(cluster.masters()) == 3


def _confirmed(store: RedisStore, append: Append) -> Any:
    try:
        return store.append(append)
    except StoreUnavailable:
        return None
