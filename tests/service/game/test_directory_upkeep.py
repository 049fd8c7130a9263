"""The worker's upkeep of the directory: games as they change, and a walk that repairs it."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from service.app import create_app
from service.context import Services, forget
from service.game import directory_upkeep
from service.game.directory_upkeep import DirectoryUpkeep, is_whole
from service.machine import clock
from service.redis.shards import SHARDS
from service.settings.config import Config
from service.store.redis_store import RedisStore
from tests.service.api import Api, Person
from tests.service.office import FakeClock

ALL = range(SHARDS)


@pytest.fixture
def upkeep(store: RedisStore) -> DirectoryUpkeep:
    return DirectoryUpkeep(store.client)


def work(upkeep: DirectoryUpkeep, goes_on: Callable[[], bool] = lambda: True) -> None:
    upkeep.work(ALL, lambda _: None, goes_on)


def titled(own: Services, text: str, *, only_listed: bool = False) -> list[str]:
    return [*own.directory.games_titled(text, None, 10, only_listed=only_listed).subjects]


def listed(own: Services, board: Any) -> dict[str, int]:
    return own.directory.board(board, None, 10).subjects


def test_a_game_is_found_by_its_title_and_by_who_made_it(
    api: Api, own: Services, upkeep: DirectoryUpkeep, ada: Person, bob: Person
):
    opened = api.game(ada, title="Monday night", seats=2)
    hidden = api.game(bob, title="Night train", seats=2, listed=False)
    work(upkeep)
    assert sorted(titled(own, "night")) == sorted([opened, hidden])
    assert titled(own, "night", only_listed=True) == [opened]
    assert listed(own, "creators") == {ada.player_id: 1, bob.player_id: 1}
    assert [*own.directory.open_games(ada.player_id, None, 10).subjects] == [opened]


def test_a_game_under_way_counts_for_its_players_until_it_ends(
    api: Api, own: Services, upkeep: DirectoryUpkeep, ada: Person, bob: Person
):
    game, _ = api.game(ada, bob), api.game(ada, seats=2)
    work(upkeep)
    assert listed(own, "busiest") == {ada.player_id: 1, bob.player_id: 1}
    assert own.directory.scores("busiest", [ada.player_id, "p0"]) == {ada.player_id: 1, "p0": 0}
    api.move(game, ada, {"type": "resign"})
    work(upkeep)
    assert listed(own, "busiest") == {}
    assert game not in own.directory.subjects("games")


def test_games_of_one_moment_are_all_looked_at(
    api: Api, own: Services, upkeep: DirectoryUpkeep, ada: Person, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(directory_upkeep, "MOST_CHANGED", 1)
    games = {api.game(ada, title=f"Night {number}", seats=2) for number in range(5)}
    client = own.read_models.client
    for shard in ALL:
        key = f"{{s{shard:02}}}:changed"
        for game in client.zrange(key, 0, -1):
            client.zadd(key, {game: 1000})
    work(upkeep)
    assert {*titled(own, "night")} == games


def test_unchanged_games_are_not_looked_at_again(
    api: Api, own: Services, upkeep: DirectoryUpkeep, ada: Person, monkeypatch: pytest.MonkeyPatch
):
    api.game(ada, title="Night", seats=2)
    work(upkeep)
    looked = list[str]()
    monkeypatch.setattr(
        own.directory.__class__, "put_game", lambda _, game, *__, **___: looked.append(game)
    )
    work(upkeep)
    assert looked == []


def test_a_store_of_an_older_release_is_filled_by_the_worker(
    api: Api, own: Services, upkeep: DirectoryUpkeep, ada: Person, store: RedisStore
):
    game = api.game(ada, title="Night", seats=2)
    for key in store.client.keys("{directory}:*"):
        store.client.delete(key)
    assert not is_whole(store.client)
    work(upkeep)
    assert is_whole(store.client)
    assert titled(own, "night") == [game]
    assert [*own.directory.players_named("ada", None, 10).subjects] == [ada.player_id]


def test_a_walk_is_made_in_slices_and_not_counted_before_its_end(
    api: Api, upkeep: DirectoryUpkeep, store: RedisStore, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(directory_upkeep, "PAGE", 1)
    for number in range(3):
        api.person(f"Ada {number}")
    for key in store.client.keys("{directory}:*"):
        store.client.delete(key)
    left = [True, True, False]
    work(upkeep, lambda: left.pop(0) if left else False)
    assert not is_whole(store.client)
    assert 0 < store.client.hlen("{directory}:players") < 3
    work(upkeep)
    assert store.client.hlen("{directory}:players") == 3


def test_a_walk_a_day_repairs_what_was_left_undone(
    own: Services,
    upkeep: DirectoryUpkeep,
    ada: Person,
    store: RedisStore,
    monkeypatch: pytest.MonkeyPatch,
):
    fake = FakeClock()
    monkeypatch.setattr(clock, "now_ms", lambda: int(fake.time.timestamp() * 1000))
    work(upkeep)
    store.client.hset(f"player:{ada.player_id}", "name", "Grace")
    work(upkeep)
    assert not own.directory.players_named("grace", None, 10).subjects
    fake.later(timedelta(days=1))
    work(upkeep)
    assert [*own.directory.players_named("grace", None, 10).subjects] == [ada.player_id]


def test_players_and_games_that_a_rolled_back_store_has_lost_are_removed(
    api: Api, own: Services, upkeep: DirectoryUpkeep, ada: Person, store: RedisStore
):
    game = api.game(ada, title="Night", seats=2)
    work(upkeep)
    for key in store.client.keys("{s*}:games"):
        store.client.hdel(key, game)
    store.client.delete(f"player:{ada.player_id}", "{directory}:walk")
    work(upkeep)
    assert titled(own, "night") == []
    assert listed(own, "newest") == listed(own, "creators") == {}


def test_an_older_summary_replaces_no_newer_one(
    api: Api, own: Services, upkeep: DirectoryUpkeep, ada: Person, bob: Person
):
    game = api.game(ada, title="Night", seats=2)
    older = own.store.summaries.newest([game])[game]
    api.ask("POST", f"/games/{game}/seats", bob, json={}, expect=201)
    work(upkeep)
    own.directory.put_game(game, directory_upkeep.decode(older.summary).game)
    assert listed(own, "creators") == {}
    own.directory.put_game(game, directory_upkeep.decode(older.summary).game, force=True)
    assert listed(own, "creators") == {ada.player_id: 1}


def test_who_has_left_is_on_no_board(
    api: Api, own: Services, upkeep: DirectoryUpkeep, ada: Person, bob: Person
):
    api.game(ada, bob)
    api.game(ada, seats=2)
    work(upkeep)
    forget(own, ada.player_id)
    assert ada.player_id not in {*listed(own, "busiest"), *listed(own, "creators")}


@pytest.mark.usefixtures("cluster_servers")
def test_the_directory_is_kept_on_a_cluster(cluster_url: str):
    store = RedisStore.of_url(cluster_url)
    api = Api(create_app(Config(rate_limit=False), store))
    own: Services = api.app.extensions["anabasis"]
    ada = api.person("Zenobia of Palmyra")
    game = api.game(ada, title="Palmyrene night", seats=2)
    for key in ("players", "names", "newest"):
        store.client.delete(f"{{directory}}:{key}")
    work(DirectoryUpkeep(store.client))
    assert titled(own, "palmyrene") == [game]
    assert [*own.directory.players_named("palm", None, 10).subjects] == [ada.player_id]
    own.players.forget(ada.player_id)
    assert [*own.directory.players_named("palm", None, 10).subjects] == []
