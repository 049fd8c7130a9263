"""The state cache on a record that breaks: it keeps the sound part, says so, notices a repair."""

import pytest
from msgspec.structs import replace

from domain.errors import RecordBroken
from domain.record.record import Event, decode, digest, encode
from service.game import pages, state_cache
from service.game.state_cache import StateCache
from service.redis.errors import StoreUnavailable
from service.store.redis_store import RedisStore, stream_key
from tests.service.counting_store import CountingStore
from tests.service.stored_records import replace_entry


def a_minute_later(monkeypatch: pytest.MonkeyPatch) -> None:
    then = state_cache.monotonic()
    monkeypatch.setattr(state_cache, "monotonic", lambda: then + 61)


def no_event(_: Event) -> bytes:
    return b"no event"


def no_fields(_: Event) -> bytes:
    return b'{"version":4}'


def nested(_: Event) -> bytes:
    return b'{"data":' + b"[" * 100_000


def later(event: Event) -> bytes:
    return encode(replace(event, recorded_at="2030-01-01T00:00:00.000Z"))


def another_place(event: Event) -> bytes:
    return encode(rehashed(replace(event, version=2)))


def another_link(event: Event) -> bytes:
    return encode(rehashed(replace(event, prev="0" * 64)))


def another_type(event: Event) -> bytes:
    return encode(rehashed(replace(event, type="card_stolen")))


def a_place_that_is_not_there(event: Event) -> bytes:
    return encode(replace(event, commitments={"nowhere/7": "0" * 64}))


def rehashed(event: Event) -> Event:
    return replace(event, hash=digest(event))


DAMAGE = [
    no_event,
    no_fields,
    nested,
    later,
    another_place,
    another_link,
    another_type,
    a_place_that_is_not_there,
]
for_each_damage = pytest.mark.parametrize("damage", DAMAGE, ids=lambda each: each.__name__)


@for_each_damage
def test_a_history_ends_before_the_event_that_is_not_sound(
    cache: StateCache, store: RedisStore, played: str, damage
):
    replace_entry(store, played, 4, damage(decode(store.read(played))[3]))
    for _ in range(2):
        history = cache.current(played)
        assert (history.version, history.game.version, len(history.events)) == (3, 3, 3)
        assert history.broken is not None
        assert history.broken.version == 4
        assert history.broken == cache.known(played).broken


@for_each_damage
def test_a_damaged_head_is_noticed_at_the_next_reading_though_the_game_is_kept(
    cache: StateCache, store: RedisStore, played: str, damage
):
    assert cache.current(played).version == 6
    event = replace(decode(store.read(played))[5], version=6)
    replace_entry(store, played, 6, damage(event))
    history = cache.current(played)
    assert history.version == 5
    assert history.broken is not None
    assert history.broken.version == 6


def test_damage_beneath_a_kept_game_is_noticed_within_a_minute(
    cache: StateCache, store: RedisStore, played: str, monkeypatch
):
    assert cache.current(played).broken is None
    replace_entry(store, played, 4, later(decode(store.read(played))[3]))
    assert cache.current(played).version == 6
    a_minute_later(monkeypatch)
    assert cache.current(played).version == 3


def test_a_whole_reading_of_a_sound_record_keeps_the_game(
    cache: StateCache, counting: CountingStore, played: str, monkeypatch
):
    before = cache.current(played).game
    a_minute_later(monkeypatch)
    counting.reads.clear()
    assert cache.current(played).game is before
    cache.current(played)
    assert counting.reads == [(played, 5), (played, 0), (played, 5)]


def test_a_whole_reading_is_made_once_for_all_waiting_requests(
    cache: StateCache, counting: CountingStore, played: str, monkeypatch
):
    cache.current(played)
    a_minute_later(monkeypatch)
    counting.reads.clear()

    def others_ask():
        counting.after_read = lambda: cache.current(played)

    counting.after_read = others_ask  # the second read is the first of the whole record
    cache.current(played)
    assert counting.reads == [(played, 5), (played, 0), (played, 5)]


def test_a_whole_reading_that_failed_is_still_due(
    cache: StateCache, counting: CountingStore, played: str, monkeypatch
):
    cache.current(played)
    a_minute_later(monkeypatch)

    def fail():
        raise StoreUnavailable

    def then_fail():
        counting.after_read = fail

    counting.after_read = then_fail
    with pytest.raises(StoreUnavailable):
        cache.current(played)
    counting.reads.clear()
    cache.current(played)
    assert counting.reads == [(played, 5), (played, 0)]


def test_a_broken_record_costs_two_entries_to_read_again(
    cache: StateCache, counting: CountingStore, store: RedisStore, played: str
):
    replace_entry(store, played, 3, b"no event")
    cache.current(played)
    counting.reads.clear()
    for _ in range(3):
        assert cache.current(played).version == 2
    assert counting.reads == [(played, 1)] * 3


@pytest.mark.parametrize("version", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("page", [2, 3, 4])
def test_a_break_is_found_wherever_a_page_ends(
    cache: StateCache,
    counting: CountingStore,
    store: RedisStore,
    played: str,
    monkeypatch,
    version,
    page,
):
    monkeypatch.setattr(pages, "PAGE", page)
    replace_entry(store, played, version, another_link(decode(store.read(played))[version - 1]))
    history = cache.current(played)
    assert history.version == version - 1
    assert history.broken is not None
    counting.reads.clear()
    assert cache.current(played).broken == history.broken
    assert counting.reads == [(played, version - 2)]


def test_a_repaired_record_goes_on(cache: StateCache, store: RedisStore, played: str):
    sound = store.read(played)
    replace_entry(store, played, 4, b"no event")
    assert cache.current(played).broken is not None
    replace_entry(store, played, 4, sound[3])
    history = cache.current(played)
    assert (history.version, history.broken) == (6, None)
    assert cache.known(played).broken is None


def test_a_break_is_named_in_the_log_once(
    cache: StateCache, store: RedisStore, played: str, caplog: pytest.LogCaptureFixture
):
    replace_entry(store, played, 4, b"no event")
    for _ in range(3):
        cache.current(played)
        cache.forget(played)
    named = [record.getMessage() for record in caplog.records if played in record.getMessage()]
    assert len(named) == 1
    assert "version 4" in named[0]


def test_the_log_does_not_show_hidden_fields_of_an_event(
    cache: StateCache, store: RedisStore, played: str
):
    event = decode(store.read(played))[3]
    forged = rehashed(replace(event, data={**event.data, "card": "secret card"}))
    replace_entry(store, played, 4, encode(forged))
    broken = cache.current(played).broken
    assert broken is not None
    assert "secret card" not in broken.reason


def test_a_record_broken_from_its_first_event_on_has_no_sound_part(
    cache: StateCache, store: RedisStore
):
    store.client.xadd(stream_key("broken"), {"e": b"{}"}, id="1-0")
    with pytest.raises(RecordBroken, match="version 1"):
        cache.current("broken")
