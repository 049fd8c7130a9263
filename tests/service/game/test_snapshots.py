"""Snapshots beside records: a game is opened by one, and never believed against its record."""

from pathlib import Path
from typing import Any

import pytest

from domain.kernel.game import Game, fold
from domain.kernel.play import decide_move
from domain.record.record import Event, decode
from service.app import create_app
from service.game import snapshots, state_cache
from service.game.commands import Commands
from service.game.repeats import Command
from service.game.snapshots import Snapshots
from service.game.state_cache import StateCache
from service.redis.errors import StoreUnavailable
from service.settings.config import Config
from service.store.redis_store import RedisStore
from service.store.snapshots import SnapshotStore, snapshot_key
from tests import fixtures
from tests.service.api import Api, Person
from tests.service.counting_store import CountingStore
from tests.service.game.sameness import same
from tests.service.stored_records import record, replace_entry, replace_record

LONG = fixtures.FOLDER / "settlers" / "v2-standard-roads-undone.json.gz"
OTHER = fixtures.FOLDER / "settlers" / "standard-rueful.json.gz"
EVERY = snapshots.EVERY


def record_of(path: Path, until: int | None = None) -> list[Event]:
    return fixtures.events_of(fixtures.load(path))[:until]


def opened(store: RedisStore) -> StateCache:
    """The cache of another process, which opens games by their snapshots."""
    return StateCache(store, 10_000_000, Snapshots(SnapshotStore(store.client)))


@pytest.fixture
def process(counting: CountingStore, store: RedisStore) -> StateCache:
    """A process whose reads of the record alone are counted."""
    kept = Snapshots(SnapshotStore(store.client))
    return StateCache(counting, 10_000_000, kept)  # type: ignore[arg-type]


def grown(store: RedisStore, path: Path, until: int) -> str:
    """A game that a process has appended to, event by event."""
    cache, events = opened(store), record_of(path, until)
    record(store, "g", events[:3])
    cache.known("g")
    for event in events[3:]:
        record(store, "g", [event])
        cache.appended("g", event)
    return "g"


@pytest.mark.parametrize("version", [EVERY, EVERY + 1, 3 * EVERY + 7, 9 * EVERY - 1])
def test_another_process_opens_a_game_by_its_snapshot(
    process: StateCache, counting: CountingStore, store: RedisStore, version: int
):
    game = grown(store, LONG, version)
    history = process.current(game)
    assert same(history.game, fixtures.moments(LONG)[version - 1])
    assert counting.reads == [], "the record was not read but with the snapshot"
    assert history.event(version).version == version
    assert counting.reads == [], "the newest event came with it"
    assert history.events == record_of(LONG, version)
    assert same(history.at(20), fixtures.moments(LONG)[19])


def test_opening_a_game_is_one_round_trip(store: RedisStore, monkeypatch):
    game, sent = grown(store, LONG, 100), []
    cache, send = opened(store), store.client.execute_command

    def counted(*command: Any, **more: Any) -> Any:
        sent.append(command[0])
        return send(*command, **more)

    cache.known(game)
    cache.forget(game)
    monkeypatch.setattr(store.client, "execute_command", counted)
    assert cache.known(game).version == 100
    assert sent == ["EVALSHA"]


def test_a_game_without_a_snapshot_gets_one_when_it_is_first_opened(
    process: StateCache, counting: CountingStore, store: RedisStore
):
    record(store, "old", record_of(LONG, 250))
    assert process.current("old").version == 250
    assert len(counting.reads) == 2, "the first page came where the snapshot would be"
    counting.reads.clear()
    assert same(opened(store).current("old").game, fixtures.moments(LONG)[249])
    process.forget("old")
    process.current("old")
    assert counting.reads == []


def test_short_and_unknown_games_have_none(api: Api, store: RedisStore, played: str):
    cache = opened(store)
    assert cache.current(played).version == 6
    with pytest.raises(state_cache.GameUnknown):
        cache.current("nosuchgame")
    assert not store.client.keys("*:snap")


def test_a_snapshot_of_a_lost_record_is_not_believed(process: StateCache, store: RedisStore):
    game = grown(store, LONG, 2 * EVERY)
    replace_record(store, game, [])
    record(store, game, record_of(OTHER, 2 * EVERY + 5))
    assert same(process.current(game).game, fixtures.moments(OTHER)[2 * EVERY + 4])


def test_a_snapshot_ahead_of_a_restored_record_is_not_believed(
    process: StateCache, store: RedisStore
):
    game = grown(store, LONG, 2 * EVERY)
    replace_record(store, game, store.read(game)[: EVERY + 3])
    assert same(process.current(game).game, fixtures.moments(LONG)[EVERY + 2])


def damaged(store: RedisStore, game: str, how: str) -> None:
    """Damage a snapshot where it is stored."""
    key = snapshot_key(game)
    whole = store.client.get(key)
    code, version, start, packed = whole.split(b" ", 3)
    store.client.set(
        key,
        {
            "emptied": b"",
            "cut": whole[:-9],
            "of other rules": b"0123456789abcdef %s" % whole.split(b" ", 1)[1],
            "no snapshot": b" ".join((code, version, start, b"no snapshot")),
            "of another version": b" ".join((code, b"9", start, packed)),
            "past the end": b" ".join((code, b"999", start, packed)),
            "opened elsewhere": b" ".join((code, version, b"3", packed)),
            "opened nowhere": b" ".join((code, version, b"999", packed)),
        }[how],
    )


DAMAGE = [
    "emptied",
    "cut",
    "of other rules",
    "no snapshot",
    "of another version",
    "past the end",
    "opened elsewhere",
    "opened nowhere",
]


@pytest.mark.parametrize("how", DAMAGE)
def test_a_snapshot_that_cannot_be_read_leaves_the_record(
    process: StateCache, store: RedisStore, how: str
):
    game = grown(store, LONG, 2 * EVERY)
    damaged(store, game, how)
    history = process.current(game)
    assert same(history.game, fixtures.moments(LONG)[2 * EVERY - 1])
    assert history.broken is None


def test_damage_beneath_a_snapshot_is_noticed_and_ends_it(
    process: StateCache, store: RedisStore, monkeypatch
):
    game = grown(store, LONG, 2 * EVERY)
    replace_entry(store, game, 9, b"no event")
    assert process.current(game).version == 2 * EVERY
    then = state_cache.monotonic()
    monkeypatch.setattr(state_cache, "monotonic", lambda: then + 61)
    assert process.current(game).version == 8
    assert process.current(game).broken is not None
    assert not store.client.exists(snapshot_key(game))
    assert opened(store).current(game).version == 8


def test_damage_after_a_snapshot_ends_the_game_before_it(process: StateCache, store: RedisStore):
    game = grown(store, LONG, 2 * EVERY + 9)
    replace_entry(store, game, 2 * EVERY + 4, b"no event")
    history = process.current(game)
    assert history.broken is not None
    assert history.version == 2 * EVERY + 3
    assert same(history.game, fixtures.moments(LONG)[2 * EVERY + 2])


def test_a_move_is_made_though_no_snapshot_can_be_kept(
    api: Api, store: RedisStore, played: str, ada: Person, monkeypatch
):
    def fail(*_: Any) -> None:
        raise StoreUnavailable

    monkeypatch.setattr(state_cache, "EVERY", 1)
    monkeypatch.setattr(SnapshotStore, "keep", fail)
    assert api.move(played, ada)["version"] == 7


def test_two_processes_that_open_by_snapshots_play_one_game(
    api: Api, store: RedisStore, played: str, ada: Person, bob: Person, monkeypatch
):
    monkeypatch.setattr(state_cache, "EVERY", 1)
    other = Api(create_app(Config(rate_limit=False), store))
    for turn in range(24):
        process = (api, other)[turn % 2]
        process.app.extensions["anabasis"].cache.forget(played)
        view = process.view(played)
        if view["status"] == "finished":
            break
        process.move(played, (ada, bob)[view["to_act"][0]])
    whole = fold(decode(store.read(played)))
    assert store.client.exists(snapshot_key(played))
    assert same(opened(store).current(played).game, whole)


def test_an_undo_before_the_snapshots_oldest_moment_folds_the_record(
    api: Api, store: RedisStore, ada: Person, bob: Person, monkeypatch
):
    monkeypatch.setattr(state_cache, "EVERY", 1)
    game = api.game(ada, bob, undo="free")
    opening = api.view(game)["state"]
    for _ in range(40):
        seat = api.view(game)["to_act"][0]
        moves = [m for m in api.moves(game, (ada, bob)[seat]) if m["type"] != "resign"]
        api.move(game, (ada, bob)[seat], moves[0])
    fresh = Api(create_app(Config(rate_limit=False), store))
    seat = fresh.view(game)["to_act"][0]
    assert fresh.act(game, (ada, bob)[seat], "undo", {"to": 3}).status_code == 201
    assert (fresh.view(game)["head"], fresh.view(game)["state"]) == (3, opening)


def test_the_decision_after_opening_is_the_one_of_the_whole_game(store: RedisStore, monkeypatch):
    monkeypatch.setattr(state_cache, "EVERY", 8)
    games = fixtures.moments(OTHER)
    live = next(g for g in games[60:] if g.version == g.head and g.status == "live")
    game = grown(store, OTHER, live.version)
    seat = live.to_act[0]
    move = live.ruleset.legal_moves(live.state, seat, 1, None).moves[0]

    def decide(newest: Game):
        return decide_move(newest, seat, move)

    command = Command.of("x", scope="seat")
    done = Commands(store, opened(store)).submit(game, decide, command)
    assert done.event.data == decide(live).data
    assert same(done.game, fold(decode(store.read(game))))


def test_a_snapshot_that_cannot_be_made_fails_no_move(store: RedisStore, monkeypatch):
    monkeypatch.setattr(snapshots, "snapshot_of", {}.__getitem__)
    assert opened(store).known(grown(store, LONG, EVERY + 2)).version == EVERY + 2
    assert not store.client.exists(snapshot_key("g"))


def test_the_key_of_snapshots_is_that_of_the_code_that_was_loaded(store: RedisStore):
    snapshots.code_key.cache_clear()
    opened(store)
    assert snapshots.code_key.cache_info().currsize == 1
