"""The registry of rulesets, each in its newest version; a game of another is refused by name."""

from functools import lru_cache
from importlib import import_module
from typing import Any

from domain.decider import Ruleset
from domain.errors import UnknownName

_FOLDERS = ("alexandros", "settlers", "alexander_the_great")


@lru_cache
def rulesets() -> dict[str, Ruleset[Any, Any, Any]]:
    """Every ruleset by its id; a folder of ``domain`` offers its newest as ``RULESET``."""
    found = [import_module(f"domain.{folder}").RULESET for folder in _FOLDERS]
    return {ruleset.id: ruleset for ruleset in found}


@lru_cache
def ruleset_named(name: str, rules_version: int | None = None) -> Ruleset[Any, Any, Any]:
    """The ruleset of a name, in a version (None: the newest). Raises UnknownName."""
    ruleset = rulesets().get(name)
    if ruleset is None:
        raise UnknownName("ruleset", name, sorted(rulesets()))
    if rules_version not in (None, ruleset.rules_version):
        raise UnknownName("rules version", f"{name} {rules_version}", [str(ruleset.rules_version)])
    return ruleset
