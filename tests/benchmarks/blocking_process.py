"""The side of (k) that runs under gevent, which changes the whole process it runs in."""

from gevent import monkey

monkey.patch_all()

import json  # noqa: E402
from collections.abc import Callable  # noqa: E402
from time import perf_counter  # noqa: E402
from unittest.mock import patch  # noqa: E402

import gevent  # noqa: E402

from service.game import slices  # noqa: E402
from tests.service.http.concurrent_answers import long_api  # noqa: E402

ROUNDS = 5


def main() -> None:
    """Print the longest time, in seconds, that nobody else had a turn, by round: sliced, whole."""
    api, game = long_api()

    def ask() -> None:
        api.ask("GET", f"/games/{game}/replay", expect=200, headers={"Accept-Encoding": "gzip"})

    print(json.dumps([[longest_block(ask), _whole(ask)] for _ in range(ROUNDS)]))


def _whole(ask: Callable[[], None]) -> float:
    with patch.object(slices, "yield_control", lambda: None):
        return longest_block(ask)


def longest_block(work: Callable[[], None]) -> float:
    """Return the longest time between two turns of another greenlet while the work is done."""
    working, longest = gevent.spawn(work), 0.0
    while not working.ready():
        before = perf_counter()
        gevent.sleep(0)
        longest = max(longest, perf_counter() - before)
    working.get()
    return longest


if __name__ == "__main__":
    main()
