"""The installation's key: one for all its processes, and given up where the store lost it."""

from dataclasses import dataclass

from service.store.installation import KEY_SECONDS, InstallationKey, installation_key
from service.store.redis_store import RedisStore


@dataclass
class Clock:
    """A clock that is set by hand."""

    now: float = 0.0

    def __call__(self) -> float:
        return self.now


def test_all_processes_make_and_know_one_key(store: RedisStore):
    first, second = (InstallationKey(store.client) for _ in range(2))
    assert len(first()) == 32
    assert first() == second() == installation_key(store.client)


def test_a_key_that_the_store_lost_is_given_up_within_seconds(store: RedisStore):
    clock = Clock()
    key = InstallationKey(store.client, clock)
    lost = key()
    store.client.flushall()
    clock.now += KEY_SECONDS * 0.9
    assert key() == lost
    clock.now += KEY_SECONDS * 0.2
    assert key() == installation_key(store.client) != lost


def test_the_store_is_not_asked_for_the_key_at_each_request(store: RedisStore, monkeypatch):
    key = InstallationKey(store.client, Clock())
    made = key()
    monkeypatch.setattr(store.client, "get", None)
    assert key() == made
