"""Imported games go with backups, restores and moves: each is one value, record and origin."""

import json
from pathlib import Path

from click.testing import CliRunner

from service.redis.shards import shard_of, stream_key
from service.run.cli import main
from service.store.blocks.block import FORMAT, IMPORTED, header_of
from service.store.broken_games import BrokenRecords
from service.store.redis_store import RedisStore
from tests import fixtures
from tests.service.api import Api, Person
from tests.service.operations.backup.town import api_over, built

FILE = fixtures.FOLDER / "alexandros/luck-tiny-live.json.gz"
OTHER = fixtures.FOLDER / "alexandros/luck-tiny-bots.json.gz"
GAME, OTHER_GAME = (fixtures.load(path)["game_id"] for path in (FILE, OTHER))


def run(*arguments: object) -> None:
    done = CliRunner().invoke(main, list(map(str, arguments)))
    assert done.exit_code == 0, done.output


def brought(api: Api, who: Person, path: Path) -> None:
    data, kind = fixtures.read(path), "application/json"
    api.ask("POST", "/games/import", who, data=data, content_type=kind, expect=201)


def exported(store: RedisStore, game: str) -> bytes:
    data: bytes = api_over(store).ask("GET", f"/games/{game}/export", expect=200).data
    return data


def test_imported_games_are_restored_on_a_cluster_with_their_owner(
    real_store: RedisStore, redis_url: str, cluster_url: str, tmp_path: Path
):
    ada = built(real_store).ada
    api = api_over(real_store)
    brought(api, ada, FILE)
    run("backup", tmp_path / "1", "--from", redis_url)
    brought(api, ada, OTHER)
    api.ask("DELETE", f"/games/{GAME}", ada, expect=204)
    run("backup", tmp_path / "2", "--since", tmp_path / "1", "--from", redis_url)
    run("verify", tmp_path / "1", tmp_path / "2")
    run("restore", tmp_path / "1", tmp_path / "2", "--into", cluster_url)
    cluster = RedisStore.of_url(cluster_url)
    assert exported(cluster, OTHER_GAME) == exported(real_store, OTHER_GAME)
    there = api_over(cluster)
    there.ask("GET", f"/games/{GAME}", expect=404)
    walked = BrokenRecords(cluster.client).games(shard_of(OTHER_GAME), "", 200)
    assert OTHER_GAME in walked, "the verifier finds it"
    assert [row["game_id"] for row in there.get("/me/imports", ada)["imports"]] == [OTHER_GAME]
    brought(there, ada, FILE)
    there.ask("DELETE", f"/games/{OTHER_GAME}", ada, expect=204)
    there.ask("GET", f"/games/{OTHER_GAME}", expect=404)
    assert json.loads(exported(cluster, GAME))["imported"]["by"] == ada.player_id


def test_an_older_release_takes_the_block_of_an_imported_game_for_a_newer_one(
    real_store: RedisStore,
):
    api = api_over(real_store)
    brought(api, built(real_store).ada, FILE)
    block = real_store.client.get(stream_key(GAME))
    assert isinstance(block, bytes)
    assert header_of(block).format == IMPORTED > FORMAT
