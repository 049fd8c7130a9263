"""The audit of an export: honest documents hold, and none can say other than its events do."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from projections.exports import audit_export
from tests import fixtures
from tests.fixtures import Document

UNDOING = fixtures.FOLDER / "alexandros" / "near-east-rueful.json.gz"


def audited(document: Document | bytes) -> tuple[int | None, str | None]:
    given = document if isinstance(document, bytes) else json.dumps(document).encode()
    found = audit_export(given)
    return found.broken_at, found.reason


def cut(document: Document, version: int) -> Document:
    """The document with its tail cut off and its version and hash made to fit."""
    document["events"] = document["events"][:version]
    document["version"], document["hash"] = version, document["events"][-1]["hash"]
    for event in document["events"]:
        event["undone"] = False
    return document


@pytest.mark.parametrize("path", fixtures.fixtures(), ids=fixtures.name_of)
def test_an_export_made_before_holds(path: Path):
    found = audit_export(fixtures.read(path))
    document = fixtures.load(path)
    assert (found.valid, found.reason) == (True, None)
    assert (found.events, found.hash) == (document["version"], document["hash"])


@pytest.mark.parametrize("version", [2, 3, 4, 100, -1])
def test_a_cut_tail_that_says_finished_is_found(version: int):
    document = fixtures.load(UNDOING)
    length = version % document["version"]
    broken_at, reason = audited(cut(document, length))
    assert broken_at == length
    assert "status" in (reason or "")


def test_a_cut_tail_without_a_new_version_and_hash_is_found():
    document = fixtures.load(UNDOING)
    del document["events"][-1]
    assert audited(document)[0] == len(document["events"])


OTHERS: dict[str, list[Any]] = {
    "format": ["anabasis game 2", None],
    "ruleset": ["settlers", None],
    "rules_version": [2, 1.5, True, None],
    "status": ["live", "open", None],
    "complete": [False, 1, None],
    "redacted": [True, 0, None],
    "version": [1, 0, True, None],
    "hash": ["0" * 64, None],
    "seats": [[], None, {}, [1, 2]],
    "events": [[], None, {}, [1], [{}]],
}


@pytest.mark.parametrize("name", OTHERS)
def test_a_heading_that_says_other_than_the_events_is_found(name: str):
    for other in OTHERS[name]:
        assert audited({**fixtures.load(UNDOING), name: other})[0] is not None
    document = fixtures.load(UNDOING)
    del document[name]
    assert audited(document)[0] is not None


@pytest.mark.parametrize("field", ["seat", "player_id", "bot"])
def test_a_seat_that_another_sits_on_is_found(field: str):
    document = fixtures.load(UNDOING)
    document["seats"][1][field] = "somebody"
    assert "the seats differ" in (audited(document)[1] or "")


def test_names_and_fields_to_come_are_no_matter():
    document = fixtures.load(UNDOING)
    document["seats"][0]["name"] = "Somebody"
    document["seats"][0]["rating"] = 1500
    document["events"][5]["note"] = "to come"
    assert audited({**document, "game_id": "another", "more": [1]}) == (None, None)


def test_every_mark_of_an_undone_event_is_recomputed():
    marks = {event["undone"] for event in fixtures.load(UNDOING)["events"]}
    assert marks == {True, False}
    for version in range(1, fixtures.load(UNDOING)["version"] + 1, 7):
        document = fixtures.load(UNDOING)
        event = document["events"][version - 1]
        event["undone"] = not event["undone"]
        assert audited(document)[0] == version
        event["undone"] = int(not event["undone"])
        assert audited(document)[0] == version


def drop_a_salt(salts: dict[str, Any]) -> None:
    salts.popitem()


def change_a_salt(salts: dict[str, Any]) -> None:
    salts.update(dict.fromkeys(salts, "00" * 32))


def add_a_salt(salts: dict[str, Any]) -> None:
    salts["display"] = "00" * 32


@pytest.mark.parametrize("forge", [drop_a_salt, change_a_salt, add_a_salt])
def test_salts_that_do_not_fit_are_found(forge: Callable[[dict[str, Any]], None]):
    document = fixtures.load(UNDOING)
    event = next(e for e in document["events"] if e["type"] == "card_taken" and e["salts"])
    forge(event["salts"])
    broken_at, reason = audited(document)
    assert broken_at == event["version"]
    assert "salts" in (reason or "")


@pytest.mark.parametrize(
    ("plain", "other"),
    [
        (b'"version":1,', b'"version":1,"version":1,'),
        (b'"version":1,', b'"version":1.0,'),
        (b'"version":1,', b'"version":1e0,'),
        (b'"version":1,', b'"version":-0,'),
        (b'"deadline":null', b'"deadline":9007199254740993'),
        (b'"deadline":null', b'"deadline":NaN'),
        (b'"deadline":null', b'"deadline":' + b"9" * 5_000),
        (b'"deadline":null', b'"deadline":' + b"[" * 100_000),
        (b'"title":"', b'"title":"\xff'),
        (b"{", b"["),
        (b"{", b"[{"),
    ],
)
def test_json_that_does_not_read_the_same_everywhere_is_found(plain: bytes, other: bytes):
    document = fixtures.read(UNDOING)
    assert plain in document
    broken_at, reason = audited(document.replace(plain, other, 1))
    assert broken_at == 1
    assert "plain JSON" in (reason or "")


def test_an_export_of_a_game_that_goes_on_says_why_it_cannot_be_audited():
    document = fixtures.load(UNDOING)
    document |= {"status": "live", "complete": False, "redacted": True}
    assert "not of a finished game" in (audited(document)[1] or "")
    assert "not an object" in (audited(b"[]")[1] or "")
