"""The pool of the store's connections: warm ones are lent as they are, others looked at first."""

import os
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import NoScriptError
from redis.retry import Retry
from redis.sentinel import SentinelManagedConnection

from service.redis import warm_pool
from service.redis.connecting import MasterPool
from service.redis.warm_pool import OnceClient, WarmPool
from tests.clusters import Node, free_ports


@pytest.fixture
def client(redis_url: str) -> Iterator[Redis]:
    pool = WarmPool.from_url(
        redis_url, max_connections=2, timeout=10, retry=Retry(NoBackoff(), 0), protocol=2
    )
    client = OnceClient(connection_pool=pool)
    yield client
    client.close()


def own_id(client: Redis) -> int:
    return int(client.client_id())


def end_connection(redis_url: str, number: int) -> None:
    with Redis.from_url(redis_url) as other:
        assert other.client_kill_filter(_id=str(number)) == 1


def test_a_warm_connection_is_lent_again(client: Redis) -> None:
    assert own_id(client) == own_id(client)


def test_a_connection_that_lay_idle_is_looked_at(
    client: Redis, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = own_id(client)
    end_connection(redis_url, first)
    monkeypatch.setattr(warm_pool, "WARM_SECONDS", 0.0)
    assert own_id(client) != first


def test_one_failure_shows_that_no_connection_is_warm(client: Redis, redis_url: str) -> None:
    pool: Any = client.connection_pool
    both = [pool.get_connection(), pool.get_connection()]
    numbers = []
    for connection in both:
        connection.send_command("CLIENT", "ID")
        numbers.append(connection.read_response())
    for connection in both:
        pool.release(connection)
    for number in numbers:
        end_connection(redis_url, number)
    with pytest.raises(RedisConnectionError):
        own_id(client)
    assert own_id(client) not in numbers


def test_the_first_to_wait_for_a_connection_gets_the_next(client: Redis) -> None:
    pool: Any = client.connection_pool
    both, waits, lent = [pool.get_connection(), pool.get_connection()], Event(), []

    def wait() -> None:
        waits.set()
        lent.append(pool.get_connection())

    thread = Thread(target=wait)
    thread.start()
    waits.wait()
    pool.release(both.pop())
    thread.join(timeout=20)
    assert len(lent) == 1
    for connection in [*both, *lent]:
        pool.release(connection)


def test_a_connection_that_is_given_back_twice_is_lent_to_one(client: Redis) -> None:
    pool: Any = client.connection_pool
    connection = pool.get_connection()
    for _ in range(2):
        pool.release(connection)
    first, second = pool.get_connection(), pool.get_connection()
    assert first is connection
    pool.release(connection)
    assert pool.get_connection() is connection
    assert second is not connection


def test_a_connection_of_another_pool_stays_there(client: Redis, redis_url: str) -> None:
    own: Any = client.connection_pool
    with Redis.from_url(redis_url) as other:
        connection = other.connection_pool.get_connection()
        own.release(connection)
        assert connection.is_connected
        assert own.get_connection() is not connection


def test_a_place_whose_connection_fails_is_free_again() -> None:
    [port] = free_ports(1)
    retry = Retry(NoBackoff(), 0)
    pool = WarmPool(max_connections=1, timeout=10, port=port, retry=retry, protocol=2)
    for _ in range(3):
        with pytest.raises(RedisConnectionError, match="refused"):
            pool.get_connection()


def test_no_more_connections_are_made_than_the_pool_may_have(client: Redis) -> None:
    threads = [Thread(target=lambda: [client.ping() for _ in range(50)]) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(client.connection_pool._connections) <= 2


def test_a_fork_shares_no_connection(client: Redis) -> None:
    own = own_id(client)
    read, write = os.pipe()
    if not os.fork():
        os.write(write, f"{own_id(client)}".encode())
        os._exit(0)
    os.wait()
    assert int(os.read(read, 20)) != own
    assert own_id(client) == own


def test_a_refusal_leaves_the_connection_in_order(client: Redis) -> None:
    own = own_id(client)
    with pytest.raises(NoScriptError):
        client.evalsha("0" * 40, 0)
    assert client.echo("hello") == b"hello"
    assert own_id(client) == own


class Sentinels:
    """Sentinels that name the master that a test names."""

    def __init__(self, master: Node) -> None:
        self.master = master

    def discover_master(self, _: str) -> tuple[str, int]:
        return "127.0.0.1", self.master.port


@pytest.fixture
def masters(tmp_path: Path) -> Iterator[list[Node]]:
    """A master that was cut off, and the one that took its place."""
    with ExitStack() as stack:
        ports = free_ports(2)
        yield [stack.enter_context(Node(tmp_path / str(port), port, {})) for port in ports]


def test_a_former_master_is_left_as_soon_as_a_connection_finds_the_new_one(
    masters: list[Node],
) -> None:
    former, new = masters
    sentinels = Sentinels(former)
    pool: Any = MasterPool(  # type: ignore[no-untyped-call]
        service_name="games",
        sentinel_manager=sentinels,
        connection_class=SentinelManagedConnection,
        protocol=2,
    )
    client = OnceClient(connection_pool=pool)
    client.ping()
    lent, warm = pool.get_connection(), pool.get_connection()
    pool.release(warm)
    sentinels.master = new
    finding = [pool.get_connection(), pool.get_connection()]
    for connection in (*reversed(finding), lent):
        pool.release(connection)
    for _ in range(3):
        client.incr("moves")
    assert former.client.get("moves") is None
    assert new.client.get("moves") == b"3"
    client.close()
