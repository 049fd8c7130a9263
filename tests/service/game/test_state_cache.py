"""The state cache: bounded, right under concurrent readers, and never ahead of its store."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from domain.kernel.game import evolve, fold
from domain.record.record import decode
from projections.redact import undone_versions
from service.game.folded_games import BYTES_A_GAME, Evolved
from service.game.state_cache import GameUnknown, StateCache
from service.store.redis_store import RedisStore, stream_key
from tests.service.api import Api, Person
from tests.service.conftest import PLENTY
from tests.service.counting_store import CountingStore
from tests.service.stored_records import replace_record


def weight(counting: CountingStore, games: list[str]) -> int:
    """Return the weight of games in a cache of their own."""
    cache = StateCache(counting, PLENTY)  # type: ignore[arg-type]
    for game in games:
        cache.known(game)
    return cache.weight


@pytest.fixture
def game(api: Api, ada: Person, bob: Person) -> str:
    """A game with three events, in the store."""
    return api.game(ada, bob)


def cut_back(store: RedisStore, game: str, version: int) -> None:
    """Restore the store to an older backup: the game's later events are gone."""
    replace_record(store, game, store.read(game)[:version])


def test_a_history_is_the_fold_of_the_record(cache: StateCache, store: RedisStore, game: str):
    history = cache.current(game)
    assert history.version == 3
    assert history.events == decode(store.read(game))
    assert history.game.hash == fold(history.events).hash
    assert [history.at(n).version for n in (1, 2, 3)] == [1, 2, 3]
    assert history.event(2).type == "seat_taken"


def test_a_history_does_not_change_while_the_game_goes_on(
    api: Api, cache: StateCache, game: str, ada: Person
):
    before = cache.current(game)
    api.move(game, ada)
    after = cache.current(game)
    assert (before.version, before.game.version, len(before.events)) == (3, 3, 3)
    assert (after.version, after.game.version, len(after.events)) == (4, 4, 4)
    assert before.between(1, 99) == after.events[1:3]


def test_undone_versions_are_those_of_each_history(
    api: Api, cache: StateCache, game: str, ada: Person
):
    histories = [cache.current(game)]
    for path, body in (("move", {}), ("move", {}), ("undo", {"to": 4}), ("redo", {}), ("move", {})):
        if path == "move":
            api.move(game, ada)
        else:
            assert api.act(game, ada, path, body).status_code == 201
        histories.append(cache.current(game))
    assert [history.version for history in histories] == [3, 4, 5, 6, 7, 8]
    for history in histories:
        undone = undone_versions(history.game, history.events)
        assert undone == ({5} if history.version == 6 else set())


def test_a_known_version_costs_no_read_and_the_current_one_only_the_new_events(
    cache: StateCache, counting: CountingStore, game: str
):
    cache.known(game)
    cache.known(game)
    cache.at_least(game, 3)
    assert counting.reads == [(game, 0)]
    cache.current(game)
    assert counting.reads[1:] == [(game, 2)]


def test_an_unknown_game_is_not_kept(cache: StateCache):
    for _ in range(2):
        with pytest.raises(GameUnknown):
            cache.current("nosuchgame")
    with pytest.raises(GameUnknown):
        cache.known("nosuchgame")


def test_the_least_used_games_are_dropped(
    api: Api, counting: CountingStore, ada: Person, bob: Person
):
    games = [api.game(ada, bob) for _ in range(3)]
    most = weight(counting, games[:1]) + 2 * BYTES_A_GAME - 1
    cache = StateCache(counting, most)  # type: ignore[arg-type]
    for game in games:
        cache.known(game)
    counting.reads.clear()
    for game in (games[2], games[1], games[0]):
        cache.known(game)
    assert counting.reads == [(games[0], 0)]


def test_a_game_longer_than_the_bound_is_kept_alone(
    api: Api, counting: CountingStore, ada: Person, bob: Person
):
    cache = StateCache(counting, 2)  # type: ignore[arg-type]
    first, second = api.game(ada, bob), api.game(ada, bob)
    assert cache.known(first).version == 3
    assert cache.known(second).version == 3
    counting.reads.clear()
    cache.known(second)
    assert counting.reads == []


def test_a_game_dropped_in_the_middle_of_a_read_is_read_right(
    cache: StateCache, counting: CountingStore, game: str
):
    cache.current(game)
    counting.after_read = lambda: cache.forget(game)
    assert cache.current(game).version == 3


def test_a_line_that_another_reader_has_extended_is_not_extended_twice(
    api: Api, cache: StateCache, counting: CountingStore, game: str, ada: Person
):
    cache.current(game)
    api.move(game, ada)
    counting.after_read = lambda: cache.current(game)
    history = cache.current(game)
    assert [event.version for event in history.events] == [1, 2, 3, 4]


def test_readers_at_once_all_see_a_whole_history(
    api: Api, counting: CountingStore, ada: Person, bob: Person
):
    games = [api.game(ada, bob) for _ in range(4)]
    for game in games[:2]:
        api.move(game, ada)
    lengths = [4, 4, 3, 3]
    most = weight(counting, games) - 1
    cache = StateCache(counting, most)  # type: ignore[arg-type]
    together = Barrier(8)

    def read(reader: int) -> None:
        together.wait()
        for turn in range(60):
            which = (reader + turn) % 4
            history = cache.known(games[which]) if turn % 3 else cache.current(games[which])
            assert history.version == lengths[which]
            assert [e.version for e in history.events] == list(range(1, lengths[which] + 1))
            assert history.game.version == lengths[which]

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(read, range(8)))
    assert cache.weight <= most


def test_a_cache_ahead_of_a_restored_store_follows_the_store(
    api: Api, cache: StateCache, store: RedisStore, game: str, ada: Person
):
    api.move(game, ada)
    assert cache.current(game).version == 4
    cut_back(store, game, 3)
    assert cache.current(game).version == 3


def test_a_restored_store_that_has_grown_again_is_followed_too(
    api: Api, cache: StateCache, store: RedisStore, game: str, ada: Person
):
    moves = [m for m in api.moves(game, ada) if m["type"] == "choose_card"]
    api.move(game, ada, moves[0])
    lost = cache.current(game)
    cut_back(store, game, 3)
    api.move(game, ada, moves[1])
    found = cache.current(game)
    assert (lost.version, found.version) == (4, 4)
    assert found.game.hash == decode(store.read(game))[-1].hash != lost.game.hash


def test_a_game_that_its_store_has_lost_is_unknown(cache: StateCache, store: RedisStore, game: str):
    cache.current(game)
    store.client.delete(stream_key(game))
    with pytest.raises(GameUnknown):
        cache.current(game)


def test_an_appended_event_is_taken_without_a_read(
    api: Api, cache: StateCache, counting: CountingStore, game: str, ada: Person
):
    cache.current(game)
    api.move(game, ada)
    event = decode(counting.store.read(game))[-1]
    counting.reads.clear()
    assert cache.appended(game, event).version == 4
    assert counting.reads == []


def test_an_appended_event_that_does_not_follow_the_cached_ones_asks_the_store(
    api: Api, cache: StateCache, counting: CountingStore, game: str, ada: Person
):
    cache.current(game)
    api.move(game, ada)
    api.move(game, ada)
    event = decode(counting.store.read(game))[-1]
    assert cache.appended(game, event).version == 5


def test_an_appended_event_that_its_writer_folded_is_not_folded_again(
    api: Api, cache: StateCache, store: RedisStore, game: str, ada: Person
):
    before = cache.current(game).game
    api.move(game, ada)
    event = decode(store.read(game))[-1]
    evolved = Evolved(before, evolve(before, event))
    history = cache.appended(game, event, evolved)
    assert history.game.state is evolved.after.state
    assert (history.version, history.event(4), history.at(4).hash) == (4, event, event.hash)


def test_an_appended_event_is_folded_where_another_game_was_evolved(
    api: Api, cache: StateCache, store: RedisStore, game: str, ada: Person
):
    cached = cache.current(game).game
    api.move(game, ada)
    events = decode(store.read(game))
    another = fold(events[:3])
    evolved = Evolved(another, evolve(another, events[3]))
    assert cache.appended(game, events[3], evolved).game.state is not evolved.after.state
    assert cache.appended(game, events[3], evolved).game.hash == events[3].hash
    api.move(game, ada)
    later = decode(store.read(game))[4]
    wrong = Evolved(cache.known(game).game, cached)
    history = cache.appended(game, later, wrong)
    assert (history.version, history.game.hash) == (5, later.hash)


def test_an_appended_event_that_comes_again_changes_nothing(
    api: Api, cache: StateCache, store: RedisStore, game: str, ada: Person
):
    before = cache.current(game).game
    api.move(game, ada)
    event = decode(store.read(game))[-1]
    evolved = Evolved(before, evolve(before, event))
    first, again = (cache.appended(game, event, evolved) for _ in range(2))
    assert (again.version, again.game, again.events) == (4, first.game, first.events)
