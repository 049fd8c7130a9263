"""(e) First paint: each page on a slow connection and a slow processor, in a browser new to it.

Two connections, each with the processor four times slower. "Chrome" is the preset "Slow 4G" of
Chrome's tools: 562.5 ms before each answer, 1.44 Mbit/s down, 675 kbit/s up. "Lighthouse" is the
one that its reports are reckoned with: 150 ms, 1.6 Mbit/s and 750 kbit/s.
"""

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser

from tests.benchmarks.measuring import heading, row
from tests.e2e.web import browsers
from tests.e2e.web.prepared_games import Prepared, finished, prepared

ROUNDS = 3
CPU_SLOWDOWN = 4
LCP_AIM_MS = 2500
SHIFT_AIM = 0.02
WEIGHT_AIM = 100_000

WATCH = """() => {
  window.seen = { paint: 0, largest: 0, shift: 0, board: 0 };
  const watch = (type, note) => new PerformanceObserver((list) => list.getEntries().forEach(note))
    .observe({ type, buffered: true });
  watch("largest-contentful-paint", ({ startTime }) => { seen.largest = startTime; });
  watch("layout-shift", ({ value, hadRecentInput }) => {
    seen.shift += hadRecentInput ? 0 : value;
  });
  watch("paint", ({ name, startTime }) => {
    if (name === "first-contentful-paint") seen.paint = startTime;
  });
  new MutationObserver(() => {
    if (!seen.board && document.querySelector(".map, .rule")) {
      requestAnimationFrame(() => { seen.board ||= performance.now(); });
    }
  }).observe(document, { childList: true, subtree: true });
}"""
"""Note the first and the largest paint (ms), the sum of shifts, and when the board was painted."""

SEEN = """() => ({ ...seen, loaded: [...performance.getEntriesByType("navigation"),
  ...performance.getEntriesByType("resource")].map(({ name, encodedBodySize }) =>
    [new URL(name).pathname, encodedBodySize]) })"""


QUIET = """() => performance.now() > 2000 + Math.max(seen.largest, seen.board,
  ...performance.getEntriesByType("resource").map(({ responseEnd }) => responseEnd))"""


@dataclass(frozen=True, slots=True)
class Connection:
    """The delay and rate that a connection imposes on every answer."""

    name: str
    latency_ms: float
    down_bits: float
    up_bits: float


CONNECTIONS = (
    Connection("Chrome", 562.5, 1.44e6, 675e3),
    Connection("Lighthouse", 150, 1.6e6, 750e3),
)


def bench_first_paint() -> None:
    """Open every page once per round, on each connection."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="anabasis-bench-")))
        site = stack.enter_context(browsers.served(folder))
        browser = stack.enter_context(browsers.chromium())
        pages = _pages(site)
        for connection in CONNECTIONS:
            heading(
                f"(e) First paint on a slow 4G connection ({connection.name}), CPU 4 times slower"
            )
            for name, path in pages.items():
                _report(name, [_visit(browser, site, path, connection) for _ in range(ROUNDS)])


def _pages(site: str) -> dict[str, str]:
    over, live = finished(site, "near_east"), _live(site)
    return {
        "/": "",
        "/new": "new",
        "/rules": "rules/alexandros",
        "/game, live": f"game/{live.game}",
        "/game, replay": f"game/{over.game}?at=20",
        "/game of settlers, replay": f"game/{_settlers(site).game}?at=40",
    }


def _live(site: str) -> Prepared:
    game = prepared(site, "Ada", "Bob", board="near_east")
    game.play(lambda view: view["version"] == 40)
    return game


def _settlers(site: str) -> Prepared:
    terms = {"ruleset": "settlers", "board": "standard"}
    game = prepared(site, "Ada", "Bob", "Cleo", **terms)
    game.play(lambda view: view["version"] == 80)
    for person in game.people[1:]:
        person.client.resign(game.game)
    return game


def _visit(browser: Browser, site: str, path: str, connection: Connection) -> dict[str, Any]:
    guest = browsers.visit(browser, site, reduced_motion="no-preference")
    guest.context.add_init_script(f"({WATCH})()")
    tools = guest.context.new_cdp_session(guest.page)
    for command, terms in _slowness(connection):
        tools.send(command, terms)
    guest.open(path)
    guest.page.locator(".map, .rule").first.wait_for()
    guest.page.wait_for_function(QUIET)
    seen: dict[str, Any] = guest.page.evaluate(SEEN)
    guest.context.close()
    return seen


def _slowness(connection: Connection) -> Iterator[tuple[str, dict[str, Any]]]:
    yield "Emulation.setCPUThrottlingRate", {"rate": CPU_SLOWDOWN}
    yield "Network.enable", {}
    network = {
        "offline": False,
        "latency": connection.latency_ms,
        "downloadThroughput": connection.down_bits / 8,
        "uploadThroughput": connection.up_bits / 8,
    }
    yield "Network.emulateNetworkConditions", network


def _report(name: str, visits: list[dict[str, Any]]) -> None:
    largest = median(visit["largest"] for visit in visits)
    shift = max(visit["shift"] for visit in visits)
    loaded = visits[0]["loaded"]
    weight = sum(size for path, size in loaded if "/api/" not in path)
    data = sum(size for path, size in loaded if "/api/" in path)
    met = (largest < LCP_AIM_MS) and (shift < SHIFT_AIM) and (weight < WEIGHT_AIM)
    row(
        name,
        f"{largest / 1e3:.2f} s",
        f"largest paint; first {median(v['paint'] for v in visits) / 1e3:.2f} s, "
        f"board {median(v['board'] for v in visits) / 1e3:.2f} s, shift {shift:.3f}, "
        f"{len(loaded)} requests, {weight / 1e3:.1f} kB and {data / 1e3:.1f} kB of data: "
        f"aims {'met' if met else 'NOT MET'}",
    )
