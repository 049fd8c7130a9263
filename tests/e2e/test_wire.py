"""Requests as bytes against real gunicorn: its own refusals read like all problems."""

import json
import os
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from urllib.parse import urlsplit

import httpx
import pytest

from tests.servers import Service, serving
from tests.slow_clients import SLOW_BODY, SLOW_HEAD, besieged, many_addresses
from tests.waiting import eventually

POST = "POST /api/v1/players HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
CHUNKED = f"{POST}Transfer-Encoding: chunked\r\n\r\n"


def answered(service: Service, sent: str) -> tuple[bytes, bytes]:
    """Head and body of the answer to some bytes; the connection ends with it."""
    parts = urlsplit(service.web.address)
    answer = b""
    with socket.create_connection((parts.hostname, parts.port), 30.0) as client:
        client.sendall(sent.encode("latin-1"))
        while piece := client.recv(65_536):
            answer += piece
    head, _, body = answer.partition(b"\r\n\r\n")
    return head, body


@pytest.mark.parametrize(
    ("sent", "status", "code"),
    [
        ("GET /api/v1/me\r\n\r\n", 400, "bad_request"),
        ("GET /api/v1/me HTTP/2.0\r\n\r\n", 400, "bad_request"),
        ("get /api/v1/me HTTP/1.1\r\n\r\n", 400, "bad_request"),
        ("GET /api/v1/\x1b[2J HTTP/1.1\r\n\r\n", 400, "bad_request"),
        ("GET /api/v1/me HTTP/1.1\nHost: x\n\n", 400, "bad_request"),
        ("GET /api/v1/me HTTP/1.1\r\nBad Name: x\r\n\r\n", 400, "bad_request"),
        ("GET /api/v1/me HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n", 400, "bad_request"),
        ("GET /api/v1/me HTTP/1.1\r\nExpect: 200-ok\r\n\r\n", 400, "bad_request"),
        (f"{POST}Transfer-Encoding: rot13\r\n\r\n", 400, "bad_request"),
        (f"{POST}Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n", 400, "bad_request"),
        (f"{POST}Content-Length: +2\r\n\r\n{{}}", 400, "bad_request"),
        (f"{CHUNKED}x\r\n{{}}\r\n0\r\n\r\n", 400, "bad_request"),
        (f"{CHUNKED}2\r\n{{}}0\r\n\r\n", 400, "bad_request"),
        (f"{CHUNKED}0\r\nHost: x\r\n\r\n", 400, "bad_request"),
        (f"GET /api/v1/{'x' * 4_094} HTTP/1.1\r\n\r\n", 414, "uri_too_long"),
        (f"GET /api/v1/me HTTP/1.1\r\nX: {'y' * 8_190}\r\n\r\n", 431, "headers_too_large"),
        ("GET /api/v1/me HTTP/1.1\r\n" + "X: y\r\n" * 101 + "\r\n", 431, "headers_too_large"),
        (f"{CHUNKED}10001\r\n{' ' * 65_537}\r\n0\r\n\r\n", 413, "too_large"),
    ],
    ids=lambda value: repr(value)[:40],
)
def test_a_malformed_request_is_answered_with_a_problem(
    service: Service, sent: str, status: int, code: str
) -> None:
    head, body = answered(
        service, sent.replace("HTTP/1.1\r\n", "HTTP/1.1\r\nConnection: close\r\n")
    )
    problem = json.loads(body)
    assert head.startswith(b"HTTP/1.1 %d " % status)
    assert (problem["status"], problem["code"]) == (status, code)
    for said in (
        "Content-Type: application/problem+json",
        "X-Content-Type-Options: nosniff",
        "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'",
        "Cache-Control: no-store",
        "Connection: close",
    ):
        assert said.lower() in head.decode().lower(), said
    spec = httpx.get(f"{service.web.address}/api/v1/openapi.json").json()
    assert str(status) in spec["paths"]["/api/v1/players"]["post"]["responses"]


def test_a_refusal_is_in_the_readers_language(service: Service) -> None:
    sent = "GET /api/v1/me HTTP/1.1\r\nAccept-Language: de-AT\r\nBad Name: x\r\n\r\n"
    head, body = answered(service, sent)
    assert b"Content-Language: de" in head
    assert "kein wohlgeformtes HTTP" in json.loads(body)["detail"]


@pytest.mark.parametrize("target", ["http:////../", "http://[/", "//", "*", "\xff", "a b", ""])
def test_a_refusal_needs_no_sound_target(service: Service, target: str) -> None:
    head, body = answered(service, f"GET {target} HTTP/1.1\r\nBad Name: x\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 400 ")
    assert json.loads(body)["code"] == "bad_request"
    assert "Traceback" not in service.web.told


def test_a_refused_head_request_gets_no_body(service: Service) -> None:
    head, body = answered(service, "HEAD /api/v1/me HTTP/1.1\r\nBad Name: x\r\n\r\n")
    assert (head.split(b" ")[1], body) == (b"400", b"")


def test_half_a_request_is_given_up_after_a_while(service: Service) -> None:
    """Half a head and half a body, which wait at the same time."""
    with ThreadPoolExecutor() as threads:
        halves = (SLOW_HEAD.decode(), SLOW_BODY.decode())
        answers = [*threads.map(partial(answered, service), halves)]
    for head, body in answers:
        assert head.startswith(b"HTTP/1.1 408 ")
        assert json.loads(body)["code"] == "request_timeout"


def test_a_body_is_asked_for_when_the_client_expects_it(service: Service) -> None:
    parts = urlsplit(service.web.address)
    with socket.create_connection((parts.hostname, parts.port), 30.0) as client:
        client.sendall(f"{POST}Content-Length: 14\r\nExpect: 100-continue\r\n\r\n".encode())
        assert client.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"
        client.sendall(b'{"name":"Eve"}')
        assert client.recv(100).startswith(b"HTTP/1.1 201 ")


# Prefixes and proxies
FORWARDED = {"SCRIPT_NAME": "/play", "PATH_INFO": "/livez", "X-Forwarded-Proto": "https"}


def test_a_client_cannot_set_the_mount_path(service: Service) -> None:
    answer = httpx.get(f"{service.web.address}/play/livez", headers=FORWARDED)
    assert answer.status_code == 404
    alone = httpx.get(f"{service.web.address}/livez", headers=FORWARDED)
    assert alone.status_code == 200
    assert "Strict-Transport-Security" not in alone.headers
    begun = httpx.post(
        f"{service.web.address}/api/v1/session", headers=FORWARDED, json={"name": "Eve"}
    )
    assert "Path=/;" in begun.headers["Set-Cookie"]
    assert "Secure" not in begun.headers["Set-Cookie"]


@pytest.fixture(scope="module")
def behind(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service that a proxy stands before."""
    with serving(tmp_path_factory.mktemp("behind"), 1, ANABASIS_PROXIES="1") as service:
        yield service


def test_a_proxy_can_set_the_mount_path(behind: Service) -> None:
    address = f"{behind.web.address}/play"
    assert httpx.get(f"{address}/livez", headers=FORWARDED).status_code == 200
    begun = httpx.post(f"{address}/api/v1/session", headers=FORWARDED, json={"name": "Eve"})
    assert "Path=/play/" in begun.headers["Set-Cookie"]
    assert "Secure" in begun.headers["Set-Cookie"]
    assert "Strict-Transport-Security" in begun.headers


def test_a_mount_that_the_path_is_not_under_is_the_proxys_mistake(behind: Service) -> None:
    answer = httpx.get(f"{behind.web.address}/livez", headers={"SCRIPT_NAME": "/play"})
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")


# Crowds
@pytest.fixture(scope="module")
def narrow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service that takes 210 connections, 101 of one address."""
    settings = {"ANABASIS_STREAMS": "10", "ANABASIS_STREAMS_ADDRESS": "1"}
    with serving(tmp_path_factory.mktemp("narrow"), 1, **settings) as service:
        yield service


@pytest.mark.parametrize("opening", [SLOW_BODY, SLOW_HEAD], ids=["bodies", "heads"])
@pytest.mark.parametrize("addresses", [1, 100])
def test_a_crowd_that_sends_next_to_nothing_shuts_nobody_out(
    narrow: Service, opening: bytes, addresses: int
) -> None:
    ada, bob = narrow.player("Ada"), narrow.player("Bob")
    with besieged(narrow.web.address, 400, opening, many_addresses(addresses)):
        eventually(lambda: connected(narrow) >= 101)
        game = ada.create_game(ruleset="alexandros", board="tiny", seats=2)["game_id"]
        bob.take_seat(game)
        for _ in range(20):
            assert httpx.get(f"{narrow.web.address}/livez", timeout=30.0).status_code == 200
    assert "Traceback" not in narrow.web.told


def test_a_stream_outlives_a_crowd(narrow: Service) -> None:
    ada, bob = narrow.player("Ada"), narrow.player("Bob")
    game = ada.create_game(ruleset="alexandros", board="tiny", seats=2)["game_id"]
    with httpx.stream("GET", f"{narrow.web.address}/api/v1/games/{game}/stream") as stream:
        lines = stream.iter_lines()
        assert next(lines).startswith("retry")
        with besieged(narrow.web.address, 400, SLOW_BODY):
            eventually(lambda: connected(narrow) >= 101)
            bob.take_seat(game)
            seen = next(line for line in lines if "seat_taken" in line and '"version":3' in line)
        assert seen


def connected(service: Service) -> int:
    """Return the number of files and sockets the service's one web process holds."""
    (pid,) = service.web.pids
    return len(os.listdir(f"/proc/{pid}/fd"))


def test_a_path_can_forge_no_line_of_the_log(behind: Service) -> None:
    behind.kill_valkey()
    forged = "/api/v1/games/x%0a2026-01-01%20ERROR%20all%20is%20lost%0d%1b[2J"
    assert httpx.get(behind.web.address + forged).status_code == 503
    line = next(line for line in behind.web.told.splitlines() if "all is lost" in line)
    assert "/api/v1/games/x\\n2026-01-01 ERROR all is lost\\r\\x1b[2J" in line
    assert behind.web.told.replace("\n", "").isprintable()
