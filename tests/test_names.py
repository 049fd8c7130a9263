"""A name means one thing, and says which; each exception is listed here with its reason."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
FOLDERS = ("projections", "service", "clients")
"""All code but the rules, where each game has its own board, state and moves, and the tests."""

SHARED = {
    "FeedEntry": "the store's lines of a feed, and what projections, a floor below, read of them",
    "Notices": "a schema of the API's document, and the part of the library that asks for it",
    "Position": "each game's bots have their own; no module knows two",
}

GENERATED = {"clients/python/answers.py": "the API's document names them"}


def public_classes() -> dict[str, list[str]]:
    """The modules of each public class, by its name."""
    modules = defaultdict(list)
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            if "node_modules" in path.parts or str(path.relative_to(ROOT)) in GENERATED:
                continue
            for node in ast.parse(path.read_text("utf-8")).body:
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    modules[node.name].append(str(path.relative_to(ROOT)))
    return modules


def test_no_public_class_outside_the_rules_shares_its_name_but_those_listed():
    shared = {name: paths for name, paths in public_classes().items() if len(paths) > 1}
    assert shared.keys() == SHARED.keys(), shared


_ROLES = """
asleep asked becoming belonging broken checked closed closing decoded described drawn expiring
examining filling following found given grown hashed heard held keeping kept lasting left listening
lost made merged metered missing mixed named opened ordered outside packed pending posting preloaded
reaching recorded remembered said saved sealed settled sharing shown spoken standing surveying taken
taking telling together told undoing undone unlisted wording worded working written
"""
ROLES = frozenset(_ROLES.split())
"""Words for the part that a thing plays in a sentence: they do not say which thing it is."""

ROLE_MODULES = {"clients/web/pages/missing.js": "it is the script of `missing.html`"}
ROLES_OF_METHODS = frozenset(("found", "given", "held", "kept", "made", "said", "told"))
"""Fewer, as a method is read after its object: ``store.closed`` is plain."""


def sources() -> Iterator[Path]:
    """Yield the modules outside the tests, as paths in the tree."""
    for folder in ("domain", *FOLDERS):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in (".py", ".js") and "node_modules" not in path.parts:
                yield path.relative_to(ROOT)


def functions(path: Path) -> Iterator[tuple[str, bool]]:
    """Yield the name of each function of a module, and True for those of its classes."""
    for node in ast.parse((ROOT / path).read_text("utf-8")).body:
        for each in node.body if isinstance(node, ast.ClassDef) else [node]:
            if isinstance(each, ast.FunctionDef):
                yield each.name, each is not node


def roles(*, methods: bool) -> dict[str, set[str]]:
    """Return the functions or methods named for roles, by module."""
    words, named = ROLES_OF_METHODS if methods else ROLES, defaultdict(set)
    for path in sources():
        if path.suffix == ".py":
            for name, is_method in functions(path):
                if is_method is methods and name in words:
                    named[str(path)].add(name)
    return named


def test_no_module_is_named_for_a_role_in_a_sentence():
    assert {str(path) for path in sources() if path.stem in ROLES} == ROLE_MODULES.keys()


def test_no_function_is_named_for_a_role_in_a_sentence():
    assert roles(methods=False) == {}


def test_no_method_is_named_for_a_role_in_a_sentence():
    assert roles(methods=True) == {}
