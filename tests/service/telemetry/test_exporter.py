"""The process that Prometheus scrapes: it answers even while others hold connections to it."""

import socket
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import httpx
import pytest

from service.telemetry import exporter
from service.telemetry.exporter import PATH, Server, app_of

PATIENCE = 5.0
"""Seconds, fewer than an idle connection is left open."""


@pytest.fixture
def address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, int]]:
    """The address of metrics, with at most three connections."""
    monkeypatch.setattr(exporter, "MOST_OPEN", 3)
    listener = socket.create_server(("127.0.0.1", 0))
    with Server(listener, app_of(tmp_path)) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield listener.getsockname()
        server.shutdown()
        thread.join()


def test_of_too_many_idle_connections_the_oldest_ends(address: tuple[str, int]):
    idle = [socket.create_connection(address, PATIENCE) for _ in range(4)]
    assert idle[0].recv(1) == b""
    answer = httpx.get(f"http://{address[0]}:{address[1]}{PATH}")
    assert "anabasis_build_info" in answer.text
    assert idle[1].recv(1) == b""
    for connection in idle:
        connection.close()


def test_a_scrape_leaves_no_connection_behind(address: tuple[str, int]):
    with socket.create_connection(address, PATIENCE) as idle:
        for _ in range(5):
            httpx.get(f"http://{address[0]}:{address[1]}{PATH}")
        idle.sendall(f"GET {PATH} HTTP/1.0\r\n\r\n".encode())
        assert idle.recv(12) == b"HTTP/1.0 200"
