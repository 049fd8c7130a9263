"""The page's modules linked to one script, for an engine that knows no imports."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from posixpath import join, normpath

IMPORT = re.compile(r'^import (?:\{([^}]*)\} from )?"(\.[^"]+)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const|let) (\w+))", re.MULTILINE)
UNKNOWN = re.compile(r"^(?:import\b.*|export\b.*)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Linked:
    """Modules in one script, and their paths, each after those that it imports."""

    script: str
    paths: tuple[str, ...]


def linked(root: Path, entries: Mapping[str, str], instead: Mapping[str, str]) -> Linked:
    """Link modules and all they import; the entries' names become variables with their exports.

    ``entries`` and ``instead`` (modules that stand in for others) are paths below ``root``.
    """
    modules: dict[str, str] = {}
    for path in entries.values():
        _add(root, path, instead, modules)
    variables = (f"const {name} = {_variable(path)};" for name, path in entries.items())
    return Linked("\n".join([*modules.values(), *variables]), tuple(modules))


def _add(root: Path, path: str, instead: Mapping[str, str], modules: dict[str, str]) -> None:
    """Add a module after those that it imports."""
    if path in modules:
        return
    source = (root / path).read_text("utf-8")
    for imported in IMPORT.finditer(source):
        _add(root, _target(path, imported[2], instead), instead, modules)
    modules[path] = _module(path, source, instead)


def _target(path: str, name: str, instead: Mapping[str, str]) -> str:
    target = normpath(join(path, "..", name))
    return instead.get(target, target)


def _module(path: str, source: str, instead: Mapping[str, str]) -> str:
    """Return a module as a variable that holds its exports."""
    imports = [
        f"const {{{names.replace(' as ', ': ')}}} = {_variable(_target(path, name, instead))};"
        for names, name in IMPORT.findall(source)
        if names
    ]
    exported = ", ".join(_exports(source))
    body = EXPORT.sub("", IMPORT.sub("", source))
    if unknown := UNKNOWN.search(body):
        raise ValueError(f"{path} cannot be linked: {unknown[0]}")
    own = "\n".join(imports)
    return f"const {_variable(path)} = (() => {{\n{own}\n{body}\nreturn {{ {exported} }};\n}})();"


def _exports(source: str) -> Iterator[str]:
    for exported in EXPORT.finditer(source):
        yield exported[1]


def _variable(path: str) -> str:
    return "module_" + re.sub(r"\W", "_", path)
