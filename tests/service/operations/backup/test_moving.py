"""A store moves while people play: nothing acknowledged is lost, and the old one is closed."""

from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
from click.testing import CliRunner, Result
from redis import Redis
from redis.exceptions import ResponseError

from service.operations.backup import moving
from service.operations.backup.errors import BackupFailed
from service.operations.backup.moving import move
from service.operations.backup.places import Empty
from service.operations.backup.retirement import REFUSE_WRITES, StoreNames, undo
from service.redis.errors import StoreRefused
from service.run import launcher
from service.run.cli import main
from service.server.embedded import EmbeddedServer
from service.settings.config import Config
from service.store.redis_store import RedisStore
from tests.clusters import Node, free_ports
from tests.service.api import Person
from tests.service.operations.backup.town import Town, api_over, contents, summaries

NAMES = StoreNames("redis://old:6379", "redis://new:6379")


@pytest.fixture(autouse=True)
def _open_again(real_store: RedisStore) -> Iterator[None]:
    """The session's server is for other tests, too."""
    yield
    undo(real_store.client)


@pytest.fixture
def new(empty: RedisStore) -> RedisStore:
    """The store to move to."""
    return empty


@pytest.fixture
def free_port() -> int:
    return free_ports(1)[0]


def moved(old: RedisStore, new: RedisStore) -> moving.Moved:
    return move(old.client, Empty(new.client), NAMES, lambda _: None)


class Players:
    """People who play game after game, and make new players, until the store is closed."""

    def __init__(self, store: RedisStore) -> None:
        self._api = api_over(store)
        self.acknowledged: dict[str, int] = {}
        self.names: dict[str, str] = {}
        self.refused = Event()
        self.playing = Event()
        self._thread = Thread(target=self._play)

    def __enter__(self) -> "Players":
        self._thread.start()
        assert self.playing.wait(20)
        return self

    def __exit__(self, *_: object) -> None:
        self._thread.join(60)
        assert not self._thread.is_alive()

    def _play(self) -> None:
        while True:
            answer = self._api.ask("POST", "/players", json={"name": f"N{len(self.names)}"})
            if answer.status_code != 201:
                break
            person = Person(**answer.json)
            self.names[person.token] = person.name
            if not self._play_alone(person):
                break
        assert answer.status_code in (201, 503)
        self.refused.set()

    def _play_alone(self, person: Person) -> bool:
        """True if all was accepted."""
        terms = {"ruleset": "alexandros", "board": "tiny", "seats": 2, "bots": ["greedy"]}
        made = self._api.ask("POST", "/games", person, json=terms)
        if made.status_code == 201:
            self.acknowledged[made.json["game_id"]] = made.json["version"]
            self.playing.set()
        return made.status_code == 201


def test_what_is_acknowledged_during_a_move_is_in_the_new_store(
    town: Town, real_store: RedisStore, new: RedisStore
):
    with Players(real_store) as players:
        done = moved(real_store, new)
        assert players.refused.wait(20)
    assert (done.games, done.is_closed) == (3 + len(players.acknowledged), True)
    assert {game: new.newest_version(game) for game in players.acknowledged} == players.acknowledged
    carried = contents(new)  # before any token's first use is noted there
    api = api_over(new)
    for token, name in players.names.items():
        assert api.get("/me", Person("", name, token))["name"] == name
    undo(real_store.client)
    assert carried == contents(real_store)
    api.move(town.duel, town.ada)


def test_changes_during_the_copy_are_copied_too(
    town: Town, real_store: RedisStore, new: RedisStore
):
    changes: list[Any] = [
        lambda: town.api.move(town.duel, town.ada),
        lambda: town.api.ask("PATCH", "/me", town.bob, json={"name": "Bess"}, expect=200),
        lambda: town.api.ask("DELETE", f"/games/{town.auction}/orders", town.bob, expect=200),
        lambda: real_store.client.delete(f"channels:{town.bob.player_id}"),
    ]

    def meanwhile(_: int) -> None:
        for change in changes[:2]:
            changes.remove(change)
            change()

    move(real_store.client, Empty(new.client), NAMES, meanwhile)
    assert changes == []
    undo(real_store.client)
    assert contents(new) == contents(real_store)
    assert summaries(new) == summaries(real_store)


def test_the_old_store_refuses_moves_from_then_on_and_names_the_new_one(
    town: Town, real_store: RedisStore, new: RedisStore
):
    moved(real_store, new)
    real_store.client.config_set(REFUSE_WRITES, 0)  # as after a restart
    answer = town.api.act(town.duel, town.ada, "moves", town.api.moves(town.duel, town.ada)[0])
    assert answer.status_code == 503
    assert "Retry-After" in answer.headers
    with pytest.raises(StoreRefused, match="moved to redis://new:6379 at "):
        real_store.verify_settings()
    assert new.verify_settings() == []


def test_a_command_that_was_refused_is_recorded_once_by_the_new_store(
    town: Town, real_store: RedisStore, new: RedisStore
):
    moved(real_store, new)
    first, *_ = town.api.moves(town.duel, town.ada)
    version = town.api.view(town.duel)["version"]
    for api, codes in ((town.api, [503]), (api_over(new), [201, 201])):
        for code in codes:
            answer = api.act(town.duel, town.ada, "moves", first, version, key="k1")
            assert answer.status_code == code
    assert new.newest_version(town.duel) == answer.json["version"]


def test_a_move_that_fails_leaves_the_old_store_open_and_the_new_one_empty(
    town: Town, real_store: RedisStore, new: RedisStore, monkeypatch: pytest.MonkeyPatch
):
    def differ(_: object) -> None:
        raise BackupFailed("differ")

    monkeypatch.setattr(moving._Move, "_compare_feeds", differ)
    before = contents(real_store)
    with pytest.raises(BackupFailed, match="differ"):
        moved(real_store, new)
    assert contents(real_store) == before
    town.api.move(town.duel, town.ada)
    assert new.client.keys() == []


def test_a_store_that_holds_something_is_not_moved_to(
    town: Town, real_store: RedisStore, new: RedisStore
):
    new.client.set("anabasis:key", "theirs")
    with pytest.raises(BackupFailed, match="not empty"):
        moved(real_store, new)
    town.api.move(town.duel, town.ada)


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, list(map(str, arguments)))


def test_a_folder_moves_to_a_cluster_and_no_service_starts_on_it(cluster_url: str, tmp_path: Path):
    with EmbeddedServer(tmp_path / "var") as server:
        api = api_over(RedisStore.of_url(server.url))
        ada, bob = api.person("Ada"), api.person("Bob")
        game = api.game(ada, bob)
        done = run("move", tmp_path / "var", cluster_url)
        assert done.exit_code == 0, done.output
        assert "Moved 1 game," in done.stdout
    api_over(RedisStore.of_url(cluster_url)).move(game, ada)
    config: Any = Config(data=tmp_path / "var", port=0)
    with pytest.raises(launcher.LaunchFailed, match=r"moved to redis\+cluster"):
        launcher.run(config)
    assert (
        "set ANABASIS_REDIS_URL" in run("backup", tmp_path / "b", "--from", tmp_path / "var").stderr
    )


def test_a_move_is_undone_and_the_new_store_closed(
    town: Town, real_store: RedisStore, new: RedisStore, second_server: EmbeddedServer,
    redis_url: str,
):  # fmt: skip
    moved(real_store, new)
    done = run("move", "--undo", redis_url, second_server.url)
    assert done.exit_code == 0, done.output
    assert "it is closed" in done.stdout
    assert ":" not in done.stdout.partition("@")[0].removeprefix("unix:")
    town.api.move(town.duel, town.ada)
    with pytest.raises(StoreRefused, match="moved back to unix:"):
        new.verify_settings()
    assert "was not closed" in run("move", "--undo", redis_url).stdout


def test_a_move_is_not_undone_once_the_new_store_has_recorded(
    town: Town, real_store: RedisStore, new: RedisStore, second_server: EmbeddedServer,
    redis_url: str,
):  # fmt: skip
    moved(real_store, new)
    api_over(new).move(town.duel, town.ada)
    undoing = ("move", "--undo", redis_url, second_server.url)
    assert "has other events" in run(*undoing).stderr
    assert new.verify_settings() == []
    with pytest.raises(StoreRefused):
        real_store.verify_settings()
    assert run(*undoing, "--force").exit_code == 0
    town.api.move(town.duel, town.ada)


def test_an_undo_that_cannot_look_at_the_new_store_needs_to_be_forced(
    town: Town, real_store: RedisStore, new: RedisStore, redis_url: str
):
    away = "redis://127.0.0.1:1"
    move(real_store.client, Empty(new.client), StoreNames("old", away), lambda _: None)
    for target in ([], [away]):
        done = run("move", "--undo", redis_url, *target)
        assert (done.exit_code, done.stdout) == (1, ""), done.output
        assert f"TO ({away}) cannot be reached" in done.stderr
        assert "both stores then accept moves" in done.stderr
        with pytest.raises(StoreRefused):
            real_store.verify_settings()
    done = run("move", "--undo", redis_url, "--force")
    assert f"{away} was not reached" in done.stdout
    assert "both stores accept moves" in done.stdout
    town.api.move(town.duel, town.ada)


def test_an_undo_asks_for_a_new_store_whose_password_it_does_not_know(
    town: Town, real_store: RedisStore, redis_url: str, tmp_path: Path, free_port: int,
    monkeypatch: pytest.MonkeyPatch,
):  # fmt: skip
    with Node(tmp_path / "node", free_port, {"requirepass": "secret"}) as node:
        monkeypatch.setenv("NEW", f"redis://:secret@{node.address}")
        assert run("move", redis_url, "env:NEW").exit_code == 0
        api_over(RedisStore.of_url(f"redis://:secret@{node.address}")).move(town.duel, town.ada)
        done = run("move", "--undo", redis_url)
        assert (done.exit_code, done.stdout) == (1, ""), done.output
        assert "name TO: `anabasis move --undo env:OLD env:NEW`" in done.stderr
        assert f"NEW to redis://…@{node.address}, with the password" in done.stderr
        assert "has other events" in run("move", "--undo", redis_url, "env:NEW").stderr
    with pytest.raises(StoreRefused, match=r"`anabasis move --undo env:OLD env:NEW`"):
        real_store.verify_settings()


def test_a_folder_whose_name_would_garble_the_notes_is_refused(redis_url: str, tmp_path: Path):
    done = run("move", redis_url, tmp_path / "from here to there")
    assert (done.exit_code, len(done.stderr.splitlines())) == (1, 1), done.output
    assert "give the folder another name" in done.stderr


def test_an_undo_takes_no_empty_store_for_the_new_one(
    town: Town, real_store: RedisStore, new: RedisStore, second_server: EmbeddedServer,
    redis_url: str, tmp_path: Path, free_port: int,
):  # fmt: skip
    assert run("move", redis_url, second_server.url).exit_code == 0
    with Node(tmp_path / "node", free_port, {}) as node:
        done = run("move", "--undo", redis_url, f"redis://{node.address}")
    assert (done.exit_code, "holds no games, and FROM names unix:" in done.stderr) == (1, True)
    with pytest.raises(StoreRefused):
        real_store.verify_settings()
    new.client.flushall()
    assert run("move", "--undo", redis_url, second_server.url).exit_code == 0
    town.api.move(town.duel, town.ada)


def test_a_store_does_not_move_into_itself(town: Town, redis_url: str):
    assert "the same store" in run("move", redis_url, redis_url).stderr


def test_a_store_does_not_move_to_another_database_of_its_server(tmp_path: Path, free_port: int):
    with Node(tmp_path / "node", free_port, {}) as node:
        old = f"redis://{node.address}/1"
        api = api_over(RedisStore.of_url(old))
        api.game(api.person("Ada"), api.person("Bob"))
        before = contents(RedisStore.of_url(old))
        for new in (f"redis://{node.address}/2", f"redis://localhost:{node.port}/1"):
            done = run("move", old, new)
            assert (done.exit_code, len(done.stderr.splitlines())) == (1, 1), done.output
            assert "the same server" in done.stderr
        assert contents(RedisStore.of_url(old)) == before
        assert RedisStore.of_url(f"redis://{node.address}/2").client.dbsize() == 0


def test_a_move_stops_no_other_database_of_the_old_server(
    tmp_path: Path, free_port: int, new: RedisStore, second_server: EmbeddedServer
):
    with Node(tmp_path / "node", free_port, {}) as node:
        theirs, old = Redis.from_url(f"redis://{node.address}/0"), f"redis://{node.address}/1"
        theirs.set("key", "theirs")
        api = api_over(RedisStore.of_url(old))
        ada = api.person("Ada")
        game = api.game(ada, api.person("Bob"))
        done = run("move", old, second_server.url)
        assert (done.exit_code, "other databases" in done.stderr) == (0, True), done.output
        theirs.set("key", "still theirs")
        assert api.act(game, ada, "moves", api.moves(game, ada)[0]).status_code == 503
    api_over(new).move(game, ada)


def test_a_folder_does_not_move_into_itself(tmp_path: Path):
    done = run("move", tmp_path / "var", tmp_path / "var" / "new")
    assert (done.exit_code, "in FROM" in done.stderr) == (1, True)


def test_a_second_move_of_a_store_is_refused(
    town: Town, real_store: RedisStore, new: RedisStore, redis_url: str, tmp_path: Path
):
    second: list[Result] = []

    def meanwhile(_: int) -> None:
        if not second:
            second.append(run("move", redis_url, tmp_path / "var"))

    move(real_store.client, Empty(new.client), NAMES, meanwhile)
    assert (second[0].exit_code, "Another move" in second[0].stderr) == (1, True)
    assert list(tmp_path.iterdir()) == []


def test_games_do_not_move_to_a_server_that_loses_them(
    town: Town, new: RedisStore, second_server: EmbeddedServer, redis_url: str
):
    new.client.config_set("appendonly", "no")
    done = run("move", redis_url, second_server.url)
    new.client.config_set("appendonly", "yes")
    assert (done.exit_code, "appendonly no" in done.stderr) == (1, True), done.output
    assert new.client.dbsize() == 0
    town.api.move(town.duel, town.ada)


def test_names_of_places_show_no_password(redis_url: str):
    assert run("move", "a").exit_code == 1
    assert run("move", "--undo", "a", "b").exit_code == 1
    secret = redis_url.partition("@")[0].rpartition(":")[2]
    assert secret not in run("move", "--undo", redis_url).output


def test_a_server_that_allows_no_config_is_reported(
    town: Town, real_store: RedisStore, new: RedisStore, monkeypatch: pytest.MonkeyPatch
):
    def forbidden(*_: object) -> object:
        raise ResponseError("unknown command CONFIG")

    monkeypatch.setattr(type(real_store.client), "config_get", forbidden)
    assert not moved(real_store, new).is_closed
    undo(real_store.client)
    assert contents(new) == contents(real_store)
