"""The page's modules as a graph, and the text of each as a block of a larger file.

A block takes its imports from the object ``modules`` and puts its exports there, under its path::

    { const { el } = modules["ui/dom.js"]; ...; modules["ui/links.js"] = { gameLink }; }
"""

import re
from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from posixpath import normpath

STATIC = re.compile(r'^import (?:(\{[^}]*\}) from )?"(\.[^"]+)";\n', re.MULTILINE)
DYNAMIC = re.compile(r'\bimport\("(\.[^"]+)"\)')
DECLARED = re.compile(
    r"^export ((?:async function\*?|function\*?|class|const) (\w+))", re.MULTILINE
)
LISTED = re.compile(r"^export \{([^}]*)\};\n", re.MULTILINE)
COMMENT = re.compile(
    r"^[ \t]*/\*\*?(?s:.*?)\*/[ \t]*\n|^[ \t]*//.*\n|/\*\* @(?:type|param|returns)\b.*?\*/ ?",
    re.MULTILINE,
)
"""Comments on lines of their own, and casts: what may look like one in a string is left alone."""


@dataclass(frozen=True, slots=True)
class Module:
    """A module: its path below the page's folder, its text without comments, its imports."""

    path: str
    text: str
    static: tuple[str, ...]
    dynamic: tuple[str, ...]


Graph = Mapping[str, Module]
"""Modules by path."""


def read_modules(folder: Path, rooms: Iterable[str]) -> Graph:
    """Return the modules of the folder itself and of its rooms, but for the service worker."""
    files = [
        *folder.glob("*.js"),
        *(file for room in rooms for file in (folder / room).glob("*.js")),
    ]
    paths = sorted(file.relative_to(folder).as_posix() for file in files)
    return {path: _module(path, (folder / path).read_text("utf-8")) for path in paths}


def _module(path: str, source: str) -> Module:
    text = COMMENT.sub("", source)
    static = tuple(_target(path, match[1]) for match in STATIC.findall(text))
    dynamic = tuple(_target(path, name) for name in DYNAMIC.findall(text))
    return Module(path, text, static, dynamic)


def _target(path: str, name: str) -> str:
    """Return the path that an import of a module names."""
    return normpath(PurePosixPath(path).parent / name)


def reached(graph: Graph, roots: Iterable[str]) -> list[str]:
    """Return the modules that the roots import, at any depth, each after its own imports."""
    order: dict[str, None] = {}

    def visit(path: str) -> None:
        if path not in order:
            for each in graph[path].static:
                visit(each)
            order[path] = None

    for root in roots:
        visit(root)
    return list(order)


def block(module: Module, file_of: Callable[[str], str]) -> str:
    """Return the module as a block; dynamic imports load the file that holds their target."""
    text = STATIC.sub(lambda match: _taken(module.path, match), module.text)
    text = DYNAMIC.sub(lambda match: _loaded(module.path, match[1], file_of), text)
    text = text.replace("import.meta.url", f'new URL("../../{module.path}", import.meta.url).href')
    names = sorted({name for _, name in DECLARED.findall(text)} | _listed(text))
    text = LISTED.sub("", DECLARED.sub(r"\1", text))
    return f'{{\n{text}modules["{module.path}"] = {{ {", ".join(names)} }};\n}}\n'


def _taken(path: str, match: re.Match[str]) -> str:
    if match[1] is None:
        return ""
    names = match[1].replace(" as ", ": ")
    return f'const {names} = modules["{_target(path, match[2])}"];\n'


def _loaded(path: str, name: str, file_of: Callable[[str], str]) -> str:
    target = _target(path, name)
    return f'import("./{file_of(target)}").then(({{ modules }}) => modules["{target}"])'


def _listed(text: str) -> Set[str]:
    return {name.strip() for names in LISTED.findall(text) for name in names.split(",")}
