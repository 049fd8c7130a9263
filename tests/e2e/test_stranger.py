"""A bot written by a stranger, from the document alone, plays challenges and loses none on time."""

import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle, islice
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from clients.bots import take_turns
from clients.bots.uniform import uniform
from clients.python import Anabasis
from clients.python.errors import NotFound
from domain.kernel.deadlines import TIME_EXPIRED
from service.machine.processes import spawn, stop
from tests.clients import stranger
from tests.faults.proxy import Proxy
from tests.servers import STOP_SECONDS, Service, serving, working
from tests.waiting import eventually

TERMS = (
    {"ruleset": "alexandros", "board": "tiny"},
    {"ruleset": "settlers"},
    {"ruleset": "alexander_the_great", "bots": ["random"]},
)
CLOCK = {"reserve": "5m", "increment": "30s", "least": "1m", "at_zero": "nudge"}
FEW = pytest.param(3, 1, 90, id="begun")
MANY = pytest.param(20, 3, None, id="whole", marks=[pytest.mark.long, pytest.mark.timeout(3_600)])
CUT_EVERY = 30
"""The rival's moves between two cuts of the line."""


@pytest.mark.parametrize(("number", "cuts", "moves"), [FEW, MANY])
def test_a_strangers_bot_loses_no_game_on_time(
    tmp_path: Path, number: int, cuts: int, moves: int | None
):
    with serving(tmp_path) as service, working(service), line_to(service) as line:
        with strange_bot(line, tmp_path / "stranger.log"):
            ada = service.player("Ada")
            games = challenged(ada, number)
            season(ada, games, line, cuts, moves)
        records = {game: list(ada.iter_events(game)) for game in games}
    # "Nudge" ends no game: a time that ran out stands in the record alone.
    late = [game for game, record in records.items() for e in record if e["type"] == TIME_EXPIRED]
    assert not late
    print(f"{number} games, {cuts} cuts, {sum(map(len, records.values())):,} events")
    print((tmp_path / "stranger.log").read_text())


@contextmanager
def line_to(service: Service) -> Iterator[Proxy]:
    """A line to the service that can be cut."""
    parts = urlsplit(service.web.address)
    assert parts.hostname
    assert parts.port
    with Proxy((parts.hostname, parts.port)) as proxy:
        yield proxy


@contextmanager
def strange_bot(line: Proxy, log: Path) -> Iterator[None]:
    """The stranger's program, at the other end of a line."""
    command = [sys.executable, stranger.__file__, f"http://127.0.0.1:{line.port}", "strange-one"]
    with log.open("wb") as output:
        process = spawn(command, env={"PYTHONUNBUFFERED": "1"}, output=output)
        try:
            yield
            assert process.poll() is None, log.read_text()
        finally:
            stop(process, STOP_SECONDS)


def challenged(ada: Anabasis, number: int) -> list[str]:
    """The games of so many challenges, which the bot has accepted."""
    eventually(lambda: is_known(ada))
    terms = islice(cycle(TERMS), number)
    ids = [ada.accounts.challenge("strange-one", **each, deadline=CLOCK)["id"] for each in terms]
    games = []
    for each in ids:
        eventually(lambda each=each: ada.accounts.read_challenge(each)["status"] == "accepted")
        games.append(ada.accounts.read_challenge(each)["game_id"])
    return games


def is_known(ada: Anabasis) -> bool:
    """True once the bot has its handle."""
    try:
        return ada.accounts.profile("strange-one")["account"] == "bot"
    except NotFound:
        return False


def season(ada: Anabasis, games: list[str], line: Proxy, cuts: int, most_moves: int | None) -> None:
    """Play all games to their ends, or so many moves; cut the line so often on the way."""
    luck, live, moves, cut = random.Random(1), list(games), 0, 0
    while live and (most_moves is None or moves < most_moves):
        for game in live:
            moves += sum(1 for _ in take_turns(ada, game, luck, uniform(last=("end_turn",))))
        if cut < cuts and moves >= CUT_EVERY * (cut + 1):
            cut += 1
            line.cut_off()
        live = [game for game in live if ada.view(game)["status"] != "finished"]
    assert cut == cuts, "the games were over before the line was cut"
