"""Stand-ins as viewers see them: offers for the others at the table, bots that play for all."""

from msgspec.structs import replace

from domain.kernel.deadlines import DAY, Deadline
from domain.kernel.expiry import BY_BOT
from projections.answers.stand_ins import StandIn
from projections.bots_waiting import to_move
from projections.stand_ins import stand_ins
from projections.summary import facts_of, playing
from tests.domain.conftest import Table, seated

NUDGED = Deadline(at_zero="nudge", per_move=DAY)


def offers(table: Table, seat: int | None, *stopped: int) -> list[tuple[object, ...]]:
    shown = stand_ins(table.game, seat, stopped)
    return [(s.seat, s.agreed, s.waiting_for, s.plays, s.possible) for s in shown]


def test_an_offer_is_shown_to_the_others_at_the_table_alone():
    table = seated(3)
    assert offers(table, 0, 1) == [(1, (), (0, 2), False, True)]
    assert offers(table, 1, 1) == []
    assert offers(table, None, 1) == []
    table.stand_in(0, 1)
    assert offers(table, 0, 1) == [(1, (0,), (2,), False, False)]
    assert offers(table, 2, 1) == [(1, (0,), (2,), False, True)]
    assert offers(table, None, 1) == []


def test_players_who_left_or_are_stopped_see_no_offer():
    table = seated(4).move(3, "resign")
    assert offers(table, 3, 1) == []
    assert offers(table, 2, 1, 2) == []
    assert offers(table, 0, 1, 2) == [(1, (), (0,), False, True), (2, (), (0,), False, True)]
    assert offers(table, 0, 3) == []


def test_an_agreement_for_a_player_who_may_play_again_is_shown_no_more():
    table = seated(3)
    table.stand_in(0, 1)
    assert offers(table, 2) == []


def test_if_the_last_who_was_asked_left_the_others_may_begin_it():
    table = seated(3)
    table.stand_in(0, 1)
    table.move(2, "resign")
    assert offers(table, 0, 1) == [(1, (0,), (), False, True)]


def test_one_that_plays_is_public_and_its_bot_is_to_move():
    table = seated()
    table.stand_in(0, 1)
    assert stand_ins(table.game) == [StandIn(1, "greedy", (0,), (), True, False)]
    assert [playing(table.game, seat) for seat in (0, 1)] == [None, "greedy"]
    assert to_move(facts_of(table.game)) == {}
    table.move(0, "pass")
    assert to_move(facts_of(table.game)) == {1: "greedy"}
    table.move(1, "resign", by=BY_BOT)
    assert stand_ins(table.game) == []


def test_where_the_clock_goes_on_nothing_is_shown():
    for at_zero in ("skip", "resign", "bot"):
        assert offers(seated(deadline=replace(NUDGED, at_zero=at_zero)), 0, 1) == []
    table = seated(deadline=NUDGED)
    assert offers(table, 0, 1) == [(1, (), (0,), False, True)]
    table.stand_in(0, 1)
    assert playing(table.game, 1) == "greedy"
