"""From one server to a cluster and back: a backup knows no kind of store."""

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from service.operations.backup.creation import _Taking
from service.operations.backup.form import ShardRow
from service.operations.backup.reading import BackupFile
from service.run.cli import main
from service.store.redis_store import RedisStore, feed_key
from tests.clusters import ClusterServers
from tests.service.operations.backup.town import api_over, built, contents


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


def test_a_backup_during_a_fail_over_is_whole_or_ends_in_one_line_with_nothing_left(
    cluster_servers: ClusterServers, cluster_url: str, tmp_path: Path
):
    town = built(RedisStore.of_url(cluster_url))
    master, true = cluster_servers.master_of(feed_key(40)), _Taking._take_shard

    def killed_meanwhile(self: _Taking, shard: int, games: set[str]) -> ShardRow:
        if shard == 20:
            master.kill()
        return true(self, shard, games)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(_Taking, "_take_shard", killed_meanwhile)
        done = CliRunner().invoke(main, ["backup", str(tmp_path / "1"), "--from", cluster_url])
    master.start()
    cluster_servers.settle()
    if done.exit_code:
        assert (len(done.stderr.splitlines()), list(tmp_path.iterdir())) == (1, []), done.output
        run("backup", tmp_path / "1", "--from", cluster_url)
    assert set(BackupFile(tmp_path / "1").games) == {town.duel, town.auction, town.with_bot}
    run("verify", tmp_path / "1")
