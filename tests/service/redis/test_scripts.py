"""Scripts on one server, behind sentinels, and on a cluster, known to the servers or not."""

import hashlib

import pytest
from redis import Redis

from service.redis.cluster import masters
from service.redis.connecting import connect
from service.redis.scripts import Script, ScriptCall, run_all
from service.redis.shards import feed_key

TEXT = "return redis.call('INCRBY', KEYS[1], ARGV[1])"
ADD = Script(TEXT, hashlib.sha1(TEXT.encode(), usedforsecurity=False).hexdigest())
CALLS = [ScriptCall(ADD, [feed_key(shard)], [shard]) for shard in range(8)]
"""On keys of eight slots, some on each master."""


@pytest.fixture(params=["redis_url", "sentinel_url", "cluster_url"])
def client(request: pytest.FixtureRequest) -> Redis:
    return connect(request.getfixturevalue(request.param), "read")


def _forget(client: Redis) -> None:
    for server in masters(client):
        server.script_flush()


def test_a_script_runs_on_servers_that_have_lost_it(client: Redis) -> None:
    for times in (1, 2):
        _forget(client)
        assert ADD.run(client, ["{a}:sum"], 3) == 3 * times
    assert ADD.run(client, ["{a}:sum"], 3) == 9


def test_scripts_in_one_trip_run_on_servers_that_have_lost_them(client: Redis) -> None:
    _forget(client)
    assert run_all(client, CALLS) == list(range(8))
    assert run_all(client, CALLS) == [2 * shard for shard in range(8)]
