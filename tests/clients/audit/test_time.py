"""Exports with a forged clock: ends of turns that were not up, and moves that were not its."""

import json
from datetime import timedelta

import pytest

from projections.exports import audit_export
from tests.clients.audit.luck_forgeries import Document, Forge, game, moved, resealed
from tests.clients.audit.program import fault

END = 5
"""The version of the first end of a turn, whose seat the clock then plays in three events."""


def at(document: Document, version: int = END) -> Document:
    event: Document = document["events"][version - 1]
    return event


def end_the_turn_before_its_due_moment(document: Document) -> None:
    at(document)["recorded_at"] = moved(at(document)["data"]["due"], -timedelta(milliseconds=1))


def state_another_policy(document: Document) -> None:
    at(document)["data"]["policy"] = "resign"


def begin_the_turn_when_nothing_happened(document: Document) -> None:
    at(document)["data"]["since"] = moved(at(document)["data"]["since"], timedelta(milliseconds=1))


def give_the_turn_less_than_ten_minutes(document: Document) -> None:
    data = at(document)["data"]
    data["due"] = moved(data["since"], timedelta(minutes=9))


def give_the_turn_more_than_its_terms(document: Document) -> None:
    at(document)["data"]["since"] = at(document, 1)["recorded_at"]


def name_terms_of_another_consequence(document: Document) -> None:
    at(document, 1)["data"]["deadline"]["at_zero"] = "nudge"


def end_the_time_of_another_seat(document: Document) -> None:
    at(document)["seat"] = 0


def leave_out_the_end_of_the_time(document: Document) -> None:
    del document["events"][END - 1]


def end_the_time_once_more(document: Document) -> None:
    document["events"].insert(
        END + 4, {**at(document), "recorded_at": at(document, 9)["recorded_at"]}
    )


def let_the_player_move_after_the_end(document: Document) -> None:
    del at(document, END + 1)["by"]


def move_by_the_clock_in_time(document: Document) -> None:
    at(document, END - 1)["by"] = "clock"


def move_by_the_clock_for_the_next_seat(document: Document) -> None:
    at(document, END + 4)["by"] = "clock"


def move_by_a_bot_for_a_player_who_is_there(document: Document) -> None:
    at(document, END + 4)["by"] = "bot"


def move_by_somebody_else(document: Document) -> None:
    at(document, END + 4)["by"] = "host"


FORGERIES: list[tuple[Forge, str]] = [
    (end_the_turn_before_its_due_moment, "event 5: deadline"),
    (state_another_policy, "event 5: deadline"),
    (begin_the_turn_when_nothing_happened, "event 5: deadline"),
    (give_the_turn_less_than_ten_minutes, "event 5: deadline"),
    (give_the_turn_more_than_its_terms, "event 5: deadline"),
    (name_terms_of_another_consequence, "event 5: deadline"),
    (end_the_time_of_another_seat, "event 6: by"),
    (leave_out_the_end_of_the_time, "event 5: by"),
    (end_the_time_once_more, "event 11: by"),
    (let_the_player_move_after_the_end, "event 6: by"),
    (move_by_the_clock_in_time, "event 4: by"),
    (move_by_the_clock_for_the_next_seat, "event 9: by"),
    (move_by_a_bot_for_a_player_who_is_there, "event 9: by"),
    (move_by_somebody_else, "event 9: by"),
]


@pytest.mark.parametrize(
    ("forge", "found"), FORGERIES, ids=[forge.__name__ for forge, _ in FORGERIES]
)
def test_both_programs_find_forged_time_though_every_hash_fits(forge: Forge, found: str):
    document = game("alexandros/tiny-late")
    forge(document)
    resealed(document)
    assert fault(document) == found
    assert not audit_export(json.dumps(document).encode()).valid


def end_the_turn_an_hour_early(document: Document) -> None:
    due = moved(at(document)["data"]["due"], -timedelta(hours=1))
    at(document)["data"]["due"] = at(document)["recorded_at"] = due


def count_the_turn_as_another(document: Document) -> None:
    at(document)["data"]["turn"] += 1


def play_the_skipped_turn_otherwise(document: Document) -> None:
    """Its player's own choices, as if the clock had made them."""
    del document["events"][END + 1]


@pytest.mark.parametrize(
    "forge",
    [end_the_turn_an_hour_early, count_the_turn_as_another, play_the_skipped_turn_otherwise],
    ids=lambda forge: forge.__name__,
)
def test_the_audit_by_the_rules_finds_what_only_they_tell(forge: Forge):
    document = game("alexandros/tiny-late")
    forge(document)
    assert not audit_export(json.dumps(resealed(document)).encode()).valid


def test_a_stranger_finds_a_turn_longer_than_the_reserve():
    document = game("alexandros/tiny-late-leaves")
    end = next(event for event in document["events"] if event["type"] == "time_expired")
    end["data"]["since"] = at(document, 1)["recorded_at"]
    assert fault(resealed(document)) == f"event {end['version']}: deadline"


def test_a_game_with_an_end_of_time_and_no_deadline_is_refused():
    document = game("alexandros/tiny-late")
    at(document, 1)["data"]["deadline"] = None
    assert fault(resealed(document)) == "event 5: deadline"
    assert not audit_export(json.dumps(document).encode()).valid
