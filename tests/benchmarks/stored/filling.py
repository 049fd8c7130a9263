"""Filling a store with many games, their players, feeds and summaries, as appends leave them."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import accumulate
from pathlib import Path
from random import Random
from typing import NamedTuple

from tqdm import tqdm

from domain.record.times import moment
from service.game.ids import new_game_id
from service.redis.shards import SHARDS, shard_of
from service.store.redis_store import RedisStore
from tests.benchmarks.stored.rechaining import Chained, Names, Pattern
from tests.benchmarks.stored.writing import Line, Writing
from tests.service.people.stores import people_of

DAY_MS = 86_400_000
YEAR_DAYS, RECENT_DAYS = 365, 30
"""Finished games ended within a year, but none in the last days: all are due for the archive."""
LIVE_DAYS = 3
BETWEEN_MS = 60_000
"""The mean time between two events of a game."""
LIVE_SHARE, BUSY_SHARE = 0.05, 0.02
"""Games that still go on; games in which the busiest player sits."""
GAMES_EACH = 20
"""Games for each player there is."""
AT_ONCE = 50


class Player(NamedTuple):
    """A player, and the token that opens everything they may do."""

    id: str
    token: str


@dataclass(frozen=True, slots=True)
class Crowd:
    """The players of a store; the first is the busiest one."""

    players: Sequence[Player]

    def drawn(self, seats: int, luck: Random) -> list[str]:
        """Return different players for so many seats."""
        chosen = luck.sample(self.players[1:], seats)
        if luck.random() < BUSY_SHARE:
            chosen[luck.randrange(seats)] = self.players[0]
        return [player.id for player in chosen]

    def write(self, path: Path) -> None:
        """Keep the players for later measures."""
        path.write_text(json.dumps(self.players))

    @classmethod
    def read(cls, path: Path) -> "Crowd":
        """Return the players that were kept."""
        return cls([Player(*each) for each in json.loads(path.read_text())])


def settle_players(store: RedisStore, games: int) -> Crowd:
    """Create the players of so many games."""
    players, count = (
        people_of(store.client).players,
        max(games // GAMES_EACH, 20),
    )
    made = (players.create(f"Player {n}") for n in tqdm(range(count), leave=False, disable=None))
    return Crowd([Player(player.id, token) for player, token in made])


class Hall:
    """The games to be written, by shard; every ``1 / LIVE_SHARE``-th still goes on."""

    def __init__(self, over: Sequence[Pattern], live: Sequence[Pattern], crowd: Crowd) -> None:
        self._over, self._live, self._crowd = over, live, crowd
        self._luck = Random(1)
        self._now = int(datetime.now(UTC).timestamp() * 1000)

    def fill(self, store: RedisStore, games: int) -> int:
        """Write games into an empty store; return the number of their events."""
        ids: list[list[str]] = [[] for _ in range(SHARDS)]
        for _ in range(games):
            game = new_game_id()
            ids[shard_of(game)].append(game)
        writing = Writing(store.client)
        with tqdm(total=games, unit="game", leave=False, disable=None) as bar:
            return sum(self._fill_shard(writing, n, some, bar) for n, some in enumerate(ids))

    def _fill_shard(self, writing: Writing, shard: int, ids: Sequence[str], bar: tqdm) -> int:
        told: list[tuple[int, str, int, bytes]] = []
        summaries: dict[str, bytes] = {}
        for start in range(0, len(ids), AT_ONCE):
            records = {}
            for game in ids[start : start + AT_ONCE]:
                times, record = self._game(game)
                versions = enumerate(zip(times, record.hashes, strict=True), start=1)
                told += [(at, game, version, own) for version, (at, own) in versions]
                records[game], summaries[game] = record.entries, record.summary
            writing.write_records(records)
            bar.update(len(records))
        told.sort()
        lines = list(_lines(told))
        writing.write_lines(shard, lines)
        newest = {line.game: line.id for line in lines}
        writing.write_summaries({game: (newest[game], each) for game, each in summaries.items()})
        return len(lines)

    def _game(self, game: str) -> tuple[list[int], Chained]:
        """Return when a game's events were recorded (ms since 1970), and its record."""
        luck = self._luck
        is_live = luck.random() < LIVE_SHARE
        pattern = luck.choice(self._live if is_live else self._over)
        gaps = [int(luck.expovariate(1 / BETWEEN_MS)) for _ in range(pattern.length)]
        times = list(accumulate(gaps))
        days = (0.0, LIVE_DAYS) if is_live else (RECENT_DAYS, YEAR_DAYS)
        start = self._now - int(luck.uniform(*days) * DAY_MS) - times[-1]
        times = [start + at for at in times]
        players = self._crowd.drawn(pattern.seats, luck)
        commands = [f"seat 0:{luck.randbytes(16).hex()}" for _ in gaps]
        names = Names(game, players, [moment(at) for at in times])
        return times, pattern.chained(names, commands)


def _lines(told: Sequence[tuple[int, str, int, bytes]]) -> Iterator[Line]:
    """Yield a feed's lines in order; those of one millisecond are numbered."""
    before, number = 0, 0
    for at, game, version, own in told:
        number = number + 1 if at == before else 0
        before = at
        yield Line(f"{at}-{number}", game, version, own)
