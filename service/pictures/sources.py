"""The page's files for a ruleset's pictures, with its modules linked to one script."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from service.clients import WEB
from service.clients.page_modules import block, reachable_modules, read

INSTEAD = {
    "ui/texts.js": "picture/texts.js",
    "game/map/textwidth.js": "picture/textwidth.js",
}


@dataclass(frozen=True, slots=True)
class Linked:
    """Modules in one script, and their paths, each after its imports."""

    script: str
    paths: tuple[str, ...]


@cache
def modules_of(ruleset: str) -> Linked:
    """Return the modules that draw a ruleset's pictures."""
    entries = {
        "tree": "picture/tree.js",
        "texts": "picture/texts.js",
        "composing": "picture/compose.js",
        "own": f"{ruleset}/picture.js",
    }
    return link_modules(WEB, entries, INSTEAD)


@cache
def stylesheets(ruleset: str) -> tuple[str, ...]:
    """Return the page's stylesheets for a board, from the folders of its modules."""
    folders = dict.fromkeys(path.partition("/")[0] for path in modules_of(ruleset).paths)
    boards = (f"{folder}/board.css" for folder in folders)
    return ("ui/base.css", *(name for name in boards if (WEB / name).exists()))


def link_modules(root: Path, entries: Mapping[str, str], instead: Mapping[str, str]) -> Linked:
    """Link modules and their imports; the entries' names become variables with their exports.

    ``entries`` and ``instead`` (modules that stand in for others) are paths below ``root``.
    """
    graph = reachable_modules(lambda path: read(root, path, instead), entries.values())
    blocks = (block(module, str) for module in graph.values())
    variables = (f'const {name} = modules["{path}"];' for name, path in entries.items())
    script = "\n".join(['"use strict";', "const modules = {};", *blocks, *variables])
    return Linked(script, tuple(graph))
