"""The page's modules linked to one script, for an engine that knows no imports."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from service.clients.page_modules import block, reached, read


@dataclass(frozen=True, slots=True)
class Linked:
    """Modules in one script, and their paths, each after those that it imports."""

    script: str
    paths: tuple[str, ...]


def linked(root: Path, entries: Mapping[str, str], instead: Mapping[str, str]) -> Linked:
    """Link modules and all they import; the entries' names become variables with their exports.

    ``entries`` and ``instead`` (modules that stand in for others) are paths below ``root``.
    """
    graph = reached(lambda path: read(root, path, instead), entries.values())
    blocks = (block(module, str) for module in graph.values())
    variables = (f'const {name} = modules["{path}"];' for name, path in entries.items())
    script = "\n".join(['"use strict";', "const modules = {};", *blocks, *variables])
    return Linked(script, tuple(graph))
