"""The worker's recording of heads: each end for sure, running games now and then, nothing twice."""

from unittest import mock

import pytest

from service import clock
from service.context import Services
from service.heads.log import HeadLog
from service.heads.recorder import HeadRecorder
from service.store.contract import SHARDS
from service.store.redis_store import RedisStore
from tests.service.api import Api, Person

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
