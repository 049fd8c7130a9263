"""Events that no service writes: the audit finds them, though every hash fits."""

import pytest

from tests.clients.audit.luck_forgeries import (
    Document,
    Forge,
    dealt,
    first,
    game,
    resealed,
)
from tests.clients.audit.program import fault


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
