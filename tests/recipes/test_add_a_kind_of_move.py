"""The recipe for a kind of move, followed with a toy in every ruleset."""

from pathlib import Path

from domain.kernel.rulesets import ruleset_named
from tests.domain.playing import name_of
from tests.recipes.following import Copy, recipe

RULESETS = ("settlers", "alexandros", "alexander_the_great")
CONTRACTS = (
    "tests/domain/kernel/test_ruleset_contract.py",
    "tests/domain/wire/test_contract.py",
)
PLAYED = "tests/recipes/played_wave.py"
POSITION = "state.py"
"""The toy counts, so it needs a field of the position, as the recipe says below its list."""


def test_a_kind_of_move_takes_the_files_of_the_recipe_and_is_played(tmp_path: Path):
    copy = Copy.at(tmp_path)
    for ruleset in RULESETS:
        copy.edit(f"kind_of_move_{ruleset}.toml")
        own = {name.removeprefix(f"domain/{ruleset}/") for name in copy.touched}
        files = recipe("Add a kind of move")
        assert own == {*files, POSITION}
        assert len(own) <= 7
        copy.touched.clear()
    newest = " or ".join(f"{name_of(each)}" for each in map(ruleset_named, RULESETS))
    copy.passes(*CONTRACTS, PLAYED, "-k", f"{newest} or played_wave")
