"""The registry of rulesets in all versions: new games get the newest, others keep theirs."""

from functools import lru_cache
from importlib import import_module
from typing import Any

from domain.errors import UnknownName
from domain.kernel.decider import Ruleset

# In the order in which the API lists them.
_FOLDERS = (
    "alexandros",
    "settlers",
    "alexander_the_great",
)


def rulesets() -> dict[str, Ruleset[Any, Any, Any]]:
    """Return the newest version of every ruleset, by id."""
    return {name: known[-1] for name, known in versions().items()}


@lru_cache
def versions() -> dict[str, tuple[Ruleset[Any, Any, Any], ...]]:
    """Return all versions of every ruleset, newest last, by id: ``RULESETS`` of each folder."""
    offered = [import_module(f"domain.{folder}").RULESETS for folder in _FOLDERS]
    return {known[-1].id: known for known in offered}


@lru_cache
def ruleset_named(name: str, rules_version: int | None = None) -> Ruleset[Any, Any, Any]:
    """Return a ruleset in a version (None: the newest). Raises UnknownName."""
    if name not in versions():
        raise UnknownName("ruleset", name, sorted(versions()))
    by_version = {ruleset.rules_version: ruleset for ruleset in versions()[name]}
    version = max(by_version) if rules_version is None else rules_version
    if version not in by_version:
        raise UnknownName("rules version", f"{name} {version}", list(map(str, by_version)))
    return by_version[version]
