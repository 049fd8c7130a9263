"""`python -m tests.benchmarks lists`: filtered lists of many games, and what their indexes take.

The games are summaries alone: nobody has played them, and no record is written.
"""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter, process_time, time
from typing import Any

import click

from domain.record.times import moment
from projections.answers.games import Result
from projections.contract import Batch, Change, Placement
from projections.list_facts import Filters
from projections.my_games import GAMES
from projections.rows import place
from projections.summary import Beginning, Facts, Sitting, Summary
from service.readmodels.read_models import Place, ReadModels, Run
from service.redis.shards import SHARDS, shard_of
from service.server.embedded import EmbeddedServer
from service.store.redis_store import RedisStore
from tests.benchmarks.load.latencies import Latencies
from tests.benchmarks.machine import load_told
from tests.benchmarks.measuring import heading, row

YEAR_MS = 365 * 86_400_000
RULESETS = {
    "alexandros": ("near_east", "asia_minor", "tiny"),
    "settlers": ("standard", "islands"),
    "alexander_the_great": ("campaign",),
}
RARE = "rare"
"""A board of one game in a thousand."""
PLAYERS = 5_000
AT_ONCE = 500
LOOKS = 400


@click.command()
@click.option("--games", type=click.IntRange(1_000, 1_000_000), default=100_000, show_default=True)
def lists(games: int) -> None:
    """Measure filtered lists of many games, and the memory that their indexes take."""
    with load_told(), TemporaryDirectory() as folder:
        before = _filled(Path(folder, "old"), games, _without_indexes)
        with EmbeddedServer(Path(folder, "new")) as server:
            store = RedisStore.of_url(server.url)
            used = _fill(store, games, lambda placement: placement)
            heading(f"{games:,} stored games")
            row("lists and rows a game before", f"{before / games:.0f} B")
            row("with facts, boards and players", f"{used / games:.0f} B")
            row("the indexes of filters a game", f"{(used - before) / games:.0f} B")
            _tell_looks(ReadModels(store.client))


def _filled(folder: Path, games: int, form: Callable[[Placement], Placement]) -> int:
    with EmbeddedServer(folder) as server:
        return _fill(RedisStore.of_url(server.url), games, form)


def _fill(store: RedisStore, games: int, form: Callable[[Placement], Placement]) -> int:
    """Apply made-up games to the read models; return the bytes that they take."""
    client: Any = store.client
    client.config_set("appendonly", "no")
    start = client.info("memory")["used_memory_dataset"]
    shards: list[list[Change]] = [[] for _ in range(SHARDS)]
    for game, summary in _summaries(games):
        placement = form(place(game, summary))
        shards[shard_of(game)].append(Change(game, 4, placement, None, "ab" * 32))
    live = ReadModels(client).live()
    live.checkpoints()
    for shard, changes in enumerate(shards):
        for at in range(0, len(changes), AT_ONCE):
            after, upto = (f"{1 + n}-0" if n else "0-0" for n in (at, at + AT_ONCE))
            assert live.apply([Batch(shard, after, upto, tuple(changes[at : at + AT_ONCE]))])[0]
    return int(client.info("memory")["used_memory_dataset"]) - int(start)


def _without_indexes(placement: Placement) -> Placement:
    new = ("lobby:board:", "lobby:player:")
    keys = {n: key for n, key in placement.sort_keys.items() if not n.startswith(new)}
    return Placement(placement.row, keys)


def _summaries(games: int) -> Iterator[tuple[str, Summary]]:
    luck, now = Random(1), int(time() * 1000)
    for _ in range(games):
        yield f"{luck.getrandbits(80):020x}"[:16], _summary(luck, now)


def _summary(luck: Random, now: int) -> Summary:
    """Return the summary of a game of two people; 95 of a hundred are over."""
    is_live, ruleset = luck.random() < 0.05, luck.choice(list(RULESETS))
    at = moment(now - luck.randrange(YEAR_MS))
    facts = Facts(
        version=4,
        hash="ab" * 32,
        ruleset=ruleset,
        status="live" if is_live else "finished",
        created_at=at,
        updated_at=at,
        title=ruleset,
        listed=True,
        fair=True,
        undo="free",
        board=RARE if luck.random() < 0.001 else luck.choice(RULESETS[ruleset]),
        board_title=None,
        options={},
        deadline=None,
        study=None,
        seats=tuple(Sitting(_player(luck), None) for _ in range(2)),
        to_act=(0,) if is_live else (),
        playing=(None, None),
        has_people=True,
        turn=1,
        result=None if is_live else Result((luck.randrange(2),), (40, 35), "resignation"),
        waits=(None, None),
        pause=None,
        abandoned_at=None,
    )
    began = Beginning(4, "ab" * 4, at) if is_live else None
    return Summary(facts, (began, None), (None, None), (began, None), None)


def _player(luck: Random) -> str:
    return f"p{luck.randrange(PLAYERS):016}"


def _tell_looks(models: ReadModels) -> None:
    luck, now = Random(2), int(time() * 1000)

    kinds: Mapping[str, Callable[[], Filters]] = {
        "no filter": Filters,
        "status and ruleset": lambda: Filters("finished", "settlers"),
        "a board": lambda: Filters(board="near_east"),
        "a rare board, live": lambda: Filters("live", board=RARE),
        "a player": lambda: Filters(player=_player(luck)),
        "a player's lost games": lambda: Filters(player=_player(luck), result="lost"),
        "the last month, by reason": lambda: Filters(
            since=now - YEAR_MS // 12, reason="resignation"
        ),
        "four seats: there are none": lambda: Filters(seats=4),
    }
    for name, filters in kinds.items():
        _tell(models, f"lobby: {name}", lambda place, f=filters: models.listed_games(f(), place))
    _tell(
        models,
        "my games: won ones",
        lambda place: models.games_of(_player(luck), Filters(result="won"), GAMES, place),
    )


def _tell(models: ReadModels, name: str, ask: Callable[[Place], Run[Any]]) -> None:
    """Report first pages and those that follow, ten deep; and the mean CPU of a page."""
    latencies, at = Latencies(), None
    own, server = process_time(), _server_seconds(models)
    for number in range(LOOKS):
        start = perf_counter()
        run = ask(Place(at, 20))
        latencies.record(perf_counter() - start)
        at = run.following if number % 10 else None
    cpu = [(process_time() - own), (_server_seconds(models) - server)]
    told = " + ".join(f"{seconds / LOOKS * 1e3:.1f}" for seconds in cpu)
    row(name, f"{latencies.percentile(99) * 1e3:.1f} ms", f"CPU {told} ms; {latencies}")


def _server_seconds(models: ReadModels) -> float:
    told: Any = models.client.info("cpu")
    return float(told["used_cpu_user"]) + float(told["used_cpu_sys"])
