"""Luck stated in events: one short loop audits it, and both programs refuse any other."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from clients.audit import core
from domain.record.chance import game_chance
from domain.record.record import encode
from projections.exports import audit_export
from tests import fixtures
from tests.clients.audit.luck_forgeries import (
    ALEXANDER_THE_GREAT,
    ALEXANDROS,
    SETTLERS,
    Document,
    Forge,
    game,
    resealed,
)
from tests.clients.audit.program import AUDIT, copied, fault

ALEXANDROS_GAME = "alexandros/luck-near-east-rueful"
SETTLERS_GAME = "settlers/luck-standard"
CAMPAIGN = "alexander_the_great/luck-campaign"
NEW = [path for path in fixtures.fixtures() if path.name.startswith("luck-")]
OLD = [path for path in fixtures.fixtures() if not path.name.startswith("luck-")]
Draw = dict[str, Any]


def draws(document: Document) -> list[tuple[Document, Draw]]:
    """Every draw of a record, with its event."""
    events = document["events"]
    return [(event, draw) for event in events for draw in event["data"].get("luck") or ()]


def of(document: Document, label: str) -> tuple[Document, Draw]:
    """The last draw of a label, with its event."""
    return next(pair for pair in reversed(draws(document)) if pair[1]["label"] == label)


@pytest.mark.parametrize("path", NEW, ids=fixtures.name_of)
def test_every_draw_counts_from_0_along_its_line_and_names_each_pile_once_an_event(path):
    document = fixtures.load(path)
    labels = [draw["label"] for event, draw in draws(document) if not event["undone"]]
    names = {label.partition(":")[0] for label in labels}
    for name in names:
        own = [label for label in labels if label.partition(":")[0] == name]
        assert own == [f"{name}:{n}" for n in range(len(own))]


@pytest.mark.parametrize("path", NEW, ids=fixtures.name_of)
def test_the_dice_and_the_deal_are_those_of_the_stated_luck(path):
    document = fixtures.load(path)
    for event in document["events"]:
        luck, data = event["data"].get("luck", []), event["data"]
        if event["type"] == "dice_rolled":
            assert [draw["result"] + 1 for draw in luck] == data["dice"]
        if data.get("dealt"):
            piles = {draw["label"]: draw["result"] for draw in luck}
            assert all(sorted(pile) == [*range(len(pile))] for pile in _lists(piles.values()))
        assert ("luck" in data) == bool(luck)


def _lists(values: Any) -> list[list[int]]:
    return [value for value in values if isinstance(value, list)]


@pytest.mark.parametrize("path", OLD[:6], ids=fixtures.name_of)
def test_older_records_state_no_luck_and_are_stored_to_the_byte_as_they_were(path):
    document = fixtures.load(path)
    assert {event["schema"] for event in document["events"]} == {1}
    assert draws(document) == []
    assert "game_id" not in document["events"][0]["data"]
    for event, stated in zip(fixtures.events_of(document), document["events"], strict=True):
        assert event.hash == stated["hash"]
        assert encode(event)


def test_the_luck_of_version_2_is_that_of_version_1_under_numbered_labels():
    older, newer = game_chance(bytes(32), ["aa"]), game_chance(bytes(32), ["aa"], 2)
    assert newer.die(2) == older.die(1)
    assert newer.shuffled("supply:0", "abcdef") == older.shuffled("supply:0", "abcdef")
    assert newer.below("first_seat", 4) == older.below("first_seat:0", 4)


def change(**values: Any) -> Callable[[Draw], None]:
    return lambda draw: draw.update(values)


CHANGES: dict[str, tuple[str, str, Callable[[Draw], None]]] = {
    "another_number": (SETTLERS_GAME, "die:4", lambda d: d.update(result=(d["result"] + 1) % 6)),
    "another_bound": (SETTLERS_GAME, "die:4", change(below=7)),
    "a_bound_past_all_words": (SETTLERS_GAME, "die:4", change(below=2**40)),
    "a_bound_of_nothing": (SETTLERS_GAME, "die:4", change(below=0)),
    "a_number_drawn_before": (SETTLERS_GAME, "die:4", change(label="die:2")),
    "a_number_to_come": (SETTLERS_GAME, "die:4", change(label="die:40")),
    "another_name": (SETTLERS_GAME, "die:4", change(label="dice:0")),
    "a_number_written_otherwise": (SETTLERS_GAME, "die:4", change(label="die:04")),
    "a_true_number": (SETTLERS_GAME, "die:4", change(result=True)),
    "one_field_more": (SETTLERS_GAME, "die:4", change(more=1)),
    "another_order": (ALEXANDROS_GAME, "supply:0", lambda d: d["result"].reverse()),
    "an_order_as_a_number": (ALEXANDROS_GAME, "supply:0", change(result=3)),
    "a_shorter_order": (ALEXANDROS_GAME, "supply:0", lambda d: d["result"].pop()),
    "another_reshuffle": (ALEXANDROS_GAME, "supply:1", lambda d: d["result"].reverse()),
    "another_chip": (CAMPAIGN, "chips:0", lambda d: d["result"].reverse()),
    "another_theft": (CAMPAIGN, "theft:0", lambda d: d.update(result=d["result"] + 1)),
}


@pytest.mark.parametrize("name", CHANGES)
def test_both_programs_refuse_forged_luck_though_every_hash_fits(name: str):
    plan, label, forge = CHANGES[name]
    document = game(plan)
    event, draw = of(document, label)
    forge(draw)
    assert fault(resealed(document)) == f"event {event['version']}: luck"
    assert audit_export(json.dumps(document).encode()).broken_at == event["version"]


def leave_it_out(event: Document) -> None:
    del event["data"]["luck"], event["commitments"]["luck"]


def say_it_openly(event: Document) -> None:
    del event["commitments"]["luck"]


def draw_twice(event: Document) -> None:
    event["data"]["luck"].append(event["data"]["luck"][-1])


def empty_it(event: Document) -> None:
    event["data"]["luck"] = []


@pytest.mark.parametrize("forge", [leave_it_out, say_it_openly, draw_twice, empty_it])
def test_both_programs_refuse_luck_that_is_missing_or_too_much(forge: Callable[[Document], None]):
    document = game(SETTLERS_GAME)
    event, _ = of(document, "die:4")
    forge(event)
    resealed(document)
    assert fault(document).startswith("event ")
    assert audit_export(json.dumps(document).encode()).broken_at == event["version"]


LUCK_FORGERIES = [
    *((ALEXANDROS_GAME, forge) for forge in ALEXANDROS),
    *((SETTLERS_GAME, forge) for forge in SETTLERS),
    *((CAMPAIGN, forge) for forge in ALEXANDER_THE_GREAT),
]


@pytest.mark.parametrize(
    ("name", "forge"), LUCK_FORGERIES, ids=[f"{n}-{f.__name__}" for n, f in LUCK_FORGERIES]
)
def test_a_stranger_finds_what_is_other_than_its_stated_luck(name: str, forge: Forge):
    document = game(name)
    forge(document)
    assert fault(resealed(document)).startswith("event ")


def test_a_game_without_a_file_has_its_luck_checked_too(tmp_path):
    document = game(SETTLERS_GAME)
    event, draw = of(document, "die:4")
    root = copied(tmp_path, without="settlers.py")
    for file in root.rglob("alexander_the_great.py"):
        file.unlink()
    draw["result"] = (draw["result"] + 1) % 6
    assert fault(resealed(document), root) == f"event {event['version']}: luck"


@pytest.mark.parametrize("name", [ALEXANDROS_GAME, SETTLERS_GAME, CAMPAIGN])
def test_a_game_that_names_another_is_refused(name: str):
    document = game(name)
    document["game_id"] = "another"
    assert fault(document).endswith(": head")
    assert not audit_export(json.dumps(document).encode()).valid


def test_an_older_record_cannot_pass_for_one_that_states_no_luck():
    for version, schema in [(2, 2), (2, 1), (1, 2)]:
        document = game()
        document["events"][0]["data"]["chance"]["version"] = version
        for event in document["events"]:
            event["schema"] = schema
        resealed(document)
        assert fault(document) != ""
        assert not audit_export(json.dumps(document).encode()).valid


def test_the_heart_of_the_audit_is_short_and_so_is_the_page():
    assert core.__file__
    lines = (AUDIT / "core.py").read_text("utf-8").splitlines()
    aside = ("import ", "from ", '"""', "#")
    code = [line for line in lines if line.strip() and not line.strip().startswith(aside)]
    assert len(code) < 75
    assert len((AUDIT / "README.md").read_text("utf-8").splitlines()) < 90
