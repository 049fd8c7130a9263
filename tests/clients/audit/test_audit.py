"""The audit that a stranger can run: honest games hold, forged ones do not."""

import json
from pathlib import Path

import pytest

from tests import fixtures
from tests.clients.audit.luck_forgeries import (
    ALEXANDER_THE_GREAT,
    ALEXANDROS,
    SETTLERS,
    Document,
    Forge,
    game,
    resealed,
    swap_a_drawn_card,
)
from tests.clients.audit.program import HEAD, copied, fault, run


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
def test_a_stranger_refuses_json_that_does_not_read_the_same_everywhere(
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


@pytest.mark.parametrize("text", ["# A heading", '{"events": []}'])
def test_a_file_that_is_no_export_is_named(text: str, tmp_path: Path):
    file = tmp_path / "README.md"
    file.write_text(text)
    done = run(b"", str(file))
    assert done.stderr.decode().startswith(f"{file} is no export of a game: ")


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
