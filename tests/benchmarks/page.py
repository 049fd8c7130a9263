"""(e) The page in Chromium: an event on its way to another screen, a step, a first load."""

import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, Page
from tqdm import tqdm

from tests.benchmarks.long_game import TERMS, long_script
from tests.benchmarks.measuring import heading, p95, row
from tests.e2e.web import browsers
from tests.e2e.web.prepared_games import Prepared, prepared

MOVES = 100
LEAPS = 20
WEIGHT = 150_000
INSTANT = 50.0

WATCH = """(stream) => {
  const now = () => performance.timeOrigin + performance.now();
  const painted = (then) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = then;
    port2.postMessage(0);
  });
  window.seen = {};
  window.heard = {};
  new MutationObserver(() => {
    const version = document.querySelectorAll(".line").length;
    painted(() => { seen[version] ??= now(); });
  }).observe(document.getElementById("log"), { childList: true, subtree: true });
  const listen = async () => {
    const { body } = await fetch(stream);
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { value } = await reader.read();
      for (const [, version] of value.matchAll(/^id: (\\d+)$/gm)) heard[version] = now();
    }
  };
  listen();
}"""
"""Note when each event was painted by the page, and when a bare fetch had heard of it."""

MEASURE = """() => {
  window.shown = new Map();
  const note = ({ startTime, duration }) => shown.set(startTime, duration);
  const keys = (list) => list.getEntries().filter(({ name }) => name === "keydown").forEach(note);
  new PerformanceObserver(keys).observe({ type: "event", durationThreshold: 16 });
  const press = ({ timeStamp }) => {
    window.pressed = timeStamp;
    window.painted = new Promise((done) => requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => done(performance.now() - timeStamp);
      port2.postMessage(0);
    }));
  };
  addEventListener("keydown", press, { capture: true });
}"""
"""Note when the frame after each key was painted, and when it was on the screen: the latter by the
W3C's Event Timing API, in steps of 8 ms from 16 ms up."""

SHOWN = """async ([least, patience]) => {
  const until = performance.now() + patience;
  while (!shown.has(pressed) && performance.now() < until) {
    await new Promise((done) => setTimeout(done, 10));
  }
  return [await painted, shown.get(pressed) ?? least];
}"""
LEAST = 16.0
"""An event not reported within ``PATIENCE`` took less than this."""
PATIENCE = 250

LOADED = """() => [...performance.getEntriesByType("navigation"),
  ...performance.getEntriesByType("resource")].map(({ name, encodedBodySize }) =>
    [new URL(name).pathname, encodedBodySize])"""


@dataclass(frozen=True, slots=True)
class Show:
    """A service, and a browser to look at its page."""

    site: str
    browser: Browser

    def opened(self, path: str, wait_for: str) -> Page:
        """The page in a browser that knows nothing yet, in motion as people see it."""
        guest = browsers.visit(self.browser, self.site, reduced_motion="no-preference")
        guest.open(path)
        guest.page.locator(wait_for).first.wait_for()
        return guest.page


def bench_page() -> None:
    """Watch a game being played, step through a long one, load every page once."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="anabasis-bench-")))
        show = Show(
            stack.enter_context(browsers.served(folder)), stack.enter_context(browsers.chromium())
        )
        _bench_watching(show)
        game = _long_game(show.site)
        _bench_steps(show, game)
        _bench_loads(show, game)


def _bench_watching(show: Show) -> None:
    heading("(e) The page: an event's way from the record to another browser's screen")
    game = prepared(show.site, "Ada", "Bob", board="near_east", options={"target_score": 300})
    page = show.opened(f"game/{game.game}", ".line")
    page.evaluate(WATCH, f"{show.site}/api/v1/games/{game.game}/stream")
    view = game.view
    first = int(view["version"]) + 1
    for version in tqdm(range(first, first + MOVES), unit="move", leave=False, disable=None):
        view = game.step(view)
        page.wait_for_function("version => seen[version] && heard[version]", arg=version)
    seen, heard = page.evaluate("seen"), page.evaluate("heard")
    recorded = _recorded(game)
    _row("bare event stream in the same browser", [heard[n] - recorded[n] for n in recorded])
    _row("painted by the page", [seen[n] - recorded[n] for n in recorded])


def _recorded(game: Prepared) -> dict[str, float]:
    """By version when each of the watched events was recorded, in ms of the epoch."""
    events = game.people[0].client.events(game.game)["events"][-MOVES:]
    return {
        str(event["version"]): datetime.fromisoformat(event["recorded_at"]).timestamp() * 1e3
        for event in events
    }


def _long_game(site: str) -> str:
    game = prepared(site, "Ada", "Bob", **TERMS)
    for seat, move in tqdm(long_script(), unit="move", leave=False, disable=None):
        client = game.people[seat].client
        client.move(game.game, move, game.view["version"])
    game.people[0].client.resign(game.game)
    return game.game


def _bench_steps(show: Show, game: str) -> None:
    page = show.opened(f"game/{game}", ".line.current")
    events = page.locator(".line").count()
    heading(f"(e) The page: key to paint, each step of a replay of {events} events")
    page.evaluate(MEASURE)
    _pressed(page, "Home")
    idle, stepped = [], []
    for _ in tqdm(range(events - 1), unit="step", leave=False, disable=None):
        idle.append(_pressed(page, "x"))
        stepped.append(_pressed(page, "ArrowRight"))
    assert page.locator(".replay-place").text_content() == f"{events}/{events}"
    leaps = [
        _pressed(page, key) for key in tqdm(["Home", "End"] * LEAPS, leave=False, disable=None)
    ]
    for name, keys in {"a key that does nothing": idle, "a step": stepped, "a leap": leaps}.items():
        painted, shown = zip(*keys, strict=True)
        _row(f"{name}: painted", painted)
        _row(f"{name}: on the screen, without a GPU", shown)
        row(
            "", f"{_within(painted):.1%} and {_within(shown):.1%}", f"took less than {INSTANT:g} ms"
        )


def _within(times: Sequence[float]) -> float:
    return sum(time < INSTANT for time in times) / len(times)


def _pressed(page: Page, key: str) -> tuple[float, float]:
    """Return the ms until a key was painted, and until it was on the screen (at least LEAST)."""
    page.keyboard.press(key)
    painted, shown = page.evaluate(SHOWN, [LEAST, PATIENCE])
    return float(painted), float(shown)


def _bench_loads(show: Show, game: str) -> None:
    heading("(e) The page: what a first load takes")
    pages = {"": ".game-card", "new": ".sentence", "rules/alexandros": ".rule"}
    for path, wait_for in (pages | {f"game/{game}": ".line.current"}).items():
        page = show.opened(path, wait_for)
        page.wait_for_load_state("networkidle")
        loaded: list[Any] = page.evaluate(LOADED)
        files = [size for name, size in loaded if "/api/" not in name]
        data = [size for name, size in loaded if "/api/" in name]
        met = "met" if sum(files) < WEIGHT else "NOT MET"
        row(
            f"/{path.partition('/')[0]}",
            f"{sum(files) / 1e3:.1f} kB",
            f"aim < {WEIGHT / 1e3:.0f} kB: {met}; {len(files)} files, "
            f"and {len(data)} answers of {sum(data) / 1e3:.1f} kB",
        )


def _row(name: str, times: Sequence[float]) -> None:
    """Milliseconds: median, 95th percentile, most."""
    row(name, f"{median(times):.2f} ms", f"p95 {p95(times):.2f} ms, max {max(times):.2f} ms")
