"""Long games in the cache: the newest of them is kept, and the rest is as if it were."""

import random
from pathlib import Path

import pytest

from domain.errors import RecordBroken
from domain.kernel import timeline, window
from domain.kernel.game import UNDONE, Game
from domain.kernel.undo import decide_redo, decide_undo
from domain.record.record import Event, encode
from projections.redact import undone_versions
from service.game import folded_games, pages, past, state_cache
from service.game.commands import Commands
from service.game.folded_games import FoldedGame, History
from service.game.past import Past
from service.game.repeats import Command
from service.game.state_cache import GameUnknown, StateCache
from service.store.redis_store import RedisStore
from tests import fixtures
from tests.projections.sizes import bytes_of, is_near
from tests.service.counting_store import CountingStore
from tests.service.game.sameness import same
from tests.service.stored_records import record, replace_entry, replace_record

LONG = fixtures.FOLDER / "settlers" / "v2-standard-roads-undone.json.gz"
PLAIN = fixtures.FOLDER / "settlers" / "first-island-four.json.gz"
UNDOING = [
    LONG,
    fixtures.FOLDER / "settlers" / "standard-rueful.json.gz",
    fixtures.FOLDER / "alexandros" / "near-east-rueful.json.gz",
]


@pytest.fixture
def long(store: RedisStore) -> str:
    """A game of some four hundred events that has long been over."""
    return record(store, "long", fixtures.events_of(fixtures.load(LONG)))


@pytest.fixture
def few_moments_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timeline, "MOST_KEPT", 3)
    monkeypatch.setattr(timeline, "KEPT", 1)


def record_of(path: Path) -> list[Event]:
    return fixtures.events_of(fixtures.load(path))


def test_every_moment_of_a_long_game_can_be_asked_for_in_any_order(cache: StateCache, long: str):
    history, games = cache.current(long), fixtures.moments(LONG)
    versions = list(range(1, len(games) + 1))
    assert all(same(history.at(n), games[n - 1]) for n in versions)
    random.Random(1).shuffle(versions)
    assert all(same(history.at(n), games[n - 1]) for n in versions)


@pytest.mark.usefixtures("few_moments_kept")
@pytest.mark.parametrize("path", [LONG, PLAIN], ids=fixtures.name_of)
def test_moments_of_a_record_in_which_undo_has_ended_are_folded_without_those_before(
    cache: StateCache, store: RedisStore, path: Path, monkeypatch
):
    """A line of 150,000 moments is too long for the interpreter to let go of: it crashes."""
    monkeypatch.setattr(window, "LONGEST_RECORD", 20)
    events, games = record_of(path), fixtures.moments(path)
    history = cache.current(record(store, "g", events))
    folded = [history.at(number) for number in range(1, len(games) + 1)]
    assert all(map(same, folded, games))
    kept = max(each.timeline.head.kept for each in folded[20:] if each.timeline)
    assert kept <= 3 or any(event.type == UNDONE for event in events)


@pytest.mark.usefixtures("few_moments_kept")
@pytest.mark.parametrize("path", UNDOING, ids=fixtures.name_of)
def test_walking_through_a_past_gives_its_events_and_moments(
    cache: StateCache, store: RedisStore, path: Path
):
    """Also where an undo goes back beyond the moments that are kept."""
    events, games = record_of(path), fixtures.moments(path)
    history, end = cache.current(record(store, "g", events)), len(events)
    for after, until in ((0, end), (1, end), (37, 240), (end - 3, end + 9), (end, end)):
        walked = list(history.steps(after, until))
        assert [event for event, _ in walked] == events[after:until]
        assert all(map(same, (game for _, game in walked), games[after:until]))


def test_walking_through_a_past_reads_each_page_once(
    cache: StateCache, counting: CountingStore, long: str
):
    history = cache.current(long)
    counting.reads.clear()
    assert len(list(history.steps(0, history.version))) == history.version
    assert [after for _, after in counting.reads] == list(range(0, history.version, pages.PAGE))


def test_events_are_read_from_the_store_or_from_memory_and_are_the_same(
    cache: StateCache, long: str
):
    history, events, luck = cache.current(long), record_of(LONG), random.Random(2)
    for _ in range(60):
        after, until = luck.randrange(len(events)), luck.randrange(len(events) + 9)
        assert history.between(after, until) == events[after:until]
    assert history.events == events
    assert history.event(7) == events[6]
    assert undone_versions(history.game, history.events) == {
        event["version"] for event in fixtures.load(LONG)["events"] if event["undone"]
    }


def test_events_are_read_a_page_at_a_time_as_they_are_asked_for(
    cache: StateCache, counting: CountingStore, long: str
):
    events = cache.current(long).each(0, 999)
    counting.reads.clear()
    for _ in range(pages.PAGE + 1):
        next(events)
    assert counting.reads == [(long, 0), (long, pages.PAGE)]


def test_pages_that_do_not_follow_one_another_are_a_break(
    cache: StateCache, counting: CountingStore, store: RedisStore, long: str
):
    events = cache.current(long).each(0, 999)
    next(events)
    replace_record(store, long, [encode(event) for event in record_of(PLAIN)])
    with pytest.raises(RecordBroken):
        list(events)


@pytest.mark.usefixtures("few_moments_kept")
@pytest.mark.parametrize("path", UNDOING, ids=fixtures.name_of)
def test_a_game_that_grows_in_the_cache_stays_the_fold_of_its_record(
    cache: StateCache, store: RedisStore, path: Path
):
    events, games = record_of(path), fixtures.moments(path)
    record(store, "g", events[:3])
    cache.known("g")
    for event, game in zip(events[3:], games[3:], strict=True):
        record(store, "g", [event])
        history = cache.appended("g", event)
        assert same(history.game, game)
        assert same(history.at(event.version - 1), games[event.version - 2])


def test_reading_on_costs_one_entry_however_long_the_game(
    cache: StateCache, counting: CountingStore, long: str
):
    version = cache.known(long).version
    counting.reads.clear()
    history = cache.current(long)
    assert history.between(version - 3, version)
    assert history.at(version - 2).version == version - 2
    assert counting.reads == [(long, version - 1)]


@pytest.mark.parametrize("path", fixtures.fixtures()[::9], ids=fixtures.name_of)
def test_a_cached_game_takes_as_much_memory_as_it_is_said_to(path: Path):
    line, events = FoldedGame(Past(no_page, print)), record_of(path)
    for event in events:
        line.extend(pages.RecordPage(event.version - 1, [encode(event)], [event], None))
    assert line.game is not None
    board = line.game.setup.board
    state = line.game.state
    tables = [each.table for each in (state, getattr(state, "base", state))]
    shared = [board, board.topology, line.game.ruleset, line.past, *tables]
    shared += [line.game.terms.board] * (board.id is not None)
    assert is_near(line.weight, bytes_of(line.game, line.recent, but=shared))
    assert line.weight - line.board_weight < 60_000


def no_page(_after: int, _most: int) -> pages.RecordPage:
    raise AssertionError("nothing is read")


def test_moments_looked_back_at_are_weighed_and_let_go_as_the_game_goes_on(
    cache: StateCache, store: RedisStore, monkeypatch
):
    events = record_of(LONG)
    record(store, "g", events[:300])
    before = cache.current("g")
    weight = cache.weight
    before.at(200)
    cache.current("g")
    assert cache.weight > weight + 192 * 500
    monkeypatch.setattr(past, "USED_FOR", 5)
    record(store, "g", events[300:])
    cache.current("g")
    assert cache.weight < weight + 50_000


def test_games_that_are_looked_back_at_once_take_no_more_memory_than_they_may(
    counting: CountingStore, store: RedisStore
):
    cache, games = StateCache(counting, 1_500_000), [f"g{number}" for number in range(12)]  # type: ignore[arg-type]
    for game in games:
        record(store, game, record_of(LONG))
    cache.current(games[0])
    for game in games:
        cache.current(game).at(300)
    kept = [line for game in games if (line := cache._lines.get(game))]
    assert 1 < sum(line.short for line in kept) < len(games)
    assert sum(line.weight for line in kept) <= cache.weight <= 1_500_000


def test_an_undo_beyond_the_window_is_made_by_folding_the_record_once(
    counting: CountingStore, store: RedisStore
):
    cache = StateCache(counting, 10_000_000)  # type: ignore[arg-type]
    commands = Commands(store, cache)
    games = fixtures.moments(LONG)
    target = next(game for game in games[:60] if game.head == game.version and game.timeline)
    far = next(g for g in games[200:] if g.timeline and g.timeline.holds(target.version))
    record(store, "g", record_of(LONG)[: far.version])
    cache.known("g")

    def again(decide, seat: int, *to: int) -> Game:
        command = Command.of("x", scope="seat")
        return commands.submit("g", lambda game: decide(game, seat, *to), command).game

    undone = again(decide_undo, far.to_act[0], target.version)
    assert (undone.head, undone.state) == (target.version, target.state)
    assert cache.weight > 500 * 150, "the undone line can be redone"
    redone = again(decide_redo, far.to_act[0])
    assert (redone.head, redone.state) == (far.version, far.state)
    counting.reads.clear()
    assert again(decide_undo, far.to_act[0], target.version).state == target.state
    assert counting.reads == [], "it keeps all its moments from now on"


def test_damage_far_beneath_a_kept_game_is_noticed_page_by_page(
    cache: StateCache, store: RedisStore, long: str, monkeypatch
):
    cache.current(long)
    replace_entry(store, long, 30, b"no event")
    now, looked = state_cache.monotonic(), []
    monkeypatch.setattr(state_cache, "monotonic", lambda: now + 61 * len(looked))
    while cache.current(long).broken is None:
        looked.append(1)
        assert len(looked) < 9
    assert len(looked) == 5
    assert cache.current(long).version == 29


def test_damage_that_an_answer_comes_upon_is_noticed_at_once(
    cache: StateCache, store: RedisStore, long: str
):
    history: History = cache.current(long)
    replace_entry(store, long, 30, b"no event")
    with pytest.raises(RecordBroken, match="version 30"):
        assert history.events
    assert cache.current(long).version == 29


def test_damage_that_a_walk_comes_upon_is_noticed_at_once(
    cache: StateCache, store: RedisStore, long: str
):
    history: History = cache.current(long)
    replace_entry(store, long, 230, store.read(long)[230])
    with pytest.raises(RecordBroken, match="version 230"):
        list(history.steps(120, history.version))
    assert cache.current(long).version == 229


def test_the_last_events_are_as_many_as_are_said_to_be_kept(cache: StateCache, long: str):
    history = cache.current(long)
    assert len(history._recent) == folded_games.RECENT


def test_a_record_that_has_gone_when_it_is_to_be_folded_whole_is_unknown(
    cache: StateCache, store: RedisStore, long: str
):
    cache.current(long)
    replace_record(store, long, [])
    with pytest.raises(GameUnknown):
        cache.widened(long)
