"""The games that wait for a bot."""

from projections.bots_waiting import BOTS_ALONE, WITH_PEOPLE, BotWaiting, place, waiting_in
from tests.projections.timed_table import TimedTable, seated


def waiting(table):
    row = place("g", table.summary()).row
    return None if row is None else waiting_in(row)


def test_a_game_waits_for_a_bot_that_may_move():
    table = seated("p0", bots=1)
    assert waiting(table) is None
    assert waiting(table.move(0, "pass")) == [BotWaiting("g", 1, "greedy", 4)]
    assert waiting(table.move(1, "show")) == [BotWaiting("g", 1, "greedy", 5)]
    assert waiting(table.move(1, "pass")) is None


def test_an_open_or_a_finished_game_waits_for_no_bot():
    table = TimedTable.open()
    table.sit(None, bot="greedy")
    assert waiting(table) is None
    assert waiting(seated("p0", bots=1).move(0, "pass").move(1, "resign")) is None


def test_a_game_stands_in_the_order_only_while_it_waits():
    table = seated("p0", bots=1)
    assert place("g", table.summary()).scores == {}
    assert list(place("g", table.move(0, "pass").summary()).scores) == [WITH_PEOPLE]


def test_bots_among_themselves_stand_in_an_order_of_their_own():
    assert list(place("g", seated(bots=2).summary()).scores) == [BOTS_ALONE]


def test_departed_players_wait_for_no_bot():
    table = seated("p0", bots=2)
    table.move(0, "pass")
    assert list(place("g", table.move(0, "resign").summary()).scores) == [BOTS_ALONE]
