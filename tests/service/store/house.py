"""A house for the tests of the read models: a store with games on it, and the models."""

from collections.abc import Callable
from typing import Any

import fakeredis

from domain.record.record import encode
from projections.runner import Runner
from service.store.contract import SHARDS, Append
from service.store.read_models import ReadModels, rebuild
from service.store.redis_store import RedisStore
from tests.projections.tables import TimedTable, seated

ALL = range(SHARDS)


class House:
    """A store with games on it, and its read models."""

    def __init__(self, store: RedisStore) -> None:
        self.store = store
        self.models = ReadModels(store.client)
        self.tables: dict[str, TimedTable] = {}

    def play(self, game: str, table: TimedTable) -> None:
        """Record what the table has played since."""
        self.tables[game] = table
        for event in table.events[self.store.head(game) :]:
            entry = encode(event)
            command = event.command
            self.store.append(Append(game, command, "f", event.version, event.prev, (entry,)))

    def runner(self, **more: Any) -> Runner:
        return Runner(self.store, self.models.live(), **more)

    def catch_up(self) -> None:
        self.runner().catch_up(ALL)

    def families(self) -> list[Any]:
        return list(self.models.families.values())

    def dump(self) -> dict[str, bytes]:
        return {family.name: family.dump(family.live_number()) for family in self.families()}

    def rebuild(self, progress: Callable[[], object] = lambda: None) -> None:
        rebuild(self.store, self.families(), progress)

    def key_names(self) -> set[str]:
        return {key.decode() for key in self.store.client.keys("*")}

    def lose(self, *names: str) -> None:
        """Delete whole read models."""
        lost = [key for key in self.key_names() if key.partition(":")[0].strip("{}") in names]
        if lost:
            self.store.client.delete(*lost)


def fake_house() -> House:
    client = fakeredis.FakeRedis(server=fakeredis.FakeServer())
    return House(RedisStore(write=client, read=client, blocking=client))


def ids(rows: Any) -> list[str]:
    return [row["game_id"] for row in rows]


def all_sorts(house: House) -> None:
    """Games of every status, listed and not, with people and bots."""
    house.play("open", TimedTable.open())
    house.play("live", seated("p0", bots=1).move(0, "pass"))
    house.play("mine", seated("p1", "p0", listed=False).later(20).move(0, "pass"))
    house.play("over", seated("p0", "p1").later(40).move(1, "resign"))


def next_of(house: House, game: str) -> TimedTable:
    if game not in house.tables:
        return seated("p0", bots=1)
    table = house.tables[game]
    return table.move(table.game.to_act[0], "pass")
