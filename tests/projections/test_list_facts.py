"""The line of facts by which lists are filtered."""

from collections.abc import Callable

import pytest
from msgspec import to_builtins

from domain.record.times import milliseconds
from projections.list_facts import Filters, facts_line, lobby_lists
from projections.my_games import row_of, score_of, sort_keys
from projections.rows import place
from tests.projections.timed_table import TimedTable, seated

OVER = "finished;cards;table;2;none"


@pytest.mark.parametrize(
    ("table", "facts"),
    [
        (TimedTable.open, "open;cards;table;2;none;people;;"),
        (lambda: seated("p0", bots=1), "live;cards;table;2;none;bots;;"),
        (
            lambda: seated("p0", "p1").move(1, "resign"),
            f"{OVER};people;resignation;p0",
        ),
        (
            lambda: seated("p0", bots=1).move(0, "resign"),
            f"{OVER};bots;resignation;-",
        ),
    ],
)
def test_a_line_has_the_facts_in_order(table: Callable[[], TimedTable], facts: str):
    game = table().summary().game
    assert facts_line(game) == f"{milliseconds(game.updated_at)};{facts}"


def test_filters_are_in_the_order_of_the_line():
    filters = Filters("live", "cards", "table", 2, "none", bots=False, reason="resignation")
    assert filters.fields() == ("live", "cards", "table", "2", "none", "people", "resignation")
    assert set(Filters().fields()) == {None}


def test_the_lobby_has_a_list_for_each_status_board_and_player():
    filters = Filters("live", board="tiny", player="p0")
    assert lobby_lists(filters) == ["lobby:live:any", "lobby:board:tiny", "lobby:player:p0"]


def test_a_row_tells_its_score():
    for table in (seated("p0", "p1"), seated("p1", "p0"), seated("p0", "p1").move(0, "resign")):
        summary = table.summary()
        row = to_builtins(place("g", summary).row)
        for name, score in sort_keys(summary).items():
            assert score_of(row_of(name.removeprefix("player:"), row)) == score
