"""The page's modules: the imports allowed between rooms, and no cycles."""

import re
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import clients

WEB = Path(clients.__file__).parent / "web"
IMPORT = re.compile(r'(?:^import .*?|\bimport\()"(\.[^"]+)"', re.MULTILINE)
STANDARD_ROOMS = ("ui", "api", "game", "picture", "boards", "account")
ROOMS_OF_A_GAME = (
    "words",
    "state",
    "seats",
    "map",
    "panel",
    "keyboard",
    "replay",
    "end",
    "teaching",
    "tools",
    "notices",
)
"""In the reading order of the page's README; a room's scripts import only those before it."""
REGISTRY = WEB / "rulesets.js"


def modules() -> dict[Path, set[Path]]:
    """Each module of the page with those that it imports, at once or later."""
    found = [*WEB.glob("*/*.js"), *WEB.glob("game/*/*.js")]
    files = [REGISTRY, *(path for path in found if room(path) != "node_modules")]
    return {path: imports(path) for path in files}


def room(path: Path) -> str:
    return path.relative_to(WEB).parts[0]


def imports(path: Path) -> set[Path]:
    return {(path.parent / name).resolve() for name in IMPORT.findall(path.read_text("utf-8"))}


def folders() -> set[str]:
    """The folders of the rulesets."""
    return {path.parent.name for path in WEB.glob("*/board.css")}


def test_no_modules_import_each_other_in_a_circle():
    graph = modules()
    assert len(graph) > 70
    assert {path for named in graph.values() for path in named} <= graph.keys()
    TopologicalSorter(graph).prepare()


@pytest.mark.parametrize(
    ("name", "below"), [(name, STANDARD_ROOMS[:n]) for n, name in enumerate(STANDARD_ROOMS)]
)
def test_a_room_imports_only_the_rooms_before_it(name: str, below: tuple[str, ...]):
    named = {path for file, others in modules().items() if room(file) == name for path in others}
    assert {room(path) for path in named} <= {name, *below}


@pytest.mark.parametrize(
    ("name", "below"), [(name, ROOMS_OF_A_GAME[:n]) for n, name in enumerate(ROOMS_OF_A_GAME)]
)
def test_a_room_of_a_game_imports_only_those_before_it(name: str, below: tuple[str, ...]):
    here = WEB / "game" / name
    named = {path for file, others in modules().items() if file.parent == here for path in others}
    of_a_game = {path for path in named if room(path) == "game"}
    assert {path.parent for path in of_a_game} <= {WEB / "game" / each for each in (name, *below)}


def test_every_script_of_a_game_is_in_one_of_its_rooms():
    scripts = [path for path in (WEB / "game").rglob("*.*") if path.suffix in (".js", ".css")]
    assert {path.parent for path in scripts} == {WEB / "game" / name for name in ROOMS_OF_A_GAME}


def test_a_ruleset_is_named_in_its_own_folder_and_in_the_registry_alone():
    assert len(folders()) == 3
    shared = [
        path
        for path in (*WEB.glob("*/*.*"), *WEB.glob("game/*/*.*"))
        if room(path) not in {*folders(), "node_modules"}
    ]
    shared += [path for path in WEB.glob("*.*") if path.suffix not in (".md", ".lock")]
    named = {
        path
        for path in shared
        if path.suffix not in (".png", ".ttf", ".woff2")
        and re.search("|".join(folders()), path.read_text("utf-8"))
    }
    assert named == {REGISTRY}
    lines = REGISTRY.read_text("utf-8").splitlines()
    for ruleset in folders():
        assert len([line for line in lines if re.search(rf"\b{ruleset}: ", line)]) == 1
