"""The contract of every event store about the summaries of games."""

import pytest
from msgspec.structs import replace

from projections.stored_summaries import Changed, End, Stored
from service.redis.shards import shard_of
from service.store.contract import WrongVersion
from service.store.redis_store import RedisStore, feed_key
from tests.contract.records import append_of, entry


def last_mark(store: RedisStore) -> str:
    """The mark of the last line about the game."""
    line = store.feed(shard_of("g"))[-1]
    return f"{line.id} {line.hash}"


class SummariesContract:
    """Subclasses give the fixture ``store``: an empty one."""

    def test_a_summary_is_kept_with_the_line_that_reports_its_event(
        self, store: RedisStore
    ) -> None:
        append = append_of(1)
        store.append(replace(append, entries=(entry(1), entry(2)), summary=b"2 a,- \x00\n rest"))
        line = store.feed(shard_of("g"))[-1].id
        assert store.summaries.newest(["g", "h"]) == {"g": Stored(line, b"2 a,- \x00\n rest")}

    def test_what_a_summary_leaves_as_it_was_is_taken_from_the_one_before(
        self, store: RedisStore
    ) -> None:
        store.append(replace(append_of(1), summary=b"1 a,b,- x=y"))
        store.append(replace(append_of(2), summary=b"2 =,-,= x=z"))
        assert store.summaries.newest(["g"])["g"].summary == b"2 a,-,- x=z"

    @pytest.mark.parametrize("before", [b"", b"1 a x"])
    def test_a_summary_that_lacks_the_one_before_is_not_kept(
        self, store: RedisStore, before: bytes
    ) -> None:
        store.append(replace(append_of(1), summary=before))
        store.append(append_of(2))
        store.append(replace(append_of(3), summary=b"3 = y"))
        kept = [stored.summary for stored in store.summaries.newest(["g"]).values()]
        assert kept == [each for each in [before] if each]
        store.append(replace(append_of(4), summary=b"4 b y"))
        assert store.summaries.newest(["g"])["g"].summary == b"4 b y"

    def test_a_repeated_or_refused_command_leaves_the_summary(self, store: RedisStore) -> None:
        store.append(replace(append_of(1), summary=b"1 a x"))
        store.append(replace(append_of(1), summary=b"1 b x"))
        with pytest.raises(WrongVersion):
            store.append(replace(append_of(3), summary=b"3 c x"))
        assert store.summaries.newest(["g"])["g"].summary == b"1 a x"

    def test_an_older_summary_replaces_no_newer_one(self, store: RedisStore) -> None:
        shard = shard_of("g")
        for version, expected in ((2, b"2 a x"), (1, b"2 a x"), (3, b"3 a x")):
            store.summaries.keep(shard, "g", version, Stored("7-0", b"%d a x" % version))
            assert store.summaries.newest(["g"]) == {"g": Stored("7-0", expected)}

    def test_a_shard_is_settled_if_each_of_its_games_has_its_newest_summary(
        self, store: RedisStore
    ) -> None:
        shard = shard_of("g")
        assert store.summaries.ends([shard]) == {}
        store.append(replace(append_of(1), summary=b"1 a x"))
        assert store.summaries.ends([shard]) == {shard: End(last_mark(store), is_settled=True)}
        store.append(append_of(2))
        store.append(replace(append_of(3), summary=b"3 a x"))
        assert store.summaries.ends([shard]) == {shard: End(last_mark(store), is_settled=False)}

    def test_a_shard_stays_settled_when_its_feed_is_trimmed(self, store: RedisStore) -> None:
        shard = shard_of("g")
        for version in (1, 2):
            store.append(replace(append_of(version), summary=b"%d a x" % version))
        store.client.xtrim(feed_key(shard), 1, approximate=False)
        store.append(replace(append_of(3), summary=b"3 a x"))
        assert store.summaries.ends([shard]) == {shard: End(last_mark(store), is_settled=True)}

    def test_games_are_reported_by_the_time_of_their_last_line(self, store: RedisStore) -> None:
        shard = shard_of("g")
        store.append(replace(append_of(1), summary=b"1 a x"))
        at = int(store.feed(shard)[-1].id.partition("-")[0])
        assert store.summaries.changed({shard: at}, 9) == {shard: [Changed("g", at)]}
        assert store.summaries.changed({shard: at + 1}, 9) == {shard: []}
