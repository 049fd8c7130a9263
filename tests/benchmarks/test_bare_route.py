"""The reference for a move: it calls the script with the keys that the service names."""

from service.store.redis_store import _keys
from tests.benchmarks import bare_route


def test_the_bare_route_names_as_many_keys_as_the_service():
    assert len(bare_route.KEYS) == len(_keys("game"))
