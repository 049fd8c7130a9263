"""(j) Memory of a web process and of the worker under boards that an attacker sends inline."""

import os
import sys
import tempfile
from pathlib import Path

from tqdm import tqdm

from clients.python import Anabasis
from tests.benchmarks.measuring import heading, row
from tests.domain import huge_boards
from tests.servers import descendants, serving, working
from tests.waiting import eventually

BOARDS, MOST = 1_000, 5_000
MOST_MB = 2_000
"""So much is enough to know that nothing bounds it."""
GAME = {"bots": ["random"], "first_seat": 1, "listed": False}


def bench_memory(boards: int = BOARDS) -> None:
    """Make a game with a bot on each board; no allowance holds, as if each came from elsewhere."""
    heading(f"(j) memory under {boards} games on boards given inline, no two alike")
    with (
        tempfile.TemporaryDirectory(prefix="anabasis-bench-") as folder,
        serving(Path(folder), workers=1) as service,
        working(service) as started,
    ):
        (web,), worker = service.web.pids, started.pid
        row("with no game", _told(web, worker))
        ada = service.player()
        for number in tqdm(range(boards), unit="board", leave=False, disable=None):
            _play_on(ada, number)
            if number + 1 in (100, boards) or number % 500 == 499:
                row(f"after {number + 1}", _told(web, worker))
            if max(megabytes(web), megabytes(worker), _bots(worker)) > MOST_MB:
                row(f"stopped after {number + 1}", _told(web, worker))
                return


def _play_on(person: Anabasis, number: int) -> None:
    """Start a game on the board of a number and have its bot play; most have 357 spaces."""
    is_hexes = number % 4 == 3
    ruleset = "settlers" if is_hexes else "alexandros"
    board = huge_boards.hexes(number) if is_hexes else huge_boards.triangles(number)
    made = person.create_game(ruleset=ruleset, board=board, seats=2, **GAME)
    eventually(lambda: person.view(made["game_id"])["version"] > made["version"], 60.0)


def megabytes(pid: int) -> int:
    """The memory that a process has in use now."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") // 1_000_000


def _told(web: int, worker: int) -> str:
    return f"web {megabytes(web)} MB, worker {megabytes(worker)} MB, bots {_bots(worker)} MB"


def _bots(worker: int) -> int:
    """The memory of the processes in which a worker's bots think."""
    return sum(map(megabytes, descendants(worker)))


if __name__ == "__main__":
    bench_memory(min(int(sys.argv[1]), MOST))
