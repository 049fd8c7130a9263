"""Weights are data: read as they were written, and refused for other rules."""

import numpy as np
import pytest

from domain.kernel.rulesets import rulesets
from domain.planning.arrays import Features
from domain.planning.fitting import Examples, fit
from domain.planning.levels import LEVELS
from domain.planning.planner import planned_game
from domain.planning.weights import NoWeights, Weights, parse, show, weights_of
from service.clients.planners.levels import LEVEL_NAMES, PLANNED
from tests.domain.planning.shown import view_of
from tests.domain.playing import chance_of, opening


def examples(number: int = 400) -> Examples:
    """Positions of two seats, of whom the one with the greater first feature wins."""
    luck = np.random.Generator(np.random.Philox(1))
    seats, game = luck.standard_normal((number, 2, 3)), luck.standard_normal((number, 2))
    wins = (seats[:, :, 0] == seats[:, :, 0].max(axis=1, keepdims=True)).astype(float)
    return Examples(Features(seats, game), wins, wins, wins, np.ones(number))


def test_a_fitted_network_tells_who_wins_and_its_chances_add_up_to_one():
    shown = examples()
    chances = fit([shown], 0, seed=1, epochs=60).chances(shown.features)
    assert np.allclose(chances.sum(axis=1), 1)
    assert (chances.argmax(axis=1) == shown.wins.argmax(axis=1)).mean() > 0.9


def test_the_same_examples_and_seed_give_the_same_network_to_the_bit():
    one, other = (show(Weights(fit([examples()], 0, 1, 2), {})) for _ in range(2))
    assert one == other
    assert show(Weights(fit([examples()], 0, 2, 2), {})) != one


def test_weights_are_read_as_they_were_written_but_for_their_precision():
    network = fit([examples()], 0, 1, 2)
    read = parse(show(Weights(network, {"rules_version": 7})))
    assert read.notes["rules_version"] == 7
    shown = examples().features
    assert np.allclose(read.network.chances(shown), network.chances(shown), atol=0.02)


@pytest.mark.parametrize("ruleset", PLANNED)
def test_weights_come_with_each_planned_ruleset_and_know_its_features(ruleset: str):
    rules = rulesets()[ruleset]
    weights = weights_of(ruleset, rules.rules_version)
    game, state = planned_game(ruleset), opening(rules)
    beliefs = game.nothing_known(state.table.seats, 0)
    position = game.position(view_of(rules, state, 0, 1), beliefs, chance_of(1))
    assert np.allclose(weights.network.chances(game.features([position])).sum(axis=1), 1)


def test_weights_for_other_rules_or_none_are_refused_with_the_remedy():
    with pytest.raises(NoWeights, match=r"for version 1.*anabasis train alexandros"):
        weights_of("alexandros", 2)
    with pytest.raises(NoWeights, match=r"missing.*anabasis train chess"):
        weights_of("chess", 1)


def test_the_levels_that_are_offered_have_a_budget_each_the_weakest_first():
    assert tuple(LEVELS) == LEVEL_NAMES
    budgets = [level.budget for level in LEVELS.values()]
    assert budgets == sorted(set(budgets))
