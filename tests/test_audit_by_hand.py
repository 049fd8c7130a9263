"""The audit that a stranger can write from the README: honest games hold, forged ones do not."""

import ast
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from domain.chance import commitment
from domain.record import commit, digest, salt
from domain.visibility import look_up
from tests import fixtures

SCRIPT = Path(__file__).parent / "audit_by_hand.py"
Document = fixtures.Document
Forge = Callable[[Document], None]


def audited(document: Document | bytes) -> str:
    """What the script says: nothing of an honest game."""
    given = document if isinstance(document, bytes) else json.dumps(document).encode()
    done = subprocess.run([sys.executable, SCRIPT], input=given, capture_output=True, check=False)
    assert (done.returncode == 0) == (done.stderr == b"")
    return done.stderr.decode().strip()


def resealed(document: Document) -> Document:
    """The document with versions, commitments, salts and every hash made to fit its data."""
    secret, prev = bytes.fromhex(document["events"][0]["data"]["secret"]), "0" * 64
    for version, event in enumerate(document["events"], 1):
        salts = {path: salt(secret, version, path) for path in event["commitments"]}
        event["version"], event["prev"] = version, prev
        event["salts"] = {path: its.hex() for path, its in salts.items()}
        event["commitments"] = {
            path: commit(its, look_up(event["data"], path)) for path, its in salts.items()
        }
        event["hash"] = prev = digest(fixtures.events_of({"events": [event]})[0])
    document["version"], document["hash"] = len(document["events"]), prev
    return document


def game(name: str = "near-east-rueful") -> Document:
    return fixtures.load(fixtures.FOLDER / "alexandros" / f"{name}.json.gz")


def first(document: Document, *types: str, **fields: object) -> Document:
    """The first event of these types with these values in its data."""
    return next(
        event
        for event in document["events"]
        if event["type"] in types
        and all(event["data"].get(name) == value for name, value in fields.items())
    )


def another(card: str) -> str:
    return "lyre" if card != "lyre" else "horse"


def swap_a_drawn_card(document: Document) -> None:
    data = first(document, "card_taken", **{"from": "supply"})["data"]
    data["drawn"] = another(data["drawn"])


def swap_a_refilled_card(document: Document) -> None:
    data = first(document, "card_chosen", **{"from": "display"})["data"]
    data["refill"] = another(data["refill"])


def swap_two_cards_of_the_deal(document: Document) -> None:
    supply = next(e["data"]["dealt"] for e in document["events"] if e["data"].get("dealt"))[
        "supply"
    ]
    other = next(n for n, card in enumerate(supply) if card != supply[0])
    supply[0], supply[other] = supply[other], supply[0]


def swap_the_dealt_hands(document: Document) -> None:
    dealt = next(e["data"]["dealt"] for e in document["events"] if e["data"].get("dealt"))
    dealt["hands"] = [another(card) for card in dealt["hands"]]


def name_another_first_seat(document: Document) -> None:
    dealt = next(e["data"]["dealt"] for e in document["events"] if e["data"].get("dealt"))
    dealt["first_seat"] = 1 - dealt["first_seat"]


def turn_a_reshuffle_round(document: Document) -> None:
    data = first(document, "turn_ended", reshuffled=True)["data"]
    data["supply"].reverse()


def drop_a_draw(document: Document) -> None:
    document["events"].remove(first(document, "card_taken", **{"from": "supply"}))


def drop_a_levy(document: Document) -> None:
    """Its card is missing from the discard when that is shuffled."""
    document["events"].remove(first(document, "taxes_levied"))


def change_the_secret(document: Document) -> None:
    document["events"][0]["data"]["secret"] = "00" * 32


def change_the_secret_and_its_hash(document: Document) -> None:
    change_the_secret(document)
    document["events"][0]["data"]["chance"]["commitment"] = commitment(bytes(32))


def change_a_contribution(document: Document) -> None:
    first(document, "seat_taken", seat=1)["data"]["contribution"] = "00" * 32


FORGERIES: list[Forge] = [
    swap_a_drawn_card,
    swap_a_refilled_card,
    swap_two_cards_of_the_deal,
    swap_the_dealt_hands,
    name_another_first_seat,
    turn_a_reshuffle_round,
    drop_a_draw,
    drop_a_levy,
    change_the_secret,
    change_the_secret_and_its_hash,
    change_a_contribution,
]


@pytest.mark.parametrize("path", fixtures.fixtures("alexandros"), ids=fixtures.name_of)
def test_a_stranger_finds_nothing_wrong_with_an_honest_game(path: Path):
    assert audited(fixtures.read(path)) == ""


@pytest.mark.parametrize("forge", FORGERIES, ids=lambda forge: forge.__name__)
def test_a_stranger_finds_a_forgery_though_every_hash_fits(forge: Forge):
    document = game()
    forge(document)
    assert audited(resealed(document)).startswith("event ")


def test_an_honest_game_resealed_is_the_same():
    assert resealed(game()) == game()


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
    assert "head" in audited(document)


def test_a_stranger_finds_a_hidden_value_that_was_not_committed_to():
    document = game()
    swap_a_drawn_card(document)
    assert audited(document).endswith(": drawn")


def test_the_stranger_s_script_needs_60_lines_and_the_standard_library():
    source = SCRIPT.read_text("utf-8")
    tree = ast.parse(source)
    imported = {
        name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in [getattr(node, "module", None), *(alias.name for alias in node.names)]
    }
    assert imported <= {"json", "sys", "hashlib", "hmac", "sha256", "digest", None}
    lines = [line for line in source.splitlines()[1:] if line.strip()]
    assert len(lines) <= 60
