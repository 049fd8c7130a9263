"""Answers kept in memory: made once, bounded by bytes, the least used dropped first."""

from service.game.kept_answers import KeptAnswers


def test_an_answer_is_made_once():
    kept, made = KeptAnswers(100), []
    for _ in range(2):
        assert kept.get("a", lambda: made.append(1) or b"answer") == b"answer"  # type: ignore[func-returns-value]
    assert made == [1]


def test_the_least_used_answer_goes_first():
    kept = KeptAnswers(20)
    for key in ("a", "b", "a", "c"):
        kept.get(key, lambda: b"x" * 10)
    assert kept.get("a", lambda: b"new") == b"x" * 10
    assert kept.get("b", lambda: b"new") == b"new"


def test_an_answer_larger_than_all_room_is_answered_and_not_kept():
    kept = KeptAnswers(5)
    assert kept.get("a", lambda: b"x" * 10) == b"x" * 10
    assert kept.get("a", lambda: b"y") == b"y"
