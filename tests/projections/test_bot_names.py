"""Names of bots: one in each seat, the same whenever they are asked for."""

import pytest

from domain.kernel.rulesets import rulesets
from projections.bot_names import NAMES, bot_name
from service.clients.planners.levels import offered_bots

GAMES = [f"game{number}" for number in range(40)]


@pytest.mark.parametrize("ruleset", rulesets())
def test_no_two_bots_of_a_game_share_a_name(ruleset: str):
    for game in GAMES:
        kinds = [kind for kind in offered_bots(ruleset) for _ in range(4)]
        seats = [0, 1, 2, 3] * len(offered_bots(ruleset))
        named = {bot_name(ruleset, kind, game, n) for kind, n in zip(kinds, seats, strict=True)}
        assert len(named) == len(kinds)


@pytest.mark.parametrize("ruleset", rulesets())
def test_every_kind_of_bot_has_names_of_its_own(ruleset: str):
    assert {kind for named, kind in NAMES if named == ruleset} == set(offered_bots(ruleset))


def test_bots_are_called_differently_from_game_to_game():
    assert len({bot_name("settlers", "greedy", game, 1) for game in GAMES}) > 3


def test_a_name_stays_the_same_in_every_release():
    told = [bot_name("alexandros", "greedy", "k3v9", seat) for seat in range(4)]
    assert told == ["Hephaistion", "Krateros", "Parmenion", "Seleukos"]


def test_a_kind_of_bot_without_names_is_called_by_its_kind():
    assert bot_name("alexandros", "unheard", "k3v9", 1) == "unheard bot 2"
