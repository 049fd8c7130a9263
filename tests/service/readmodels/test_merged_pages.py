"""Orders of all shards read as one: the same pages as of one sorted set."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from redis import Redis

from service.readmodels import merged_pages
from service.readmodels.generations import key
from service.readmodels.merged_pages import Merged, ScoreRange
from service.redis.shards import SHARDS
from service.store.redis_store import RedisStore

ORDERS = ("all", "others", "rest")
MEMBERS = st.dictionaries(
    st.text("aBcdEfg-", min_size=1, max_size=4), st.integers(0, 30), max_size=200
)


def fill(
    client: Any, scores: dict[str, int], shards: int, number: str = "0", orders: int = 1
) -> None:
    """Put games into the parts of orders, each into one of so many shards."""
    client.flushall()
    pipeline = client.pipeline(transaction=False)
    for place, (game, score) in enumerate(scores.items()):
        shard = place % shards
        pipeline.zadd(key(shard, number, "order", ORDERS[place % 7 % orders]), {game: score})
        pipeline.hset(key(shard, number, "rows"), game, f'{{"game_id":"{game}"}}')
        if number != "0":
            pipeline.hset(key(shard), "live", number)
    pipeline.execute()


def ranked(scores: dict[str, int], *, descending: bool = False) -> list[str]:
    return sorted(scores, key=lambda game: (scores[game], game), reverse=descending)


def ids(rows: list[Any]) -> list[str]:
    return [row["game_id"] for row in rows]


@pytest.fixture(params=["one server", "a cluster"])
def client(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, real_store: RedisStore
) -> Any:
    """A real server, asked as one, or node by node as a cluster is: fakeredis is far slower."""
    if request.param == "a cluster":
        monkeypatch.setattr(merged_pages, "Cluster", Redis)
    return real_store.client


@given(
    scores=MEMBERS,
    shards=st.integers(1, 3),
    orders=st.integers(1, 3),
    first=st.integers(0, 20) | st.integers(0, 220),
    count=st.integers(1, 50),
    descending=st.booleans(),
)
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_page_is_that_of_one_order(client, scores, shards, orders, first, count, descending):
    fill(client, scores, shards, orders=orders)
    span = ScoreRange("all", descending=descending, others=ORDERS[1:orders])
    total, rows = Merged(client).page(span, first, count)
    assert ids(rows) == ranked(scores, descending=descending)[first : first + count]
    assert total == len(scores)


def test_a_page_between_scores_is_that_of_one_order(client):
    scores = {f"g{number}": number // 3 for number in range(90)}
    fill(client, scores, SHARDS)
    total, rows = Merged(client).page(ScoreRange("all", 5, 9), 4, 6)
    between = [game for game in ranked(scores) if 5 <= scores[game] <= 9]
    assert (total, ids(rows)) == (len(between), between[4:10])


@pytest.mark.parametrize("descending", [False, True])
@pytest.mark.parametrize("orders", [1, 3])
@pytest.mark.parametrize("spread", [1, 900])
def test_a_page_far_from_the_beginning_reads_few_members(
    client, monkeypatch, descending, orders, spread
):
    scores = {f"g{number:04}": number // spread for number in range(4_000)}
    fill(client, scores, SHARDS, orders=orders)
    read = []
    window = ScoreRange.window
    monkeypatch.setattr(
        ScoreRange,
        "window",
        lambda *a: (read.append(a[2] * len(a[3])), window(*a))[1],
    )
    span = ScoreRange("all", descending=descending, others=ORDERS[1:orders])
    total, rows = Merged(client).page(span, 3_000, 20)
    assert (total, ids(rows)) == (4_000, ranked(scores, descending=descending)[3_000:3_020])
    assert sum(read) < (1_500 if spread == 1 else 4_000)


@pytest.mark.parametrize("descending", [False, True])
def test_a_page_far_back_is_cheap_where_shards_do_not_interleave(client, monkeypatch, descending):
    games = [f"g{number:04}" for number in range(2_560)]
    scores = {game: 1_000 * number for number, game in enumerate(games)}
    by_shard = sorted(games, key=lambda game: games.index(game) % (len(games) // SHARDS))
    fill(client, {game: scores[game] for game in by_shard}, SHARDS)
    asked = []
    ask = merged_pages.ShardReader.ask
    monkeypatch.setattr(
        merged_pages.ShardReader, "ask", lambda *a: (asked.append(a[1]), ask(*a))[1]
    )
    for first in (20, 1_300, 2_540):
        _, rows = Merged(client).page(ScoreRange("all", descending=descending), first, 20)
        assert ids(rows) == ranked(scores, descending=descending)[first : first + 20]
    assert len(asked) < 100


def test_a_page_asks_for_members_and_their_total_and_then_for_its_rows_alone(client, monkeypatch):
    fill(client, {f"g{number}": number for number in range(10 * SHARDS)}, SHARDS)
    trips = []
    ask = merged_pages.ShardReader.ask
    monkeypatch.setattr(
        merged_pages.ShardReader, "ask", lambda *a: (trips.append(a[1]), ask(*a))[1]
    )
    total, rows = Merged(client).page(ScoreRange("all"), 90, 20)
    assert (total, len(rows)) == (10 * SHARDS, 20)
    asked = [[(each.verb, len(each.shards)) for each in trip] for trip in trips]
    assert asked == [[("ZRANGEBYSCORE", SHARDS), ("ZCOUNT", SHARDS)], [("HGET", 1)] * 20]


def test_one_server_merges_a_page_near_the_beginning_itself(real_store, monkeypatch):
    scores = {f"g{number:03}": number // 7 for number in range(5 * SHARDS)}
    fill(real_store.client, scores, SHARDS)
    trips = []
    monkeypatch.setattr(merged_pages.ShardReader, "ask", lambda *a: trips.append(a[1]))
    total, rows = Merged(real_store.client).page(ScoreRange("all", descending=True), 10, 20)
    assert (total, ids(rows)) == (5 * SHARDS, ranked(scores, descending=True)[10:30])
    assert trips == []


def test_a_page_past_the_end_is_empty_and_reads_nothing_in_vain(client, monkeypatch):
    fill(client, {f"g{number}": number for number in range(100)}, SHARDS)
    read = []
    window = ScoreRange.window
    monkeypatch.setattr(
        ScoreRange,
        "window",
        lambda *a: (read.append(a[2] * len(a[3])), window(*a))[1],
    )
    assert Merged(client).page(ScoreRange("all"), 99_999_900, 100) == (100, [])
    assert sum(read) == SHARDS


def test_a_reader_follows_an_unannounced_swap(client):
    reader = Merged(client)
    fill(client, {"a": 1}, 1)
    assert ids(reader.page(ScoreRange("all"), 0, 9)[1]) == ["a"]
    fill(client, {"b": 1, "c": 2}, 1, "1")
    total, rows = reader.page(ScoreRange("all"), 0, 9)
    assert (total, ids(rows)) == (2, ["b", "c"])


def test_a_game_without_a_row_is_left_out(client):
    fill(client, {"a": 1, "b": 2}, 1)
    client.hdel(key(0, "0", "rows"), "a")
    assert ids(Merged(client).page(ScoreRange("all"), 0, 9)[1]) == ["b"]
