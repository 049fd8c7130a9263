"""A store that takes no events names the remedy, which harms nobody else."""

from pathlib import Path

import pytest
from redis import Redis

from service.store.closed import FILLING_KEY
from service.store.contract import StoreRefused
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
