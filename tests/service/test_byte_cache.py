"""The cache in memory: contents made once, bounded by bytes, the least used dropped first."""

from service.byte_cache import ByteCache


def test_a_content_is_made_once():
    kept, made = ByteCache(100), []
    for _ in range(2):
        assert kept.get_or_make("a", lambda: made.append(1) or b"answer") == b"answer"  # type: ignore[func-returns-value]
    assert made == [1]


def test_the_least_used_content_goes_first():
    kept = ByteCache(20)
    for key in ("a", "b", "a", "c"):
        kept.get_or_make(key, lambda: b"x" * 10)
    assert kept.get_or_make("a", lambda: b"new") == b"x" * 10
    assert kept.get_or_make("b", lambda: b"new") == b"new"


def test_a_content_larger_than_all_room_is_returned_and_not_kept():
    kept = ByteCache(5)
    assert kept.get_or_make("a", lambda: b"x" * 10) == b"x" * 10
    assert kept.get_or_make("a", lambda: b"y") == b"y"


def test_a_content_put_again_counts_once():
    kept = ByteCache(20)
    for content in (b"x" * 15, b"y" * 10):
        kept.put("a", content)
    kept.put("b", b"z" * 10)
    assert kept.get("a") == b"y" * 10
