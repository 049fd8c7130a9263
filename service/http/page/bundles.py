"""Bundles of the page's files: few requests on a first visit, without a build step.

Every page has a file with its own modules, and so does every module that is imported on demand,
such as a ruleset's page. A module that several files need is in the last file that is loaded before
all of them, often ``app.js``, so no module runs twice. If none of the pages that people come to
first needs it, it is in ``later.js``, or in the like file of a ruleset. The styles that a page
links become one file; a game's page has one for each ruleset, too. All files lie in a folder named
by their digest, so a browser may keep them forever.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from itertools import chain
from pathlib import Path

from service.clients.page_modules import Graph, block, reachable_modules, read, without_comments

FOLDER = "web/bundle"
SHARED = "app.js"
# In `app.js`, the modules of the account's page alone would cost every game 3 kB.
LATER = "later.js"
"""The file of modules that no first visit needs; those of a ruleset begin with its name."""
REGISTRY = "rulesets.js"
"""The module that loads the rulesets."""
SELDOM = frozenset({"account.js", "boards.js"})
"""The files of pages that are seldom a first visit."""
OF_ONE_RULESET = "game"
"""The page that has a style file for each ruleset, too."""
PAGE = "-page.js"
"""The end of the name of a file that begins with a ruleset's page."""
# In the bundle, the lists that a profile shares with the lobby would cost every game 3 kB.
ALONE = frozenset({"challenge", "embed", "host", "profile"})
"""Pages that load the few modules that they need one by one."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """The files of one version of the page, their digest, and the file loaded before each script.

    ``later`` are the files of later modules that a script loads, too. ``sheets`` are the style
    sheets in each style file.
    """

    digest: str
    files: Mapping[str, bytes]
    parents: Mapping[str, str]
    later: Mapping[str, tuple[str, ...]]
    sheets: Mapping[str, tuple[str, ...]]

    def styles(self, page: str, ruleset: str | None) -> str:
        """Return the style file of a page, without other rulesets' styles if it shows only one."""
        own = f"{page}-{ruleset}.css"
        return own if own in self.files else f"{page}.css"

    def rulesets_of(self, ruleset: str) -> set[str]:
        """Return a ruleset and those that its page stands on."""
        files = self.with_module(f"{ruleset}/page.js")
        return {name.removesuffix(PAGE) for name in files if name.endswith(PAGE)}

    def of_one_ruleset(self, name: str) -> bool:
        """True for a style file that the page of any game does without."""
        return name.endswith(".css") and name.startswith(f"{OF_ONE_RULESET}-")

    def address(self, name: str) -> str:
        """Return the address of a file, from the service's root."""
        return f"{FOLDER}/{self.digest}/{name}"

    def with_module(self, path: str) -> list[str]:
        """Return the scripts that a module imported on demand needs, in the order of loading."""
        name = file_of(path)
        return [*self.before(name), name] if name in self.files else self.before(name)

    def before(self, name: str) -> list[str]:
        """Return the scripts that a file needs, in the order of loading."""
        names = [*_with_ancestors(name, self.parents)] if name in self.parents else [SHARED]
        # A file that would have no modules of its own is not made, so nothing may load it.
        own = [each for each in names[::-1] if each in self.files and each != name]
        later = [file for each in names for file in self.later.get(each, ()) if file != name]
        return [*own, *dict.fromkeys(each for each in later if each not in own)]


StylesOf = Callable[[str], Iterable[str]]
"""Returns the style sheets of a page, in order."""

STAMPED = (".js", ".css", ".html")
"""Endings of the files whose changes make another bundle."""

_known: dict[object, Bundle] = {}
"""The bundle of the present files, by their stamp."""


def bundled(folder: Path, rooms: Iterable[str], styles_of: StylesOf) -> Bundle:
    """Return the bundle of the present files, made again after any of them has changed."""
    rooms = tuple(rooms)
    stamp = _stamp(folder, rooms)
    if stamp not in _known:
        # An older bundle is never asked for again: pages name the newest one.
        _known.clear()
        _known[stamp] = _made(folder, rooms, styles_of)
    return _known[stamp]


def _stamp(folder: Path, rooms: Iterable[str]) -> tuple[tuple[str, int, int], ...]:
    """Return the times and sizes of the scripts, styles and templates."""
    # Every page asks for this, about 250 files: one scandir a room takes 1 ms of CPU, three globs
    # a room took 2.8.
    folders = filter(Path.is_dir, (folder / room for room in ("", *rooms)))
    files = chain.from_iterable(map(os.scandir, folders))
    own = sorted((file.path, file.stat()) for file in files if file.name.endswith(STAMPED))
    return tuple((path, stat.st_mtime_ns, stat.st_size) for path, stat in own)


def _made(folder: Path, rooms: Iterable[str], styles_of: StylesOf) -> Bundle:
    graph = all_modules(folder, rooms)
    parents = _parents(graph)
    holders = _holders(graph, parents)
    later = _later(graph, holders)
    parents |= {name: _page_before(name) for name in holders.values() if name.endswith(LATER)}
    files = dict(_scripts(graph, holders, parents, later))
    sheets = _sheets(graph, parents, styles_of)
    for name, own in sheets.items():
        files[name] = "\n".join(_moved((folder / sheet).read_text("utf-8")) for sheet in own)
    content = {name: text.encode() for name, text in files.items()}
    # Joined digests, as these have one length: joined texts could be equal though cut differently.
    digest = sha256(b"".join(sha256(each).digest() for each in content.values())).hexdigest()
    # An address, not a proof: 64 bits distinguish the versions of the page.
    return Bundle(digest[:16], content, parents, later, sheets)


def _sheets(
    graph: Graph, parents: Mapping[str, str], styles_of: StylesOf
) -> dict[str, tuple[str, ...]]:
    """Return the style sheets in each style file, in order."""
    sheets = {f"{page}.css": tuple(styles_of(page)) for page in pages(graph)}
    # In order: every process must name the same files.
    rulesets = sorted(_rulesets(graph))
    for ruleset in rulesets:
        files = {*_with_ancestors(f"{ruleset}-page.js", parents)}
        others = {f"{each}/board.css" for each in rulesets if f"{each}-page.js" not in files}
        own = (sheet for sheet in sheets[f"{OF_ONE_RULESET}.css"] if sheet not in others)
        sheets[f"{OF_ONE_RULESET}-{ruleset}.css"] = tuple(own)
    return sheets


def _rulesets(graph: Graph) -> set[str]:
    """Return the rulesets that the page can show."""
    return {_room(path) for path in graph[REGISTRY].dynamic if path.endswith("/page.js")}


def all_modules(folder: Path, rooms: Iterable[str]) -> Graph:
    """Return the modules of the folder itself and of its rooms."""
    files = chain.from_iterable((folder / room).glob("*.js") for room in ("", *rooms))
    paths = sorted(file.relative_to(folder).as_posix() for file in files)
    return {path: read(folder, path) for path in paths}


def _moved(sheet: str) -> str:
    """Return a room's style sheet without comments and indents, its addresses made to fit."""
    lines = without_comments(sheet).splitlines(keepends=True)
    # A bundle's folder lies one level deeper than a room.
    return "".join(map(str.lstrip, lines)).replace('url("../', 'url("../../')


def _scripts(
    graph: Graph,
    holders: Mapping[str, str],
    parents: Mapping[str, str],
    later: Mapping[str, tuple[str, ...]],
) -> Iterator[tuple[str, str]]:
    """Yield each file of modules with its text."""
    order = reachable_modules(graph.__getitem__, sorted(graph))
    for name in dict.fromkeys((SHARED, *parents)):
        own = [each for path, each in order.items() if holders.get(path) == name]
        text = "".join(block(module, holders.__getitem__) for module in own)
        before = [parents.get(name, SHARED), *later.get(name, ())]
        if own:
            yield name, _head(name, before) + text + "export { modules };\n"


def _head(name: str, before: Iterable[str]) -> str:
    if name == SHARED:
        # All files share the registry of `app.js`, so a module that two of them need runs once.
        return "const modules = {};\n"
    first = "".join(f'import "./{each}";\n' for each in before if each != SHARED)
    return f'{first}import {{ modules }} from "./{SHARED}";\n'


def pages(graph: Graph) -> list[str]:
    """Return the names of the pages: each is a module that no other imports."""
    imported = {path for module in graph.values() for path in (*module.static, *module.dynamic)}
    own = (Path(path) for path in graph if path.startswith("pages/") and path not in imported)
    return [path.stem for path in own if path.stem not in ALONE]


def entries(graph: Graph) -> dict[str, list[str]]:
    """Return the files that pages and dynamic imports begin with, each with its first modules."""
    roots = {f"{page}.js": [f"pages/{page}.js"] for page in pages(graph)}
    later = {path for module in graph.values() for path in module.dynamic}
    return roots | {file_of(path): [path] for path in sorted(later)}


def file_of(path: str) -> str:
    """Return the name of the file that begins with a module imported later."""
    return path.replace("/", "-")


def _parents(graph: Graph) -> dict[str, str]:
    """Return, for each file but the shared one, the last file that is always loaded before it.

    A scenario's page comes after the page of the ruleset that it stands on. A ruleset's other
    parts, such as its guide, come after its page.
    """
    parents = dict.fromkeys(entries(graph), SHARED)
    rulesets = _rulesets(graph)
    for ruleset in rulesets:
        rooms = {
            _room(path) for path in reachable_modules(graph.__getitem__, [f"{ruleset}/page.js"])
        }
        for base in rooms & rulesets - {ruleset}:
            parents[f"{ruleset}-page.js"] = f"{base}-page.js"
    for (path,) in entries(graph).values():
        if _room(path) in rulesets and not path.endswith("/page.js"):
            parents[file_of(path)] = f"{_room(path)}-page.js"
    return _after_their_askers(graph, parents)


def _room(path: str) -> str:
    return path.partition("/")[0]


def _after_their_askers(graph: Graph, parents: dict[str, str]) -> dict[str, str]:
    """Return the parents; a file that only some others import comes after those."""
    inside = {
        name: {*reachable_modules(graph.__getitem__, paths)}
        for name, paths in entries(graph).items()
    }
    for name in [name for name, parent in parents.items() if parent == SHARED]:
        asking = {each.path for each in graph.values() if name in map(file_of, each.dynamic)}
        homes = {home for home, paths in inside.items() if not asking.isdisjoint(paths)} - {name}
        if homes:
            parents[name] = _common(homes, parents)
    return parents


def _holders(graph: Graph, parents: Mapping[str, str]) -> dict[str, str]:
    """Return the file that holds each module: one loaded before all files that need the module."""
    needed: dict[str, list[str]] = {}
    for name, paths in entries(graph).items():
        for path in reachable_modules(graph.__getitem__, paths):
            needed.setdefault(path, []).append(name)
    return {path: _holder(names, parents) for path, names in needed.items()}


def _holder(names: Iterable[str], parents: Mapping[str, str]) -> str:
    """Return the file for a module that these files need."""
    common = _common(names, parents)
    if common in SELDOM or not all(map(_is_later, names)):
        return common
    # `file_of` puts a hyphen into the name of each file imported on demand; pages have none.
    if common.endswith(PAGE):
        return f"{common.removesuffix(PAGE)}-{LATER}"
    return common if "-" in common else LATER


def _is_later(name: str) -> bool:
    """True for a file that no first visit loads before its page is shown."""
    return name in SELDOM or ("-" in name and not name.endswith("-page.js"))


def _later(graph: Graph, holders: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """Return the files of later modules that each file needs."""
    needed = {name: _files_needed(graph, holders, paths) for name, paths in entries(graph).items()}
    for file in sorted({name for name in holders.values() if name.endswith(LATER)}):
        own = [path for path, name in holders.items() if name == file]
        needed[file] = _files_needed(graph, holders, own) - {file}
    return {name: tuple(sorted(each)) for name, each in needed.items()}


def _files_needed(graph: Graph, holders: Mapping[str, str], paths: Iterable[str]) -> set[str]:
    """Return the files of later modules that some modules need."""
    reached = reachable_modules(graph.__getitem__, paths)
    return {holders[path] for path in reached if holders[path].endswith(LATER)}


def _page_before(later: str) -> str:
    """Return the file that a file of later modules comes after."""
    return SHARED if later == LATER else f"{later.removesuffix(f'-{LATER}')}{PAGE}"


def _common(names: Iterable[str], parents: Mapping[str, str]) -> str:
    """Return the last file that is loaded before each of these, or is one of them."""
    first, *others = ([*_with_ancestors(name, parents)] for name in names)
    return next(name for name in first if all(name in other for other in others))


def _with_ancestors(name: str, parents: Mapping[str, str]) -> Iterator[str]:
    while name != SHARED:
        yield name
        name = parents[name]
    yield SHARED
