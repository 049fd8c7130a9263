"""A generator in a process of its own: a plan on standard input, a report on standard output."""

from gevent import monkey

monkey.patch_all()

import gc  # noqa: E402 (gevent comes first)
import sys  # noqa: E402
from collections.abc import Iterator  # noqa: E402
from contextlib import contextmanager  # noqa: E402
from random import Random  # noqa: E402
from time import monotonic, process_time, sleep  # noqa: E402

import gevent  # noqa: E402
import msgspec  # noqa: E402
from gevent.pool import Pool  # noqa: E402

from tests.benchmarks.load.arrivals import Heard, arrivals, drive  # noqa: E402
from tests.benchmarks.load.latencies import Latencies  # noqa: E402
from tests.benchmarks.load.lines import Lines  # noqa: E402
from tests.benchmarks.load.listeners import Listeners  # noqa: E402
from tests.benchmarks.load.plans import Plan, Report  # noqa: E402
from tests.benchmarks.load.players import Players  # noqa: E402

LAST_SECONDS = 35.0
"""Seconds after which each request under way has its answer or has failed."""


class Wall:
    """The clock on the wall."""

    now = staticmethod(monotonic)
    sleep = staticmethod(sleep)


def generate(plan: Plan) -> Report:
    """Put the plan's load on the service."""
    aside, pool = Heard(), Pool(plan.lanes)
    lines = Lines(plan.host, plan.ports, plan.lanes)
    players = Players(plan, lines, gevent.spawn, aside.failed)
    with _listening(plan, aside) as streams:
        gc.freeze()
        began, cpu = monotonic(), process_time()
        schedule = arrivals(plan.rates, plan.seconds, Random(plan.seed))
        heard = drive(schedule, players.act, Wall(), pool)
        pool.join(LAST_SECONDS)
        wall, cpu = monotonic() - began, process_time() - cpu
    corrected = {**heard.corrected, "stream": streams} if plan.streams else heard.corrected
    return Report(
        corrected={kind: each.encoded for kind, each in corrected.items()},
        naive={kind: each.encoded for kind, each in heard.naive.items()},
        lag=heard.lag.encoded,
        errors={**heard.errors, **aside.errors},
        tables=plan.tables,
        wall=wall,
        cpu=cpu,
        games=players.renewed,
        events=players.events,
    )


@contextmanager
def _listening(plan: Plan, aside: Heard) -> Iterator[Latencies]:
    """The plan's streams, open for a while; how old the events are that they bring."""
    delays = Latencies()
    places = [(plan.host, port) for port in plan.ports]
    listeners = Listeners(places, delays.record, aside.failed)
    open_streams = [
        gevent.spawn(listeners.listen, table, number)
        for table in plan.tables
        for number in range(plan.streams)
    ]
    try:
        yield delays
    finally:
        listeners.is_over = True
        gevent.killall(open_streams)


if __name__ == "__main__":
    plan = msgspec.json.decode(sys.stdin.buffer.read(), type=Plan)
    sys.stdout.buffer.write(msgspec.json.encode(generate(plan)))
