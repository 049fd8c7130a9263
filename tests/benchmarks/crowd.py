"""(g) A person's bot beside games of bots alone; (h) a crowd of streams beside the service."""

from statistics import median
from time import perf_counter

from tqdm import tqdm

from clients.python import Anabasis
from tests.benchmarks.measuring import heading, p95, row
from tests.benchmarks.served import a_service
from tests.benchmarks.streams import bench_streams
from tests.servers import working

GAMES_OF_BOTS, SAMPLES = 600, 20
BOT_GAME = {"ruleset": "alexandros", "board": "near_east", "bots": ["greedy"], "first_seat": 1}
BOTS_ALONE = BOT_GAME | {"bots": ["greedy", "greedy"], "join": False, "listed": False}


def bench_crowd() -> None:
    """Measure each on a service of its own, first alone and then beside the crowd."""
    bench_bots_wait()
    bench_streams()


def bench_bots_wait() -> None:
    """Measure how long a person waits for a bot's first move, alone and beside bots alone."""
    heading(f"(g) a person's bot beside {GAMES_OF_BOTS} games of bots alone")
    with a_service() as service, working(service):
        ada = service.player()
        alone = _waits(ada)
        for _ in tqdm(range(GAMES_OF_BOTS), unit="game", leave=False, disable=None):
            ada.create_game(**BOTS_ALONE)
        crowded = _waits(ada)
    row("alone", f"{median(alone):.2f} s", f"p95 {p95(alone):.2f} s")
    row("beside them", f"{median(crowded):.2f} s", f"p95 {p95(crowded):.2f} s")
    row("the wait, of that alone", f"{median(crowded) / median(alone):.2f}")


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
