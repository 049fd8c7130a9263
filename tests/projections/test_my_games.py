"""The games a player sits in, and the time they began to wait for the player."""

from msgspec import to_builtins

from domain.kernel.deadlines import DAY, Deadline
from projections.answers.lists import Awaited
from projections.my_games import WAITING, list_name, row_of, sort_keys
from projections.rows import place
from tests.projections.timed_table import TimedTable, at, seated


def mine(table, player="p0"):
    """The player's row of a table's game."""
    return row_of(player, to_builtins(place("g", table.summary()).row))


def since(table):
    return tuple(place("g", table.summary()).row["waits"])


def score(table, player="p0"):
    return sort_keys(table.summary())[list_name(player)]


def test_a_game_has_a_row_for_each_player_with_their_seat():
    table = seated("p0", "p1")
    assert mine(table, "p0").seat == 0
    assert mine(table, "p1").seat == 1
    assert sort_keys(table.summary()).keys() == {list_name("p0"), list_name("p1")}


def test_unlisted_games_are_mine_too_and_games_without_players_are_nobodys():
    assert mine(seated("p0", "p1", listed=False)).game_id == "g"
    assert sort_keys(TimedTable.open().summary()) == {}


def test_my_game_shows_whom_it_waits_for_and_since_when():
    assert mine(seated("p0", "p1").move(0, "pass")).waiting_for == [Awaited(1, at(4))]


def test_a_game_waits_since_the_event_that_made_it_this_seats_move():
    table = seated("p0", "p1")
    assert since(table) == (at(3), None)
    assert since(table.move(0, "draw", "show")) == (at(3), None)
    assert since(table.move(0, "pass")) == (None, at(6))
    assert (mine(table).waiting, mine(table).waiting_since) == (False, None)
    assert (mine(table, "p1").waiting, mine(table, "p1").waiting_since) == (True, at(6))


def test_taking_back_the_turn_makes_the_game_wait_again():
    table = seated("p0", "p1", undo="free").move(0, "pass")
    table.undo(0, 3)
    assert since(table) == (at(5), None)
    table.redo(0)
    assert since(table) == (None, at(6))


def test_an_open_or_a_finished_game_waits_for_nobody():
    assert since(TimedTable.open()) == (None, None)
    assert since(seated("p0", "p1").move(0, "resign")) == (None, None)


def test_a_game_waits_for_the_answer_to_an_undo_request_until_it_is_given():
    table = seated("p0", "p1", "p2").move(0, "draw", "draw")
    table.undo(0, 5)
    assert since(table) == (at(4), at(7), at(7))
    table.answer(1, accept=True)
    assert since(table) == (at(4), None, at(7))
    table.answer(2, accept=False)
    assert since(table) == (at(4), None, None)


def test_a_bot_is_asked_for_no_answer():
    table = seated("p0", "p1", bots=1).move(0, "draw", "draw")
    table.undo(0, 5)
    assert since(table) == (at(4), at(7), None)


def test_games_rank_waiting_longest_first_then_live_open_and_finished_newest_first():
    long_waiting = seated("p0", "p1").move(0, "show")
    waiting = TimedTable.open().later(60)
    for player in ("p0", "p1"):
        waiting.sit(player)
    live = [seated("p0", "p1").later(second).move(0, "pass") for second in (90, 30)]
    free = [TimedTable.open().later(second) for second in (80, 20)]
    for table in free:
        table.sit("p0")
    over = [seated("p0", "p1").later(second).move(0, "resign") for second in (7000, 10)]
    scores = [score(table) for table in (long_waiting, waiting, *live, *free, *over)]
    assert scores == sorted(scores)
    assert [WAITING[0] <= s <= WAITING[1] for s in scores] == [True] * 2 + [False] * 6
    assert all(s == int(float(s)) for s in scores)


def test_a_row_is_read_without_the_members_that_a_newer_release_has_added():
    deadline = Deadline("nudge", per_move=DAY)
    row = to_builtins(place("g", seated("p0", "p1", deadline=deadline).summary()).row)
    newer = {"newer": 1}
    study = {"of": "h", "at": 4}
    result = {"winners": [0], "scores": [3, 2], "reason": "target_score"}
    older = {**row, "result": result, "study": study}
    added = {name: older[name] | newer for name in ("deadline", "result", "study")}
    assert row_of("p0", older | added | newer) == row_of("p0", older)
