"""`anabasis verify` names the game and the version where a record breaks."""

import pytest
from click.testing import CliRunner, Result

from service.app import create_app
from service.config import Config
from service.run.cli import main
from service.store.redis_store import RedisStore, feed_key, stream_key
from tests import fixtures
from tests.service.api import Api


@pytest.fixture
def played(real_store: RedisStore) -> tuple[Api, str]:
    """A game of a few moves on a real server."""
    api = Api(create_app(Config(rate_limit=False), real_store))
    ada, bob = api.person("Ada"), api.person("Bob")
    game = api.game(ada, bob)
    for _ in range(4):
        api.move(game, ada)
    return api, game


def run(redis_url: str, *arguments: str) -> Result:
    return CliRunner().invoke(main, ["verify", *arguments], env={"ANABASIS_REDIS_URL": redis_url})


def with_a_flipped_byte(store: RedisStore, game: str, copy: str, version: int) -> None:
    """A second game, like the first but for one byte of one event, as a damaged file gives it."""
    for number, entry in enumerate(store.read(game), start=1):
        damaged = entry.replace(b',"20', b',"30', 1)
        written = damaged if number == version else entry
        store.client.xadd(stream_key(copy), {"e": written}, id=f"{number}-0")
        store.client.xadd(feed_key(0), {"game": copy, "version": number})


def test_sound_records_hold(played: tuple[Api, str], redis_url: str):
    found = run(redis_url)
    assert found.exit_code == 0, found.output
    assert found.stdout == "1 of 1 games hold.\n"


def test_a_flipped_byte_is_named_with_game_and_version(
    played: tuple[Api, str], real_store: RedisStore, redis_url: str
):
    with_a_flipped_byte(real_store, played[1], "damagedgame", version=4)
    found = run(redis_url)
    assert found.exit_code == 1
    assert found.stderr.startswith("damagedgame: version 4: ")
    assert found.stdout == "1 of 2 games hold.\n"


@pytest.mark.parametrize("is_named", [False, True])
def test_a_live_game_without_its_last_event_is_named(
    played: tuple[Api, str], real_store: RedisStore, redis_url: str, is_named: bool
):
    _, game = played
    head = real_store.head(game)
    real_store.client.xdel(stream_key(game), f"{head}-0")
    found = run(redis_url, *[game] * is_named)
    assert found.exit_code == 1
    assert found.stderr == f"{game}: version {head}: the feed tells of version {head}\n"


def test_only_the_named_game_is_looked_at(
    played: tuple[Api, str], real_store: RedisStore, redis_url: str
):
    with_a_flipped_byte(real_store, played[1], "damagedgame", version=4)
    assert run(redis_url, played[1]).exit_code == 0
    assert run(redis_url, "damagedgame").exit_code == 1


def test_a_game_that_is_not_there_is_not_called_broken(redis_url: str):
    found = run(redis_url, "nosuchgame")
    assert (found.exit_code, found.stderr) == (1, "Error: There is no game 'nosuchgame' here.\n")


def test_a_server_that_cannot_be_reached_is_one_line(tmp_path):
    found = CliRunner().invoke(main, ["verify"], env={"ANABASIS_DATA": str(tmp_path)})
    assert found.exit_code == 1
    assert len(found.stderr.splitlines()) == 1
    assert "anabasis run" in found.stderr


def test_an_export_is_audited_without_a_service(tmp_path):
    path = fixtures.fixtures("alexandros")[0]
    sound, forged = tmp_path / "sound.json", tmp_path / "forged.json"
    sound.write_bytes(fixtures.read(path))
    forged.write_bytes(fixtures.read(path).replace(b'"status":"finished"', b'"status":"live"'))
    nowhere = {"ANABASIS_DATA": str(tmp_path)}
    found = CliRunner().invoke(main, ["verify", str(sound)], env=nowhere)
    assert (found.exit_code, found.stdout) == (0, "1 of 1 games hold.\n")
    found = CliRunner().invoke(main, ["verify", str(sound), str(forged)], env=nowhere)
    assert (found.exit_code, found.stdout) == (1, "1 of 2 games hold.\n")
    assert found.stderr.startswith(f"{forged}: version ")
    assert "status is 'live', but 'finished'" in found.stderr


def test_an_export_that_is_not_there_is_one_line(tmp_path):
    missing = str(tmp_path / "none.json")
    found = CliRunner().invoke(main, ["verify", missing])
    assert (found.exit_code, len(found.stderr.splitlines())) == (1, 1)
    assert missing in found.stderr
