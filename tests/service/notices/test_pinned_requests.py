"""Requests to addresses that users gave: where they go, and how long they are waited for."""

import socket
import ssl
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler
from threading import Event

import pytest
import trustme

from service.notices.pinned_requests import ANSWER_BYTES, Poster, Unreachable
from service.notices.public_addresses import AddressRefused
from tests.service.notices.receivers import Receiver, with_status

SHORT = 0.5
PIECE = 65_536
BUFFERED = 100
"""More pieces than the buffers of both ends hold."""


def resolving(*answers: list[str]) -> tuple[Callable[[str, int], list[str]], list[str]]:
    """A resolver that gives these answers one after the other, and the names it was asked for."""
    asked: list[str] = []
    left = iter(answers)

    def resolve(host: str, port: int) -> list[str]:
        asked.append(host)
        return next(left)

    return resolve, asked


def nothing(host: str, port: int) -> list[str]:
    """A resolver that knows no name."""
    raise socket.gaierror("no such name")


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "169.254.169.254",
        "10.0.0.1",
        "0.0.0.0",
        "0",
        "127.1",
        "2130706433",
        "0x7f.1",
        "0177.0.0.1",
        "localhost",
        "[64:ff9b::7f00:1]",
        "[2002:7f00:1::]",
        "192.168.0.1",
        "172.31.255.255",
    ],
)
def test_a_private_address_is_not_connected_to_however_it_is_written(
    host: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(socket, "create_connection", pytest.fail)
    with pytest.raises(AddressRefused, match="address_not_public"):
        Poster().post(f"https://{host}:8443/", {}, b"")


@pytest.mark.parametrize("addresses", [["127.0.0.1"], ["1.1.1.1", "10.0.0.1"], ["::1", "1.1.1.1"]])
def test_a_name_with_any_private_address_is_refused(
    addresses: list[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(socket, "create_connection", pytest.fail)
    resolve, asked = resolving(addresses)
    with pytest.raises(AddressRefused, match="address_not_public"):
        Poster(resolve=resolve).post("https://hooks.example/", {}, b"")
    assert asked == ["hooks.example"]


def test_the_connection_goes_to_the_address_that_was_checked(
    receiver: Receiver, tls: ssl.SSLContext
):
    resolve, asked = resolving(["127.0.0.1"], ["127.0.0.2"], ["127.0.0.2"])
    poster = Poster(allow_private=True, tls=tls, resolve=resolve)
    assert poster.post(receiver.url("hooks.example", "/in?a=1"), {"X-A": "1"}, b"{}").status == 204
    request = receiver.take()
    assert (request.path, request.body, request.headers["x-a"]) == ("/in?a=1", b"{}", "1")
    assert request.headers["host"] == f"hooks.example:{receiver.port}"
    assert asked == ["hooks.example"]


def test_a_name_that_changes_after_the_check_changes_nothing(monkeypatch: pytest.MonkeyPatch):
    connected: list[object] = []

    def refuse(address: object, *arguments: object, **more: object) -> None:
        connected.append(address)
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "create_connection", refuse)
    resolve, asked = resolving(["1.1.1.1", "1.0.0.1"], ["127.0.0.1"])
    with pytest.raises(Unreachable, match="receiver_unreachable"):
        Poster(resolve=resolve).post("https://rebinding.example/", {}, b"")
    assert connected == [("1.1.1.1", 443), ("1.0.0.1", 443)]
    assert asked == ["rebinding.example"]


def test_a_certificate_must_be_the_names(authority: trustme.CA, tls: ssl.SSLContext):
    with Receiver(authority, ("other.example",)).serving() as receiver:
        poster = Poster(allow_private=True, tls=tls, resolve=resolving(["127.0.0.1"])[0])
        with pytest.raises(Unreachable, match="receiver_unreachable"):
            poster.post(receiver.url("hooks.example"), {}, b"")
        assert receiver.received.empty()


def test_an_unknown_authority_is_not_trusted_unless_the_environment_names_it(
    receiver: Receiver, authority: trustme.CA, monkeypatch: pytest.MonkeyPatch
):
    with pytest.raises(Unreachable, match="receiver_unreachable"):
        Poster(allow_private=True).post(receiver.url(), {}, b"")
    with authority.cert_pem.tempfile() as path:
        monkeypatch.setenv("SSL_CERT_FILE", path)
        assert Poster(allow_private=True).post(receiver.url(), {}, b"").status == 204


def test_a_redirect_is_not_followed(receiver: Receiver, tls: ssl.SSLContext):
    receiver.answer = with_status(302, Location=receiver.url(path="/elsewhere"))
    answer = Poster(allow_private=True, tls=tls).post(receiver.url(), {}, b"")
    assert (answer.status, answer.headers["location"]) == (302, receiver.url(path="/elsewhere"))
    assert receiver.take().path == "/hook"
    assert receiver.received.empty()


def test_no_proxy_is_used(receiver: Receiver, tls: ssl.SSLContext, monkeypatch: pytest.MonkeyPatch):
    for name in ("HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    assert Poster(allow_private=True, tls=tls).post(receiver.url(), {}, b"").status == 204


def endless(receiver: Receiver, request: BaseHTTPRequestHandler) -> None:
    request.wfile.write(b"HTTP/1.1 200 OK\r\n\r\n")
    while not receiver.stopped.is_set():
        request.wfile.write(b"a" * PIECE)
        receiver.pieces += 1


def endless_headers(receiver: Receiver, request: BaseHTTPRequestHandler) -> None:
    request.wfile.write(b"HTTP/1.1 200 OK\r\n")
    while not receiver.stopped.is_set():
        request.wfile.write(b"X-A: a\r\n" * 8_192)


def dripping(receiver: Receiver, request: BaseHTTPRequestHandler) -> None:
    request.wfile.write(b"HTTP/1.1 200 OK\r\nX-A: ")
    while not receiver.stopped.wait(0.05):
        request.wfile.write(b"a")


def dripping_body(receiver: Receiver, request: BaseHTTPRequestHandler) -> None:
    request.wfile.write(b"HTTP/1.1 200 OK\r\n\r\n")
    while not receiver.stopped.wait(0.05):
        request.wfile.write(b"a")


def silent(receiver: Receiver, request: BaseHTTPRequestHandler) -> None:
    receiver.stopped.wait(30)


def test_an_endless_answer_is_left_at_its_bound(receiver: Receiver, tls: ssl.SSLContext):
    receiver.answer = endless
    answer = Poster(allow_private=True, tls=tls).post(receiver.url(), {}, b"")
    assert (answer.status, len(answer.body)) == (200, ANSWER_BYTES)
    assert receiver.left.wait(20)
    assert receiver.pieces < BUFFERED


def test_endless_headers_are_no_answer(receiver: Receiver, tls: ssl.SSLContext):
    receiver.answer = endless_headers
    with pytest.raises(Unreachable, match="receiver_unreachable"):
        Poster(allow_private=True, tls=tls).post(receiver.url(), {}, b"")
    assert receiver.left.wait(20)


@pytest.mark.parametrize("answer", [dripping, silent])
def test_an_answer_has_one_time_as_a_whole(
    receiver: Receiver, tls: ssl.SSLContext, answer: Callable[..., None]
):
    receiver.answer = answer
    with pytest.raises(Unreachable, match="receiver_silent"):
        Poster(allow_private=True, tls=tls, seconds=SHORT).post(receiver.url(), {}, b"")


def test_a_body_that_drips_does_not_undo_its_status(receiver: Receiver, tls: ssl.SSLContext):
    receiver.answer = dripping_body
    poster = Poster(allow_private=True, tls=tls, seconds=SHORT)
    assert poster.post(receiver.url(), {}, b"").status == 200
    assert receiver.left.wait(20)


def test_a_receiver_that_never_greets_is_given_up(tls: ssl.SSLContext):
    with socket.create_server(("127.0.0.1", 0)) as server:
        url = f"https://127.0.0.1:{server.getsockname()[1]}/"
        with pytest.raises(Unreachable, match="receiver_silent"):
            Poster(allow_private=True, tls=tls, seconds=SHORT).post(url, {}, b"")


@pytest.mark.parametrize("seconds", [0.0, 0.05])
def test_a_resolver_that_hangs_is_given_up(seconds: float):
    answered = Event()

    def hang(host: str, port: int) -> list[str]:
        answered.wait(30)
        return []

    with pytest.raises(Unreachable, match="receiver_unknown"):
        Poster(resolve=hang, seconds=seconds).post("https://hooks.example/", {}, b"")
    answered.set()


@pytest.mark.parametrize("resolve", [nothing, resolving([])[0]])
def test_a_name_without_an_address_is_distinguished(resolve: Callable[[str, int], list[str]]):
    with pytest.raises(Unreachable, match="receiver_unknown"):
        Poster(resolve=resolve).post("https://hooks.example/", {}, b"")


def test_a_second_address_is_tried_when_the_first_refuses(receiver: Receiver, tls: ssl.SSLContext):
    resolve, _ = resolving(["127.0.0.9", "127.0.0.1"])
    poster = Poster(allow_private=True, tls=tls, resolve=resolve)
    assert poster.post(receiver.url("hooks.example"), {}, b"").status == 204
