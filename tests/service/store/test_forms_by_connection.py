"""A store of older forms is refused by every connection of a service, whenever it comes."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from shutil import copytree, rmtree

import pytest
from click.testing import CliRunner
from redis.exceptions import RedisClusterException

from service.redis.error_translation import translated_errors
from service.redis.errors import StoreRefused, StoreUnavailable
from service.redis.retirement import moving_note, reopen, retire
from service.redis.shards import feed_key, shard_of
from service.run.cli import main
from service.server import feed_ends
from service.server.embedded import EmbeddedServer
from service.server.folder_files import APPEND_ONLY
from service.settings.config import Config
from service.store import schema
from service.store.redis_store import RedisStore
from service.store.schema import SCHEMA, SCHEMA_KEY, begin_writing, schema_of
from tests.service.older_store import GAME, put
from tests.service.operations.backup.killing import kill_at
from tests.service.operations.backup.town import api_over
from tests.service.running import running

OLDER = "was written by an older release .* `anabasis move FROM TO`"


@pytest.fixture
def older(tmp_path: Path) -> Path:
    """A folder with a game, as an older release left it."""
    with EmbeddedServer(tmp_path / "old") as server:
        put(RedisStore.of_url(server.url))
    return tmp_path / "old"


def roll_back(folder: Path, copy: Path) -> None:
    """Replace the games of a folder without a running server by those of a copy."""
    rmtree(folder / APPEND_ONLY)
    copytree(copy / APPEND_ONLY, folder / APPEND_ONLY)
    (folder / feed_ends.NAME).unlink(missing_ok=True)


def of_service(url: str) -> RedisStore:
    return RedisStore.unconnected(Config(redis_url=url))


def uses(store: RedisStore) -> list[Callable[[], object]]:
    return [
        lambda: store.newest_version(GAME),
        lambda: store.wait_feeds({shard_of(GAME): "0-0"}, 0.01),
        lambda: store.writing.set("anabasis:check", "1"),
        lambda: store.client.set("player:p1", "somebody"),
        store.check,
    ]


def refused(use: Callable[[], object]) -> None:
    with suppress(StoreUnavailable), translated_errors():
        use()  # by a connection that has been closed: writes are never sent again
    with pytest.raises(StoreUnavailable, match=OLDER), translated_errors():
        use()


def test_a_store_that_is_rolled_back_while_it_is_away_is_neither_read_nor_written(
    older: Path, tmp_path: Path
):
    folder = tmp_path / "var"
    with EmbeddedServer(folder) as server:
        store = of_service(server.url)
        api = api_over(store)
        api.game(api.person("Ada"), api.person("Bob"))
        assert schema_of(store.client) == SCHEMA
    roll_back(folder, older)
    with EmbeddedServer(folder) as server:
        plain = RedisStore.of_url(server.url).client
        before = sorted(plain.scan_iter())
        for use in uses(store):
            refused(use)
        assert sorted(plain.scan_iter()) == before


def test_a_store_that_was_away_at_the_start_is_looked_at_when_it_comes(older: Path):
    with EmbeddedServer(older) as server:
        url = server.url
    store = of_service(url)
    begin_writing(store.client)
    with pytest.raises(StoreUnavailable), translated_errors():
        store.client.ping()
    with EmbeddedServer(older):
        for use in uses(store):
            refused(use)
        with pytest.raises(StoreRefused, match=OLDER):
            begin_writing(store.client)
    rmtree(older / APPEND_ONLY)
    (older / feed_ends.NAME).unlink(missing_ok=True)
    with EmbeddedServer(older):
        assert store.newest_version(GAME) == 0
        assert schema_of(store.client) == SCHEMA


def test_the_node_of_a_cluster_that_has_the_number_refuses(cluster_url: str):
    plain, store = RedisStore.of_url(cluster_url), of_service(cluster_url)
    put(plain)
    with pytest.raises(StoreRefused, match=OLDER):
        begin_writing(store.client)
    refused(lambda: store.client.set(SCHEMA_KEY, SCHEMA))
    assert plain.client.get(SCHEMA_KEY) is None
    plain.client.set(SCHEMA_KEY, SCHEMA)  # a move's last step
    begin_writing(store.client)
    assert store.newest_version(GAME) == plain.newest_version(GAME)


def test_a_connection_whose_look_is_broken_off_is_not_used_without_one(
    older: Path, monkeypatch: pytest.MonkeyPatch
):
    def break_off(*_: object) -> None:
        monkeypatch.undo()
        raise RedisClusterException("a node is away, which is no RedisError")

    with EmbeddedServer(older) as server:
        store = of_service(server.url)
        monkeypatch.setattr(schema, "_begin", break_off)
        with pytest.raises(RedisClusterException):
            store.client.ping()
        with pytest.raises(StoreUnavailable, match=OLDER), translated_errors():
            store.client.ping()


def test_a_trimmed_feed_does_not_hide_older_games(real_store: RedisStore):
    put(real_store)
    feed = feed_key(shard_of(GAME))
    present = {"game": "younger", "version": 1, "h": bytes(32)}
    line = real_store.client.xadd(feed, present)
    real_store.client.xtrim(feed, minid=line, approximate=False)
    assert real_store.client.xlen(feed) == 1
    for _ in range(2):
        with pytest.raises(StoreRefused, match=OLDER):
            begin_writing(real_store.client)
        real_store.client.xtrim(feed, maxlen=0, approximate=False)
    assert schema_of(real_store.client) == 0


def test_an_older_store_that_is_closed_is_not_taken_for_a_present_one(real_store: RedisStore):
    put(real_store)
    retire(real_store.client, moving_note("OLD", "NEW", "now"))
    with pytest.raises(StoreRefused, match="open this store again by `anabasis move --undo OLD`"):
        begin_writing(real_store.client)
    reopen(real_store.client)
    with pytest.raises(StoreRefused, match=OLDER):
        begin_writing(real_store.client)
    assert schema_of(real_store.client) == 0


@pytest.mark.parametrize("step", ["copied", "closed", "moved"])
def test_an_older_folder_is_refused_after_a_killed_move_and_comes_over_by_the_next(
    older: Path, tmp_path: Path, step: str
):
    new = tmp_path / "new"
    kill_at(step, "move", str(older), str(new))
    with running(tmp_path / "log", ANABASIS_DATA=str(older)) as service:
        assert service.wait() == 1
    assert service.told.count("\n") == 1
    assert "`anabasis move" in service.told
    if "--undo" in service.told:
        said("move", "--undo", *(["--force"] if step == "moved" else []), older)
    said("move", older, new)
    with running(tmp_path / "log", ANABASIS_DATA=str(new)) as service:
        assert service.ask("GET", f"/api/v1/games/{GAME}/verify").json()["valid"]


def said(*words: object) -> None:
    done = CliRunner().invoke(main, [str(word) for word in words])
    assert done.exit_code == 0, done.output


@pytest.mark.parametrize(
    "command", ["verify", "admin show", "archive now", "projections rebuild", "projections show"]
)
def test_commands_that_would_read_its_games_refuse_it_in_one_line(
    command: str, real_store: RedisStore, redis_url: str, tmp_path: Path
):
    put(real_store)
    before = sorted(real_store.client.scan_iter())
    known = {"ANABASIS_REDIS_URL": redis_url, "ANABASIS_DATA": str(tmp_path / "none")}
    done = CliRunner().invoke(main, command.split(), env=known)
    told = [line for line in (done.stderr + done.stdout).splitlines() if "older release" in line]
    assert (done.exit_code, len(told)) == (1, 1), done.output
    assert sorted(real_store.client.scan_iter()) == before
