"""The cache in memory: contents made once, bounded by bytes, the least used dropped first."""

from threading import Event, Thread

import pytest

from service.machine.byte_cache import ENTRY_BYTES, ByteCache
from tests.waiting import eventually


def test_a_content_is_made_once():
    kept, made = ByteCache(1000), []
    for _ in range(2):
        assert kept.get_or_make("a", lambda: made.append(1) or b"answer") == b"answer"  # type: ignore[func-returns-value]
    assert made == [1]


def test_the_least_used_content_goes_first():
    kept = ByteCache(2 * ENTRY_BYTES + 20)
    for key in ("a", "b", "a", "c"):
        kept.get_or_make(key, lambda: b"x" * 10)
    assert kept.get_or_make("a", lambda: b"new") == b"x" * 10
    assert kept.get_or_make("b", lambda: b"new") == b"new"


def test_a_content_larger_than_all_room_is_returned_and_not_kept():
    kept = ByteCache(ENTRY_BYTES + 5)
    assert kept.get_or_make("a", lambda: b"x" * 10) == b"x" * 10
    assert kept.get_or_make("a", lambda: b"y") == b"y"


def test_a_content_put_again_counts_once():
    kept = ByteCache(2 * ENTRY_BYTES + 20)
    for content in (b"x" * 15, b"y" * 10):
        kept.put("a", content)
    kept.put("b", b"z" * 10)
    assert kept.get("a") == b"y" * 10


def test_everyone_who_asks_while_a_content_is_made_waits_for_it():
    kept, may_end, made = ByteCache(1000), Event(), []

    def make() -> bytes:
        made.append(1)
        may_end.wait(20.0)
        return b"answer"

    found: list[bytes] = []
    askers = [Thread(target=lambda: found.append(kept.get_or_make("a", make))) for _ in range(3)]
    for asker in askers:
        asker.start()
    eventually(lambda: kept._making.callers("a") == 3)
    may_end.set()
    for asker in askers:
        asker.join()
    assert (found, made, kept._making.callers("a")) == ([b"answer"] * 3, [1], 0)


def test_after_a_failure_the_next_one_makes_the_content():
    kept = ByteCache(1000)
    with pytest.raises(ZeroDivisionError):
        kept.get_or_make("a", lambda: b"x" * (1 // 0))
    assert kept.get_or_make("a", lambda: b"answer") == b"answer"


def test_contents_of_no_bytes_take_room_too():
    kept = ByteCache(3 * ENTRY_BYTES)
    for key in range(4):
        kept.put(key, b"")
    assert [kept.get(key) for key in range(4)] == [None, b"", b"", b""]
