"""A file a game, named as its ruleset: `HIDDEN` paths by event type, its `deal` and its `draw`s."""

from importlib import import_module
from pkgutil import iter_modules
from typing import Any


def game_named(ruleset: str) -> Any:
    """Return the file of a ruleset, None if there is none."""
    names = [module.name for module in iter_modules(__path__)]
    return import_module(f"{__name__}.{ruleset}") if ruleset in names else None
