"""A store as releases before the packed entries wrote it, gone on with by this one."""

import json

import pytest

from domain.record.record import PACKED
from projections.runner import Runner
from service.app import create_app
from service.readmodels.read_models import ReadModels
from service.redis.shards import SHARDS, shard_of
from service.settings.config import Config
from service.store.command_ids import commands_key
from service.store.redis_store import RedisStore, feed_key
from tests.service.api import Api, Person
from tests.service.older_store import GAME, MOVES, OLDER, again, put
from tests.service.stored_records import known


@pytest.fixture(params=["fakeredis", "server"])
def store(request: pytest.FixtureRequest) -> RedisStore:
    fixture = {"fakeredis": "counting", "server": "real_store"}[request.param]
    found = request.getfixturevalue(fixture)
    return put(found.store if request.param == "fakeredis" else found)


@pytest.fixture
def api(store: RedisStore) -> Api:
    return Api(create_app(Config(rate_limit=False), store))


@pytest.fixture
def people(store: RedisStore) -> list[Person]:
    return [known(store, player) for player in OLDER["players"]]


def test_its_record_holds_and_is_exported_as_it_was(api: Api):
    assert api.get(f"/games/{GAME}/verify")["valid"]
    told = api.get(f"/games/{GAME}/export")["events"]
    assert json.dumps(told) == json.dumps(OLDER["export"]["events"])


def test_its_commands_are_answered_as_before_and_made_no_second_time(
    api: Api, people: list[Person], store: RedisStore
):
    head = store.head(GAME)
    for move in MOVES:
        for if_match in (f'"{move["version"]}"', "*"):
            answer = again(api, people, move, if_match)
            assert (answer.status_code, answer.json["version"]) == (201, move["version"] + 1)
    other = {**MOVES[0], "body": {"type": "end_turn"}}
    assert again(api, people, other, "*").json["code"] == "key_reused"
    assert store.head(GAME) == head


def test_it_is_gone_on_with_in_entries_of_the_new_form(
    api: Api, people: list[Person], store: RedisStore
):
    before = store.read(GAME)
    api.move(GAME, people[api.view(GAME)["to_act"][0]])
    api.move(GAME, people[api.view(GAME)["to_act"][0]])
    entries = store.read(GAME)
    assert entries[:-2] == before
    assert [entry[:1] == PACKED for entry in entries[-3:]] == [False, True, True]
    assert api.get(f"/games/{GAME}/verify")["events"] == len(entries)
    told = api.get(f"/games/{GAME}/export")["events"]
    assert json.dumps(told[: len(before)]) == json.dumps(OLDER["export"]["events"])


def test_its_feed_is_read_through(api: Api, people: list[Person], store: RedisStore):
    api.move(GAME, people[api.view(GAME)["to_act"][0]])
    events = api.get(f"/games/{GAME}/events")["events"]
    lines = store.feed(shard_of(GAME))
    assert [(line.version, line.hash) for line in lines] == [
        (event["version"], event["hash"]) for event in events
    ]
    store.client.xadd(feed_key(shard_of(GAME)), {"game": GAME, "version": 1})
    assert store.feed(shard_of(GAME))[-1].hash == ""


def test_read_models_follow_it(api: Api, people: list[Person], store: RedisStore):
    api.move(GAME, people[api.view(GAME)["to_act"][0]])
    Runner(store, [ReadModels(store.client).live()]).catch_up(range(SHARDS))
    assert [row["game_id"] for row in api.get("/games")["games"]] == [GAME]


def test_a_study_branches_from_it(api: Api, people: list[Person]):
    study = api.ask("POST", f"/games/{GAME}/branches", people[0], json={"at": 5}, expect=201).json
    assert api.get(f"/games/{study['game_id']}/verify", people[0])["valid"]


def test_its_ids_are_kept(api: Api, people: list[Person], store: RedisStore):
    api.move(GAME, people[api.view(GAME)["to_act"][0]])
    assert store.client.ttl(commands_key(GAME)) == -1
