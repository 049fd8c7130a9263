"""Commands: recorded once, on the state they were meant for, answered the same when repeated."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from msgspec.structs import replace

from domain.errors import Refused
from domain.kernel.game import Game
from domain.kernel.play import decide_move
from domain.record.record import Draft, decode
from domain.wire.moves import Move
from service.game.commands import ATTEMPTS, Commands, Contended, StaleVersion, VersionMissing
from service.game.repeats import Command, Independence, KeyReused
from service.game.state_cache import History, StateCache
from service.redis.errors import StoreUnavailable, Unconfirmed
from service.store.contract import Append, Appended, WrongVersion
from service.store.redis_store import RedisStore
from tests.service.api import Api, Person
from tests.service.stored_records import replace_record


@pytest.fixture
def cache(store: RedisStore) -> StateCache:
    return StateCache(store, 10_000_000)


@pytest.fixture
def commands(store: RedisStore, cache: StateCache) -> Commands:
    return Commands(store, cache)


@pytest.fixture
def game(api: Api, ada: Person, bob: Person) -> str:
    """A game at version 3 in which seat 0 chooses a card.

    By lot, the first card of the display could sometimes be chosen as a joker alone.
    """
    return api.game(ada, bob, seed="5eed")


def choosing(slot: int = 0) -> Any:
    def decide(game: Game) -> Draft:
        move = {"type": "choose_card", "from": "display", "slot": slot}
        return decide_move(game, 0, game.ruleset.wire.moves.read(move))

    return decide


def a_command(expected: int | None = 3, key: str | None = "k", body: Any = "x") -> Command:
    return Command.of(body, scope="seat 0", key=key, expected=expected)


def test_a_command_is_recorded_at_the_version_it_was_meant_for(commands, store, game):
    done = commands.submit(game, choosing(), a_command())
    assert (done.event.version, done.game.version) == (4, 4)
    assert store.newest_version(game) == 4


@pytest.mark.parametrize("expected", [0, 1, 2, 4, 99_999_999_999])
def test_another_version_is_stale_and_names_the_present_one(commands, store, game, expected):
    with pytest.raises(StaleVersion, match=f"version {expected}, .* at version 3") as stale:
        commands.submit(game, choosing(), a_command(expected))
    assert stale.value.actual == 3
    assert store.newest_version(game) == 3


def test_a_cache_behind_the_store_does_not_make_a_command_stale(api, commands, cache, game, ada):
    assert cache.known(game).version == 3
    api.move(game, ada)
    assert commands.submit(game, resigning, a_command(expected=4)).event.version == 5


@pytest.mark.parametrize("expected", [None, 4])
def test_a_history_handed_on_that_is_behind_is_read_again(
    api, commands, cache, game, ada, expected
):
    behind = cache.known(game)
    api.move(game, ada)
    command = a_command(expected)
    assert commands.submit(game, resigning, command, behind).event.version == 5


def test_a_move_finds_its_game_once(
    api: Api, game: str, ada: Person, monkeypatch: pytest.MonkeyPatch
):
    asked, known = list[str](), StateCache.known

    def noted(cache: StateCache, game_id: str) -> History:
        asked.append(game_id)
        return known(cache, game_id)

    move = {"type": "choose_card", "from": "display", "slot": 0}
    version = api.view(game)["version"]
    monkeypatch.setattr(StateCache, "known", noted)
    assert api.act(game, ada, "moves", move, version=version).status_code == 201
    assert asked == [game]


def test_a_repeated_command_is_known_and_answers_the_first_event(commands, store, game):
    first = commands.submit(game, choosing(), a_command())
    again = commands.answered(game, a_command(expected=None))
    assert (again.event, again.game.hash) == (first.event, first.game.hash)
    raced = commands.submit(game, choosing(), a_command(expected=None))
    assert raced.event == first.event
    assert store.newest_version(game) == 4


def test_a_repeat_is_not_answered_with_an_event_that_a_replaced_master_shows(commands, store, game):
    before = store.read(game)
    commands.submit(game, choosing(), a_command())
    replace_record(store, game, before)
    commands.submit(game, choosing(1), a_command(key="another"))
    with pytest.raises(StoreUnavailable):
        commands.answered(game, a_command())


def test_a_key_that_comes_again_with_another_body_is_refused(commands, store, game):
    commands.submit(game, choosing(), a_command())
    with pytest.raises(KeyReused):
        commands.answered(game, a_command(body="y"))
    with pytest.raises(KeyReused):
        commands.submit(game, choosing(1), a_command(expected=4, body="y"))
    assert store.newest_version(game) == 4


def test_a_new_command_is_not_looked_up(commands, store, game, monkeypatch):
    monkeypatch.setattr(store, "find_command", None)
    assert commands.submit(game, choosing(), a_command()).event.version == 4


def test_a_known_command_is_answered_whatever_refuses_it_now(commands, game):
    first = commands.submit(game, choosing(), a_command())

    def refuse(_: Command) -> Command:
        raise VersionMissing

    assert commands.submit(game, choosing(), a_command(), meant=refuse).event == first.event
    with pytest.raises(VersionMissing):
        commands.submit(game, choosing(), a_command(key="another"), meant=refuse)


def test_an_append_that_may_not_be_kept_is_answered_by_no_look_up(commands, game):
    commands.submit(game, choosing(), a_command())

    def fail(_: Command) -> Command:
        raise Unconfirmed

    with pytest.raises(Unconfirmed):
        commands.submit(game, choosing(), a_command(), meant=fail)


def test_a_command_without_a_key_is_always_new(commands, game):
    commands.submit(game, choosing(), a_command(key=None))
    assert commands.answered(game, a_command(key=None)) is None


def test_a_refusal_on_an_old_state_is_decided_again_on_the_newest(
    api, commands, cache, game, ada, bob
):
    assert cache.known(game).version == 3
    while api.view(game)["to_act"] == [0]:
        api.move(game, ada)
    while api.view(game)["to_act"] == [1]:
        api.move(game, bob)
    done = commands.submit(game, choosing(), a_command(expected=None))
    assert done.event.version == api.view(game)["version"]


def test_a_refusal_on_the_newest_state_stands_and_records_nothing(api, commands, store, game, ada):
    api.move(game, ada)
    with pytest.raises(Refused, match="chosen"):
        commands.submit(game, choosing(), a_command(expected=None))
    assert store.newest_version(game) == 4


def test_threads_that_send_the_same_command_record_it_once(commands, store, game):
    def send(_: int) -> int:
        return commands.submit(game, choosing(), a_command(expected=None)).event.version

    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(send, range(8))) == {4}
    assert store.newest_version(game) == 4


def test_threads_with_commands_of_their_own_for_one_version_record_one(commands, store, game):
    def send(number: int) -> int:
        try:
            return commands.submit(game, choosing(), a_command(key=f"k{number}")).event.version
        except StaleVersion:
            return 0

    with ThreadPoolExecutor(8) as pool:
        assert sorted(pool.map(send, range(8))) == [0] * 7 + [4]
    assert store.newest_version(game) == 4


# At any version, and for an older one
def resigning(game: Game) -> Draft:
    """Bob, in seat 1, leaves: a move for which it need not be his turn."""
    return decide_move(game, 1, game.ruleset.wire.moves.read({"type": "resign"}))


def between(store: RedisStore, monkeypatch: pytest.MonkeyPatch, other: Callable[[], Any]) -> None:
    """Have another event recorded just before the next append."""
    append = store.append

    def overtaken(entry: Append) -> Appended:
        monkeypatch.setattr(store, "append", append)
        other()
        return append(entry)

    monkeypatch.setattr(store, "append", overtaken)


def independent(
    holds: Callable[[Game], bool] = lambda _: True, seat: int = 1, expected: int = 3
) -> Command:
    return replace(a_command(expected), independence=Independence(seat, holds))


def test_a_command_for_any_version_is_decided_again_when_another_comes_between(
    api, commands, store, game, ada, monkeypatch
):
    between(store, monkeypatch, lambda: api.move(game, ada))
    done = commands.submit(game, resigning, a_command(expected=None))
    assert [event.type for event in decode(store.read(game))[3:]] == ["card_chosen", "resigned"]
    assert done.event.version == 5


@pytest.fixture
def whatever_is_independent(monkeypatch):
    """Rules by which every move is independent."""
    monkeypatch.setattr(Move, "is_independent", True)


def test_an_independent_command_does_not_outlive_an_event_that_may_change_its_meaning(
    api, commands, game, ada
):
    api.move(game, ada)
    with pytest.raises(StaleVersion):
        commands.submit(game, resigning, independent())


def test_an_independent_command_outlives_another_seats_move(
    api, commands, game, ada, whatever_is_independent
):
    api.move(game, ada)
    asked: list[int] = []
    command = independent(lambda position: not asked.append(position.version))
    assert commands.submit(game, resigning, command).event.version == 5
    assert asked == [3, 4]


def test_an_independent_command_outlives_events_in_between(
    api, commands, store, game, ada, monkeypatch, whatever_is_independent
):
    between(store, monkeypatch, lambda: api.move(game, ada))
    assert commands.submit(game, resigning, independent()).event.version == 5


def test_an_independent_command_is_refused_when_the_rules_refuse_it(
    api, commands, store, game, ada, whatever_is_independent
):
    api.move(game, ada)
    with pytest.raises(Refused, match="turn"):
        commands.submit(game, lambda game: decide_move(game, 1, first_move(game)), independent())
    assert store.newest_version(game) == 4


def first_move(game: Game) -> Any:
    return game.ruleset.legal_moves(game.state, 0, 1, None).moves[0]


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(a_command(), id="not independent"),
        pytest.param(independent(lambda game: game.version == 3), id="not any more"),
        pytest.param(independent(lambda game: game.version == 4), id="not then"),
        pytest.param(independent(seat=0), id="its own seat moved"),
        pytest.param(independent(expected=0), id="before the first event"),
        pytest.param(independent(expected=5), id="an event to come"),
    ],
)
def test_a_command_for_another_version_is_stale(api, commands, store, game, ada, command):
    api.move(game, ada)
    with pytest.raises(StaleVersion):
        commands.submit(game, resigning, command)
    assert store.newest_version(game) == 4


def test_no_command_outlives_an_undo(api, commands, store, game, ada):
    api.move(game, ada)
    api.act(game, ada, "undo", {"to": 3})
    with pytest.raises(StaleVersion):
        commands.submit(game, resigning, independent(expected=4))
    assert store.newest_version(game) == 5


class Crowded:
    """A store in which another writer is always quicker."""

    def __init__(self, store: RedisStore) -> None:
        self.read, self.origin = store.read, store.origin
        self.attempts = 0

    def append(self, append: Append) -> Appended:
        self.attempts += 1
        raise WrongVersion(append.version)


def test_a_game_too_crowded_is_given_up_with_nothing_recorded(store, game):
    crowded: Any = Crowded(store)
    with pytest.raises(Contended):
        Commands(crowded, StateCache(crowded, 10_000_000)).submit(game, choosing(), a_command(None))
    assert crowded.attempts == ATTEMPTS
    assert store.newest_version(game) == 3


def test_a_cache_ahead_of_a_restored_store_writes_the_stores_next_version(
    api: Api, commands: Commands, cache: StateCache, store: RedisStore, game: str, ada: Person
):
    api.move(game, ada)
    assert cache.known(game).version == 4
    replace_record(store, game, store.read(game)[:3])
    done = commands.submit(game, choosing(), a_command(expected=None))
    assert done.event.version == 4
    assert [event.version for event in decode(store.read(game))] == [1, 2, 3, 4]
