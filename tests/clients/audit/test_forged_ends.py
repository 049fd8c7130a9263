"""Hidden values, times, undos and ends forged with every hash made to fit: both programs refuse."""

import json

import pytest

from projections.exports import audit_export
from tests import fixtures
from tests.clients.audit.luck_forgeries import Document, Forge, first, game, resealed
from tests.clients.audit.program import fault


def last(document: Document) -> Document:
    event: Document = document["events"][-1]
    return event


def result(document: Document) -> Document:
    found: Document = last(document)["data"]["result"]
    return found


def leave_out_each_commitment(document: Document) -> None:
    next(e for e in document["events"] if e["data"].get("dealt"))["commitments"] = {}


def commit_to_a_public_field(document: Document) -> None:
    first(document, "marched")["commitments"]["path"] = ""


def commit_to_the_same_card_by_another_path(document: Document) -> None:
    event = next(e for e in document["events"] if e["data"].get("dealt"))
    event["commitments"]["dealt/hands/00"] = ""


def name_another_winner(document: Document) -> None:
    result(document)["winners"] = [1]


def let_both_win(document: Document) -> None:
    result(document)["winners"] = [0, 1]


def let_nobody_win(document: Document) -> None:
    result(document)["winners"] = []


def let_a_stranger_win(document: Document) -> None:
    result(document)["winners"] = [2]


def win_twice(document: Document) -> None:
    result(document)["winners"] = [0, 0]


def exchange_the_scores(document: Document) -> None:
    result(document)["scores"].reverse()


def score_for_nobody(document: Document) -> None:
    result(document)["scores"].append(0)


def win_below_the_target(document: Document) -> None:
    result(document)["scores"] = [60, 50]


def win_by_a_resignation_of_nobody(document: Document) -> None:
    result(document)["reason"] = "resignation"


def cut_the_tail_and_say_finished(document: Document) -> None:
    end = result(document)
    document["events"] = document["events"][:100]
    last(document)["data"]["result"] = {**end, "scores": [9, 0]}


def cut_the_tail(document: Document) -> None:
    document["events"] = document["events"][:100]


def record_before_the_event_before(document: Document) -> None:
    last(document)["recorded_at"] = document["events"][0]["recorded_at"]


def record_at_another_hour_s_writing(document: Document) -> None:
    for event in document["events"]:
        event["recorded_at"] = event["recorded_at"].replace("Z", "+00:00")


def record_on_a_day_that_there_is_not(document: Document) -> None:
    last(document)["recorded_at"] = "2027-02-30T12:00:00.000Z"


def undo_to_nothing(document: Document) -> None:
    first(document, "undone")["data"]["to"] = 0


FORGERIES: list[tuple[Forge, str]] = [
    (leave_out_each_commitment, "hidden"),
    (commit_to_a_public_field, "hidden"),
    (commit_to_the_same_card_by_another_path, "hidden"),
    (name_another_winner, "winner"),
    (let_both_win, "winner"),
    (let_nobody_win, "winner"),
    (let_a_stranger_win, "winner"),
    (win_twice, "winner"),
    (exchange_the_scores, "winner"),
    (score_for_nobody, "winner"),
    (win_below_the_target, "winner"),
    (win_by_a_resignation_of_nobody, "winner"),
    (cut_the_tail_and_say_finished, "winner"),
    (cut_the_tail, "end"),
    (record_before_the_event_before, "time"),
    (record_at_another_hour_s_writing, "time"),
    (record_on_a_day_that_there_is_not, "time"),
    (undo_to_nothing, "undone"),
]


@pytest.mark.parametrize(("forge", "word"), FORGERIES, ids=[f.__name__ for f, _ in FORGERIES])
def test_both_programs_refuse_a_forgery_though_every_hash_fits(forge: Forge, word: str):
    document = game()
    forge(document)
    resealed(document)
    assert fault(document).endswith(f": {word}")
    assert not audit_export(json.dumps(document).encode()).valid


@pytest.mark.parametrize("mark", [True, False])
def test_both_programs_refuse_a_false_mark_of_an_undone_event(mark: bool):
    document = game()
    event = next(e for e in document["events"] if e["undone"] is not mark)
    event["undone"] = mark
    assert fault(document) == f"event {event['version']}: undone"
    assert audit_export(json.dumps(document).encode()).broken_at == event["version"]


@pytest.mark.parametrize(
    ("name", "winners"),
    [
        ("alexandros/tiny-four-leaving", [0]),
        ("alexander_the_great/campaign-two-leave", [1]),
        ("alexander_the_great/v2-campaign-three", [2]),
        ("alexander_the_great/campaign-all-leave", [0]),
        ("settlers/standard-four-random", [1]),
        ("settlers/first-island-idle", [1]),
    ],
)
def test_no_seat_wins_that_has_left_or_has_fewer_points(name: str, winners: list[int]):
    document = game(name)
    result(document)["winners"] = winners
    resealed(document)
    assert fault(document) == f"event {document['version']}: winner"
    assert not audit_export(json.dumps(document).encode()).valid


def test_a_file_with_a_cut_tail_that_says_finished_is_refused_by_name():
    document = game()
    document["events"] = document["events"][:100]
    document["version"], document["hash"] = 100, last(document)["hash"]
    found = audit_export(json.dumps(document).encode())
    assert not found.valid
    assert "status" in str(found.reason)


def test_the_games_that_forgeries_begin_from_are_sound():
    for name in ("alexandros/near-east-rueful", "alexandros/tiny-four-leaving"):
        path = fixtures.FOLDER / f"{name}.json.gz"
        assert fault(fixtures.read(path)) == ""
