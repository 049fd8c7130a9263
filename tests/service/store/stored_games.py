"""A store with games on it and its read models, for the tests of these models."""

from collections.abc import Callable, Sequence
from typing import Any

import fakeredis

from domain.kernel.game import Game, fold
from domain.record.record import Event, canonical, encode
from projections.runner import Runner
from projections.summary import summary_after
from service.store.contract import SHARDS, Append
from service.store.generations import HASHES, Generations
from service.store.read_models import ReadModels, rebuild
from service.store.redis_store import RedisStore
from tests.projections.timed_table import TimedTable, seated

ALL = range(SHARDS)


class StoredGames:
    """A store with games on it, and its read models."""

    def __init__(self, store: RedisStore) -> None:
        self.store = store
        self.models = ReadModels(store.client)
        self.tables: dict[str, TimedTable] = {}

    def play(self, game: str, table: TimedTable, *, old: bool = False) -> None:
        """Record the events played since; as an ``old`` release does without summaries."""
        self.tables[game] = table
        head = self.store.head(game)
        now = fold(table.events[:head]) if head else None
        for event in table.events[head:]:
            now = self.record(game, now, [event], old=old)

    def record(
        self, game: str, now: Game | None, events: Sequence[Event], *, old: bool = False
    ) -> Game:
        """Append the next events of a game in one go; return the game after them."""
        first, summary = events[0], b"" if old else summary_after(now, events)
        entries = tuple(map(encode, events))
        head = (game, first.command, "f", first.version, first.prev, entries)
        self.store.append(Append(*head, summary=summary))
        return fold(events, now)

    def forget_summaries(self) -> None:
        """Delete all summaries, as if older releases had written the records."""
        self.store.client.delete(*(f"{{s{shard:02}}}:games" for shard in ALL))

    def runner(self, **more: Any) -> Runner:
        return Runner(self.store, self.models.live(), **more)

    def catch_up(self) -> None:
        self.runner().catch_up(ALL)

    def families(self) -> list[Any]:
        return list(self.models.families.values())

    def dump(self) -> dict[str, bytes]:
        return {family.name: dump(family) for family in self.families()}

    def rebuild(self, progress: Callable[[], object] = lambda: None) -> None:
        rebuild(self.store, self.families(), progress)

    def key_names(self) -> set[str]:
        return {key.decode() for key in self.store.client.keys("*")}

    def lose(self, *names: str) -> None:
        """Delete whole read models."""
        lost = [key for key in self.key_names() if key.partition(":")[0].strip("{}") in names]
        if lost:
            self.store.client.delete(*lost)


def fake_stored_games() -> StoredGames:
    client = fakeredis.FakeRedis(server=fakeredis.FakeServer())
    return StoredGames(RedisStore(write=client, read=client, blocking=client))


def ids(rows: Any) -> list[str]:
    return [row["game_id"] for row in rows]


def all_sorts(stored: StoredGames) -> None:
    """Games of every status, listed and not, with people and bots."""
    stored.play("open", TimedTable.open())
    stored.play("live", seated("p0", bots=1).move(0, "pass"))
    stored.play("mine", seated("p1", "p0", listed=False).later(20).move(0, "pass"))
    stored.play("over", seated("p0", "p1").later(40).move(1, "resign"))


def next_of(stored: StoredGames, game: str) -> TimedTable:
    if game not in stored.tables:
        return seated("p0", bots=1)
    table = stored.tables[game]
    return table.move(table.game.to_act[0], "pass")


def dump(family: Generations) -> bytes:
    """All that a family's live generation holds as canonical JSON: equal models, equal bytes."""
    number = family.live_number()
    hashes = {name: family.hash(number, name) for name in HASHES}
    texts = {n: {f: v.decode() for f, v in found.items()} for n, found in hashes.items()}
    orders = {order for lines in texts["applied"].values() for order in lines.split("\n")[1:]}
    listed = {order: _order(family, number, order) for order in orders}
    return canonical({**texts, "orders": listed})


def _order(family: Generations, number: str, order: str) -> list[Any]:
    client: Any = family._client
    found = client.zrange(family.key(number, "order", order), 0, -1, withscores=True)
    return [[game.decode(), int(score)] for game, score in found]
