"""The lobby's rows and the orders they stand in."""

from itertools import product

import pytest
from msgspec import to_builtins

from domain.kernel.deadlines import DAY, Deadline
from domain.kernel.expiry import abandonment
from domain.kernel.rulesets import rulesets
from domain.kernel.seating import cancel, free_seat
from domain.record.times import milliseconds
from projections.answers.lists import Awaited, ListedGame
from projections.contract import Placement
from projections.lobby import (
    SEATS,
    Pace,
    Selection,
    board_list_name,
    filtered_list_name,
    list_name,
    pace_of,
    player_list_name,
    row_of,
    sort_keys,
)
from projections.rows import place
from tests.projections.timed_table import TimedTable, at, seated


def shown(table: TimedTable) -> ListedGame:
    """The lobby's row of a table's game."""
    return row_of(to_builtins(place("g", table.summary()).row))


def test_an_open_game_has_free_seats_and_no_turn():
    table = TimedTable.open(title="Come in")
    table.sit("p0")
    seat = {"seat": 0, "name": None, "bot": None, "player_id": "p0", "forgotten": False}
    assert to_builtins(shown(table)) == {
        "game_id": "g",
        "ruleset": "cards",
        "title": "Come in",
        "board": "table",
        "board_title": None,
        "seats": [seat, None],
        "status": "open",
        "options": {},
        "undo": "consent",
        "fair": True,
        "turn": None,
        "waiting_for": [],
        "version": 2,
        "created_at": at(1),
        "updated_at": at(2),
        "result": None,
        "host": {"player_id": "p0", "name": None, "forgotten": True},
        "kept": [],
    }


def test_a_live_game_shows_its_turn_and_its_bots():
    row = shown(seated("p0", bots=1))
    assert (row.status, row.turn) == ("live", 1)
    bot = row.seats[1]
    assert bot is not None
    assert (bot.seat, bot.player_id, bot.bot) == (1, None, "greedy")


def test_a_finished_game_shows_its_result():
    table = seated("p0", "p1").move(0, "resign")
    row = shown(table)
    assert row.status == "finished"
    assert row.result is not None
    assert [*row.result.winners] == [1]
    assert row.result.reason == "resignation"


def test_a_live_game_shows_whom_it_waits_for_and_since_when():
    table = seated("p0", "p1").move(0, "pass")
    assert shown(table).waiting_for == [Awaited(1, at(4))]
    over = seated("p0", "p1").move(0, "resign")
    assert shown(over).waiting_for == []


def test_a_game_with_a_deadline_shows_it():
    table = TimedTable.open(deadline=Deadline("bot", per_move=259200, bot="greedy"))
    deadline = {"at_zero": "bot", "per_move": 259200, "bot": "greedy"}
    assert to_builtins(shown(table).deadline) == deadline


def test_an_unlisted_game_has_no_place():
    assert sort_keys(seated("p0", "p1", listed=False).summary()) == {}


def test_a_cancelled_game_has_no_place():
    table = TimedTable.open()
    table.sit("p0")
    table.record(cancel(table.game))
    assert place("g", table.summary()) == Placement()


@pytest.mark.parametrize("players", [(), ("p0", "p1")], ids=["open", "live"])
def test_an_abandoned_game_has_no_place(players: tuple[str, ...]):
    patient = Deadline("nudge", per_move=DAY, open_for=DAY, idle_for=30 * DAY)
    table = seated(*players, deadline=patient) if players else TimedTable.open(deadline=patient)
    assert sort_keys(table.summary())
    ended = abandonment(table.game, milliseconds(at(1)) + 31 * DAY * 1000)
    assert ended is not None
    table.record(ended)
    assert sort_keys(table.summary()) == {}


def test_a_freed_seat_is_free_again():
    table = TimedTable.open()
    table.sit("p0")
    table.record(free_seat(table.game, 0, removed=False))
    assert shown(table).seats == [None, None]


def test_a_row_holds_nothing_hidden():
    table = seated("p0", "p1").move(0, "draw")
    assert "hands" not in str(place("g", table.summary()).row)
    assert table.game.terms.secret not in str(place("g", table.summary()).row)


@pytest.mark.parametrize(
    ("table", "status"),
    [
        (TimedTable.open, "open"),
        (lambda: seated("p0", "p1"), "live"),
        (lambda: seated("p0", "p1").move(0, "resign"), "finished"),
    ],
)
def test_a_game_stands_by_its_last_change_in_the_orders_of_its_status_and_ruleset(table, status):
    table = table()
    scores = sort_keys(table.summary())
    broad = {list_name(s, r) for s, r in product((None, status), (None, "cards"))}
    narrow = {filtered_list_name(r, status, 2, "none", bots=False) for r in (None, "cards")}
    players = [seat.player for seat in table.summary().game.seats if seat and seat.player]
    beside = {board_list_name("table"), *map(player_list_name, players)}
    assert set(scores) == broad | narrow | beside
    assert set(scores.values()) == {1795262400_000 + 1000 * len(table.events)}


@pytest.mark.parametrize(
    "selection",
    [
        Selection(),
        Selection(seats=2),
        Selection("live", "cards", 2, "live", bots=True),
        Selection(pace="live"),
        Selection("live", bots=True),
    ],
)
def test_a_game_is_once_in_the_lists_of_a_selection_that_it_fits(selection: Selection):
    hasty = Deadline("nudge", reserve=600, least=60)
    scores = sort_keys(seated("p0", bots=1, deadline=hasty).summary())
    assert len(scores.keys() & set(selection.lists())) == 1


@pytest.mark.parametrize(
    "selection",
    [
        Selection("open", seats=2),
        Selection(None, "chess", 2),
        Selection(seats=3),
        Selection(pace="days"),
        Selection(pace="none"),
        Selection(bots=False),
    ],
)
def test_a_game_is_in_no_list_of_a_selection_that_it_does_not_fit(selection: Selection):
    hasty = Deadline("nudge", reserve=600, least=60)
    scores = sort_keys(seated("p0", bots=1, deadline=hasty).summary())
    assert not scores.keys() & set(selection.lists())


@pytest.mark.parametrize(
    ("deadline", "pace"),
    [
        (None, "none"),
        (Deadline("nudge", per_move=DAY - 1), "live"),
        (Deadline("nudge", per_move=DAY), "days"),
        (Deadline("nudge", reserve=3600, increment=60, least=60), "live"),
        (Deadline("nudge", reserve=7 * DAY), "days"),
    ],
)
def test_the_pace_is_the_time_of_a_turn_or_of_all_turns(deadline: Deadline | None, pace: Pace):
    assert pace_of(deadline) == pace


def test_a_selection_reads_few_lists():
    """Each costs a look at every shard."""
    selections = product((None, "cards"), (None, 3), (None, "days"), (None, True))
    assert max(len(Selection("live", *each).lists()) for each in selections) == 9


def test_games_of_any_number_of_seats_on_offer_can_be_selected():
    assert {n for each in rulesets().values() for n in each.seat_counts} <= {*SEATS}
