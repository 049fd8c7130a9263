"""The audit's program itself: its files, its calls, and how short it is to read."""

import ast
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.clients.audit.luck_forgeries import (
    game,
    resealed,
    swap_a_drawn_card,
)
from tests.clients.audit.program import FILES, LOG, RECORD, ROOT, copied, fault, run


@pytest.mark.parametrize("name", ["alexandros/near-east-rueful", "settlers/standard-four-random"])
def test_a_game_without_a_file_has_all_but_its_luck_checked(name: str, tmp_path: Path):
    ruleset = name.partition("/")[0]
    root = copied(tmp_path, without=f"{ruleset}.py")
    done = run(json.dumps(game(name)).encode(), root=root)
    held = f"all {len(game(name)['events'])} events hold"
    but = f"but its luck was not checked: no file here knows {ruleset!r}"
    assert done.stdout.decode() == f"{held}, {but}\n"


def test_a_game_without_a_file_has_its_hidden_values_checked(tmp_path: Path):
    document = game()
    swap_a_drawn_card(document)
    assert fault(document, copied(tmp_path, without="alexandros.py")).endswith(": drawn")


def test_a_game_without_a_file_has_its_salts_held_against_its_commitments(tmp_path: Path):
    document = game()
    document["events"][40]["salts"]["display"] = "00" * 32
    assert fault(document, copied(tmp_path, without="alexandros.py")) == "event 41: hidden"


def test_no_export_names_a_file_to_load_that_is_not_a_game_s():
    document = game()
    document["ruleset"] = document["events"][0]["data"]["ruleset"] = "../record"
    done = run(json.dumps(resealed(document)).encode())
    assert b"no file here knows '../record'" in done.stdout


def test_a_file_may_be_named_instead_of_sent(tmp_path: Path):
    file = tmp_path / "game.json"
    file.write_text(json.dumps(game()), "utf-8")
    assert run(b"", str(file)).returncode == 0


def test_a_file_that_cannot_be_read_is_one_line(tmp_path: Path):
    missing = tmp_path / "none.json"
    found = run(b"", str(missing)).stderr.decode()
    assert found == f"{missing} cannot be read: No such file or directory\n"


@pytest.mark.parametrize(
    "options", [["--help"], ["-h"], ["one.json", "two.json", "three.json", "four.json"]]
)
def test_a_call_without_exactly_one_file_shows_the_usage(options: list[str]):
    done = run(b"", *options)
    line, _ = (done.stdout + done.stderr).decode().splitlines()
    assert line.startswith("usage: python3 audit.pyz game.json")
    assert done.returncode == (1 if "one.json" in options else 0)


def test_nobody_is_left_to_type_an_export():
    controller, terminal = os.openpty()
    command = [sys.executable, "-m", "clients.audit"]
    done = subprocess.run(command, stdin=terminal, capture_output=True, check=False, cwd=ROOT)
    os.close(controller)
    os.close(terminal)
    assert (done.returncode, done.stderr[:6]) == (1, b"usage:")


def test_the_program_imports_the_standard_library_and_itself_alone():
    names = {name for file in FILES for name in imported(ast.parse(file.read_text("utf-8")))}
    own = {name for name in names if name.startswith("clients.audit")}
    assert {name.partition(".")[0] for name in names - own} <= sys.stdlib_module_names


@pytest.mark.parametrize(("files", "most"), [(RECORD, 590), (LOG, 130)], ids=["record", "log"])
def test_the_program_can_be_read_in_one_sitting(files: list[Path], most: int):
    """Lines of code: without imports, docstrings and comments."""
    lines = [line for file in files for line in file.read_text("utf-8").splitlines()]
    aside = ("import ", "from ", '"""', "#")
    code = [line for line in lines if line.strip() and not line.strip().startswith(aside)]
    assert len(code) < most


def imported(tree: ast.Module) -> Iterator[str]:
    """Yield the modules that a module imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            yield str(node.module)
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
