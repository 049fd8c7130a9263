"""Raw requests against real gunicorn: nothing sent is answered by a fault of ours."""

import json
import os
import re
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import httpx
import pytest

from tests.faults.raw_requests import LEFT_OUT, Operation, Requests
from tests.rounds import FUZZ_SECONDS
from tests.servers import Service, serving

SEED = int(os.environ.get("ANABASIS_FUZZ_SEED", "1"))
ANSWER_SECONDS = 20.0
GROWTH = 64 * 1024 * 1024
BASE = "/api/v1"
EVERYWHERE = {400, 404, 405, 408, 413, 414, 415, 429, 431}
STATUS = re.compile(rb"HTTP/1\.[01] ([1-5]\d\d)(?: [ -~]*)?")
FIELD = re.compile(rb"[!#$%&'*+.^_`|~0-9A-Za-z-]+:[ \t]*[\t -~\x80-\xff]*")


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with serving(tmp_path_factory.mktemp("fuzz")) as service:
        yield service


@pytest.mark.faults
@pytest.mark.parametrize("seconds", FUZZ_SECONDS)
def test_raw_requests_meet_no_fault_and_no_undocumented_answer(service: Service, seconds: float):
    spec = httpx.get(f"{service.web.address}{BASE}/openapi.json").json()
    documented = Documented(spec)
    requests = Requests(*prepared(service, spec), seed=SEED)
    pids = service.web.pids
    before = memory(pids)
    number, end = 0, time.monotonic() + seconds
    while time.monotonic() < end:
        sent = requests.numbered(number)
        for fault in documented.faults(sent, exchanged(service, sent)):
            pytest.fail(f"seed {SEED}, request {number}: {fault}\n{sent[:3_000]!r}")
        number += 1
        if number % 500 == 0:
            assert httpx.get(f"{service.web.address}/livez").status_code == 200
    assert service.web.pids == pids, "a process ended"
    assert memory(pids) - before < GROWTH
    assert "Traceback" not in service.web.told
    assert not re.search(r"[^\n -~]", service.web.told)
    print(f"{number} exchanges, {sorted(documented.seen)}, {memory(pids) - before} bytes more")


def prepared(service: Service, spec: Any) -> tuple[list[Operation], list[str]]:
    """Every operation on a game that is played, and the tokens of its players."""
    ada, bob = service.player("Ada"), service.player("Bob")
    game = ada.create_game(ruleset="alexandros", board="tiny", seats=2)["game_id"]
    bob.take_seat(game)
    names = {"{game_id}": game, "{name}": "alexandros", "{board}": "tiny"}
    operations = []
    for path, methods in spec["paths"].items():
        for name, value in names.items():
            path = path.replace(name, value)  # noqa: PLW2901
        for method, described in methods.items():
            if method != "parameters" and described["operationId"] not in LEFT_OUT:
                operations.append(Operation(described["operationId"], method.upper(), path))
    return operations, [str(ada.token), str(bob.token), "ana_nobody"]


def exchanged(service: Service, sent: bytes) -> bytes:
    """All that is answered to some bytes."""
    parts = urlsplit(service.web.address)
    answer = b""
    target = (parts.hostname, parts.port)
    with socket.create_connection(target, ANSWER_SECONDS) as client, suppress(ConnectionError):
        client.sendall(sent)
        with suppress(OSError):  # it may have been closed from the other side
            client.shutdown(socket.SHUT_WR)
        while piece := client.recv(65_536):
            answer += piece
    return answer


def memory(pids: set[int]) -> int:
    """The bytes that processes hold in memory."""
    pages = sum(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in pids)
    return pages * os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer of several on a connection."""

    status: int
    headers: dict[str, str]
    body: bytes


class Documented:
    """The statuses the API's description allows, and those seen under it."""

    def __init__(self, spec: Any) -> None:
        self.seen: set[int] = set()
        self._operations = [
            (
                method.upper(),
                re.compile(re.sub(r"{\w+}", "[^/]+", path)),
                set(map(int, said["responses"])),
            )
            for path, methods in spec["paths"].items()
            for method, said in methods.items()
            if method != "parameters"
        ]

    def faults(self, sent: bytes, received: bytes) -> Iterator[str]:
        """Yield each fault in the answers to some bytes."""
        method, target = first_line(sent)
        is_single = sent.count(b" HTTP/1.") <= 1
        try:
            answers = list(parsed(received, is_head=b"HEAD " in sent))
        except ValueError as error:
            yield f"no HTTP: {error}: {received[:2_000]!r}"
            return
        for answer in answers:
            self.seen.add(answer.status)
            if answer.status >= 500:
                yield f"{answer.status} {answer.body!r}"
            elif is_single and target.startswith("/api/"):
                yield from self._api_faults(method, target, answer)

    def _api_faults(self, method: str, target: str, answer: Answer) -> Iterator[str]:
        if answer.status not in self._allowed(method, target):
            yield f"{answer.status} is not documented: {answer.body!r}"
        if answer.status >= 400 and method != "HEAD":
            problem = json.loads(answer.body)
            if answer.headers.get("content-type") != "application/problem+json":
                yield f"no problem: {answer.headers}"
            elif problem["status"] != answer.status or not problem["code"] or not problem["detail"]:
                yield f"an odd problem: {problem}"

    def _allowed(self, method: str, target: str) -> set[int]:
        path = unquote(target.partition("?")[0].partition("#")[0], "latin-1")
        path = f"{BASE}/" if path == BASE else path
        known = "GET" if method == "HEAD" else method
        for each, pattern, statuses in self._operations:
            if each == known and pattern.fullmatch(path):
                return statuses
        own = {200} if method == "OPTIONS" or path.endswith("openapi.json") else set()
        return EVERYWHERE | own


def first_line(sent: bytes) -> tuple[str, str]:
    """Method and target, as far as there are any."""
    parts = sent.removeprefix(b"\r\n").partition(b"\r\n")[0].decode("latin-1").split(" ")
    return parts[0], parts[1] if len(parts) > 1 else ""


def parsed(received: bytes, is_head: bool) -> Iterator[Answer]:
    """The answers in some bytes. Raises ValueError for malformed ones."""
    while received:
        head, end, received = received.partition(b"\r\n\r\n")
        line, *fields = head.split(b"\r\n")
        status = STATUS.fullmatch(line)
        if not end or not status or not all(map(FIELD.fullmatch, fields)):
            raise ValueError(f"bad head {head!r}")
        named = (each.decode("latin-1").partition(":") for each in fields)
        headers = {name.lower(): value.strip() for name, _, value in named}
        code = int(status[1])
        is_bare = is_head or code in (100, 204, 304)
        body, received = (b"", received) if is_bare else _body(headers, received)
        if code != 100:
            yield Answer(code, headers, body)
            if is_head:
                return  # further answers may have a body


def _body(headers: dict[str, str], received: bytes) -> tuple[bytes, bytes]:
    if headers.get("transfer-encoding") == "chunked":
        return _unchunked(received)
    if "content-length" not in headers:
        return received, b""
    length = int(headers["content-length"])
    if len(received) < length:
        raise ValueError(f"{len(received)} bytes of {length}")
    return received[:length], received[length:]


def _unchunked(received: bytes) -> tuple[bytes, bytes]:
    body = b""
    while True:
        size, _, received = received.partition(b"\r\n")
        length = int(size, 16)
        body, ended, received = (
            body + received[:length],
            received[length : length + 2],
            received[length + 2 :],
        )
        if ended != b"\r\n":
            raise ValueError("a chunk without an end")
        if not length:
            return body, received
