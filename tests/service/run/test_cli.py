"""The list of commands: each with its own first sentence, none of them loaded for it."""

import py_compile
import subprocess
import sys
from pathlib import Path

import click
import pytest

from service.operations.commands.groups import LONGEST
from service.run.cli import ELSEWHERE, main

COMMAND = """
import click

@click.command()
def beyond() -> None:
    \"\"\"Go beyond.\"\"\"
"""
LISTS = """
import sys
from service.run.cli import main

try:
    main(["--help"])
finally:
    print(*sys.modules)
"""


@pytest.mark.parametrize("name", sorted(ELSEWHERE))
def test_a_command_is_listed_by_its_own_first_sentence(name: str) -> None:
    context = click.Context(main)
    listed, command = main.listed(context, name), main.get_command(context, name)
    assert listed is not None
    assert command is not None
    assert listed.get_short_help_str(LONGEST) == command.get_short_help_str(LONGEST)


def test_a_command_of_which_only_bytecode_is_installed_is_listed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    source = tmp_path / "sourceless_command.py"
    source.write_text(COMMAND)
    py_compile.compile(str(source), str(source.with_suffix(".pyc")))
    source.unlink()
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(ELSEWHERE, "beyond", "sourceless_command:beyond")
    listed = main.listed(click.Context(main), "beyond")
    assert listed is not None
    assert listed.get_short_help_str(LONGEST) == "Go beyond."


def test_the_list_of_commands_loads_none_of_them() -> None:
    told = subprocess.run(
        [sys.executable, "-c", LISTS], capture_output=True, text=True, check=False
    )
    modules = set(told.stdout.split("\n")[-2].split())
    assert "service.run.cli" in modules
    assert modules.isdisjoint({place.partition(":")[0] for place in ELSEWHERE.values()})
