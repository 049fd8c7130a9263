"""A choice that fails, is nonsense or never returns is replaced by a move by lot."""

import random
import threading
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from clients.bots import guarded, template
from clients.bots.guarded import MOST_STUCK, Guarded

VIEW = {"game_id": "g", "version": 3}
MOVES = [{"type": "end_turn"}, {"type": "resign"}]


def chosen(bot: Guarded) -> Any:
    return bot(VIEW, MOVES, random.Random(1))


def test_it_chooses_as_its_function_does():
    assert chosen(Guarded(lambda _, moves: moves[1])) == MOVES[1]
    assert chosen(Guarded(template.choose)) == MOVES[0]


@pytest.mark.parametrize("answer", [None, "end_turn", 7, MOVES])
def test_an_answer_that_is_no_move_is_replaced(answer: Any, caplog: pytest.LogCaptureFixture):
    assert chosen(Guarded(lambda *_: answer)) == MOVES[0]
    assert "g at 3: moved by lot, as choose failed" in caplog.text


def test_a_choice_that_fails_is_replaced(caplog: pytest.LogCaptureFixture):
    assert chosen(Guarded(lambda view, _: view["nothing"])) == MOVES[0]
    assert "KeyError" in caplog.text


def test_a_choice_that_changes_its_list_changes_no_other(caplog: pytest.LogCaptureFixture):
    def choose(_: Any, moves: Any) -> Any:
        moves.clear()
        raise IndexError

    assert chosen(Guarded(choose)) == MOVES[0]


def with_clock(seconds: float | None) -> dict[str, Any]:
    due = None if seconds is None else (datetime.now(UTC) + timedelta(seconds=seconds)).isoformat()
    clock = {"seats": [{"due": None}, {"due": due}]}
    return {**VIEW, "viewer": {"seat": 1}, "clock": clock}


def test_a_choice_has_at_most_half_of_what_is_left_of_the_clock(
    caplog: pytest.LogCaptureFixture,
):
    never = threading.Event()
    bot = Guarded(lambda *_: never.wait(), limit=3_600)
    assert bot(with_clock(0.2), MOVES, random.Random(1)) == MOVES[0]
    assert "moved by lot, as choose took over 0." in caplog.text
    never.set()


@pytest.mark.parametrize("seconds", [None, -5, 3_600])
def test_no_clock_and_one_that_seems_to_be_up_leave_the_whole_limit(seconds: float | None):
    bot = Guarded(lambda _, moves: moves[1])
    assert bot(with_clock(seconds), MOVES, random.Random(1)) == MOVES[1]


def test_an_overdue_choice_is_replaced_and_asked_no_more_once_too_many_hang(
    caplog: pytest.LogCaptureFixture,
):
    asked, returned = list[int](), threading.Event()

    def choose(_: Any, moves: Any) -> Any:
        asked.append(1)
        returned.wait()
        return moves[1]

    bot = Guarded(choose, limit=0.01)
    for _ in range(MOST_STUCK + 2):
        assert chosen(bot) == MOVES[0]
    assert "g at 3: moved by lot, as choose took over 0.01 s" in caplog.text
    assert f"as {MOST_STUCK} choices do not return" in caplog.text
    # Once they return, it is asked again.
    threads = set(bot._overdue)
    returned.set()
    for thread in threads:
        thread.join()
    assert len(asked) == MOST_STUCK
    bot._limit = guarded.LIMIT_SECONDS
    assert chosen(bot) == MOVES[1]
