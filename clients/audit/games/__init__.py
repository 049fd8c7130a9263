"""A file for each game, named as its ruleset: `HIDDEN` paths by event type, `deal` and `draw`."""

from importlib import import_module
from pkgutil import iter_modules
from typing import Any


def game_named(ruleset: str) -> Any:
    """Return the file of a ruleset, None if there is none."""
    # Looked up in a list, as the name comes from the export: it must not import any other module.
    names = [module.name for module in iter_modules(__path__)]
    return import_module(f"{__name__}.{ruleset}") if ruleset in names else None
