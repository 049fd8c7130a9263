"""Hostile backup files are refused in one line and in bounded memory, and restore nothing."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from service.operations.backup.form import KeyRow
from service.run.cli import main
from tests.service.operations.backup.hostile import NAMED_BY_VERIFY, Forged, hostile
from tests.service.operations.backup.measured import measured

MOST = 300_000_000
"""Bytes of memory that a command may take."""


@pytest.mark.parametrize("command", ["verify", "restore"])
def test_each_is_one_line_that_names_it_in_little_memory_and_leaves_nothing(
    command: str, tmp_path: Path
):
    forged = hostile()
    names = [name for name in forged if command == "restore" or name not in NAMED_BY_VERIFY]
    files = [forged[name].written(tmp_path / f"{n}.anabasis") for n, name in enumerate(names)]
    into = ("--into", str(tmp_path / "var")) if command == "restore" else ()
    done = measured([(command, str(file), *into) for file in files], tmp_path)
    amiss = {}
    for name, file, (code, told, taken) in zip(names, files, done, strict=True):
        is_named = told.startswith("Error: ") and str(file) in told and told.count("\n") == 1
        if code != 1 or not is_named or taken > MOST:
            amiss[name] = (code, taken, told[-300:])
    assert amiss == {}
    assert len(names) >= 40
    assert sorted(tmp_path.iterdir()) == sorted(files)


def test_games_that_are_not_whole_are_named_by_verify(tmp_path: Path):
    forged = hostile()
    files = [forged[name].written(tmp_path / name) for name in sorted(NAMED_BY_VERIFY)]
    for code, told, taken in measured([("verify", str(file)) for file in files], tmp_path):
        assert (code, told.count("\n"), taken < MOST) == (1, 1, True), told
        assert ": version 1: " in told


def test_with_a_passphrase_set_only_encrypted_backups_are_taken_or_those_that_are_trusted(
    tmp_path: Path,
):
    file = Forged(key_row=KeyRow(b"other", b"", -1)).written(tmp_path / "a.anabasis")
    known = {"ANABASIS_BACKUP_PASSPHRASE": "correct horse", "ANABASIS_DATA": str(tmp_path / "var")}
    for command in ("verify", "restore"):
        arguments = [command, str(file)]
        refused = CliRunner().invoke(main, arguments, env=known)
        assert refused.exit_code == 1
        assert refused.stderr == (
            f"Error: {file} is not encrypted, though a passphrase is set: anybody may have written "
            "it. Add --unencrypted if you trust it.\n"
        )
        trusted = CliRunner().invoke(main, [*arguments, "--unencrypted"], env=known)
        assert "is not encrypted" not in trusted.stderr
