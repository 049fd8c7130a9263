"""One word, one thing: names that stand twice are listed here, each with its reason."""

import ast
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parent.parent
FOLDERS = ("projections", "service", "clients")
"""All code but the rules, where each game has its own board, state and moves, and the tests."""

SHARED = {
    "FeedEntry": "the store's lines of a feed, and what projections, a floor below, read of them",
    "Notices": "a schema of the API's document, and the part of the library that asks for it",
    "Position": "each game's bots have their own; no module knows two",
}


def public_classes() -> dict[str, list[str]]:
    """The modules of each public class, by its name."""
    modules = defaultdict(list)
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            if "node_modules" in path.parts:
                continue
            for node in ast.parse(path.read_text("utf-8")).body:
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    modules[node.name].append(str(path.relative_to(ROOT)))
    return modules


def test_no_public_class_outside_the_rules_shares_its_name_but_those_listed():
    shared = {name: paths for name, paths in public_classes().items() if len(paths) > 1}
    assert shared.keys() == SHARED.keys(), shared
