"""Clients for clusters and sentinels with accounts and TLS, which the packaged server lacks."""

import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import metadata
from pathlib import Path
from threading import Thread
from typing import get_args

import pytest
import trustme
from redis.connection import SSLConnection, UnixDomainSocketConnection
from redis.sentinel import MasterNotFoundError, SentinelManagedSSLConnection

from service.machine.processes import spawn
from service.redis.connecting import CONNECTIONS, TIMEOUT, MasterPool, Purpose, connect
from service.redis.error_translation import translated_errors
from service.redis.errors import StoreUnavailable
from service.server.valkey import valkey_server
from service.store.redis_store import RedisStore
from tests.clusters import SLOTS, Node, free_ports
from tests.waiting import eventually

ACCOUNT = {"user": "ada on >s3cret allkeys allcommands", "requirepass": "other"}


@contextmanager
def behind_tls(authority: trustme.CA, port: int, target: int) -> Iterator[None]:
    """A port whose TLS ends here; what comes goes on to another port, and back."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("127.0.0.1").configure_cert(context)
    with socket.create_server(("127.0.0.1", port)) as listener:
        Thread(target=_accept, args=(listener, context, target), daemon=True).start()
        yield
        listener.shutdown(socket.SHUT_RDWR)


def _accept(listener: socket.socket, context: ssl.SSLContext, target: int) -> None:
    with suppress(OSError):
        while True:
            client, _ = listener.accept()
            outer = context.wrap_socket(client, server_side=True)
            inner = socket.create_connection(("127.0.0.1", target))
            for ends in ((outer, inner), (inner, outer)):
                Thread(target=_copy, args=ends, daemon=True).start()


def _copy(source: socket.socket, sink: socket.socket) -> None:
    with suppress(OSError):
        while data := source.recv(65_536):
            sink.sendall(data)
    with suppress(OSError):
        sink.shutdown(socket.SHUT_RDWR)


def test_a_cluster_is_reached_by_tls_with_an_account(tmp_path: Path) -> None:
    port, bus, outer = free_ports(3)
    announced = {"cluster-announce-port": outer, "cluster-announce-ip": "127.0.0.1"}
    settings = {"cluster-enabled": "yes", "cluster-port": bus, **announced, **ACCOUNT}
    authority = trustme.CA()
    with (
        Node(tmp_path / "node", port, settings),
        authority.cert_pem.tempfile() as trusted,
        behind_tls(authority, outer, port),
    ):
        with connect(f"redis://ada:s3cret@127.0.0.1:{port}") as node:
            node.execute_command("CLUSTER ADDSLOTSRANGE", 0, SLOTS - 1)
        client = connect(f"rediss+cluster://ada:s3cret@127.0.0.1:{outer}?ssl_ca_certs={trusted}")
        assert eventually(lambda: _is_set(client))
        [master] = client.masters()  # type: ignore[attr-defined]
        pool = master.connection_pool
        assert (pool.connection_class, pool.max_connections) == (SSLConnection, CONNECTIONS)


def test_sentinels_and_their_master_have_accounts_of_their_own(tmp_path: Path) -> None:
    port, watching = free_ports(2)
    (tmp_path / "sentinel.conf").write_text(
        f"port {watching}\nbind 127.0.0.1\nrequirepass watch\n"
        f"sentinel monitor games 127.0.0.1 {port} 1\nsentinel auth-pass games other\n"
    )
    with Node(tmp_path / "node", port, ACCOUNT):
        command = [valkey_server(), "sentinel.conf", "--sentinel"]
        with (tmp_path / "log").open("wb") as log:
            sentinel = spawn(command, env={}, cwd=tmp_path, output=log)
        try:
            client = connect(
                f"redis+sentinel://ada:s3cret@127.0.0.1:{watching}/games?sentinel_password=watch"
            )
            assert eventually(lambda: _is_set(client))
        finally:
            sentinel.kill()
            sentinel.wait()


def test_by_tls_sentinels_and_master_are_both_reached_by_it() -> None:
    pool = connect("rediss+sentinel://one,two/games?ssl_ca_certs=ca.pem").connection_pool
    assert isinstance(pool, MasterPool)
    assert pool.connection_class is SentinelManagedSSLConnection
    for sentinel in pool.sentinel_manager.sentinels:
        assert sentinel.connection_pool.connection_class is SSLConnection
        assert sentinel.connection_pool.connection_kwargs["ssl_ca_certs"] == "ca.pem"


@pytest.mark.parametrize("url", ["redis+cluster://127.0.0.1:1", "redis+sentinel://127.0.0.1:1/g"])
def test_a_client_is_made_while_nobody_is_there(url: str) -> None:
    store = RedisStore.of_url(url)
    with pytest.raises(StoreUnavailable):
        store.newest_version("game")


def _is_set(client: object) -> bool:
    with suppress(Exception):
        return bool(client.set("here", "1"))  # type: ignore[attr-defined]
    return False


def test_sentinels_that_do_not_answer_are_reported_in_one_sentence() -> None:
    with pytest.raises(MasterNotFoundError) as failure:
        connect("redis+sentinel://127.0.0.1:1,localhost:1/games").ping()
    told = "no sentinel at 127.0.0.1:1, localhost:1 answers with a master 'games'"
    assert str(failure.value) == told


@pytest.mark.parametrize("purpose", ["write", "read", "blocking"])
def test_a_local_server_that_takes_no_connection_in_time_is_unavailable(
    monkeypatch: pytest.MonkeyPatch, purpose: Purpose
):
    def hang(connection: UnixDomainSocketConnection) -> None:
        assert connection.socket_connect_timeout == TIMEOUT
        raise TimeoutError

    monkeypatch.setattr(UnixDomainSocketConnection, "_connect", hang)
    with pytest.raises(StoreUnavailable, match="Timeout connecting"), translated_errors():
        connect("unix:///nowhere", purpose).get("key")


def test_a_new_connection_does_not_look_up_the_library_that_it_names(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    version = metadata.version("redis")
    monkeypatch.setattr(metadata, "version", None)
    for purpose in get_args(Purpose):
        with connect(redis_url, purpose) as client:
            named = client.client_info()
            assert (named["lib-name"], named["lib-ver"]) == ("redis-py", version)
