"""(g) A person's bot beside games of bots alone; (h) the service beside one address's streams."""

import socket
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from time import perf_counter

import httpx
from tqdm import tqdm

from clients.python import Anabasis
from tests.benchmarks.measuring import heading, p95, row
from tests.servers import Service, serving, working

GAMES_OF_BOTS, SAMPLES = 600, 20
STREAMS, PLAYERS, LOOKS = 1_600, 10, 500
BOT_GAME = {"ruleset": "alexandros", "board": "near_east", "bots": ["greedy"], "first_seat": 1}
BOTS_ALONE = BOT_GAME | {"bots": ["greedy", "greedy"], "join": False, "listed": False}


def bench_crowd() -> None:
    """Measure each on a service of its own, first alone and then beside the crowd."""
    bench_bots_wait()
    bench_streams()


def bench_bots_wait() -> None:
    """Measure how long a person waits for a bot's first move, alone and beside bots alone."""
    heading(f"(g) a person's bot beside {GAMES_OF_BOTS} games of bots alone")
    with _service() as service, working(service):
        ada = service.player()
        alone = _waits(ada)
        for _ in tqdm(range(GAMES_OF_BOTS), unit="game", leave=False, disable=None):
            ada.create_game(**BOTS_ALONE)
        crowded = _waits(ada)
    row("alone", f"{median(alone):.2f} s", f"p95 {p95(alone):.2f} s")
    row("beside them", f"{median(crowded):.2f} s", f"p95 {p95(crowded):.2f} s")
    row("the wait, of that alone", f"{median(crowded) / median(alone):.2f}")


def bench_streams() -> None:
    """Measure /livez beside as many streams as one address can open as ten players."""
    heading(f"(h) /livez while one address asks for {STREAMS} streams as {PLAYERS} players")
    with _service() as service:
        players = [service.player(f"Player {number}") for number in range(PLAYERS)]
        game = players[0].create_game(**BOT_GAME)["game_id"]
        alone = _looks(service)
        with ExitStack() as stack:
            opened = sum(
                _opened(stack, service, players[number % PLAYERS], game)
                for number in tqdm(range(STREAMS), unit="stream", leave=False, disable=None)
            )
            crowded = _looks(service)
    row("streams opened", f"{opened}", f"of {STREAMS}")
    row("/livez alone", f"{median(alone) * 1e3:.2f} ms", f"p99 {p99(alone) * 1e3:.2f} ms")
    row("/livez beside them", f"{median(crowded) * 1e3:.2f} ms", f"p99 {p99(crowded) * 1e3:.2f} ms")
    row("p99, of that alone", f"{p99(crowded) / p99(alone):.2f}")


def p99(times: list[float]) -> float:
    """The time that 99 of 100 do not exceed."""
    return sorted(times)[int(len(times) * 0.99)]


def _waits(person: Anabasis) -> list[float]:
    """Seconds from a new game's answer to its bot's first move."""
    times = []
    for _ in range(SAMPLES):
        made = person.create_game(**BOT_GAME)
        start = perf_counter()
        while person.view(made["game_id"])["version"] == made["version"]:
            pass
        times.append(perf_counter() - start)
    return times


def _looks(service: Service) -> list[float]:
    times = []
    with httpx.Client() as client:
        for _ in range(LOOKS):
            start = perf_counter()
            client.get(f"{service.web.address}/livez").raise_for_status()
            times.append(perf_counter() - start)
    return times


def _opened(stack: ExitStack, service: Service, player: Anabasis, game: str) -> bool:
    """Open one more stream and keep it; True if it was granted."""
    url = httpx.URL(service.web.address)
    line = stack.enter_context(socket.create_connection((url.host, url.port), timeout=10.0))
    line.sendall(
        f"GET /api/v1/games/{game}/stream HTTP/1.1\r\nHost: {url.host}\r\n"
        f"Authorization: Bearer {player.token}\r\n\r\n".encode()
    )
    return line.recv(64).startswith(b"HTTP/1.1 200")


@contextmanager
def _service() -> Iterator[Service]:
    with (
        tempfile.TemporaryDirectory(prefix="anabasis-bench-") as folder,
        serving(Path(folder)) as service,
    ):
        yield service
