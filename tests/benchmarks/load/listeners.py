"""Streams of the tables' games: how long after its recording an event is heard."""

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from http.client import HTTPConnection, HTTPException
from time import time

from tests.benchmarks.load.lines import API
from tests.benchmarks.load.plans import Table

SILENCE_SECONDS = 45.0
RECORDED = re.compile(rb'"recorded_at": ?"([^"]+)"')


class Listeners:
    """Players who listen to their games, each at their table's present one."""

    def __init__(
        self,
        place: tuple[str, int],
        heard: Callable[[float], object],
        failed: Callable[[str, str], object],
    ) -> None:
        self._place, self._heard, self._failed = place, heard, failed
        self.is_over = False

    def listen(self, table: Table, seat: int) -> None:
        """Hear the games of a table, one after the other, until all is over."""
        while not self.is_over:
            try:
                for delay in self._delays(table, table.tokens[seat]):
                    self._heard(delay)
            except (OSError, HTTPException) as error:
                if not self.is_over:
                    self._failed("stream", type(error).__name__)
                return

    def _delays(self, table: Table, token: str) -> Iterator[float]:
        """Yield how old each event was in seconds, until the stream ends."""
        line = HTTPConnection(*self._place, timeout=SILENCE_SECONDS)
        headers = {"Authorization": f"Bearer {token}", "Accept": "text/event-stream"}
        try:
            game = table.game
            line.request("GET", f"{API}/games/{game}/stream?after={table.version}", None, headers)
            answer = line.getresponse()
            while table.game == game and (text := answer.readline()):
                recorded = RECORDED.search(text)
                if recorded is not None:
                    yield time() - _seconds(recorded[1].decode())
        finally:
            line.close()


def _seconds(recorded_at: str) -> float:
    return datetime.fromisoformat(recorded_at).astimezone(UTC).timestamp()
