"""A player who never comes costs the others about a day a turn, in every ruleset."""

import pytest

from domain.kernel.audit import audit
from domain.kernel.deadlines import ABSENT_WAIT, DAY, Deadline
from tests.domain.absent_players import (
    LEFT,
    OLDER,
    RULESETS,
    SEEDS,
    TERMS,
    TURNS,
    elapsed,
    played,
    waits,
)

EVERYBODY = [(name, absent, seed) for name in RULESETS for absent in range(3) for seed in SEEDS]
each_absent = pytest.mark.parametrize(("name", "absent", "seed"), EVERYBODY)


@each_absent
def test_a_player_who_never_comes_costs_at_most_seven_whole_days_in_eighteen_turns(
    name: str, absent: int, seed: str
):
    table = played(name, absent, OLDER.renewed, seed)
    assert table.game.facts.turn > TURNS
    whole, short = [
        [w for w in waits(table) if (w == DAY) is is_whole] for is_whole in (True, False)
    ]
    assert len(whole) <= 7
    assert set(short) <= {ABSENT_WAIT}
    # Six own turns and at most one wait before them; an auction is ten minutes (6.0 to 7.12 days).
    assert elapsed(table) < 7.2
    assert audit(table.events).valid


@each_absent
def test_orders_of_an_absent_player_cost_no_more_days_than_none(name: str, absent: int, seed: str):
    """An answer at once is no return: it cost up to 13 days in the scenario while it was one."""
    table = played(name, absent, OLDER.renewed, seed, LEFT[name])
    assert len([wait for wait in waits(table) if wait == DAY]) <= 7
    assert elapsed(table) < 7.2
    assert audit(table.events).valid


@pytest.mark.parametrize(
    ("name", "days"), [("alexandros", 6), ("settlers", 7), ("alexander_the_great", 21)]
)
def test_games_without_the_field_wait_as_they_did(name: str, days: int):
    """In settlers more if sevens are rolled, in the scenario in each phase and auction."""
    for absent in range(3):
        table = played(name, absent, OLDER)
        assert len(waits(table)) >= days
        assert set(waits(table)) == {DAY}
        assert audit(table.events).valid


@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.parametrize("terms", [each for old in TERMS for each in (old, old.renewed)], ids=str)
def test_records_of_every_kind_of_terms_hold(name: str, terms: Deadline):
    table = played(name, 1, terms)
    found = audit(table.events)
    assert found.valid, found.reason
    assert table.reread().clock == table.game.clock
