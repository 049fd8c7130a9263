"""(l) The latency of `/livez` while thousands of clients send next to nothing."""

import tempfile
import time
from pathlib import Path
from statistics import quantiles

import httpx

from tests.benchmarks.measuring import heading, milliseconds, row
from tests.servers import serving
from tests.slow_clients import SLOW_BODY, SLOW_HEAD, besieged, many_addresses

CLIENTS = 2_000
ASKED = 200
PATIENCE_SECONDS = 5.0
SETTLING_SECONDS = 3.0
MISSES = 4


def bench_slow_clients() -> None:
    """Median and 99th percentile, each probe on a connection of its own."""
    heading(f"(l) /livez under {CLIENTS:,} slow clients")
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as service:
        address = service.web.address
        _tell("nobody else", _probed(address))
        for name, opening, sources in (
            ("slow bodies, one address", SLOW_BODY, ["127.0.0.1"]),
            ("slow bodies, 500 addresses", SLOW_BODY, many_addresses(500)),
            ("slow heads, one address", SLOW_HEAD, ["127.0.0.1"]),
            ("slow heads, 500 addresses", SLOW_HEAD, many_addresses(500)),
        ):
            with besieged(address, CLIENTS, opening, sources):
                time.sleep(SETTLING_SECONDS)
                _tell(name, _probed(address))


def _probed(address: str) -> list[float | None]:
    """The seconds that each probe took, None for one without an answer."""
    times: list[float | None] = []
    while len(times) < ASKED and times.count(None) < MISSES:
        start = time.perf_counter()
        try:
            httpx.get(f"{address}/livez", timeout=PATIENCE_SECONDS).raise_for_status()
        except httpx.HTTPError:
            times.append(None)
        else:
            times.append(time.perf_counter() - start)
    return times


def _tell(name: str, times: list[float | None]) -> None:
    answered = [each for each in times if each is not None]
    missed = len(times) - len(answered)
    if len(answered) < 2:
        row(name, "no answer", f"{missed} probes of {PATIENCE_SECONDS:g} s each")
        return
    note = f"{len(answered)} answered" + (f", {missed} not" if missed else "")
    row(name, milliseconds(answered), f"p99 {quantiles(answered, n=100)[-1] * 1e3:.0f} ms; {note}")
