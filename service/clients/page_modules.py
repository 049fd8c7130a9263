"""The page's modules, and the text of each as a block of a larger script.

A block takes its imports from the object ``modules`` and puts its exports there, under its path::

    { const { el } = modules["ui/dom.js"]; ...; modules["ui/links.js"] = { gameLink }; }
"""

import re
from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass
from pathlib import Path
from posixpath import dirname, join, normpath

STATIC = re.compile(r'^import (?:(\{[^}]*\}) from )?"(\.[^"]+)";\n', re.MULTILINE)
DYNAMIC = re.compile(r'\bimport\("(\.[^"]+)"\)')
DECLARED = re.compile(
    r"^export ((?:async function\*?|function\*?|class|const) (\w+))", re.MULTILINE
)
LISTED = re.compile(r"^export \{(\s*\w+(?:,\s*\w+)*,?\s*)\};\n", re.MULTILINE)
UNKNOWN = re.compile(r"^(?:import|export)\b(?!\().*", re.MULTILINE)
# No comments behind code, as a string may contain text that looks like one.
COMMENT = re.compile(
    r"^[ \t]*/\*(?:[^*]|\*(?!/))*\*/[ \t]*\n|^[ \t]*//.*\n"
    r"|/\*\* @(?:type|param|returns)\b(?:[^*]|\*(?!/))*\*/ ?",
    re.MULTILINE,
)
"""Comments on lines of their own, and casts."""
INDENT = re.compile(r"^[ \t]+", re.MULTILINE)
LONG_TEXT = re.compile(r"^[^`\n]*(?:`[^`\n]*`[^`\n]*)*`[^`\n]*\n", re.MULTILINE)
"""A line on which a template literal begins that does not end there."""


@dataclass(frozen=True, slots=True)
class Module:
    """A module: its path below the page's folder, its text without comments, its imports."""

    path: str
    text: str
    static: tuple[str, ...]
    dynamic: tuple[str, ...]


Graph = Mapping[str, Module]
"""Modules by path."""


def read(root: Path, path: str, instead: Mapping[str, str] | None = None) -> Module:
    """Read a module; ``instead`` replaces paths that it imports.

    Raises ValueError if it imports or exports in another form than the page's modules do.
    """
    text = without_comments((root / path).read_text("utf-8"))
    # Better refused than linked wrongly: the patterns know only the forms that the page uses.
    if unknown := UNKNOWN.search(LISTED.sub("", DECLARED.sub("", STATIC.sub("", text)))):
        raise ValueError(f"{path} cannot be linked: {unknown[0]}")
    # Without indents a game's scripts are 1.3 kB smaller, compressed; in a text they would count.
    if long := LONG_TEXT.search(text):
        raise ValueError(f"{path} has a text of several lines: {long[0].strip()}")
    targets = [_target(path, name) for _, name in STATIC.findall(text)]
    static = tuple((instead or {}).get(target, target) for target in targets)
    return Module(path, text, static, tuple(_target(path, name) for name in DYNAMIC.findall(text)))


def without_comments(source: str) -> str:
    """Return a script without its comments."""
    return COMMENT.sub("", source)


def _target(path: str, name: str) -> str:
    """Return the path that an import of a module names."""
    return normpath(join(dirname(path), name))


def reachable_modules(module_at: Callable[[str], Module], roots: Iterable[str]) -> Graph:
    """Return the modules that the roots import, at any depth, each after its own imports."""
    graph: dict[str, Module] = {}

    def visit(path: str) -> None:
        if path not in graph:
            module = module_at(path)
            for each in module.static:
                visit(each)
            graph[path] = module

    for root in roots:
        visit(root)
    return graph


def block(module: Module, file_of: Callable[[str], str]) -> str:
    """Return the module as a block; dynamic imports load the file that holds their target."""
    static = iter(module.static)
    text = STATIC.sub(lambda match: _taken(match[1], next(static)), module.text)
    text = DYNAMIC.sub(lambda match: _loaded(_target(module.path, match[1]), file_of), text)
    # The block runs in a file in another folder than the module's own.
    text = text.replace("import.meta.url", f'new URL("../../{module.path}", import.meta.url).href')
    names = sorted({name for _, name in DECLARED.findall(text)} | _listed(text))
    text = LISTED.sub("", DECLARED.sub(r"\1", text))
    return f'{{\n{INDENT.sub("", text)}modules["{module.path}"] = {{ {", ".join(names)} }};\n}}\n'


def _taken(names: str | None, target: str) -> str:
    return f'const {names.replace(" as ", ": ")} = modules["{target}"];\n' if names else ""


def _loaded(target: str, file_of: Callable[[str], str]) -> str:
    return f'import("./{file_of(target)}").then(({{ modules }}) => modules["{target}"])'


def _listed(text: str) -> Set[str]:
    return {name for names in LISTED.findall(text) for name in re.findall(r"\w+", names)}
