"""A store with games on it and its read models, for the tests of these models."""

import re
from collections.abc import Callable, Collection, Sequence
from typing import Any

import fakeredis

from domain.kernel.game import Game, fold
from domain.record.record import Event, canonical, encode
from domain.record.visibility import JsonObject
from projections.runner import Runner
from projections.summary import summary_after
from service.readmodels.generations import HASHES, GenerationProgress, Generations, key
from service.readmodels.read_models import ReadModels, rebuild
from service.redis.shards import SHARDS
from service.store.contract import Append
from service.store.redis_store import RedisStore
from service.store.summaries import summary_keys
from tests.projections.timed_table import TimedTable, seated

ALL = range(SHARDS)
MODELS = re.compile(r"\{s\d\d\}:models(:|$)")


class StoredGames:
    """A store with games on it, and its read models."""

    def __init__(self, store: RedisStore) -> None:
        self.store = store
        self.models = ReadModels(store.client)
        self.tables: dict[str, TimedTable] = {}

    def play(self, game: str, table: TimedTable, *, old: bool = False) -> None:
        """Record the events played since; as an ``old`` release does without summaries."""
        self.tables[game] = table
        head = self.store.newest_version(game)
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
        self.store.client.delete(*(key for shard in ALL for key in summary_keys(shard)))

    def runner(self, **more: Any) -> Runner:
        return Runner(self.store, [self.models.live()], **more)

    def catch_up(self) -> None:
        self.runner().catch_up(ALL)

    @property
    def generations(self) -> Generations:
        return self.models.generations

    def dump(self) -> bytes:
        return dump(self.generations)

    def rebuild(self, progress: Callable[[], object] = lambda: None) -> None:
        rebuild(self.store, self.generations, progress)

    def key_names(self) -> set[str]:
        return {key.decode() for key in self.store.client.keys("*")}

    def model_keys(self) -> set[str]:
        return {key for key in self.key_names() if MODELS.match(key)}

    def lose(self, shards: Collection[int] = ALL) -> None:
        """Delete the read models of these shards."""
        tags = tuple(f"{{s{shard:02}}}:" for shard in shards)
        if lost := [key for key in self.model_keys() if key.startswith(tags)]:
            self.store.client.delete(*lost)


def fake_stored_games() -> StoredGames:
    client = fakeredis.FakeRedis(server=fakeredis.FakeServer())
    return StoredGames(RedisStore(write=client, read=client, blocking=client))


def ids(rows: Any) -> list[str]:
    return [row.game_id for row in rows]


def all_sorts(stored: StoredGames, *, old: bool = False) -> None:
    """Games of every status, listed and not, with people and bots."""
    stored.play("open", TimedTable.open(), old=old)
    stored.play("live", seated("p0", bots=1).move(0, "pass"), old=old)
    stored.play("mine", seated("p1", "p0", listed=False).later(20).move(0, "pass"), old=old)
    stored.play("over", seated("p0", "p1").later(40).move(1, "resign"), old=old)


def next_of(stored: StoredGames, game: str) -> TimedTable:
    if game not in stored.tables:
        return seated("p0", bots=1)
    table = stored.tables[game]
    return table.move(table.game.to_act[0], "pass")


def dump(generations: Generations) -> bytes:
    """All that the live generations hold as canonical JSON: equal models, equal bytes."""
    client: Any = generations.client
    return canonical(
        {
            f"{shard}": _dump(client, shard, place)
            for shard, place in generations.places("live").items()
        }
    )


def _dump(client: Any, shard: int, place: GenerationProgress) -> JsonObject:
    prefix = key(shard, place.number, "")
    hashes = {name: client.hgetall(f"{prefix}{name}") for name in HASHES}
    texts = {n: {f.decode(): v.decode() for f, v in h.items()} for n, h in hashes.items()}
    states = (state.split("\n")[1:] for state in texts["applied"].values())
    orders = {line.split(" ", 1)[1] for lines in states for line in lines if line[0] != "="}
    listed = {order: _order(client, f"{prefix}order:{order}") for order in sorted(orders)}
    return {**texts, "checkpoint": place.checkpoint, "orders": listed}


def _order(client: Any, name: str) -> list[Any]:
    return [
        [game.decode(), int(score)] for game, score in client.zrange(name, 0, -1, withscores=True)
    ]
