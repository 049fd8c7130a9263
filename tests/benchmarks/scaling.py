"""(k) Moves of one, two and four web processes, on a cluster of six and on one server."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic
from typing import NamedTuple

from service.server.embedded import EmbeddedServer
from tests.benchmarks.machine import cpu_seconds
from tests.benchmarks.measuring import heading, row, within
from tests.clusters import ClusterServers
from tests.faults.retrying_players import RetryingPlayer, Table
from tests.servers import Service, Web

PROCESSES = (1, 2, 4)
TABLES, MOVES, ROUNDS = 4, 60, 3
"""Tables of two that play at once, and the moves of each in a round."""
DEARER = 2.0
"""A cluster's move takes at most so many times the CPU of one server's in the web processes."""


class Round(NamedTuple):
    """The seconds that the moves of one round took, by the clock and in the processes."""

    moves: int
    wall: float
    web: float
    store: float


class Place:
    """A service of so many web processes on a store, and tables of players at it."""

    def __init__(self, store: EmbeddedServer | ClusterServers, web: Web) -> None:
        self._store, self._web = store, web
        self._service = Service(store, web)  # type: ignore[arg-type]
        self._luck = Random(1)

    def play(self) -> Round:
        """Play a round at new tables, all at once."""
        tables = [self._table(number) for number in range(TABLES)]
        before, began = self._spent(), monotonic()
        with ThreadPoolExecutor(TABLES) as pool:
            moves = sum(pool.map(_play, tables))
        after = self._spent()
        web, store = (now - then for now, then in zip(after, before, strict=True))
        return Round(moves, monotonic() - began, web, store)

    def _table(self, number: int) -> Table:
        players = [RetryingPlayer(self._service, f"{name}{number}") for name in ("Ada", "Bob")]
        table = Table(players)
        table.renew()
        return table

    def _spent(self) -> tuple[float, float]:
        """The CPU seconds of the web processes, and of the servers."""
        if isinstance(self._store, ClusterServers):
            servers = [node.process.pid for node in self._store.nodes]
        else:
            servers = [self._store.pid]
        return cpu_seconds(self._web.pids), cpu_seconds(servers)


def bench_scaling() -> None:
    """Play at places of one, two and four web processes, by turns."""
    heading(
        "(k) moves of one, two and four web processes, on one server and on a cluster of six",
        "the same games by the same clients; on the cluster no replica has to confirm",
    )
    with TemporaryDirectory() as folder, _places(Path(folder)) as places:
        rounds: dict[tuple[str, int], list[Round]] = {name: [] for name in places}
        for _ in range(ROUNDS):
            for name, place in places.items():
                rounds[name].append(place.play())
    best = {name: min(some, key=_wall_each) for name, some in rounds.items()}
    for (store, processes), one in best.items():
        web, servers = one.moves / one.web, one.moves / one.store
        told = f"{web:.0f} a CPU second of theirs, {servers:.0f} of the store's"
        row(f"{store}, {processes} web", f"{one.moves / one.wall:.0f} moves/s", told)
    for processes in PROCESSES:
        one, six = best["one server", processes], best["cluster", processes]
        within(
            f"web CPU of a move, cluster / one server, {processes} web",
            (six.web / six.moves) / (one.web / one.moves),
            DEARER,
        )


@contextmanager
def _places(folder: Path) -> Iterator[dict[tuple[str, int], Place]]:
    with EmbeddedServer(folder / "var") as server, ClusterServers(folder / "nodes") as cluster:
        stores = {"one server": server, "cluster": cluster}
        webs = {
            (name, count): Web(store.url, folder / f"{name} {count}.log", workers=count)
            for name, store in stores.items()
            for count in PROCESSES
        }
        try:
            for web in webs.values():
                web.wait_until_ready()
            yield {(name, n): Place(stores[name], web) for (name, n), web in webs.items()}
        finally:
            for web in webs.values():
                web.__exit__()


def _wall_each(one: Round) -> float:
    return one.wall / one.moves


def _play(table: Table) -> int:
    luck, moves = Random(1), 0
    while moves < MOVES:
        for player in table.players:
            before = len(player.acknowledged)
            if player.take_turn(table.game, luck) == "finished":
                table.renew(over=table.game)
            moves += len(player.acknowledged) - before
    return moves
