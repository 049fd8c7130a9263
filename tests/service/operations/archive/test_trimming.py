"""Feeds are trimmed behind all their followers, and rebuilt read models say the same."""

from typing import Any

import pytest

from domain.kernel.game import evolve
from domain.record.record import encode
from projections.runner import Runner
from projections.summary import summary_after
from service.heads.log import HeadLog
from service.heads.recorder import HeadRecorder
from service.operations.archive.progress import followers
from service.operations.archive.trimming import Trimmer
from service.operations.commands.verify import newest_versions
from service.readmodels.read_models import ReadModels, rebuild
from service.redis.shards import SHARDS, feed_key, shard_of
from service.server import feed_ends
from service.store.contract import Append
from service.store.redis_store import RedisStore
from service.store.summaries import summaries_key, summary_keys
from tests import fixtures
from tests.contract.records import entry

ALL = range(SHARDS)
LONG = fixtures.FOLDER / "alexandros" / "near-east-rueful.json.gz"
"""219 events: more than the server keeps in one node of a stream, which it trims as a whole."""


@pytest.fixture
def store(real_store: RedisStore) -> RedisStore:
    return real_store


@pytest.fixture
def long(store: RedisStore) -> str:
    """A finished game of many events, each with its summary."""
    game = None
    for number, event in enumerate(fixtures.events_of(fixtures.load(LONG)), start=1):
        summary = summary_after(game, [event])
        place = (event.version, event.prev, (encode(event),))
        store.append(Append("long", str(number), "", *place, summary=summary))
        game = evolve(game, event)
    return "long"


def follow(store: RedisStore) -> None:
    """Bring all followers to the ends of the feeds."""
    Runner(store, list(followers(store.client).values())).catch_up(ALL)
    HeadRecorder(store, HeadLog(store.client)).record(ALL)


def lines(store: RedisStore, game: str) -> int:
    return int(store.client.xlen(feed_key(shard_of(game))))  # type: ignore[arg-type]


def trimmed(store: RedisStore, kept_ms: int = -60_000) -> int:
    """Trim lines older than a minute from now on, or so many milliseconds."""
    return Trimmer(store.client).trim(ALL, kept_ms)


def models(store: RedisStore) -> dict[str, Any]:
    """The read models' contents, by key without their generation's number."""
    client: Any = store.client
    keys = client.scan_iter(match="{s*}:models:*:rows")
    return {key.decode().partition(":")[0]: client.hgetall(key) for key in keys}


def test_lines_that_all_have_passed_go_and_the_rest_stays(store: RedisStore, long: str):
    before = lines(store, long)
    assert trimmed(store) == 0  # nobody has followed anything
    follow(store)
    assert trimmed(store, kept_ms=3_600_000) == 0
    assert trimmed(store) == before - lines(store, long) > before / 2
    follow(store)
    assert store.feed_ends()[shard_of(long)] != "0-0"
    assert newest_versions(store)[long] == store.newest_version(long)


def test_nothing_is_trimmed_that_one_follower_has_not_read(store: RedisStore, long: str):
    HeadRecorder(store, HeadLog(store.client)).record(ALL)
    assert trimmed(store) == 0
    follow(store)
    store.client.hdel("{heads}:feeds", str(shard_of(long)))
    assert trimmed(store) == 0


def test_nothing_is_trimmed_past_a_line_that_summaries_do_not_tell(store: RedisStore, long: str):
    follow(store)
    store.client.delete(summary_keys(shard_of(long))[2])
    assert trimmed(store) == 0


def test_a_rebuild_of_trimmed_feeds_is_exact(store: RedisStore, long: str):
    follow(store)
    before = models(store)
    assert trimmed(store)
    rebuild(store, ReadModels(store.client).generations, lambda: None)
    assert models(store) == before


def test_a_rebuild_reads_summaries_of_another_release_from_the_records(
    store: RedisStore, long: str
):
    follow(store)
    before = models(store)
    assert trimmed(store)
    shard = shard_of(long)
    whole: Any = store.client.hget(summaries_key(shard), long)
    head = b" ".join(whole.split(b" ")[:3])
    store.client.hset(summaries_key(shard), long, head + b" another release")
    rebuild(store, ReadModels(store.client).generations, lambda: None)
    assert models(store) == before != {}


def test_a_log_that_begins_again_records_games_whose_lines_are_gone(store: RedisStore, long: str):
    follow(store)
    own = HeadLog(store.client)
    assert own.place(long) is not None
    other = next(game for game in map(str, range(9999)) if shard_of(game) == shard_of(long))
    store.append(Append(other, "c", "", 1, "0" * 64, (entry(1),)))
    follow(store)
    store.client.xtrim(feed_key(shard_of(long)), maxlen=1, approximate=False)
    store.client.delete(*store.client.keys("{heads}:*"))
    HeadRecorder(store, own).record(ALL)
    place = own.place(long)
    assert place is not None
    assert place.version == store.newest_version(long)


def test_a_trimmed_feed_is_not_taken_for_a_loss(store: RedisStore, long: str):
    early = feed_ends.read(store.client)
    follow(store)
    known = feed_ends.read(store.client)
    assert trimmed(store)
    now = feed_ends.read(store.client)
    assert now.feeds == known.feeds
    assert (
        feed_ends.lost_events(store.client, early, now)
        == feed_ends.lost_events(store.client, known, now)
        == 0
    )
    store.client.delete(feed_key(shard_of(long)))
    assert feed_ends.lost_events(store.client, known, feed_ends.read(store.client)) > 100
