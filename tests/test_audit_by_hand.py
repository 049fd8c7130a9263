"""The audit that a stranger can write from the README: honest games hold, forged ones do not."""

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests import fixtures
from tests.luck_forgeries import (
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

SCRIPT = Path(__file__).parent / "audit_by_hand.py"


def audited(document: Document | bytes, *script: str) -> str:
    """What the script, or another, says: nothing of an honest game."""
    given = document if isinstance(document, bytes) else json.dumps(document).encode()
    command = [sys.executable, *(script or [SCRIPT])]
    done = subprocess.run(command, input=given, capture_output=True, check=False)
    assert (done.returncode == 0) == (done.stderr == b"")
    return done.stderr.decode().strip()


@pytest.mark.parametrize("path", fixtures.fixtures(), ids=fixtures.name_of)
def test_a_stranger_finds_nothing_wrong_with_an_honest_game(path: Path):
    assert audited(fixtures.read(path)) == ""


@pytest.mark.parametrize("forge", ALEXANDROS, ids=lambda forge: forge.__name__)
def test_a_stranger_finds_a_forgery_though_every_hash_fits(forge: Forge):
    document = game()
    forge(document)
    assert audited(resealed(document)).startswith("event ")


@pytest.mark.parametrize("forge", SETTLERS, ids=lambda forge: forge.__name__)
def test_a_stranger_finds_a_forgery_in_settlers(forge: Forge):
    document = game("settlers/standard-four-random")
    forge(document)
    assert audited(resealed(document)).endswith((": deal", ": cards"))


@pytest.mark.parametrize("forge", ALEXANDER_THE_GREAT, ids=lambda forge: forge.__name__)
def test_a_stranger_finds_a_forgery_in_alexander_the_great(forge: Forge):
    document = game("alexander_the_great/campaign-four")
    forge(document)
    assert audited(resealed(document)).endswith((": deal", ": cards"))


@pytest.mark.parametrize(
    ("rule", "forgotten"),
    [
        ('was["deck"] + ["knight"] * data["knights"]', 'was["deck"]'),
        ("if is_enough else []", "if is_enough else reserve"),
        ("deserts[chosen - 1 if 0 < chosen <= len(deserts) else by_lot]", "deserts[by_lot]"),
    ],
    ids=["knights_beneath_the_deck", "reserve_closed_for_good", "chosen_desert"],
)
def test_a_stranger_who_forgets_a_rule_finds_fault_with_an_honest_game(rule: str, forgotten: str):
    """So this game shows whether a script keeps to it (G3, G8, G15)."""
    source = SCRIPT.read_text("utf-8")
    assert source.count(rule) == 1
    path = fixtures.FOLDER / "alexander_the_great" / "campaign-soldiers.json.gz"
    found = audited(fixtures.read(path), "-c", source.replace(rule, forgotten))
    assert found.endswith((": deal", ": cards"))


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
    assert audited(document) == f"event {version}: hash"


def test_a_stranger_finds_an_event_that_is_gone():
    document = game()
    del document["events"][40]
    assert audited(document) == "event 41: hash"


def test_a_stranger_finds_an_end_that_is_gone():
    document = game()
    del document["events"][-1]
    assert audited(document) == f"event {len(document['events'])}: end"


def test_a_stranger_finds_a_hidden_value_that_was_not_committed_to():
    document = game()
    swap_a_drawn_card(document)
    assert audited(document).endswith(": drawn")


def test_a_game_that_is_not_over_is_one_line_that_says_what_is_needed():
    document = game()
    document["events"][0]["data"]["secret"] = None
    assert audited(document) == "the game is not over: export it once it is"


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
    (go_on_past_the_end, "end"),
]


@pytest.mark.parametrize(("forge", "found"), FORM, ids=[forge.__name__ for forge, _ in FORM])
def test_a_stranger_finds_what_no_service_writes_though_every_hash_fits(forge: Forge, found: str):
    document = game()
    forge(document)
    assert audited(resealed(document)).endswith(found)


def test_a_stranger_finds_a_public_die_that_is_committed_to():
    document = game("settlers/standard-four-random")
    event = first(document, "dice_rolled")
    event["commitments"]["dice"] = ""
    assert audited(resealed(document)) == f"event {event['version']}: hidden"


@pytest.mark.parametrize("version", [1, 20, 120])
def test_a_stranger_finds_a_mark_of_what_was_taken_back_that_is_not_so(version: int):
    document = game()
    event = document["events"][version - 1]
    event["undone"] = not event["undone"]
    assert audited(document) == f"event {version}: undone"


@pytest.mark.parametrize(
    ("name", "value"),
    [("status", "live"), ("complete", False), ("redacted", True), ("version", 7), ("hash", "0")],
)
def test_a_stranger_finds_a_document_that_says_other_than_its_events(name: str, value: object):
    document = {**game(), name: value}
    assert audited(document) == f"event {len(document['events'])}: head"


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
    assert found in audited(document.replace(plain, other, 1))


def test_a_stranger_finds_a_salt_too_many():
    document = game()
    document["events"][40]["salts"]["display"] = "00" * 32
    assert audited(document) == "event 41: hidden"


@pytest.mark.parametrize("given", ["", "{}", "[1]", '{"events": [', '{"events": []}'])
def test_a_text_that_is_no_export_is_one_line(given: str):
    run = subprocess.run(
        [sys.executable, SCRIPT], input=given, capture_output=True, text=True, check=False
    )
    [line] = run.stderr.splitlines()
    assert (run.returncode, line.partition(":")[0]) == (1, "this is no export of a game")


def test_the_stranger_s_script_needs_fewer_than_220_lines_and_the_standard_library():
    source = SCRIPT.read_text("utf-8")
    tree = ast.parse(source)
    imported = {
        name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in [getattr(node, "module", None), *(alias.name for alias in node.names)]
    }
    modules = {"json", "sys", "collections", "hashlib", "hmac"}
    assert imported <= {*modules, "Counter", "sha256", "digest", None}
    lines = [line for line in source.splitlines()[1:] if line.strip()]
    assert len(lines) < 220
