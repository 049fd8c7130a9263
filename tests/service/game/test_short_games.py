"""Short games: the least used are kept without their moments, and are as good as any."""

from pathlib import Path

import pytest

from domain.kernel.game import Game, fold
from domain.kernel.timeline import KEPT
from domain.kernel.undo import decide_redo, decide_undo
from domain.record.record import Event, decode
from service.game.commands import Commands
from service.game.folded_games import FoldedGame
from service.game.repeats import Command
from service.game.snapshots import EVERY, Snapshots
from service.game.state_cache import StateCache
from service.redis.errors import StoreUnavailable
from service.store.redis_store import RedisStore
from service.store.snapshots import SnapshotStore
from tests import fixtures
from tests.service.conftest import PLENTY
from tests.service.counting_store import CountingStore
from tests.service.game.sameness import same
from tests.service.stored_records import record

LONG = fixtures.FOLDER / "settlers" / "first-island-four.json.gz"
UNDOING = [
    fixtures.FOLDER / "settlers" / "standard-rueful.json.gz",
    fixtures.FOLDER / "alexandros" / "near-east-rueful.json.gz",
]


def record_of(path: Path) -> list[Event]:
    return fixtures.events_of(fixtures.load(path))


def process(store: RedisStore) -> StateCache:
    return StateCache(store, PLENTY, Snapshots(SnapshotStore(store.client)))


def shortened(cache: StateCache, game: str) -> FoldedGame:
    """The game as it is kept where many others are."""
    line = cache._lines.get(game)
    assert line is not None
    weight = line.weight
    assert line.shorten() < weight
    return line


def undone(cache: StateCache, store: RedisStore, back: int) -> Game:
    """The game after an undo of so many events by the seat that is to act."""
    version = cache.known("g").version

    def decide(game: Game):
        return decide_undo(game, game.to_act[0], version - back)

    return Commands(store, cache).submit("g", decide, Command.of("x", scope="seat")).game


@pytest.mark.parametrize("path", UNDOING, ids=fixtures.name_of)
def test_a_game_that_is_shortened_after_every_event_stays_the_fold_of_its_record(
    store: RedisStore, path: Path
):
    events, games, cache = record_of(path), fixtures.moments(path), process(store)
    record(store, "g", events[:3])
    cache.known("g")
    for event, game in zip(events[3:], games[3:], strict=True):
        record(store, "g", [event])
        assert same(cache.appended("g", event).game, game)
        shortened(cache, "g")
        assert same(cache.known("g").at(event.version), game)
        assert cache.known("g").event(event.version) == event


def test_the_next_event_of_a_short_game_costs_no_read(counting: CountingStore, store: RedisStore):
    cache, events = StateCache(counting, PLENTY), record_of(LONG)  # type: ignore[arg-type]
    record(store, "g", events[:60])
    cache.known("g")
    shortened(cache, "g")
    counting.reads.clear()
    record(store, "g", events[60:61])
    assert cache.appended("g", events[60]).version == 61
    assert counting.reads == []


def test_an_undo_in_a_short_game_reads_its_moments_again_and_no_others(store: RedisStore):
    cache = process(store)
    record(store, "g", record_of(LONG)[: 3 * EVERY + 9])
    before = cache.known("g")
    shortened(cache, "g")
    after = undone(cache, store, back=1)
    line = cache._lines.get("g")
    assert after.state == before.at(before.version - 1).state
    assert line is not None
    assert (line.short, line.whole) == (False, False)


def test_an_undo_by_another_process_is_followed_in_a_short_game(store: RedisStore):
    ours, theirs = process(store), process(store)
    record(store, "g", record_of(LONG)[:60])
    ours.known("g")
    shortened(ours, "g")
    after = undone(theirs, store, back=3)
    assert same(ours.current("g").game, after)


def test_what_was_undone_in_a_short_game_can_be_redone(store: RedisStore):
    cache = process(store)
    record(store, "g", record_of(LONG)[:60])
    before = cache.known("g").game
    undone(cache, store, back=2)
    shortened(cache, "g")
    done = Commands(store, cache).submit(
        "g", lambda game: decide_redo(game, before.to_act[0]), Command.of("x", scope="seat")
    )
    assert done.game.state == before.state


def test_the_snapshot_of_a_short_game_has_as_many_moments_as_others(store: RedisStore):
    cache, events = process(store), record_of(LONG)
    record(store, "g", events[: 3 * EVERY - 2])
    cache.known("g")
    shortened(cache, "g")
    for event in events[3 * EVERY - 2 : 3 * EVERY]:
        record(store, "g", [event])
        cache.appended("g", event)
    opened, page = Snapshots(SnapshotStore(store.client)).open("g")
    assert opened is not None
    assert page is not None
    assert (opened.version, len(page.events)) == (3 * EVERY, 1)
    assert opened.timeline is not None
    assert opened.timeline.head.kept >= KEPT
    assert same(opened, fold(decode(store.read("g"))))


def test_a_move_is_answered_though_its_snapshot_lacks_moments_that_cannot_be_read(
    store: RedisStore, monkeypatch
):
    cache, events = process(store), record_of(LONG)
    record(store, "g", events[: EVERY - 1])
    cache.known("g")
    shortened(cache, "g")
    record(store, "g", events[EVERY - 1 : EVERY])

    def fail(*_: object) -> None:
        raise StoreUnavailable

    with monkeypatch.context() as failing:
        failing.setattr(cache, "_opened", fail)
        assert cache.appended("g", events[EVERY - 1]).version == EVERY
    assert cache.known("g").version == EVERY
