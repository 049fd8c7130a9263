"""The page's modules: the imports allowed between rooms, and no cycles."""

import re
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import clients

WEB = Path(clients.__file__).parent / "web"
IMPORT = re.compile(r'(?:^import .*?|\bimport\()"(\.[^"]+)"', re.MULTILINE)
STANDARD_ROOMS = ("ui", "api", "game", "picture", "boards", "account")
REGISTRY = WEB / "rulesets.js"


def modules() -> dict[Path, set[Path]]:
    """Each module of the page with those that it imports, at once or later."""
    files = [REGISTRY, *(path for path in WEB.glob("*/*.js") if path.parent.name != "node_modules")]
    return {path: imports(path) for path in files}


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
    ("room", "below"), [(room, STANDARD_ROOMS[:n]) for n, room in enumerate(STANDARD_ROOMS)]
)
def test_a_room_imports_only_the_rooms_before_it(room: str, below: tuple[str, ...]):
    named = {
        path for file, others in modules().items() if file.parent.name == room for path in others
    }
    assert {path.parent.name for path in named} <= {room, *below}


def test_a_ruleset_is_named_in_its_own_folder_and_in_the_registry_alone():
    assert len(folders()) == 3
    shared = [
        path for path in WEB.glob("*/*.*") if path.parent.name not in {*folders(), "node_modules"}
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
