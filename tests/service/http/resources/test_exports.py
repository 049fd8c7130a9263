"""A finished game as one zip, which the audit and `anabasis verify` check as it is."""

import json
import subprocess
import sys
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZIP_LZMA, ZipFile

import pytest
from click.testing import CliRunner, Result

from service.run.cli import main
from tests import fixtures
from tests.service.api import Api, Person

Document = dict[str, Any]
Change = Callable[[Document], object]
OTHER = "00" * 32
FORGERIES: dict[str, tuple[str, Change]] = {
    "another game's head": ("head", lambda head: head.update(game_id="another")),
    "another version": ("head", lambda head: head.update(version=head["version"] - 1)),
    "another hash": ("head", lambda head: head.update(hash=OTHER)),
    "another signature": ("head", lambda head: head.update(signature=OTHER * 2)),
    "another key": ("head", lambda head: head.update(public_key=OTHER)),
    "another key's name": ("head", lambda head: head.update(key_id="00" * 8)),
    "no head": ("head", dict.clear),
    "another place": ("head", lambda head: head["recorded"].update(index=1)),
    "another size": ("head", lambda head: head["recorded"].update(size=9)),
    "another root": ("head", lambda head: head["recorded"].update(root=OTHER)),
    "another proof": ("head", lambda head: head["recorded"]["proof"].append(OTHER)),
    "another recorded hash": ("head", lambda head: head["recorded"].update(hash=OTHER)),
    "another recorded version": ("head", lambda head: head["recorded"].update(version=1)),
    "the log's signature": ("head", lambda head: head["recorded"].update(signature=OTHER * 2)),
    "no keys": ("keys", dict.clear),
    "an event": ("game", lambda game: game["events"][2].update(type="resigned")),
}


@pytest.fixture
def saved(api: Api, finished: str, tmp_path: Path) -> Path:
    """The zip of a finished game whose end is in the log."""
    path = tmp_path / "game.zip"
    path.write_bytes(api.ask("GET", f"/games/{finished}/export.zip", expect=200).data)
    return path


def verify(*arguments: object) -> Result:
    known = {"ANABASIS_DATA": "/nowhere"}
    return CliRunner().invoke(main, ["verify", *map(str, arguments)], env=known)


def audit(*arguments: object) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "clients.audit", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def documents(path: Path) -> dict[str, Document]:
    with ZipFile(path) as file:
        names = [name for name in file.namelist() if name.endswith(".json")]
        return {name.removesuffix(".json"): json.loads(file.read(name)) for name in names}


def damaged_zip(compression: int) -> bytes:
    """A zip, of whose game a part has become zeros."""
    content = BytesIO()
    with ZipFile(content, "w", compression) as file:
        file.writestr("game.json", json.dumps([*range(1000)]))
    text = bytearray(content.getvalue())
    text[60:200] = bytes(140)
    return bytes(text)


def zipped(path: Path, files: dict[str, Any]) -> Path:
    with ZipFile(path, "w", ZIP_DEFLATED) as file:
        for name, content in files.items():
            file.writestr(f"{name}.json", json.dumps(content))
    return path


def test_the_zip_holds_what_the_three_addresses_answer_and_says_how_to_check_it(
    api: Api, finished: str
):
    answer = api.ask("GET", f"/games/{finished}/export.zip", headers={"Accept-Language": "de"})
    disposition = f'attachment; filename="{finished}.zip"'
    assert answer.headers["Content-Disposition"] == disposition
    assert (answer.content_type, answer.headers["Content-Language"]) == ("application/zip", "de")
    with ZipFile(BytesIO(answer.data)) as file:
        held = {name: file.read(name) for name in file.namelist()}
    assert json.loads(held["game.json"]) == api.get(f"/games/{finished}/export")
    assert json.loads(held["head.json"]) == api.get(f"/games/{finished}/head")
    assert json.loads(held["keys.json"]) == api.get("/keys")
    assert f"python3 audit.pyz {finished}.zip\n" in held["README.txt"].decode()
    assert "ganze Aufzeichnung" in held["README.txt"].decode()


def test_the_zip_is_audited_and_verified_as_it_is(saved: Path):
    done, found = audit(saved), verify(saved)
    assert (done.returncode, done.stderr) == (0, "")
    held, recorded = done.stdout.splitlines()
    assert held.endswith(" events hold")
    assert (found.exit_code, found.stderr) == (0, "")
    assert found.stdout == f"1 of 1 game holds.\n{saved}: {recorded}.\n"


def test_three_files_are_verified_as_the_zip_is(saved: Path, tmp_path: Path):
    for name, document in documents(saved).items():
        (tmp_path / f"{name}.json").write_text(json.dumps(document), "utf-8")
    beside = ("--head", tmp_path / "head.json", "--keys", tmp_path / "keys.json")
    found = verify(tmp_path / "game.json", *beside, "--json")
    told = json.loads(found.stdout)
    assert (found.exit_code, told["sound"]) == (0, 1)
    assert told["recorded"][str(tmp_path / "game.json")].startswith("entry 1 of 1 in the log")
    found = verify(tmp_path / "game.json", *beside[2:])
    assert (found.exit_code, "--keys needs --head" in found.stderr) == (2, True)
    found = verify(tmp_path / "game.json", tmp_path / "game.json", *beside)
    assert (found.exit_code, "--head is for one export" in found.stderr) == (2, True)


@pytest.mark.parametrize("forgery", FORGERIES)
def test_verify_finds_each_forgery_that_the_audit_finds(saved: Path, tmp_path: Path, forgery: str):
    held = documents(saved)
    name, change = FORGERIES[forgery]
    change(held[name])
    forged = zipped(tmp_path / "forged.zip", held)
    done, found = audit(forged), verify(forged)
    assert done.returncode == 1
    assert (found.exit_code, found.stdout) == (1, "0 of 1 game holds.\n")
    assert found.stderr.startswith(f"{forged}: version ")
    assert found.stderr.count("\n") == 1


@pytest.mark.parametrize("path", fixtures.fixtures()[::25], ids=fixtures.name_of)
def test_verify_finds_a_whole_other_record_in_the_place_of_the_recorded_one(
    saved: Path, tmp_path: Path, path: Path
):
    """The record is sound in itself: only the signed head shows that it is another."""
    (tmp_path / "other.json").write_bytes(fixtures.read(path))
    assert verify(tmp_path / "other.json").exit_code == 0
    other = zipped(tmp_path / "b.zip", {**documents(saved), "game": fixtures.load(path)})
    found = verify(other)
    assert found.exit_code == 1
    assert "'head' does not hold" in found.stderr


def test_an_end_that_is_not_in_the_log_yet_is_reported(
    api: Api, ada: Person, played: str, tmp_path: Path
):
    api.act(played, ada, "resign", {}, version=False)
    path = tmp_path / "game.zip"
    path.write_bytes(api.ask("GET", f"/games/{played}/export.zip").data)
    found = verify(path)
    assert (found.exit_code, audit(path).returncode) == (3, 3)
    assert found.stderr == (
        f"{path}: its end is not in the log yet: save its head, or the zip, again\n"
    )


def test_a_game_that_is_not_over_is_refused(api: Api, ada: Person, played: str):
    refused = api.ask("GET", f"/games/{played}/export.zip", ada, expect=409)
    assert refused.json["code"] == "game_not_over"


def test_a_zip_that_holds_more_than_it_can_is_one_line(tmp_path: Path):
    bomb = zipped(tmp_path / "bomb.zip", {"game": [0] * 30_000_000})
    assert bomb.stat().st_size < 200_000
    done, found = audit(bomb), verify(bomb)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "it holds more than such a zip can" in done.stderr
    assert (found.exit_code, found.stderr.count("\n")) == (1, 1)
    assert "it holds more than such a zip can" in found.stderr


@pytest.mark.parametrize(
    "content",
    [
        b"PK",
        b"PK\3\4 and no more",
        damaged_zip(ZIP_DEFLATED),
        damaged_zip(ZIP_LZMA),
        b"\0",
        b"[]",
        b"1",
        b'"x"',
    ],
)
def test_a_file_that_is_no_export_is_one_line(tmp_path: Path, content: bytes):
    path = tmp_path / "game.zip"
    path.write_bytes(content)
    done, found = audit(path), verify(path)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert (found.exit_code, found.stderr.count("\n")) == (1, 1)
