"""The contract of every event store, on every kind of server."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from msgspec.structs import replace
from redis import Redis

from service.redis.shards import SHARDS, shard_of
from service.store.append_script import commands_key, recent_key
from service.store.contract import (
    Append,
    Appended,
    FeedEntry,
    OrdersChange,
    OrdersChanged,
    StoredOrders,
    WrongVersion,
)
from service.store.redis_store import RedisStore, stream_key
from tests.contract.records import append_of, entry, hash_of, record
from tests.contract.summaries_contract import SummariesContract
from tests.waiting import eventually

Everything = dict[bytes, object]
WEEK = 7 * 24 * 3600


class EventStoreContract(SummariesContract):
    """Subclasses give the fixture ``store``: an empty one."""

    @pytest.fixture
    def store(self) -> RedisStore:
        raise NotImplementedError

    @pytest.fixture
    def everything(self, store: RedisStore) -> Callable[[], Everything]:
        """All that the server holds, but for keys that are written to have replicas confirm."""
        return lambda: {
            key: _content(store.client, key)
            for key in store.client.scan_iter()
            if not key.endswith(b":check")
        }

    def test_a_game_nobody_began_is_empty(self, store: RedisStore) -> None:
        assert store.read("g") == []
        assert store.newest_version("g") == 0
        assert not store.exists("g")
        assert store.find_command("g", "command-1") is None

    def test_events_are_read_as_they_were_written(self, store: RedisStore) -> None:
        record(store, 3)
        assert store.read("g") == [entry(1), entry(2), entry(3)]
        assert store.newest_version("g") == 3
        assert store.exists("g")

    def test_an_append_returns_its_version(self, store: RedisStore) -> None:
        appended = store.append(append_of(1, fingerprint="body"))
        assert (appended.version, appended.fingerprint, appended.repeated) == (1, "body", False)

    def test_reading_begins_after_a_version_and_ends_at_a_limit(self, store: RedisStore) -> None:
        record(store, 12)
        assert store.read("g", after=9) == [entry(10), entry(11), entry(12)]
        assert store.read("g", after=2, limit=2) == [entry(3), entry(4)]
        assert store.read("g", after=12) == []

    def test_reading_ends_with_a_version(self, store: RedisStore) -> None:
        record(store, 12)
        assert store.read("g", after=9, until=11) == [entry(10), entry(11)]
        assert store.read("g", after=11, until=20) == [entry(12)]
        assert store.read("g", after=12, until=20) == []

    def test_games_do_not_mix(self, store: RedisStore) -> None:
        record(store, 2, game="one")
        record(store, 1, game="two")
        assert (store.newest_version("one"), store.newest_version("two")) == (2, 1)

    @pytest.mark.parametrize(
        "refused",
        [
            pytest.param(append_of(4, command="new"), id="a gap"),
            pytest.param(append_of(2, command="new"), id="a used version"),
            pytest.param(append_of(1, command="new"), id="a second beginning"),
            pytest.param(replace(append_of(3), prev=hash_of(1)), id="another hash at the head"),
            pytest.param(replace(append_of(3), prev=hash_of(0)), id="no hash at the head"),
        ],
    )
    def test_a_wrong_version_or_head_is_refused_and_nothing_is_written(
        self, store: RedisStore, everything: Callable[[], Everything], refused: Append
    ) -> None:
        record(store, 2)
        before = everything()
        with pytest.raises(WrongVersion) as raised:
            store.append(refused)
        assert raised.value.actual == 2
        assert everything() == before

    @pytest.mark.parametrize(
        "refused",
        [
            pytest.param(append_of(2), id="a gap"),
            pytest.param(replace(append_of(1), prev=hash_of(1)), id="a hash before the first"),
        ],
    )
    def test_a_game_begins_with_version_1_upon_nothing(
        self, store: RedisStore, everything: Callable[[], Everything], refused: Append
    ) -> None:
        with pytest.raises(WrongVersion) as raised:
            store.append(refused)
        assert raised.value.actual == 0
        assert everything() == {}

    def test_a_repeated_command_gets_its_first_answer(
        self, store: RedisStore, everything: Callable[[], Everything]
    ) -> None:
        record(store, 3)
        before = everything()
        again = store.append(append_of(2))
        assert (again.version, again.repeated) == (2, True)
        assert everything() == before

    def test_several_events_of_one_command_are_written_as_one(self, store: RedisStore) -> None:
        record(store, 1)
        several = replace(append_of(2, command="c"), entries=(entry(2), entry(3), entry(4)))
        assert [store.append(several) for _ in "12"] == [
            Appended(4, "f", repeated=False),
            Appended(4, "f", repeated=True),
        ]
        assert store.read("g") == [entry(1), entry(2), entry(3), entry(4)]
        assert [line.version for line in store.feed(shard_of("g"))] == [1, 2, 3, 4]
        assert store.append(append_of(5)).version == 5

    def test_of_several_events_at_a_wrong_version_none_is_written(
        self, store: RedisStore, everything: Callable[[], Everything]
    ) -> None:
        record(store, 2)
        before = everything()
        with pytest.raises(WrongVersion):
            store.append(replace(append_of(2, command="c"), entries=(entry(2), entry(3))))
        assert everything() == before

    def test_a_command_is_known_by_its_id_alone(
        self, store: RedisStore, everything: Callable[[], Everything]
    ) -> None:
        store.append(append_of(1, command="c", fingerprint="first"))
        before = everything()
        again = store.append(append_of(2, command="c", fingerprint="second"))
        assert (again.version, again.fingerprint, again.repeated) == (1, "first", True)
        assert everything() == before

    def test_a_command_is_found_by_its_game_and_id(self, store: RedisStore) -> None:
        store.append(append_of(1, command="ada:key:1", fingerprint="a:b"))
        found = store.find_command("g", "ada:key:1")
        assert found is not None
        assert (found.version, found.fingerprint, found.repeated) == (1, "a:b", True)
        assert store.find_command("h", "ada:key:1") is None

    def test_a_refused_command_may_come_again(self, store: RedisStore) -> None:
        with pytest.raises(WrongVersion):
            store.append(append_of(2, command="c"))
        assert store.find_command("g", "c") is None
        store.append(append_of(1))
        assert not store.append(append_of(2, command="c")).repeated

    def test_a_command_is_known_for_a_week_after_the_games_last_one(
        self, store: RedisStore
    ) -> None:
        for append in (append_of(1), append_of(2), replace(append_of(3), keep_id=True)):
            store.append(append)
            assert WEEK - 60 < store.client.ttl(recent_key("g")) <= WEEK
            store.client.expire(recent_key("g"), 99)
        assert store.append(append_of(1)).repeated

    def test_a_command_past_its_time_is_recorded_no_second_time(self, store: RedisStore) -> None:
        record(store, 3)
        store.client.pexpire(recent_key("g"), 1)
        eventually(lambda: store.find_command("g", "command-3") is None)
        for version in (1, 2, 3):
            with pytest.raises(WrongVersion):
                store.append(append_of(version))

    def test_an_id_that_is_to_be_kept_stays(self, store: RedisStore) -> None:
        kept = replace(append_of(1, fingerprint="ab" * 16), keep_id=True)
        store.append(kept)
        record(store, 1)
        assert store.client.ttl(commands_key("g")) == -1
        assert store.find_command("g", "command-1") == Appended(1, "ab" * 16, repeated=True)
        assert store.append(kept).repeated

    @pytest.mark.parametrize("head", [b"", b"{}", b'{"hash":"%s"}' % hash_of(1).encode(), b"\2"])
    def test_nothing_is_appended_to_a_head_without_a_hash(
        self, store: RedisStore, everything: Callable[[], Everything], head: bytes
    ) -> None:
        store.client.xadd(stream_key("g"), {"e": head}, id="1-0")
        before = everything()
        with pytest.raises(WrongVersion):
            store.append(append_of(2))
        assert everything() == before

    def test_of_fifty_writers_of_one_version_exactly_one_wins(self, store: RedisStore) -> None:
        record(store, 1)
        start = Barrier(50)

        def write(number: int) -> bool:
            start.wait()
            try:
                store.append(append_of(2, command=f"writer-{number}"))
            except WrongVersion:
                return False
            return True

        with ThreadPoolExecutor(50) as writers:
            assert sum(writers.map(write, range(50))) == 1
        assert store.newest_version("g") == 2
        assert len(store.feed(shard_of("g"))) == 2

    def test_of_fifty_senders_of_one_command_one_writes_and_all_hear_the_same(
        self, store: RedisStore
    ) -> None:
        start = Barrier(50)

        def send(_: int) -> tuple[int, bool]:
            start.wait()
            appended = store.append(append_of(1, command="c"))
            return appended.version, appended.repeated

        with ThreadPoolExecutor(50) as senders:
            heard = sorted(senders.map(send, range(50)))
        assert heard == [(1, False), *[(1, True)] * 49]

    def test_the_feed_reports_every_append_in_order(self, store: RedisStore) -> None:
        record(store, 3)
        entries = store.feed(shard_of("g"))
        assert [(line.game_id, line.version) for line in entries] == [("g", 1), ("g", 2), ("g", 3)]

    def test_the_feed_is_read_on_from_a_line(self, store: RedisStore) -> None:
        record(store, 5)
        shard = shard_of("g")
        first = store.feed(shard, limit=2)
        rest = store.feed(shard, after=first[-1].id)
        assert [line.version for line in first + rest] == [1, 2, 3, 4, 5]
        assert store.feed(shard, after=rest[-1].id) == []

    def test_listening_begins_at_the_feeds_ends(self, store: RedisStore) -> None:
        record(store, 2)
        ends = store.feed_ends()
        assert sorted(ends) == list(range(SHARDS))
        assert ends[shard_of("g")] == store.feed(shard_of("g"))[-1].id
        assert store.wait_feeds(ends, timeout=0.0) == {}
        store.append(append_of(3))
        assert _told(store.wait_feeds(ends, timeout=10.0)) == [("g", 3)]

    def test_an_append_wakes_those_waiting_for_the_feeds(self, store: RedisStore) -> None:
        ends = store.feed_ends()
        with ThreadPoolExecutor(1) as listener:
            news = listener.submit(store.wait_feeds, ends, 30.0)
            record(store, 1, game="far")
            assert _told(news.result(timeout=20.0)) == [("far", 1)]

    def test_waiting_for_the_feeds_ends_without_news(self, store: RedisStore) -> None:
        record(store, 1)
        assert store.wait_feeds(store.feed_ends(), timeout=0.05) == {}

    def test_several_shards_report_at_once(self, store: RedisStore) -> None:
        games = [f"game-{number}" for number in range(20)]
        for game in games:
            record(store, 1, game=game)
        news = store.wait_feeds(dict.fromkeys(range(SHARDS), "0-0"), timeout=10.0)
        assert sorted(game for game, _ in _told(news)) == sorted(games)
        assert all(shard_of(line.game_id) == shard for shard, ls in news.items() for line in ls)

    def test_a_flushed_script_is_loaded_again(self, store: RedisStore) -> None:
        record(store, 1)
        store.client.script_flush()
        assert store.append(append_of(2)).version == 2

    def test_the_store_can_be_reached_and_written(self, store: RedisStore) -> None:
        store.check()

    # Standing orders

    def test_orders_change_with_an_append_or_alone(self, store: RedisStore) -> None:
        assert store.orders("g") == StoredOrders()
        change = OrdersChange("", "r1", written={"1 pass": b"{}", "2 pass": b"[]"})
        store.append(replace(append_of(1), orders=change))
        assert store.orders("g") == StoredOrders("r1", {"1 pass": b"{}", "2 pass": b"[]"})
        store.append(_orders_alone(2, OrdersChange("r1", "r2", removed=["1 pass"])))
        assert store.orders("g") == StoredOrders("r2", {"2 pass": b"[]"})
        assert (store.newest_version("g"), store.find_command("g", "")) == (1, None)

    def test_orders_of_another_revision_are_refused_and_nothing_is_written(
        self, store: RedisStore, everything: Callable[[], Everything]
    ) -> None:
        store.append(replace(append_of(1), orders=OrdersChange("", "r1", written={"1 p": b"{}"})))
        before = everything()
        for revision in ("", "r0"):
            late = OrdersChange(revision, "r2", removed=["1 p"], answered={2: "p"}, over=True)
            with pytest.raises(OrdersChanged):
                store.append(replace(append_of(2), orders=late))
        assert everything() == before

    def test_answers_by_order_are_shown_by_version(self, store: RedisStore) -> None:
        both = (entry(1), entry(2))
        change = OrdersChange("", "", answered={2: "pass"})
        told = store.append(replace(append_of(1), entries=both, told=1, orders=change))
        assert (told.version, store.newest_version("g"), store.answered("g")) == (1, 2, {2: "pass"})
        assert store.find_command("g", "command-1") == replace(told, repeated=True)

    def test_orders_are_forgotten_at_the_end(
        self, store: RedisStore, everything: Callable[[], Everything]
    ) -> None:
        record(store, 1)
        kinds = len(everything())
        change = OrdersChange("", "r1", written={"1 p": b"{}"}, answered={2: "p"})
        store.append(replace(append_of(2), orders=change))
        assert len(everything()) == kinds + 2
        store.append(replace(append_of(3), orders=OrdersChange("r1", "r1", over=True)))
        assert len(everything()) == kinds


def _orders_alone(version: int, change: OrdersChange) -> Append:
    """The append of a change of orders that nothing follows from."""
    return replace(append_of(version), command_id="", entries=(), orders=change)


def _content(client: Redis, key: bytes) -> object:
    kind = client.type(key)
    if kind == b"stream":
        return client.xrange(key), client.xinfo_stream(key)["last-generated-id"]
    return client.hgetall(key) if kind == b"hash" else client.get(key)


def _told(news: dict[int, list[FeedEntry]]) -> list[tuple[str, int]]:
    return [(line.game_id, line.version) for lines in news.values() for line in lines]
