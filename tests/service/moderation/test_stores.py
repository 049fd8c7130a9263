"""A host's actions on a cluster and on a cold data folder, and after a restore."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from service.app import create_app
from service.context import services_over
from service.run.cli import main
from service.server.embedded import EmbeddedServer
from service.settings.config import Config
from service.store.freezes import FrozenGames
from service.store.redis_store import RedisStore
from tests.service.api import Api


def played_on(store: RedisStore) -> tuple[str, str]:
    """Return a game with a move in it, and its first player, on a store."""
    api = Api(create_app(Config(rate_limit=False), store))
    ada, bob = api.person("Ada"), api.person("Bob")
    game = api.game(ada, bob, title="Rude night")
    api.move(game, ada)
    return game, ada.player_id


def run(environ: dict[str, str], *words: str) -> Result:
    ran = CliRunner().invoke(main, [*words], env=environ)
    assert ran.exit_code == 0, ran.output
    return ran


def act(environ: dict[str, str], game: str, player: str) -> list[str]:
    """Do an action of each kind, and return the log's entries."""
    run(environ, "admin", "close", game, "--reason", "Under review.")
    run(environ, "admin", "unlist", game)
    run(environ, "admin", "remove-title", game)
    run(environ, "admin", "role", player, "host")
    run(environ, "admin", "mute", "Ada")
    run(environ, "admin", "rotate-keys")
    assert "6 entries hold" in run(environ, "admin", "log", "--verify").output
    return run(environ, "admin", "log").output.splitlines()


@pytest.mark.usefixtures("cluster_servers")
def test_a_host_acts_on_a_cluster(cluster_url: str):
    store = RedisStore.of_url(cluster_url)
    game, player = played_on(store)
    assert len(act({"ANABASIS_REDIS_URL": cluster_url}, game, player)) == 6
    assert FrozenGames(store.client).find(game) is not None
    run({"ANABASIS_REDIS_URL": cluster_url}, "admin", "reopen", game)
    assert FrozenGames(store.client).find(game) is None
    own = services_over(Config(), store)
    assert own.players.read(player).name.startswith("Player ")
    assert own.removals.marks.all() == {game: (True, False)}


def test_a_host_acts_on_a_cold_folder_and_a_restore_keeps_it(tmp_path: Path):
    cold, restored = ({"ANABASIS_DATA": str(tmp_path / name)} for name in ("cold", "restored"))
    with EmbeddedServer(tmp_path / "cold") as server:
        game, player = played_on(RedisStore.of_url(server.url))
    told = act(cold, game, player)
    file = str(tmp_path / "town.anabasis")
    run(cold, "backup", file)
    run(restored, "restore", file)
    assert run(restored, "admin", "log").output.splitlines() == told
    assert "6 entries hold" in run(restored, "admin", "log", "--verify").output
    again = run(restored, "admin", "close", game, "--reason", "Under review.")
    assert "nothing new was logged" in again.output
    with EmbeddedServer(tmp_path / "restored") as server:
        own = services_over(Config(), RedisStore.of_url(server.url))
        assert own.freezes.of(game) is not None
        assert own.removals.marks.of(game).title
        assert own.players.read(player).name.startswith("Player ")
