"""The audit that a stranger can run and read: honest games hold, forged ones do not."""

import ast
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import fixtures
from tests.clients.audit.luck_forgeries import (
    ALEXANDER_THE_GREAT,
    ALEXANDROS,
    SETTLERS,
    Document,
    Forge,
    dealt,
    first,
    game,
    resealed,
    swap_a_drawn_card,
)

ROOT = Path(__file__).parents[3]
AUDIT = ROOT / "clients" / "audit"
FILES = sorted(AUDIT.rglob("*.py"))
LOG = [AUDIT / "ed25519.py", AUDIT / "log.py"]
HEAD: Document = {"game_id": "g", "version": 3, "hash": "", "recorded": None}
RECORD = [file for file in FILES if file not in LOG]


def run(text: bytes, *options: str, root: Path = ROOT) -> subprocess.CompletedProcess[bytes]:
    """Run the program, or a copy of it below another root."""
    command = [sys.executable, "-m", "clients.audit", *options]
    return subprocess.run(command, input=text, capture_output=True, check=False, cwd=root)


def fault(export: Document | bytes, root: Path = ROOT) -> str:
    """Return the program's complaint, nothing if the game holds whole."""
    done = run(export if isinstance(export, bytes) else json.dumps(export).encode(), root=root)
    assert (done.returncode == 0) == (done.stderr == b"")
    assert done.stderr or b"not checked" not in done.stdout
    return done.stderr.decode().strip()


def copied(folder: Path, without: str = "") -> Path:
    """Return a folder with a copy of the program and no other file of ours."""
    (folder / "clients").mkdir()
    (folder / "clients" / "__init__.py").touch()
    ignored = shutil.ignore_patterns("__pycache__", without)
    shutil.copytree(AUDIT, folder / "clients" / "audit", ignore=ignored)
    return folder


@pytest.mark.parametrize("path", fixtures.fixtures(), ids=fixtures.name_of)
def test_a_stranger_finds_nothing_wrong_with_an_honest_game(path: Path):
    assert fault(fixtures.read(path)) == ""


@pytest.mark.parametrize("forge", ALEXANDROS, ids=lambda forge: forge.__name__)
def test_a_stranger_finds_a_forgery_though_every_hash_fits(forge: Forge):
    document = game()
    forge(document)
    assert fault(resealed(document)).startswith("event ")


@pytest.mark.parametrize("forge", SETTLERS, ids=lambda forge: forge.__name__)
def test_a_stranger_finds_a_forgery_in_settlers(forge: Forge):
    document = game("settlers/standard-four-random")
    forge(document)
    assert fault(resealed(document)).endswith((": deal", ": cards"))


@pytest.mark.parametrize("forge", ALEXANDER_THE_GREAT, ids=lambda forge: forge.__name__)
def test_a_stranger_finds_a_forgery_in_alexander_the_great(forge: Forge):
    document = game("alexander_the_great/campaign-four")
    forge(document)
    assert fault(resealed(document)).endswith((": deal", ": cards"))


@pytest.mark.parametrize(
    ("rule", "forgotten"),
    [
        ('was["deck"] + ["knight"] * data["knights"]', 'was["deck"]'),
        ("if is_enough else []", "if is_enough else reserve"),
        ("deserts[chosen - 1 if 0 < chosen <= len(deserts) else by_lot]", "deserts[by_lot]"),
    ],
    ids=["knights_beneath_the_deck", "reserve_closed_for_good", "chosen_desert"],
)
def test_an_audit_that_forgets_a_rule_finds_fault_with_an_honest_game(
    rule: str, forgotten: str, tmp_path: Path
):
    """So this game shows whether a program keeps to it (G3, G8, G15)."""
    file = copied(tmp_path) / "clients" / "audit" / "games" / "alexander_the_great.py"
    source = file.read_text("utf-8")
    assert source.count(rule) == 1
    file.write_text(source.replace(rule, forgotten), "utf-8")
    path = fixtures.FOLDER / "alexander_the_great" / "campaign-soldiers.json.gz"
    assert fault(fixtures.read(path), tmp_path).endswith((": deal", ": cards"))


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
def test_a_call_that_names_no_one_file_is_told_the_usage(options: list[str]):
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


@pytest.mark.parametrize(
    "name",
    [
        "alexandros/near-east-rueful",
        "settlers/standard-four-random",
        "alexander_the_great/campaign-four",
    ],
)
def test_an_honest_game_resealed_is_the_same(name: str):
    assert resealed(game(name)) == game(name)


@pytest.mark.parametrize("version", [1, 4, 5, 100])
def test_a_stranger_finds_a_change_without_new_hashes(version: int):
    document = game()
    document["events"][version - 1]["recorded_at"] = "2026-11-21T11:59:59.000Z"
    assert fault(document) == f"event {version}: hash"


def test_a_stranger_finds_an_event_that_is_gone():
    document = game()
    del document["events"][40]
    assert fault(document) == "event 41: hash"


def test_a_stranger_finds_an_end_that_is_gone():
    document = game()
    del document["events"][-1]
    assert fault(document) == f"event {len(document['events'])}: end"


def test_a_stranger_finds_a_hidden_value_that_was_not_committed_to():
    document = game()
    swap_a_drawn_card(document)
    assert fault(document).endswith(": drawn")


def test_an_unfinished_game_is_one_line_that_says_to_finish_it():
    document = game()
    document["events"][0]["data"]["secret"] = None
    assert fault(document) == "the game is not over: export it once it is"


def test_a_cancelled_game_is_one_line_that_says_so():
    document = game()
    created, *_ = document["events"]
    created["data"]["secret"] = None
    document["events"] = [created, {"type": "cancelled"}]
    said = "the game was cancelled before its start: there is nothing to audit"
    assert fault(document) == said


def test_an_abandoned_game_is_one_line_that_says_so():
    document = game()
    document["events"][0]["data"]["secret"] = None
    document["events"].append({"type": "abandoned"})
    said = "the game was abandoned, and its secret is never told: there is nothing to audit"
    assert fault(document) == said


def leave_out_the_commitment_of_a_draw(document: Document) -> None:
    event = first(document, "card_taken", **{"from": "supply"})
    del event["commitments"]["drawn"]


def leave_out_the_commitment_of_the_secret(document: Document) -> None:
    document["events"][0]["commitments"] = {}


def commit_to_a_public_card(document: Document) -> None:
    first(document, "card_chosen", **{"from": "display"})["commitments"]["refill"] = ""


def commit_to_a_whole_deal(document: Document) -> None:
    event = next(e for e in document["events"] if e["data"].get("dealt"))
    event["commitments"]["dealt/display"] = ""


def let_time_run_backwards(document: Document) -> None:
    document["events"][40]["recorded_at"] = "2026-11-21T11:59:59.000Z"


def number_another_schema(document: Document) -> None:
    document["events"][40]["schema"] = 2


def seat_nobody(document: Document) -> None:
    document["events"][40]["seat"] = -1


def write_a_number_as_a_boolean(document: Document) -> None:
    dealt(document)["first_seat"] = bool(dealt(document)["first_seat"])


def cut_the_tail(document: Document) -> None:
    document["events"] = document["events"][:100]


def undo_to_an_event_to_come(document: Document) -> None:
    first(document, "undone")["data"]["to"] = len(document["events"])


def deal_twice(document: Document) -> None:
    document["events"][40]["data"]["dealt"] = dealt(document)


def deal_nothing(document: Document) -> None:
    next(e for e in document["events"] if e["data"].get("dealt"))["data"]["dealt"] = None


def go_on_past_the_end(document: Document) -> None:
    document["events"].append({**document["events"][-1]})


FORM: list[tuple[Forge, str]] = [
    (leave_out_the_commitment_of_a_draw, "hidden"),
    (leave_out_the_commitment_of_the_secret, "event 1: hidden"),
    (commit_to_a_public_card, "hidden"),
    (commit_to_a_whole_deal, "hidden"),
    (let_time_run_backwards, "event 41: time"),
    (number_another_schema, "event 41: schema and seat"),
    (seat_nobody, "event 41: schema and seat"),
    (write_a_number_as_a_boolean, "deal"),
    (cut_the_tail, "event 100: end"),
    (undo_to_an_event_to_come, ": undone"),
    (deal_twice, "event 41: deal"),
    (deal_nothing, ": deal"),
    (go_on_past_the_end, "end"),
]


@pytest.mark.parametrize(("forge", "found"), FORM, ids=[forge.__name__ for forge, _ in FORM])
def test_a_stranger_finds_events_no_service_writes_though_every_hash_fits(forge: Forge, found: str):
    document = game()
    forge(document)
    assert fault(resealed(document)).endswith(found)


def test_a_stranger_finds_a_public_die_that_is_committed_to():
    document = game("settlers/standard-four-random")
    event = first(document, "dice_rolled")
    event["commitments"]["dice"] = ""
    assert fault(resealed(document)) == f"event {event['version']}: hidden"


@pytest.mark.parametrize("version", [1, 20, 120])
def test_a_stranger_finds_a_false_mark_of_an_undone_event(version: int):
    document = game()
    event = document["events"][version - 1]
    event["undone"] = not event["undone"]
    assert fault(document) == f"event {version}: undone"


@pytest.mark.parametrize(
    ("name", "value"),
    [("status", "live"), ("complete", False), ("redacted", True), ("version", 7), ("hash", "0")],
)
def test_a_stranger_finds_a_document_that_says_other_than_its_events(name: str, value: object):
    document = {**game(), name: value}
    assert fault(document) == f"event {len(document['events'])}: head"


@pytest.mark.parametrize(
    ("plain", "other", "found"),
    [
        (b'"version":1,', b'"version":1,"version":1,', "stands twice"),
        (b'"version":1,', b'"version":1.0,', "no whole number"),
        (b'"deadline":null', b'"deadline":NaN', "no whole number"),
    ],
)
def test_a_stranger_refuses_json_that_does_not_read_alike_everywhere(
    plain: bytes, other: bytes, found: str
):
    document = fixtures.read(fixtures.FOLDER / "alexandros" / "near-east-rueful.json.gz")
    assert found in fault(document.replace(plain, other, 1))


def test_a_stranger_finds_a_salt_too_many():
    document = game()
    document["events"][40]["salts"]["display"] = "00" * 32
    assert fault(document) == "event 41: hidden"


@pytest.mark.parametrize(
    "text", ["", "{}", "[1]", '{"events": [', '{"events": []}', '{"events": [{"data": []}]}']
)
def test_a_text_that_is_no_export_is_one_line(text: str):
    done = run(text.encode())
    [line] = done.stderr.decode().splitlines()
    assert (done.returncode, line.partition(":")[0]) == (1, "this is no export of a game")


@pytest.mark.parametrize(
    ("documents", "complaint"),
    [
        ([HEAD], "it has no events; name game.json first"),
        ([HEAD, {"events": []}], "it has no events; name game.json first"),
        ([{"events": []}, {"size": 1}], "the second file is no head of a game"),
        ([{"events": []}, HEAD, HEAD], "the third file is no list of keys"),
        (
            [{"size": 4, "root": ""}, {"size": 5, "since": 3}],
            "was asked with since=3, not with since=4",
        ),
        ([{"size": 4, "root": ""}, {"size": 5}], "was asked without since, not with since=4"),
    ],
)
def test_a_file_in_another_ones_place_is_named(
    documents: list[Document], complaint: str, tmp_path: Path
):
    files = [tmp_path / f"{number}.json" for number, _ in enumerate(documents)]
    for file, each in zip(files, documents, strict=True):
        file.write_text(json.dumps(each), "utf-8")
    done = run(b"", *map(str, files))
    [line] = done.stderr.decode().splitlines()
    assert complaint in line
    assert done.returncode == 1


def test_an_empty_file_is_no_json():
    assert b"no JSON, Expecting value" in run(b"").stderr


def test_the_program_imports_the_standard_library_and_itself_alone():
    names = {name for file in FILES for name in imported(ast.parse(file.read_text("utf-8")))}
    own = {name for name in names if name.startswith("clients.audit")}
    assert {name.partition(".")[0] for name in names - own} <= sys.stdlib_module_names


@pytest.mark.parametrize(("files", "most"), [(RECORD, 510), (LOG, 130)], ids=["record", "log"])
def test_the_program_can_be_read_in_one_sitting(files: list[Path], most: int):
    """Lines of code, imports and docstrings aside."""
    lines = [line for file in files for line in file.read_text("utf-8").splitlines()]
    aside = ("import ", "from ", '"""')
    code = [line for line in lines if line.strip() and not line.strip().startswith(aside)]
    assert len(code) < most


def imported(tree: ast.Module) -> Iterator[str]:
    """Yield the modules that a module imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            yield str(node.module)
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
