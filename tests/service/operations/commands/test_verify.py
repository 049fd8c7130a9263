"""`anabasis verify` names the game and the version where a record breaks."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from domain.record.record import stated_hash
from service.app import create_app
from service.redis.retirement import reopen, retire
from service.redis.shards import SHARDS, shard_of
from service.run.cli import main
from service.server.embedded import EmbeddedServer
from service.settings.config import Config
from service.store.blocks.block import seal_block
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
        line = {"game": copy, "version": number, "h": stated_hash(entry)}
        store.client.xadd(feed_key(shard_of(copy)), line)


def test_sound_records_hold(played: tuple[Api, str], redis_url: str):
    found = run(redis_url)
    assert found.exit_code == 0, found.output
    assert found.stdout == "1 of 1 game holds.\n"


@pytest.fixture
def imported(played: tuple[Api, str]) -> str:
    """A game that was played elsewhere, in the same store."""
    api, _ = played
    document = fixtures.read(fixtures.FOLDER / "alexandros/luck-tiny-live.json.gz")
    kind = "application/json"
    path = "/games/import"
    made = api.ask("POST", path, api.people[0], data=document, content_type=kind, expect=201)
    return str(made.json["game_id"])


def test_imported_games_are_verified_and_counted(imported: str, redis_url: str):
    assert run(redis_url).stdout == "2 of 2 games hold, 1 imported.\n"
    assert json.loads(run(redis_url, "--json").stdout)["imported"] == 1
    assert run(redis_url, imported).stdout == "1 of 1 game holds, 1 imported.\n"


def test_a_damaged_imported_game_is_named(imported: str, real_store: RedisStore, redis_url: str):
    origin = real_store.origin(imported)
    entries = real_store.read(imported)
    entries[3] = entries[3].replace(b',"20', b',"30', 1)
    real_store.client.set(stream_key(imported), seal_block(imported, entries, [], origin))
    found = run(redis_url)
    assert found.exit_code == 1
    assert found.stderr.startswith(f"{imported}: version 4: ")


def test_a_named_game_is_verified_without_the_feeds_of_other_shards(
    played: tuple[Api, str], real_store: RedisStore, redis_url: str
):
    # Not the first one's: a note in its place closes the store.
    other = next(shard for shard in range(1, SHARDS) if shard != shard_of(played[1]))
    real_store.client.set(feed_key(other), "nothing to be read")
    found = run(redis_url, played[1])
    assert (found.exit_code, found.stdout) == (0, "1 of 1 game holds.\n"), found.output


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
    head = real_store.newest_version(game)
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


def test_a_file_that_is_no_backup_is_called_so(tmp_path: Path):
    (tmp_path / "eve.token").write_text("a secret")
    found = run_alone(tmp_path / "eve.token")
    assert (found.exit_code, found.stderr) == (1, f"Error: {tmp_path}/eve.token is no backup.\n")


def test_heads_alone_are_not_verified_and_called_so(
    played: tuple[Api, str], redis_url: str, tmp_path: Path
):
    path = tmp_path / "h.anabasis"
    taken = CliRunner().invoke(main, ["backup", str(path), "--heads", "--from", redis_url])
    assert taken.exit_code == 0, taken.output
    found = run_alone(path)
    assert found.exit_code == 1
    assert found.stderr == (
        f"Error: {path} holds only heads, no events: name a backup taken without --heads.\n"
    )


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
    assert (found.exit_code, found.stdout) == (0, "1 of 1 game holds.\n")
    found = CliRunner().invoke(main, ["verify", str(sound), str(forged)], env=nowhere)
    assert (found.exit_code, found.stdout) == (1, "1 of 2 games hold.\n")
    assert found.stderr.startswith(f"{forged}: version ")
    assert "status is 'live', but 'finished'" in found.stderr


def test_an_export_that_is_not_there_is_one_line(tmp_path):
    missing = str(tmp_path / "none.json")
    found = CliRunner().invoke(main, ["verify", missing])
    assert (found.exit_code, len(found.stderr.splitlines())) == (1, 1)
    assert missing in found.stderr


@pytest.fixture
def backup(played: tuple[Api, str], redis_url: str, tmp_path: Path) -> Path:
    """The backup of a game of a few moves."""
    path = tmp_path / "games.anabasis"
    taken = CliRunner().invoke(main, ["backup", str(path), "--from", redis_url])
    assert taken.exit_code == 0, taken.output
    return path


def run_alone(*arguments: object) -> Result:
    """Without any store."""
    environment = {"ANABASIS_DATA": "/nowhere"}
    return CliRunner().invoke(main, ["verify", *map(str, arguments)], env=environment)


def test_a_backup_is_verified_without_a_store(backup: Path):
    found = run_alone(backup)
    assert (found.exit_code, found.stdout) == (0, "1 of 1 game holds.\n"), found.output


def test_a_backup_and_its_continuation_are_verified_together(
    backup: Path, played: tuple[Api, str], redis_url: str, tmp_path: Path
):
    api, game = played
    api.move(game, api.people[0])
    more = tmp_path / "more.anabasis"
    arguments = ["backup", str(more), "--since", str(backup), "--from", redis_url]
    assert CliRunner().invoke(main, arguments).exit_code == 0
    found = run_alone(backup, more, "--json")
    told = json.loads(found.stdout)
    assert (told["games"], told["sound"], told["events"]) == (1, 1, api.view(game)["version"])
    assert "name that one before it" in run_alone(more).stderr


def test_a_damaged_record_in_a_backup_is_named(
    played: tuple[Api, str], real_store: RedisStore, redis_url: str, tmp_path: Path
):
    with_a_flipped_byte(real_store, played[1], "damagedgame", version=4)
    path = tmp_path / "games.anabasis"
    assert CliRunner().invoke(main, ["backup", str(path), "--from", redis_url]).exit_code == 0
    found = run_alone(path, "--json")
    assert found.exit_code == 1
    [broken] = json.loads(found.stdout)["broken"]
    assert (broken["game"], broken["version"]) == ("damagedgame", 4)


def test_a_flipped_block_of_a_backup_is_named_in_one_line(backup: Path):
    data = bytearray(backup.read_bytes())
    data[len(data) // 2] ^= 1
    backup.write_bytes(data)
    found = run_alone(backup)
    assert (found.exit_code, len(found.stderr.splitlines())) == (1, 1)
    assert "block" in found.stderr


def test_a_stopped_folder_is_verified(tmp_path: Path):
    with EmbeddedServer(tmp_path / "var") as server:
        api = Api(create_app(Config(rate_limit=False), RedisStore.of_url(server.url)))
        api.game(api.person("Ada"), api.person("Bob"))
    found = run_alone(tmp_path / "var")
    assert (found.exit_code, found.stdout) == (0, "1 of 1 game holds.\n"), found.output


def test_a_store_whose_games_have_moved_says_where_to(
    played: tuple[Api, str], real_store: RedisStore, redis_url: str
):
    retire(real_store.client, "The games have moved to redis://new at noon")
    try:
        done = [run(redis_url), run(redis_url, played[1])]
    finally:
        reopen(real_store.client)
    for each in done:
        assert (each.exit_code, each.stdout) == (1, "")
        assert each.stderr.startswith("Error: The games have moved to redis://new at noon: set ")


def test_several_processes_find_what_one_does(
    played: tuple[Api, str], real_store: RedisStore, redis_url: str
):
    with_a_flipped_byte(real_store, played[1], "damagedgame", version=4)
    one, two = run(redis_url), run(redis_url, "--processes", "2")
    assert (one.exit_code, one.stdout, one.stderr) == (two.exit_code, two.stdout, two.stderr)
