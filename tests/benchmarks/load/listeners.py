"""Streams of the tables' games: how long after its recording an event is heard."""

import re
from collections.abc import Callable, Iterator, Sequence
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
        places: Sequence[tuple[str, int]],
        heard: Callable[[float], object],
        failed: Callable[[str, str], object],
    ) -> None:
        self._places, self._heard, self._failed = places, heard, failed
        self.is_over = False

    def listen(self, table: Table, number: int) -> None:
        """Hear the games of a table, one after the other, until all is over.

        Listeners of odd numbers sit at the second seat, and each next one asks the next place.
        """
        place, token = self._places[number % len(self._places)], table.tokens[number % 2]
        while not self.is_over:
            try:
                for delay in _delays(place, table, token):
                    self._heard(delay)
            except (OSError, HTTPException) as error:
                if not self.is_over:
                    self._failed("stream", type(error).__name__)
                return


def _delays(place: tuple[str, int], table: Table, token: str) -> Iterator[float]:
    """Yield how old each event was in seconds, until the stream ends."""
    line = HTTPConnection(*place, timeout=SILENCE_SECONDS)
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
