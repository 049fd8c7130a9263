"""The reference for a move: it calls the script as the service does."""

import pytest

from service.store.append_script import append_keys
from service.store.redis_store import RedisStore
from tests.benchmarks import bare_route


def test_the_bare_route_names_as_many_keys_as_the_service():
    assert len(bare_route.KEYS) == len(append_keys("game"))


def test_the_bare_route_appends_an_event_for_each_request(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("ANABASIS_REDIS_URL", redis_url)
    client = bare_route.create_app().test_client()
    answers = [client.post("/append/once", json={"type": "march"}) for _ in range(2)]
    assert [answer.get_json(force=True) for answer in answers] == [{"version": 1}, {"version": 2}]
    stream = "{bare}:once:ev"
    assert RedisStore.of_url(redis_url).client.xlen(stream) == len(answers)
