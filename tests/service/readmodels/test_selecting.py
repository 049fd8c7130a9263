"""Games selected by their facts: the same as by looking at each, page by page in both ways."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from redis import Redis

from projections.list_facts import Filters
from service.readmodels import selecting
from service.readmodels.generations import FORM, key
from service.readmodels.merged_pages import ScoreRange
from service.readmodels.selecting import ListPosition, ListsOutdated, Query, Selecting, position_of
from service.redis.shards import SHARDS
from service.store.redis_store import RedisStore

EVEN, ODD = "people", "bots"
GAMES = st.dictionaries(
    st.text("aBcdEfg-", min_size=1, max_size=4), st.integers(0, 30), max_size=150
)


def fill(client: Any, scores: dict[str, int], shards: int = SHARDS) -> None:
    """Put games into `all`, every third also into `third`; the even ones are without bots."""
    client.flushall()
    pipeline = client.pipeline(transaction=False)
    for place, (game, score) in enumerate(scores.items()):
        prefix, names = key(place % shards, "0"), ["all", *["third"] * (place % 3 == 0)]
        facts = f"{score};live;cards;;2;none;{(EVEN, ODD)[place % 2]};;"
        lines = "".join(f"\n{score} {name}" for name in names)
        for name in names:
            pipeline.zadd(f"{prefix}:order:{name}", {game: score})
        pipeline.hset(f"{prefix}:applied", game, f"1 ab\n={facts}{lines}")
    pipeline.execute()


def ranked(scores: dict[str, int], *, descending: bool) -> list[str]:
    return sorted(scores, key=lambda game: (scores[game], game), reverse=descending)


@pytest.fixture(params=["one server", "a cluster"])
def client(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, real_store: RedisStore
) -> Any:
    """A real server, asked as one, or shard by shard as a cluster is."""
    if request.param == "a cluster":
        monkeypatch.setattr(selecting, "Cluster", Redis)
    return real_store.client


def walk(client: Any, query: Query, count: int, position: ListPosition | None = None) -> list[Any]:
    """All pages from a position on, in the direction of the position."""
    pages = [Selecting(client).select(query, count, position)]
    is_end = position is not None and position.is_end
    while position := (pages[-1].preceding if is_end else pages[-1].following):
        pages.append(Selecting(client).select(query, count, position))
    return pages


def games(page: Any) -> list[str]:
    return [game.decode() for _, game, _ in page.members]


@given(
    scores=GAMES,
    shards=st.integers(1, 3),
    count=st.integers(1, 30),
    descending=st.booleans(),
    bots=st.sampled_from([None, False, True]),
    third=st.booleans(),
)
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_pages_have_each_selected_game_once_in_order(
    client, scores, shards, count, descending, bots, third
):
    fill(client, scores, shards)
    lists = ("all", "third") if third else ("all",)
    query = Query(ScoreRange("all", descending=descending), lists, (), Filters(bots=bots))
    chosen = {
        game: score
        for place, (game, score) in enumerate(scores.items())
        if (bots is None or bots == bool(place % 2)) and (not third or place % 3 == 0)
    }
    due = ranked(chosen, descending=descending)
    pages = walk(client, query, count)
    assert [game for page in pages for game in games(page)] == due
    assert all(len(page.members) <= count for page in pages)
    if due:
        end = ListPosition(scores[due[-1]], due[-1], is_end=True)
        back = [game for page in reversed(walk(client, query, count, end)) for game in games(page)]
        assert back == due[:-1]


def test_a_page_looks_at_few_games_however_many_there_are(client):
    fill(client, {f"g{number:05}": number for number in range(20_000)})
    query = Query(ScoreRange("all", descending=True), ("all",), (), Filters(pace="days"))
    page = Selecting(client).select(query, 20, None)
    looked = selecting.LOOKS * selecting.ROUNDS * SHARDS
    assert page.members == []
    # The parts end at different games, and the page at the earliest of these.
    assert page.following is not None
    assert looked <= 20_000 - page.following.score + SHARDS <= looked + SHARDS
    assert len(walk(client, query, 20)) == -(-20_000 // (looked - SHARDS))


def test_the_shortest_list_is_read(client):
    fill(client, {f"g{number:05}": number for number in range(20_000)})
    prefix = key(0, "0")
    client.hset(f"{prefix}:applied", "g00000", "1 ab\n=0;live;cards;;2;none;bots;;\n0 all\n0 rare")
    client.zadd(f"{prefix}:order:rare", {"g00000": 0})
    page = Selecting(client).select(Query(ScoreRange("all"), ("all", "rare")), 20, None)
    assert (games(page), page.following) == (["g00000"], None)


def test_a_result_is_that_of_the_player(client):
    fill(client, {"won": 1, "lost": 2, "shared": 3, "none": 4})
    winners = {"won": "p0", "lost": "p1,-", "shared": "p1,p0", "none": ""}
    for number, (game, who) in enumerate(winners.items()):
        state = f"1 ab\n={number};finished;cards;;2;none;bots;end;{who}\n1 all"
        client.hset(f"{key(number, '0')}:applied", game, state)
    for outcome in ("won", "lost", "shared"):
        query = Query(ScoreRange("all"), ("all",), (), Filters(result=outcome), "p0")
        assert games(Selecting(client).select(query, 9, None)) == [outcome]


def test_lists_of_an_older_release_are_refused_to_those_who_need_facts(client):
    fill(client, {"a": 1})
    client.hset(key(5), "at:0", "1-0 ab")
    plain = Query(ScoreRange("all"), ("all",))
    assert games(Selecting(client).select(plain, 9, None)) == ["a"]
    filtered = Query(ScoreRange("all"), ("all",), (), Filters(seats=2))
    with pytest.raises(ListsOutdated):
        Selecting(client).select(filtered, 9, None)
    client.hset(key(5), "form:0", f"{FORM} 1-0 ab")
    assert games(Selecting(client).select(filtered, 9, None)) == ["a"]


def test_a_cursor_is_read_as_it_was_written():
    for position in (ListPosition(12, "abc"), ListPosition(1 << 45, "x-_9", is_end=True)):
        assert position_of(position.cursor) == position
    for text in ("", "n", "n1", "x1.a", "n1.a b", "n12345678901234567.a"):
        assert position_of(text) is None
