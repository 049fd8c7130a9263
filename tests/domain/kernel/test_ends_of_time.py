"""The clock's moves reveal nothing of a hidden hand but the cards of a due discard or payment."""

from collections.abc import Iterator
from typing import Any

import pytest

from domain.kernel.decider import Ruleset
from tests.domain.playing import EVERY_VERSION, GAMES, chance_of, name_of, steps

Rules = Ruleset[Any, Any, Any]
PAID = {"discard", "pay"}
MOST = 150


def waits(rules: Rules) -> Iterator[tuple[Any, int, int, int]]:
    """Positions with a seat whose time may run out, an onlooker, and a number for its luck."""
    for game in GAMES[:2]:
        for number, step in enumerate(steps(rules, game)[:MOST]):
            for seat in rules.situation(step.before).to_act:
                others = [n for n in rules.situation(step.before).staying if n != seat]
                if seat in rules.situation(step.before).owed:
                    yield from ((step.before, seat, other, number) for other in others)


@pytest.mark.parametrize("rules", EVERY_VERSION, ids=name_of)
def test_worlds_that_look_the_same_have_the_same_moves_by_the_clock(rules: Rules):
    choices = [each for each in (rules.neutral_move, rules.mildest_move) if each is not None]
    seen = 0
    for state, seat, onlooker, number in waits(rules):
        twin = rules.imagined(state, onlooker, chance_of(number))
        for choose in choices:
            move, other = (rules.wire.moves.json(choose(each, seat)) for each in (state, twin))
            seen += 1
            assert move["type"] == other["type"]
            assert move == other or move["type"] in PAID
    assert seen > 100
