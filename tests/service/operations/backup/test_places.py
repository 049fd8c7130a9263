"""Errors of stores that a command names say which is meant, where it is, and the remedy."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from redis import Redis

from service.run.cli import main
from service.store.redis_store import RedisStore
from tests.clusters import Node, free_ports
from tests.service.operations.backup.town import api_over

SECRET = "no-one-knows"


@pytest.fixture
def node(tmp_path: Path) -> Iterator[Node]:
    with Node(tmp_path / "node", free_ports(1)[0], {}) as node:
        yield node


def refusal(*arguments: object, **environment: str) -> str:
    """The one line that refuses a command."""
    done = CliRunner().invoke(main, list(map(str, arguments)), env=environment)
    assert (done.exit_code, done.stdout, len(done.stderr.splitlines())) == (1, "", 1), done.output
    return done.stderr.removeprefix("Error: ").strip()


def test_a_store_that_does_not_answer_is_named_with_the_remedy(tmp_path: Path):
    told = refusal("move", "redis://127.0.0.1:1", tmp_path / "new")
    assert told.startswith("FROM (redis://127.0.0.1:1) cannot be reached (")
    assert "Is it running there?" in told


def test_a_password_that_lacks_or_is_wrong_is_asked_for(node: Node, redis_url: str):
    node.client.config_set("requirepass", SECRET)
    told = refusal("move", redis_url, f"redis://{node.address}")
    assert told.startswith(f"TO (redis://{node.address}) cannot be reached (Authentication req")
    assert "It needs a password" in told
    told = refusal("move", redis_url, "env:NEW", NEW=f"redis://:{SECRET}x@{node.address}")
    assert told.startswith(f"TO (env:NEW, redis://…@{node.address}) cannot be reached (")
    assert ("Correct the user or the password" in told, SECRET in told) == (True, False)


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("redis+sentinel://{}/m", "cannot be reached (unknown command 'SENTINEL'"),
        ("redis+sentinel://{}/m", "No sentinel is there: name the sentinels' port"),
        ("rediss://{}", "does it speak TLS? If it does not, write redis"),
        ("redis+cluster://{}", "names a cluster (redis+cluster://) where a single server is"),
    ],
)
def test_a_server_of_another_kind_is_reported(address: str, told: str, node: Node, redis_url: str):
    target = address.format(node.address)
    line = refusal("move", redis_url, target)
    assert line.startswith(f"TO ({target}) ")
    assert told in line


def test_a_store_that_is_none_is_called_as_the_command_calls_it(tmp_path: Path):
    backup = ("backup", tmp_path / "a", "--from")
    assert refusal(*backup, "/nowhere").startswith("--from (/nowhere) holds no games, and no")
    assert refusal(*backup, "http://x").startswith("--from (http://x) is no address of a store: ")
    told = refusal(*backup, "env:NEW", NEW=SECRET)
    assert told.startswith("--from (env:NEW) is no address of a store: give redis://")


def test_a_store_that_is_not_empty_is_named_with_the_remedy(
    node: Node, real_store: RedisStore, redis_url: str, tmp_path: Path
):
    into = f"redis://{node.address}/3"
    Redis.from_url(into).set("key", "theirs")
    done = CliRunner().invoke(main, ["backup", str(tmp_path / "a"), "--from", redis_url])
    assert done.exit_code == 0, done.output
    told = refusal("restore", tmp_path / "a", "--into", into)
    assert told.startswith(f"--into ({into}) is not empty, and nothing is overwritten.")
    assert "`redis-cli -n 3 FLUSHDB`" in told


def test_a_closed_copy_is_to_be_emptied_before_games_move_there_again(
    node: Node, real_store: RedisStore, redis_url: str
):
    api = api_over(real_store)
    api.game(api.person("Ada"), api.person("Bob"))
    to = f"redis://{node.address}/3"
    for words in (["move", redis_url, to], ["move", "--undo", redis_url, to]):
        assert CliRunner().invoke(main, words).exit_code == 0
    told = refusal("move", redis_url, to)
    assert told.startswith(f"TO ({to}) holds a closed copy of games that are in unix://…@")
    assert told.endswith("empty it first, by FLUSHDB of its database, `redis-cli -n 3 FLUSHDB`.")
    Redis.from_url(to).flushdb()
    for words in (["move", redis_url, to], ["move", "--undo", redis_url, to]):
        assert CliRunner().invoke(main, words).exit_code == 0
