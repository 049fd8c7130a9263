"""The worker's recording of heads: each end for sure, running games now and then, nothing twice."""

from typing import Any
from unittest import mock

import pytest
from flask import Flask

from clients.audit.log import root_of
from service.context import Services
from service.heads.log import Head, HeadLog
from service.heads.recorder import HeadRecorder
from service.heads.tree import leaf_hash
from service.machine import clock
from service.redis.shards import SHARDS, shard_of
from service.store.redis_store import RedisStore
from tests.service.api import Api, Person
from tests.service.conftest import renewed

ALL = range(SHARDS)


@pytest.fixture
def recorder(store: RedisStore, own: Services) -> HeadRecorder:
    return HeadRecorder(store, own.heads)


def version_of(own: Services, game: str) -> int:
    place = own.heads.place(game)
    return 0 if place is None else place.version


def test_the_end_of_a_game_is_recorded(
    api: Api, own: Services, ada: Person, played: str, recorder: HeadRecorder
):
    recorder.record(ALL)
    api.act(played, ada, "resign", {}, version=False)
    recorder.record(ALL)
    assert version_of(own, played) == api.view(played)["version"]


def test_a_running_game_is_recorded_at_first_and_again_after_an_hour_of_play(
    api: Api, own: Services, ada: Person, played: str, recorder: HeadRecorder
):
    recorder.record(ALL)
    assert version_of(own, played) == 6
    api.move(played, ada)
    recorder.record(ALL)
    assert version_of(own, played) == 6
    with mock.patch.object(clock, "now", return_value="2099-01-01T00:00:00.000Z"):
        recorder.record(ALL)
        assert version_of(own, played) == 6  # it has not moved since
        api.move(played, ada)
        recorder.record(ALL)
    assert version_of(own, played) == api.view(played)["version"]


def test_what_was_read_once_is_not_read_again(own: Services, played: str, recorder: HeadRecorder):
    assert recorder.record(ALL) > 0
    assert recorder.record(ALL) == 0
    assert own.heads.size() == 1


def test_a_crash_between_log_and_checkpoint_records_nothing_twice(
    own: Services, played: str, recorder: HeadRecorder
):
    with (
        mock.patch.object(HeadLog, "keep_checkpoints", side_effect=KeyboardInterrupt),
        pytest.raises(KeyboardInterrupt),
    ):
        recorder.record(ALL)
    size = own.heads.size()
    assert size > 0
    recorder.record(ALL)
    assert own.heads.size() == size


def test_two_workers_with_the_same_shards_record_each_head_once(
    api: Api, store: RedisStore, own: Services, ada: Person, bob: Person
):
    games = [api.game(ada, bob) for _ in range(5)]
    others = [HeadRecorder(store, HeadLog(store.client)) for _ in range(2)]
    pages = [other._pages(ALL) for other in others]
    for other, page in zip(others, pages, strict=True):
        other._record(page)
    assert own.heads.size() == len(games)


def test_a_broken_event_has_no_head_to_vouch_for(
    own: Services, store: RedisStore, played: str, recorder: HeadRecorder
):
    with mock.patch.object(RedisStore, "read", return_value=[b"garbage"]):
        recorder.record(ALL)
    assert own.heads.place(played) is None


def all_but_the_log(store: RedisStore) -> dict[bytes, bytes]:
    client = store.client
    return {key: client.dump(key) for key in client.keys("*") if not key.startswith(b"{heads}")}


def put_back(store: RedisStore, kept: dict[bytes, bytes]) -> None:
    """As after a fail-over, or a backup taken beside play: the log alone stays as it is."""
    for key in all_but_the_log(store):
        store.client.delete(key)
    for key, value in kept.items():
        store.client.restore(key, 0, value)


@pytest.fixture
def lost(
    api: Api, store: RedisStore, ada: Person, played: str, recorder: HeadRecorder, plain_app: Flask
) -> str:
    """A game that goes on again before its end, which is in the log."""
    kept = all_but_the_log(store)
    api.act(played, ada, "resign", {}, version=False)
    recorder.record(ALL)
    put_back(store, kept)
    renewed(plain_app, store)
    return played


def head_of(api: Api, game: str) -> dict[str, Any]:
    head: dict[str, Any] = api.get(f"/games/{game}/head")
    return head


def test_an_end_that_was_lost_and_came_otherwise_is_recorded_again(
    api: Api, store: RedisStore, bob: Person, lost: str, caplog: pytest.LogCaptureFixture
):
    assert head_of(api, lost)["recorded"] is None
    api.act(lost, bob, "resign", {}, version=False)
    head = head_of(api, lost)
    assert head["recorded"] is None
    log = HeadLog(store.client)
    HeadRecorder(store, log).record(ALL)
    there = head_of(api, lost)["recorded"]
    assert (there["version"], there["hash"]) == (head["version"], head["hash"])
    leaf = leaf_hash(Head(lost, head["version"], head["hash"]).text)
    assert log.tree().leaf(there["index"]) == leaf
    assert (
        root_of(leaf, there["index"], there["size"], map(bytes.fromhex, there["proof"]))
        == (there["root"])
    )
    assert caplog.text.count("which the record does not have") == 1
    assert api.get(f"/games/{lost}/verify")["valid"]


def test_a_game_that_lost_its_end_is_recorded_again_where_it_is(
    api: Api, store: RedisStore, own: Services, ada: Person, lost: str, recorder: HeadRecorder
):
    logged = version_of(own, lost)
    store.client.delete("{heads}:feeds")
    recorder.record(ALL)
    view = api.view(lost)
    assert head_of(api, lost)["recorded"]["version"] == view["version"] == logged - 1
    size = own.heads.size()
    api.move(lost, ada)
    recorder.record(ALL)
    assert own.heads.size() == size  # it counts again, for an hour


def test_two_workers_record_a_lost_end_again_once(
    api: Api, store: RedisStore, own: Services, bob: Person, lost: str
):
    api.act(lost, bob, "resign", {}, version=False)
    size = own.heads.size()
    others = [HeadRecorder(store, HeadLog(store.client)) for _ in range(2)]
    pages = [other._pages(ALL) for other in others]
    for other, page in zip(others, pages, strict=True):
        other._record(page)
    assert own.heads.size() == size + 1


def test_a_feed_that_ends_before_its_mark_is_followed_again(
    api: Api, own: Services, store: RedisStore, ada: Person, played: str, recorder: HeadRecorder
):
    shard = shard_of(played)
    [end] = [line for n, line in store.feed_ends().items() if n == shard]
    own.heads.keep_checkpoints({shard: "99999999999999-0"})
    recorder.record(ALL)
    assert version_of(own, played) == 6
    assert own.heads.checkpoints()[shard] == end
