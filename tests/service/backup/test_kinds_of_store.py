"""From one server to a cluster and back: a backup knows no kind of store."""

from pathlib import Path
from typing import Any

from click.testing import CliRunner

from service.run.cli import main
from service.store.redis_store import RedisStore
from tests.service.backup.town import api_over, built, contents


def run(*arguments: object) -> None:
    done = CliRunner().invoke(main, list(map(str, arguments)))
    assert done.exit_code == 0, done.output


def test_a_store_moves_into_a_cluster_and_back_by_backups(
    real_store: RedisStore, redis_url: str, cluster_url: str, tmp_path: Path
):
    town = built(real_store)
    run("backup", tmp_path / "1", "--from", redis_url)
    before = contents(real_store)
    run("restore", tmp_path / "1", "--into", cluster_url)
    cluster = RedisStore.of_url(cluster_url)
    assert contents(cluster) == before
    api_over(cluster).move(town.duel, town.ada)
    run("backup", tmp_path / "2", "--since", tmp_path / "1", "--from", cluster_url)
    after = contents(cluster)
    real_store.client.flushall()
    run("restore", tmp_path / "1", tmp_path / "2", "--into", redis_url)
    assert contents(real_store) == after


def test_a_cluster_that_holds_a_key_anywhere_is_left_alone(
    real_store: RedisStore, redis_url: str, cluster_url: str, tmp_path: Path
):
    run("backup", tmp_path / "1", "--from", redis_url)
    client: Any = RedisStore.of_url(cluster_url).client
    client.set("theirs", "1")
    done = CliRunner().invoke(main, ["restore", str(tmp_path / "1"), "--into", cluster_url])
    assert (done.exit_code, "not empty" in done.stderr) == (1, True)
