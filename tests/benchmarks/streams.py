"""(h) A crowd of streams: CPU and memory of each, and their effect on other requests."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from statistics import median
from threading import Event, Thread
from time import perf_counter, sleep

from tests.benchmarks.bare_streams import STREAM, TELL
from tests.benchmarks.long_game import long_script
from tests.benchmarks.long_tables import API, Script, Table, begun
from tests.benchmarks.measuring import heading, milliseconds, p95, row, within
from tests.benchmarks.readers import Readers, reading
from tests.benchmarks.served import SERVICE, Cost, Side, Stage

BARE = "tests.benchmarks.bare_streams:create_app()"
CROWDS = (400, 1_600, 5_000)
BLOCK, ROUNDS, LOOKS, LOOK_SECONDS = 5, 7, 1_000, 0.003
AIM_MICROSECONDS, AIM_BARE, AIM_BESIDE, AIM_MEMORY = 30.0, 1.0, 1.2, 2.0
PAUSE_SECONDS = 0.2
"""Between two moves of the game that the crowd watches, while others are served."""
EVENT = b'id: 12\ndata: {"type":"marched","data":"' + b"x" * 650 + b'"}\n\n'


def bench_streams() -> None:
    """Measure crowds of two sizes on one game, each beside a bare route's crowd."""
    script = long_script(BLOCK * (ROUNDS + 1) + 250)
    for count in CROWDS:
        heading(
            f"(h) an event to {count:,} streams of one web process",
            "as many readers, streams and bytes an event under the same gunicorn settings; only "
            "ours reads, redacts and encodes the event, and keeps the right to hear it",
        )
        _bench_crowd(count, script)


def _bench_crowd(count: int, script: Script) -> None:
    room = dict.fromkeys((f"ANABASIS_STREAMS{of}" for of in ("", "_EACH", "_ADDRESS")), "5000")
    with Stage() as stage:
        ours, bare = stage.start(SERVICE, **room), stage.start(BARE, **room)
        table = begun(ours, script)
        alone = [_cost(ours, lambda: table.play(BLOCK)).web for _ in range(3)]
        before = ours.memory, bare.memory
        path = f"{API}/games/{table.game}/stream?after={table.version}"
        with _crowd(ours, path, count) as readers, _crowd(bare, STREAM, count) as others:
            _tell_memory(count, *(s.memory - b for s, b in zip((ours, bare), before, strict=True)))
            _compare(count, median(alone), _rounds(table, readers, bare, others))
            quiet = stage.start(SERVICE)
            _tell_looks("beside them, silent", *_looks(ours, quiet))
            with _playing(table):
                _tell_looks("beside them, with 5 events a second", *_looks(ours, quiet))


def _tell_memory(count: int, ours: int, bare: int) -> None:
    row("memory a stream, bare route", f"{bare / count / 1e3:.1f} kB")
    row("memory a stream", f"{ours / count / 1e3:.1f} kB")
    within("the same, of the bare route's", ours / bare, AIM_MEMORY)


def _rounds(table: Table, readers: Readers, bare: Side, others: Readers) -> list[tuple[Cost, Cost]]:
    """The cost of blocks of events to all readers, of ours and of the bare route's, by turns."""
    return [
        (
            _cost(table.side, lambda: _heard(readers, lambda: table.play(1))),
            _cost(bare, lambda: _heard(others, lambda: bare.post(TELL, EVENT))),
        )
        for _ in range(ROUNDS)
    ]


def _heard(readers: Readers, tell: Callable[[], object]) -> None:
    """Publish a block of events, each after all readers received the one before."""
    for _ in range(BLOCK):
        before = readers.events.value
        tell()
        readers.await_heard(before + readers.count)


def _compare(count: int, alone: float, rounds: list[tuple[Cost, Cost]]) -> None:
    told = BLOCK * count
    ours = [(crowd.web - alone) / told * 1e6 for crowd, _ in rounds]
    bare = [crowd.web / told * 1e6 for _, crowd in rounds]
    row("all have heard it after, bare route", milliseconds([c.wall / BLOCK for _, c in rounds]))
    row("all have heard it after", milliseconds([crowd.wall / BLOCK for crowd, _ in rounds]))
    row("CPU a stream and event, bare route", f"{median(bare):.1f} µs")
    row("CPU a stream and event", f"{median(ours):.1f} µs")
    within("the same, of the aim's 30 µs", median(ours) / AIM_MICROSECONDS, 1.0)
    within(
        "the same, of the bare route's", [o / b for o, b in zip(ours, bare, strict=True)], AIM_BARE
    )


def _cost(side: Side, work: Callable[[], object]) -> Cost:
    before = side.spent()
    work()
    return side.spent() - before


def _looks(*sides: Side) -> list[list[float]]:
    """Seconds of requests that ask for nothing but an answer, by side, by turns."""
    lines = [HTTPConnection(side.address.rpartition("/")[2], timeout=60.0) for side in sides]
    times: list[list[float]] = [[] for _ in sides]
    pairs = list(zip(lines, times, strict=True))
    for _ in range(LOOKS):
        sleep(LOOK_SECONDS)
        pairs.reverse()  # the first one after the pause is a little slower
        for line, found in pairs:
            start = perf_counter()
            line.request("GET", "/livez")
            line.getresponse().read()
            found.append(perf_counter() - start)
    return times


def _tell_looks(name: str, beside: list[float], alone: list[float]) -> None:
    row(f"/livez {name}", milliseconds(beside), f"p95 {p95(beside) * 1e3:.2f} ms")
    row(
        "/livez of a process without streams", milliseconds(alone), f"p95 {p95(alone) * 1e3:.2f} ms"
    )
    within("p95, of that without", p95(beside) / p95(alone), AIM_BESIDE)


@contextmanager
def _crowd(side: Side, path: str, count: int) -> Iterator[Readers]:
    with reading(side.address, path, count) as readers:
        readers.await_granted(count)
        yield readers


@contextmanager
def _playing(table: Table) -> Iterator[None]:
    """The watched game goes on, a move now and then."""
    is_over = Event()

    def play() -> None:
        while not is_over.wait(PAUSE_SECONDS) and table.made < len(table.moves):
            table.play(1)

    player = Thread(target=play)
    player.start()
    try:
        yield
    finally:
        is_over.set()
        player.join()
