"""Lines for people about the progress of read models, and the workers that share the work."""

from collections.abc import Iterator

from redis import Redis

from projections.contract import BEGINNING, Model, id_of
from service.machine.plain_text import counted
from service.notices.account_events.teller import AccountEvents
from service.notices.follower import Following
from service.readmodels.generations import Generations, LiveGenerations
from service.readmodels.read_models import ReadModels
from service.redis.cluster import server_time_ms
from service.redis.leases import LEASE_SECONDS, WORKS, Holder, holders
from service.redis.shards import SHARDS
from service.store.contract import EventStore

PAGE = 1000


def summary(store: EventStore, generations: Generations) -> str:
    """Return the line about the read models: their size, and the shards that are behind."""
    behind = sum(
        reached != end for reached, end in places(store, LiveGenerations(generations)).values()
    )
    return f"read models: {total(generations)}, {behind} of {SHARDS} shards to catch up"


def total(generations: Generations) -> str:
    """Return the size of the read models: games, rows, and games that could not be followed."""
    sizes = generations.sizes()
    games, rows = counted(sizes["applied"], "game"), counted(sizes["rows"], "row")
    return f"{games}, {rows}, {sizes['broken']} broken"


def followers(client: "Redis") -> dict[str, Model]:
    """Return everything that follows the feeds, by name."""
    return {
        "read models": ReadModels(client).live(),
        "account events": AccountEvents(client),
        "notices": Following(client, 0),
    }


def lag(store: EventStore, client: "Redis", name: str, model: Model) -> str:
    """Return the line about a model's lag: feed lines, and the age of the oldest of them."""
    lines, oldest = 0, server_time_ms(client) / 1000
    for shard, (reached, end) in places(store, model).items():
        behind = _behind(store, shard, reached) if reached != end else []
        lines += len(behind)
        oldest = min([oldest, *behind[:1]])
    seconds = server_time_ms(client) / 1000 - oldest if lines else 0.0
    return f"lag of {name}: {counted(lines, 'line')}, {seconds:.1f} s"


def places(store: EventStore, model: Model) -> dict[int, tuple[str, str]]:
    """Return, by shard, the id of the last line applied and that of the feed's last line."""
    reached = model.checkpoints()
    return {
        shard: (id_of(reached.get(shard, BEGINNING)), end)
        for shard, end in store.feed_ends().items()
    }


def shares(client: "Redis") -> Iterator[str]:
    """Yield a line for each kind of work, and one for each worker that holds parts of it."""
    for work, parts in WORKS.items():
        workers = holders(client, work)
        alive = sum(map(_is_alive, workers))
        held = sum(len(holder.parts) for holder in workers if _is_alive(holder))
        yield f"work {work}: {held} of {parts} parts held, {counted(alive, 'worker')}"
        for holder in workers:
            yield f"  {_share(holder)}"


def _behind(store: EventStore, shard: int, reached: str) -> list[float]:
    """Return the times of a feed's lines past an id, in seconds since 1970."""
    times: list[float] = []
    while page := store.feed(shard, reached, PAGE):
        times += [int(line.id.partition("-")[0]) / 1000 for line in page]
        reached = page[-1].id
    return times


def _share(holder: Holder) -> str:
    gone = "" if _is_alive(holder) else ", gone"
    return (
        f"{holder.id} on {holder.host}, process {holder.pid}: "
        f"{counted(len(holder.parts), 'part')}, last sign {holder.seconds:.1f} s ago{gone}"
    )


def _is_alive(holder: Holder) -> bool:
    return holder.seconds < LEASE_SECONDS
