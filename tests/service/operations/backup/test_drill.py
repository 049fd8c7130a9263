"""The drill: a store is backed up and restored, and everybody goes on as if nothing had been."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from domain.record.record import decode
from projections.lobby import Selection
from projections.runner import Runner
from service.readmodels.read_models import ReadModels, rebuild
from service.redis.shards import SHARDS
from service.run.cli import main
from service.server.embedded import EmbeddedServer
from service.store.redis_store import RedisStore
from tests.service.api import Api
from tests.service.http.ordering import codes
from tests.service.http.with_passkeys import asked, sent
from tests.service.office import Office
from tests.service.operations.backup.town import Town, api_over, contents, summaries
from tests.service.readmodels.stored_games import dump


@pytest.fixture
def lost(town: Town, real_store: RedisStore, tmp_path: Path, redis_url: str) -> dict[str, object]:
    """All that the store held, which is gone now; the backup of it is ``backup.anabasis``."""
    assert run(redis_url, "backup", str(tmp_path / "backup.anabasis")).exit_code == 0
    held = contents(real_store) | {"summaries": summaries(real_store)}
    real_store.client.flushall()
    return held


@pytest.fixture
def restored(lost: dict[str, object], tmp_path: Path) -> Iterator[RedisStore]:
    """The store in a new data folder, made of the backup."""
    folder = str(tmp_path / "var")
    done = run(None, "restore", str(tmp_path / "backup.anabasis"), "--into", folder)
    assert done.exit_code == 0, done.output
    with EmbeddedServer(tmp_path / "var") as server:
        yield RedisStore.of_url(server.url)


def run(url: str | None, *arguments: str) -> Result:
    environment = {"ANABASIS_REDIS_URL": url} if url else {}
    return CliRunner().invoke(main, arguments, env=environment)


def test_a_restored_store_is_the_same_to_the_byte_and_everybody_plays_on(
    town: Town, lost: dict[str, object], restored: RedisStore
):
    assert contents(restored) | {"summaries": summaries(restored)} == lost
    api = api_over(restored)
    assert api.get("/me", town.cyd)["name"] == "Cydippe"
    assert api.get("/me", town.program)["player_id"] == town.ada.player_id
    assert api.ask("DELETE", "/me", town.program).status_code == 403
    assert sent(api, town.key.get(asked(api)))[1].json["player_id"] == town.ada.player_id
    assert len(api.get("/me/notices", town.bob)["channels"]) == 1
    assert codes(api, town.auction, town.bob) == ["bid_up_to"]
    for game in (town.duel, town.auction, town.with_bot):
        assert api.get(f"/games/{game}/verify")["valid"]
    before = api.view(town.duel)["version"]
    api.move(town.duel, town.ada)
    assert api.view(town.duel)["version"] > before
    assert_read_models_are_as_rebuilt(restored)
    assert_the_bot_answers(api, town)


def assert_the_bot_answers(api: Api, town: Town) -> None:
    store = api.app.extensions["anabasis"].store
    before = store.newest_version(town.with_bot)
    while any(move["type"] != "resign" for move in api.moves(town.with_bot, town.ada)):
        api.move(town.with_bot, town.ada)
    office = Office(api)
    office.work()
    assert office.worker.play_bots_once() > 0
    assert 1 in {event.seat for event in decode(store.read(town.with_bot, before))}


def assert_read_models_are_as_rebuilt(store: RedisStore) -> None:
    models = ReadModels(store.client)
    Runner(store, [models.live()]).catch_up(range(SHARDS))
    followed = dump(models.generations)
    rebuild(store, models.generations, lambda: None)
    assert followed == dump(models.generations)
    assert models.lobby(Selection(), 1, 9)[1] == 3
