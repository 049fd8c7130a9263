"""(j) People's moves beside a flood of new players and their reports, from many addresses."""

import json
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from itertools import cycle
from threading import Event, Thread
from time import perf_counter, sleep
from typing import Any

from tqdm import tqdm

from service.people.reports import Reports
from tests.benchmarks.long_game import long_script
from tests.benchmarks.long_tables import API, Table, begun
from tests.benchmarks.measuring import heading, milliseconds, p95, row, within
from tests.benchmarks.served import BOOT_SECONDS, Side, Stage

NEW_PLAYERS, ADDRESSES = 1_000, 50
MINUTES = 2.0
"""The minutes in which an hour's flood comes; at its own pace it would be hard to find."""
GAMES, SLICE, PAUSE_SECONDS = 10, 25, 0.04
AIM = 1.1
PAGE = 20
"""Lines of the queue that a moderator sees at once."""


def bench_flood() -> None:
    """Measure moves in short slices, by turns alone and beside the flood."""
    pace = NEW_PLAYERS / MINUTES / 60
    heading(
        f"(j) a move beside {NEW_PLAYERS:,} new players an hour, each of whom reports a player, "
        f"from {ADDRESSES} addresses",
        f"the same games, a slice alone and a slice beside the flood by turns; the flood comes "
        f"{60 / MINUTES:.0f} times as fast, {pace:.1f} of each a second",
    )
    script = long_script()
    with Stage() as stage:
        side = stage.start(ANABASIS_NEW_PLAYERS="20 per hour")
        tables = [begun(side, script) for _ in range(GAMES)]
        flood = Flood(side, 1 / pace, [_player(table) for table in tables])
        alone, beside = _by_turns(tables, flood)
        start = perf_counter()
        lines, total = Reports(side.store.client).page(0, PAGE)
        looked = perf_counter() - start
    row("a move alone", milliseconds(alone), f"p95 {p95(alone) * 1e3:.2f} ms; {len(alone):,} moves")
    row("beside the flood", milliseconds(beside), f"p95 {p95(beside) * 1e3:.2f} ms")
    row("new players who came", f"{flood.let_in:,}", f"of {flood.asked:,}")
    row("reports taken", f"{flood.reports:,}", f"of {flood.let_in:,}")
    row(
        "lines of the queue",
        f"{total}",
        f"for {GAMES} targets; the first with {lines[0].count} reporters",
    )
    row("the first page of the queue", f"{looked * 1e3:.2f} ms")
    within("the p95 of a move, of that alone", p95(beside) / p95(alone), AIM)


def _player(table: Table) -> str:
    """Return the id of a table's first player."""
    return str(table.side.get(f"{API}/me", table.tokens[0])["player_id"])


class Flood:
    """New players who come one after another, each from the next address, while it is on.

    Each reports one of the ``reported`` players in turn.
    """

    def __init__(self, side: Side, pause: float, reported: list[str]) -> None:
        self.asked = self.let_in = self.reports = 0
        self._reported = cycle(reported)
        self._host, self._pause = side.address.rpartition("/")[2], pause
        # 127.0.0.1 is where those at the tables come from.
        self._addresses = cycle(f"127.0.0.{last}" for last in range(2, 2 + ADDRESSES))

    @contextmanager
    def on(self) -> Iterator[None]:
        """Let them come in a thread."""
        over = Event()
        thread = Thread(target=self._come, args=(over,))
        thread.start()
        try:
            yield
        finally:
            over.set()
            thread.join()

    def _come(self, over: Event) -> None:
        due = perf_counter()
        while not over.wait(max(0.0, due - perf_counter())):
            due += self._pause
            self.asked += 1
            self._arrive(next(self._addresses))

    def _arrive(self, address: str) -> None:
        status, came = self._post(address, "/players", {"name": "Admin"})
        if status != 201:
            return
        self.let_in += 1
        report = {"target": "player", "id": next(self._reported), "reason": "spam", "text": "Spam."}
        status, _ = self._post(address, "/reports", report, came["token"])
        self.reports += status == 201

    def _post(
        self, address: str, path: str, body: dict[str, str], token: str = ""
    ) -> tuple[int, Any]:
        line = HTTPConnection(self._host, timeout=BOOT_SECONDS, source_address=(address, 0))
        headers = {"Content-Type": "application/json"}
        headers |= {"Authorization": f"Bearer {token}"} if token else {}
        with closing(line):
            line.request("POST", f"{API}{path}", json.dumps(body), headers)
            answer = line.getresponse()
            return answer.status, json.loads(answer.read())


def _by_turns(tables: Iterable[Table], flood: Flood) -> tuple[list[float], list[float]]:
    """Return the seconds of moves alone, and of those beside the flood."""
    alone, beside = list[float](), list[float]()
    for table in tqdm(list(tables), unit="game", leave=False, disable=None):
        while table.made + 2 * SLICE <= len(table.moves):
            alone += _moves(table)
            with flood.on():
                beside += _moves(table)
    return alone, beside


def _moves(table: Table) -> list[float]:
    return [_move(table) for _ in range(SLICE)]


def _move(table: Table) -> float:
    sleep(PAUSE_SECONDS)
    start = perf_counter()
    table.play()
    return perf_counter() - start
