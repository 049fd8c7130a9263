"""The games that wait for a bot."""

from projections.bots_waiting import BOTS_ALONE, WITH_PEOPLE, BotWaiting, sort_keys, waiting_in
from projections.rows import place
from tests.projections.timed_table import TimedTable, seated


def waiting(table):
    return waiting_in(place("g", table.summary()).row)


def test_a_game_waits_for_a_bot_that_may_move():
    table = seated("p0", bots=1)
    assert waiting(table) == []
    assert waiting(table.move(0, "pass")) == [BotWaiting("g", 1, "greedy", 4)]
    assert waiting(table.move(1, "show")) == [BotWaiting("g", 1, "greedy", 5)]
    assert waiting(table.move(1, "pass")) == []


def test_an_open_or_a_finished_game_waits_for_no_bot():
    table = TimedTable.open()
    table.sit(None, bot="greedy")
    assert waiting(table) == []
    assert waiting(seated("p0", bots=1).move(0, "pass").move(1, "resign")) == []


def test_a_game_stands_in_the_order_only_while_it_waits():
    table = seated("p0", bots=1)
    assert sort_keys(table.summary()) == {}
    assert list(sort_keys(table.move(0, "pass").summary())) == [WITH_PEOPLE]


def test_bots_among_themselves_stand_in_an_order_of_their_own():
    assert list(sort_keys(seated(bots=2).summary())) == [BOTS_ALONE]


def test_departed_players_wait_for_no_bot():
    table = seated("p0", bots=2)
    table.move(0, "pass")
    assert list(sort_keys(table.move(0, "resign").summary())) == [BOTS_ALONE]
