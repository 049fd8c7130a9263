"""A level with a margin makes its policy's move unless it knows a clearly better one."""

import pytest

from domain.kernel.rulesets import rulesets
from domain.planning.levels import Level
from domain.planning.planner import Knowledge, ledger, plan
from service.clients.planners.levels import PLANNED
from tests.domain.planning.shown import view_of
from tests.domain.playing import steps


@pytest.mark.parametrize("ruleset", PLANNED)
def test_no_move_is_better_by_more_than_everything(ruleset: str):
    rules, never = rulesets()[ruleset], Level(60, margin=1.0)
    for step in steps(rules, 1)[:60:7]:
        told = ledger(ruleset, step.before.table.seats, step.seat)
        knowledge = Knowledge(view_of(rules, step.before, step.seat, 1), told.beliefs)
        move = rules.wire.moves.json(step.move)
        assert plan(knowledge, step.seat, never, "1", policy=move).move == move


def test_a_search_for_which_it_is_enough_ends_with_the_best_so_far():
    rules = rulesets()["alexandros"]
    step = steps(rules, 1)[0]
    told = ledger(rules.id, step.before.table.seats, step.seat)
    knowledge = Knowledge(view_of(rules, step.before, step.seat, 1), told.beliefs)
    whole = plan(knowledge, step.seat, Level(500), "1")
    cut = plan(knowledge, step.seat, Level(500), "1", is_enough=lambda: True)
    assert cut.was_cut
    assert not whole.was_cut
    assert cut.used < whole.used
