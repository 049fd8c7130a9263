"""Restores and moves write in the present forms what an older release stored, and lose nothing."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from domain.record.older_entries import present_entry
from domain.record.record import PACKED, decode
from projections.runner import Runner
from service.app import create_app
from service.operations.backup.form import Rest
from service.operations.backup.present_forms import present_rest
from service.readmodels.read_models import ReadModels
from service.redis.shards import SHARDS, shard_of
from service.run.cli import main
from service.server.embedded import EmbeddedServer
from service.settings.config import Config
from service.store.append_script import PACKED_ID, commands_key, packed_id
from service.store.redis_store import RedisStore, feed_key
from service.store.schema import SCHEMA, schema_of
from tests.service.api import Api, Person
from tests.service.older_store import GAME, MOVES, OLDER, again, put
from tests.service.stored_records import known


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A data folder as an older release left it."""
    with EmbeddedServer(tmp_path / "old") as server:
        put(RedisStore.of_url(server.url))
    return tmp_path / "old"


@pytest.fixture(params=["move", "restore"])
def store(request: pytest.FixtureRequest, folder: Path) -> Iterator[RedisStore]:
    """The store to which its games have come."""
    new, file = folder.with_name("new"), folder.with_name("monday.anabasis")
    if request.param == "move":
        said("move", folder, new)
    else:
        said("backup", "--from", folder, file)
        said("restore", "--into", new, file)
    with EmbeddedServer(new) as server:
        yield RedisStore.of_url(server.url)


@pytest.fixture
def api(store: RedisStore) -> Api:
    return Api(create_app(Config(rate_limit=False), store))


@pytest.fixture
def people(store: RedisStore) -> list[Person]:
    return [known(store, player) for player in OLDER["players"]]


def said(*words: object) -> Result:
    done = CliRunner().invoke(main, [str(word) for word in words])
    assert done.exit_code == 0, done.output
    return done


def test_nothing_is_stored_in_an_older_form_and_all_events_are_the_same(
    store: RedisStore, api: Api
):
    entries = store.read(GAME)
    assert {entry[:1] for entry in entries} == {PACKED}
    assert {len(name) for name in store.client.hkeys(commands_key(GAME))} == {PACKED_ID}
    lines = store.client.xrange(feed_key(shard_of(GAME)))
    assert [fields[b"h"].hex() for _, fields in lines] == [e.hash for e in decode(entries)]
    assert all(fields.keys() == {b"game", b"version", b"h"} for _, fields in lines)
    assert schema_of(store.client) == SCHEMA
    told = api.get(f"/games/{GAME}/export")["events"]
    assert json.dumps(told) == json.dumps(OLDER["export"]["events"])


def test_its_commands_are_known_and_it_is_played_on(
    api: Api, people: list[Person], store: RedisStore
):
    head = store.newest_version(GAME)
    for move in MOVES:
        answer = again(api, people, move, "*")
        assert (answer.status_code, answer.json["version"]) == (201, move["version"] + 1)
    other = {**MOVES[0], "body": {"type": "end_turn"}}
    assert again(api, people, other, "*").json["code"] == "key_reused"
    assert store.newest_version(GAME) == head
    api.move(GAME, people[api.view(GAME)["to_act"][0]])
    assert api.get(f"/games/{GAME}/verify")["valid"]
    assert store.newest_version(GAME) == head + 1
    assert store.client.ttl(commands_key(GAME)) == -1


def test_read_models_follow_it(api: Api, people: list[Person], store: RedisStore):
    api.move(GAME, people[api.view(GAME)["to_act"][0]])
    Runner(store, [ReadModels(store.client).live()]).catch_up(range(SHARDS))
    assert [row["game_id"] for row in api.get("/games")["games"]] == [GAME]


def test_a_study_branches_from_it(api: Api, people: list[Person]):
    study = api.ask("POST", f"/games/{GAME}/branches", people[0], json={"at": 5}, expect=201).json
    assert api.get(f"/games/{study['game_id']}/verify", people[0])["valid"]


@pytest.mark.parametrize("entry", [b"", b"no event", b"{}", b'{"hash":"x"}', b"\2", b"\2" * 99])
def test_an_entry_that_is_no_event_stays_as_it_is(entry: bytes):
    assert present_entry(entry) == entry


def test_an_id_of_as_many_characters_as_a_packed_one_has_bytes_is_known_both_ways():
    older = (b"0123456789abcdef", b"7:" + b"ab" * 32)
    [*kept] = present_rest(Rest(b"", [], [], [], [older])).kept
    answer = b"7;" + b"\xab" * 16
    assert dict(kept) == {older[0]: answer, packed_id(older[0].decode()): answer}


def test_present_ids_stay_as_they_are():
    ids = [(bytes(range(16)), b"7;:ab\n"), (bytes(range(1, 17)), b"8;"), (b"x" * 16, b"9:Ab")]
    assert present_rest(Rest(b"", [], [], ids, ids)) == Rest(b"", [], [], ids, ids)
