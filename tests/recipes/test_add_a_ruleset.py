"""The recipe for a ruleset, followed with a toy."""

from pathlib import Path

from tests.recipes.following import Copy, recipe

CONTRACTS = (
    "tests/domain/kernel/test_ruleset_contract.py",
    "tests/domain/wire/test_contract.py",
    "tests/projections/text/test_contract.py",
    "tests/projections/statistics/test_fixtures.py",
    "tests/domain/test_fixtures.py",
)
PLAYED = ("tests/service/texts/test_codes.py", "tests/recipes/played_heap.py")


def test_a_ruleset_takes_the_files_of_the_recipe_and_plays(tmp_path: Path):
    copy = Copy.at(tmp_path)
    copy.add("ruleset")
    copy.edit("ruleset.toml")
    named = {name.replace("heap", "<id>") for name in copy.touched}
    assert {name for name in named if not name.endswith("__init__.py")} == recipe("Add a ruleset")
    copy.run("tests.fixtures.make", "heap")
    copy.passes(*CONTRACTS, *PLAYED, "-k", "heap or test_codes")
