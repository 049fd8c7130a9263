"""The luck of an event is what it brought, against the mean of all that it could have brought."""

from collections.abc import Iterator

import numpy as np
import pytest

from domain.kernel.rulesets import ruleset_named
from domain.planning.game import PlannedGame
from domain.planning.luck import MOST_WAYS, Moment, Prescribed, luck_of, open_chances
from domain.planning.planner import planned_game
from domain.planning.weights import weights_of
from domain.record.chance import VERSION, NotedChance
from service.clients.planners.levels import PLANNED
from tests.domain.playing import Step, steps


def moments(ruleset: str) -> Iterator[Moment]:
    """The moves of a game at random, each with the draws that its event would state."""
    rules = ruleset_named(ruleset)
    for step in steps(rules, 1)[:400]:
        yield moment(step, ruleset)


def moment(step: Step, ruleset: str) -> Moment:
    rules, chance = ruleset_named(ruleset), NotedChance(bytes(32), VERSION)
    event = rules.decide(step.before, step.seat, step.move, chance)
    return Moment(step.before, rules.evolve(step.before, event), step.seat, step.move, chance.luck)


def network(ruleset: str):
    return weights_of(ruleset, ruleset_named(ruleset).rules_version).network


@pytest.mark.parametrize("ruleset", PLANNED)
def test_only_what_was_drawn_is_luck_and_the_seats_share_it(ruleset: str):
    game, net = planned_game(ruleset), network(ruleset)
    weighed = [(each, luck_of(game, net, each, "1")) for each in list(moments(ruleset))[:150]]
    for each, luck in weighed:
        assert (luck is not None) == is_drawn(game, each)
    drawn = [(each, luck) for each, luck in weighed if luck is not None]
    assert len(drawn) > 3
    for each, luck in drawn[:10]:
        assert luck.sum() == pytest.approx(0, abs=1e-5)
        assert np.array_equal(luck, luck_of(game, net, each, "1"))


def is_drawn(game: PlannedGame, each: Moment) -> bool:
    piles = zip(game.piles(each.before), game.piles(each.after), strict=True)
    return bool(each.draws) or any(len(old) > len(new) for old, new in piles)


def test_all_dice_are_enumerated_and_their_luck_is_0_on_average():
    game, net, rules = planned_game("settlers"), network("settlers"), ruleset_named("settlers")
    roll = next(each for each in moments("settlers") if len(each.draws) == 2)
    first, second = (each["label"] for each in roll.draws)
    total = np.zeros(roll.before.table.seats)
    for one in range(6):
        for other in range(6):
            dice = Prescribed(bytes(32), VERSION, {first: one, second: other})
            after = rules.evolve(roll.before, rules.decide(roll.before, roll.seat, roll.move, dice))
            luck = luck_of(game, net, roll._replace(after=after), "1")
            assert luck is not None
            total += luck
    assert total == pytest.approx(0, abs=1e-4)


def test_a_card_off_a_pile_is_weighed_against_the_rest_of_the_pile():
    game, net, rules = (
        planned_game("alexandros"),
        network("alexandros"),
        ruleset_named("alexandros"),
    )
    taken = next(
        each
        for each in moments("alexandros")
        if len(game.piles(each.before)[0]) == len(game.piles(each.after)[0]) + 1
    )
    luck = luck_of(game, net, taken, "1")
    pile = game.piles(taken.before)[0]
    afters = []
    for card in pile:
        before = game.with_piles(taken.before, [(card, *pile[1:])])
        event = rules.decide(before, taken.seat, taken.move, NotedChance(bytes(32), VERSION))
        afters.append(rules.evolve(before, event))
    chances = open_chances(game, net, [taken.after, *afters], taken.seat)
    assert luck == pytest.approx(chances[0] - chances[1:].mean(axis=0), abs=1e-5)


def test_of_too_many_ways_a_seeded_sample_is_taken(monkeypatch: pytest.MonkeyPatch):
    game, net = planned_game("settlers"), network("settlers")
    roll = next(each for each in moments("settlers") if len(each.draws) == 2)
    exact = luck_of(game, net, roll, "1")
    monkeypatch.setattr("domain.planning.luck.MOST_WAYS", 20)
    sampled = [luck_of(game, net, roll, seed) for seed in ("1", "1", "2")]
    assert np.array_equal(sampled[0], sampled[1])
    assert not np.array_equal(sampled[0], sampled[2])
    assert sampled[0] == pytest.approx(exact, abs=0.2)
    assert MOST_WAYS > 36
