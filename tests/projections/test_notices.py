"""The notices that a game calls for: the seats it waits for, since which event, until when."""

from domain.kernel.deadlines import Deadline
from domain.record.times import milliseconds
from projections.notices import DueNotice, notices_of, placing
from tests.projections.timed_table import TimedTable, at, seated

A_DAY = Deadline(at_zero="nudge", per_move=86_400)


def called_for(table: TimedTable) -> list[DueNotice]:
    return list(notices_of("g", table.summary()))


def keys(table: TimedTable) -> list[str]:
    """The notices' names without the hashes of their events."""
    return [":".join(notice.key.split(":")[:4]) for notice in called_for(table)]


def test_a_turn_is_named_by_the_event_that_began_it():
    table = seated("p0", "p1")
    assert keys(table) == ["turn:g:0:3"]
    (before,) = called_for(table)
    (after,) = called_for(table.move(0, "draw", "show"))
    assert before == after
    assert keys(table.move(0, "pass")) == ["turn:g:1:6"]


def test_another_event_in_its_place_makes_another_notice():
    one, other = (called_for(seated("p0", "p1").later(n).move(0, "pass")) for n in (5, 6))
    assert one[0].key != other[0].key
    assert one[0].key.rpartition(":")[0] == other[0].key.rpartition(":")[0]


def test_open_games_studies_and_bots_call_for_none():
    assert keys(TimedTable.open()) == []
    assert keys(seated("p0", bots=1).move(0, "pass")) == []


def test_a_request_to_undo_is_a_notice_of_its_own_to_those_who_must_answer():
    table = seated("p0", "p1", "p2").move(0, "draw", "draw")
    table.undo(0, 4)
    assert keys(table) == ["turn:g:0:4", "turn:g:1:7", "turn:g:2:7"]


def test_the_end_of_a_game_is_announced_to_all_its_people_and_nothing_else_is():
    table = seated("p0", "p1", bots=1)
    for seat in (0, 1):
        table.move(seat, "resign")
    assert {notice.kind for notice in called_for(table)} <= {"ended"}
    assert [notice.seat for notice in called_for(table)] == [0, 1]


def test_a_notice_waits_for_the_grace_but_a_reminder_for_none():
    table = seated("p0", "p1", deadline=A_DAY)
    scores = placing(120_000)("g", table.summary()).sort_keys
    turn, reminder = sorted(scores.values())
    assert turn == milliseconds(at(3)) + 120_000
    assert reminder == milliseconds(at(3)) + 0.8 * 86_400_000
    assert {name.partition(" ")[0] for name in scores} == {"p0"}


def test_there_are_no_reminders_in_waits_of_ten_minutes_or_less():
    """The reminder would come with or right after the notice of the turn."""
    for least, seconds, kinds in ((60, 600, {"turn"}), (None, 601, {"turn", "reminder"})):
        live = Deadline(at_zero="nudge", per_move=seconds, least=least)
        assert {each.kind for each in called_for(seated("p0", "p1", deadline=live))} == kinds
