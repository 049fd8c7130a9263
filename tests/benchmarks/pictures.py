"""(r) Another's picture beside one player who floods the service with distinct ones."""

import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException
from itertools import cycle, islice, product
from pathlib import Path
from statistics import median
from threading import Event, Lock, Thread
from time import perf_counter

from clients.python import Anabasis
from tests.benchmarks.measuring import heading, p95, row
from tests.domain import huge_boards
from tests.fixtures import events_of, fixtures, load
from tests.servers import Service, serving
from tests.service.stored_records import recorded

CONNECTIONS, SAMPLES = 60, 40
AIM_SECONDS = 3.0
GAMES = 8
WIDTHS = (1200, 1080, 640, 320, 160)
SOURCES = {"the same address": "127.0.0.1", "another address": "127.0.0.2"}


def bench_pictures() -> None:
    """Measure a picture's seconds beside the flood, without limits, by the other's address."""
    heading(f"(r) another's picture beside {CONNECTIONS} connections of one player")
    for place, source in SOURCES.items():
        with (
            tempfile.TemporaryDirectory(prefix="anabasis-bench-") as folder,
            serving(Path(folder)) as service,
        ):
            _report(f"from {place}", service, source)


def _report(name: str, service: Service, source: str) -> None:
    other = _Asker(service, service.player("Ben").token, source)
    with _flood(service) as answers:
        times = [other.seconds(path) for path in islice(_usual(service), SAMPLES)]
    statuses = ", ".join(f"{count}x {status}" for status, count in sorted(answers.items()))
    row(
        name, f"p95 {p95(times):.2f} s", f"median {median(times):.2f} s, longest {max(times):.2f} s"
    )
    row("  others' answers", str(dict(other.answers)), f"the flood's: {statuses}")
    within = p95(times) <= AIM_SECONDS and set(other.answers) == {200}
    row(f"  p95 within {AIM_SECONDS:g} s, none lost", "met" if within else "NOT MET")


class _Asker:
    """A client with one connection from an address of this machine, and its answers' statuses."""

    def __init__(self, service: Service, token: str | None, source: str = "127.0.0.1") -> None:
        self._where = service.web.address.removeprefix("http://")
        self._headers, self._source = {"Authorization": f"Bearer {token}"}, source
        self._line = self._connected()
        self.answers: Counter[int] = Counter()

    def seconds(self, path: str) -> float:
        """Ask for a picture; return the seconds until it was there."""
        start = perf_counter()
        try:
            self._line.request("GET", path, headers=self._headers)
            answer = self._line.getresponse()
            answer.read()
            self.answers[answer.status] += 1
        except (OSError, HTTPException):
            self.answers[0] += 1
            self._line.close()
            self._line = self._connected()
        return perf_counter() - start

    def _connected(self) -> HTTPConnection:
        return HTTPConnection(self._where, timeout=60.0, source_address=(self._source, 0))


def _usual(service: Service) -> Iterator[str]:
    """Yield addresses of distinct pictures of a finished game."""
    source = fixtures("alexander_the_great")[0]
    game = recorded(service.store, source, "asked")
    for at in range(1, len(events_of(load(source))) + 1):
        yield f"/api/v1/games/{game}/picture.png?at={at}"


def _costly(service: Service, player: Anabasis) -> Iterator[str]:
    """Yield addresses of distinct pictures of the largest boards, again once all were named."""
    terms = {"ruleset": "settlers", "seats": 2, "bots": ["greedy"]}
    boards = map(huge_boards.hexes, range(1, GAMES + 1))
    games = [player.create_game(**terms, board=board)["game_id"] for board in boards]
    for look in cycle(product(("wide", "square"), WIDTHS, (1, 2), games)):
        shape, width, at, game = look
        yield f"/api/v1/games/{game}/picture.png?shape={shape}&width={width}&at={at}"


@contextmanager
def _flood(service: Service) -> Iterator[Counter[int]]:
    """Ask for costly pictures over many connections of one player, until the block ends."""
    player, is_over = service.player("Eve"), Event()
    askers = [_Asker(service, player.token) for _ in range(CONNECTIONS)]
    paths, lock = _costly(service, player), Lock()
    threads = [Thread(target=_ask_until, args=(each, paths, lock, is_over)) for each in askers]
    for thread in threads:
        thread.start()
    answers: Counter[int] = Counter()
    try:
        yield answers
    finally:
        is_over.set()
        for thread in threads:
            thread.join()
        for asker in askers:
            answers.update(asker.answers)


def _ask_until(asker: _Asker, paths: Iterator[str], lock: Lock, is_over: Event) -> None:
    while not is_over.is_set():
        with lock:
            path = next(paths)
        asker.seconds(path)
