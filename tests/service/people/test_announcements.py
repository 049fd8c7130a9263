"""The host's announcement: one at a time, known without a trip, and over at its end."""

from datetime import timedelta
from typing import Any

import pytest

from service.machine import clock
from service.people.announcements import KEY, Announcements, new_announcement
from service.redis.errors import StoreUnavailable
from service.store.redis_store import RedisStore
from tests.service.office import FakeClock
from tests.service.people.stores import people_of

TEXTS = {"en": "Back at noon.", "de": "Mittags zurück."}


@pytest.fixture
def announcements(store: RedisStore) -> Announcements:
    return Announcements(store.client, people_of(store.client).kept)


def made(seconds: int) -> Any:
    return new_announcement(TEXTS, clock.now_ms() + seconds * 1000, "ada")


def test_an_announcement_replaces_the_one_before_and_expires(
    announcements: Announcements, store: RedisStore
):
    assert announcements.known() is None
    announcements.set(made(60))
    newest = made(90)
    announcements.set(newest)
    assert announcements.known() == announcements.read() == newest
    assert 0 < store.client.pttl(KEY) <= 90_000
    announcements.end()
    announcements.end()
    assert announcements.known() is None


def test_what_a_process_remembers_is_over_at_its_end(
    announcements: Announcements, monkeypatch: pytest.MonkeyPatch
):
    announcements.set(made(60))
    assert announcements.known() is not None
    fake = FakeClock()
    fake.later(timedelta(days=365))
    monkeypatch.setattr(clock, "now_ms", lambda: int(fake.time.timestamp() * 1000))
    assert announcements.known() is None


def test_while_the_store_is_away_the_last_one_known_is_shown(
    announcements: Announcements, monkeypatch: pytest.MonkeyPatch
):
    newest = made(60)
    announcements.set(newest)
    assert announcements.known() == newest

    def away(*_: Any) -> None:
        raise StoreUnavailable("away")

    monkeypatch.setattr(announcements, "read", away)
    announcements._kept.forget(KEY)
    assert announcements.known() == newest
