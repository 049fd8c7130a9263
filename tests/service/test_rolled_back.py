"""Two web processes on a store that has gone back: events that one of them knows may be gone."""

import pytest

from domain.errors import Refused
from domain.kernel.game import Game
from domain.kernel.play import decide_move
from domain.record.record import Draft
from service.app import create_app
from service.game.commands import Commands
from service.game.repeats import Command
from service.game.state_cache import StateCache
from service.settings.config import Config
from service.store.append_script import commands_key, recent_key
from service.store.redis_store import RedisStore, stream_key
from tests.service.api import Api, Person


@pytest.fixture
def other(store: RedisStore, api: Api) -> Api:
    """A second process, which knows nothing yet."""
    return Api(create_app(Config(rate_limit=False), store))


@pytest.fixture
def game(api: Api, ada: Person, bob: Person) -> str:
    """A game at version 3 in which seat 0 chooses a card."""
    return api.game(ada, bob)


def go_back(store: RedisStore, game: str, version: int) -> None:
    """Lose the events after a version, and the keys of their commands."""
    entries = store.read(game, until=version)
    store.client.delete(stream_key(game), recent_key(game), commands_key(game))
    for number, entry in enumerate(entries, start=1):
        store.client.xadd(stream_key(game), {"e": entry}, id=f"{number}-0")


def choosing(game: Game) -> Draft:
    move = {"type": "choose_card", "from": "display", "slot": 0}
    return decide_move(game, 0, game.ruleset.wire.moves.read(move))


def resigning(game: Game) -> Draft:
    return decide_move(game, 1, game.ruleset.wire.moves.read({"type": "resign"}))


def command(key: str) -> Command:
    return Command.of("x", scope="seat", key=key)


def test_a_repeated_command_is_answered_by_the_present_record(store, game):
    one, two = (Commands(store, StateCache(store, 10_000_000)) for _ in range(2))
    one.submit(game, choosing, command("lost"))
    go_back(store, game, 3)
    done = two.submit(game, resigning, command("kept"))
    again = one.answered(game, command("kept"))
    assert again is not None
    assert again.event == done.event


def test_a_move_refused_by_a_lost_position_is_decided_on_the_present_one(store, game):
    one, two = (Commands(store, StateCache(store, 10_000_000)) for _ in range(2))
    one.submit(game, choosing, command("lost"))
    go_back(store, game, 3)
    kept = two.submit(game, choosing, command("kept")).event.hash
    seen: list[str] = []

    def decide(game: Game) -> Draft:
        seen.append(game.hash)
        if game.hash != kept:
            raise Refused
        return resigning(game)

    assert one.submit(game, decide, command("next")).event.version == 5
    assert len(seen) == 2


def test_the_seats_present_player_may_move_though_another_sat_there_in_the_lost_record(
    api: Api, other: Api, store: RedisStore, game: str, eve: Person
):
    api.view(game)
    go_back(store, game, 2)
    other.ask("POST", f"/games/{game}/seats", eve, json={}, expect=201)
    assert api.act(game, eve, "resign", {}, version=False).status_code == 201
