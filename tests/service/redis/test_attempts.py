"""Threads that ask a store which hangs share one attempt to reach it."""

import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from threading import Thread
from typing import Any

import pytest
from redis.cluster import ClusterNode
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import RedisClusterException

from service.redis import attempts, connecting
from service.redis.attempts import Attempts
from service.redis.cluster import answering_first
from service.redis.connecting import connect
from service.redis.writing import NO_REPLICAS, Writer

THREADS = 6


@pytest.fixture
def silent(monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    """A node that takes connections and never answers; calm lasts until a test ends it."""
    monkeypatch.setattr(connecting, "TIMEOUT", 0.2)
    monkeypatch.setattr(attempts, "CALM_SECONDS", 60.0)
    with socket.create_server(("127.0.0.1", 0), backlog=100) as listener:
        listener.settimeout(0.0)
        yield listener


def taken(listener: socket.socket) -> int:
    """The number of connections that were made since it was asked last."""
    count = 0
    while True:
        try:
            listener.accept()[0].close()
        except BlockingIOError:
            return count
        count += 1


def errors_of(call: Callable[[], object]) -> list[type[Exception]]:
    """The errors of calls in several threads at a time."""
    errors: list[type[Exception]] = []

    def attempt() -> None:
        try:
            call()
        except Exception as error:
            errors.append(type(error))

    threads = [Thread(target=attempt) for _ in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return errors


def of(listener: socket.socket) -> Any:
    return connect(f"redis+cluster://127.0.0.1:{listener.getsockname()[1]}")


def test_a_cluster_that_hangs_is_asked_once_for_all_who_wait(silent: socket.socket) -> None:
    client = of(silent)
    assert errors_of(lambda: client.get("key")) == [RedisClusterException] * THREADS
    assert taken(silent) == 1


def test_after_the_calm_it_is_asked_again(
    silent: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(attempts, "CALM_SECONDS", 0.0)
    client = of(silent)
    for _ in range(2):
        with pytest.raises(RedisClusterException):
            client.get("key")
    assert taken(silent) == 2


def test_nodes_that_hang_later_are_looked_up_once_for_all(
    silent: socket.socket, cluster_url: str
) -> None:
    client: Any = connect(cluster_url)
    client.get("key")
    node = ClusterNode("127.0.0.1", silent.getsockname()[1])  # type: ignore[no-untyped-call]
    client.nodes_manager.startup_nodes = {node.name: node}
    errors = errors_of(client.nodes_manager.initialize)
    assert errors == [RedisClusterException] * THREADS
    assert taken(silent) == 1
    with pytest.raises(RedisClusterException):
        client.refresh()
    client.refresh()  # now that the nodes of the address are asked, too
    assert client.get("key") is None
    client.close()


def test_a_write_gives_up_once_its_time_is_over(
    silent: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.redis.writing.CLUSTER_SECONDS", 0.3)
    monkeypatch.setattr(attempts, "CALM_SECONDS", 0.0)
    with pytest.raises(RedisClusterException):
        Writer(of(silent), NO_REPLICAS).set("key", "value")
    assert taken(silent) <= 2  # at first, and looking again for the nodes


def test_a_failure_is_forgiven_when_there_is_something_new_to_try() -> None:
    own, calls = Attempts(), []
    with pytest.raises(ZeroDivisionError):
        own.make(lambda: 1 / 0)
    with pytest.raises(RedisClusterException, match="division"):
        own.make(lambda: calls.append("too early"))
    own.forgive()
    own.make(lambda: calls.append("now"))
    assert calls == ["now"]


def test_nodes_that_all_hang_are_asked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connecting, "TIMEOUT", 2.0)
    with ExitStack() as stack:
        nodes = [stack.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(6)]
        hosts = ",".join(f"127.0.0.1:{node.getsockname()[1]}" for node in nodes)
        client: Any = connect(f"redis+cluster://{hosts}")
        asking = Thread(target=errors_of, args=(lambda: client.get("key"),))
        asking.start()
        asked = [stack.enter_context(node.accept()[0]) for node in nodes]
        assert asking.is_alive()  # the first one has not been given up yet
        for each in asked:
            each.close()
        asking.join()


def test_the_node_that_answers_first_is_the_first() -> None:
    def ask(node: str) -> None:
        if node != "c":
            raise RedisConnectionError

    assert answering_first("abc", ask) == ["c", "a", "b"]
    assert answering_first("ab", ask) == []
