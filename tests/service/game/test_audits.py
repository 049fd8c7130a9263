"""Audits of records in the store: read by pages, named by the version that breaks."""

import pytest

from domain.kernel.audit import audit
from domain.kernel.game import fold
from domain.record.record import decode
from service.game import audits
from service.game.audits import audit_of
from service.store.redis_store import RedisStore
from tests.service.api import Api, Person
from tests.service.long_record import TERMS, lengthen
from tests.service.stored_records import replace_entry

EVENTS = 30


@pytest.fixture(autouse=True)
def _small_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audits, "PAGE", 7)


@pytest.fixture
def game(api: Api, store: RedisStore, ada: Person, bob: Person) -> str:
    """A game with a record of thirty events."""
    made = api.game(ada, bob, **TERMS)
    for _ in range(2):
        api.move(made, ada)
    lengthen(store, made, fold(decode(store.read(made))), EVENTS)
    return made


def test_a_record_read_by_pages_is_audited_as_the_whole_is(store: RedisStore, game: str):
    found = audit_of(store, game)
    assert found == audit(decode(store.read(game)))
    assert (found.valid, found.events) == (True, EVENTS)


@pytest.mark.parametrize("version", [1, 7, 8, 23, EVENTS])
def test_an_entry_that_is_no_event_is_named_by_its_version(
    store: RedisStore, game: str, version: int
):
    replace_entry(store, game, version, b"{")
    found = audit_of(store, game)
    assert (found.valid, found.events, found.broken_at) == (False, EVENTS, version)


@pytest.mark.parametrize("version", [7, 8, EVENTS])
def test_an_event_that_was_changed_is_named_by_its_version(
    store: RedisStore, game: str, version: int
):
    entry = store.read(game)[version - 1]
    changed = entry.replace(b',"20', b',"10', 1)
    replace_entry(store, game, version, changed)
    assert audit_of(store, game).broken_at == version
