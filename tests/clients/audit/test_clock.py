"""The clock in the stranger's audit: forged ends of time and forged consent do not hold."""

import pytest

from tests.clients.audit.luck_forgeries import Document, first, game, resealed
from tests.clients.audit.program import fault

NAME = "alexandros/tiny-asking"


def expire_early(document: Document) -> Document:
    event = first(document, "time_expired")
    event["data"]["due"] = document["events"][0]["recorded_at"]
    return event


def ask_for_too_much(document: Document) -> Document:
    event = first(document, "time_asked")
    event["data"]["seconds"] = 86_401
    return event


def grant_oneself(document: Document) -> Document:
    event = first(document, "time_granted")
    event["seat"] = event["data"]["asker"]
    return event


def grant_more_than_was_asked_for(document: Document) -> Document:
    event = first(document, "time_granted", seconds=21_600)
    event["data"]["seconds"] = 43_200
    return event


def grant_with_a_yes_missing(document: Document) -> Document:
    event = first(document, "time_granted", seconds=None)
    event["data"]["seconds"] = 21_600
    return event


def grant_another_seat(document: Document) -> Document:
    event = first(document, "time_granted", seconds=21_600)
    event["data"]["asker"] = ({0, 1, 2} - {event["data"]["asker"], event["seat"]}).pop()
    return event


def pause_alone(document: Document) -> Document:
    event = first(document, "paused")
    event["seat"] = event["data"]["asker"]
    return event


def resume_by_itself(document: Document) -> Document:
    event = first(document, "resumed")
    begun = first(document, "paused")["version"]
    for each in document["events"][begun : event["version"]]:
        each["recorded_at"] = document["events"][begun - 1]["recorded_at"]
    event["seat"] = None
    return event


def resume_twice(document: Document) -> Document:
    event = document["events"][first(document, "resumed")["version"]]
    event |= {"type": "resumed", "seat": 0, "data": {}}
    event.pop("by", None)
    return event


def settled(document: Document) -> Document:
    """The last event that settles the end of a turn."""
    events = [each for each in document["events"] if "settled" in each]
    return next(e for e in reversed(events) if any("due" in s for s in e["settled"].values()))


def settle(document: Document, **values: object) -> Document:
    event = settled(document)
    seat = next(name for name, clock in event["settled"].items() if "due" in clock)
    event["settled"][seat] |= values
    return event


def settle_too_late(document: Document) -> Document:
    return settle(document, due="2027-12-24T12:00:00.000Z")


def settle_too_early(document: Document) -> Document:
    return settle(document, due=settled(document)["recorded_at"])


def leave_too_much(document: Document) -> Document:
    return settle(document, left=86_400_000 * 9)


def settle_another_seat(document: Document) -> Document:
    event = settled(document)
    event["settled"] = {"7": {"left": 1}}
    return event


def settle_nothing(document: Document) -> Document:
    event = settled(document)
    event["settled"] = {}
    return event


def settle_where_nothing_is_quiet(document: Document) -> Document:
    del document["events"][0]["data"]["deadline"]["quiet_hours"]
    return next(each for each in document["events"] if "settled" in each)


def take_too_long_a_vacation(document: Document) -> Document:
    event = first(document, "vacation_taken")
    event["data"]["days"] = 60
    return event


def take_no_vacation(document: Document) -> Document:
    event = first(document, "vacation_taken")
    event["data"]["days"] = 0
    return event


def come_back_without_a_vacation(document: Document) -> Document:
    event = first(document, "vacation_taken")
    event["type"], event["data"] = "vacation_ended", {}
    return event


@pytest.mark.parametrize(
    ("forge", "word"),
    [
        (settle_too_late, "quiet hours"),
        (settle_too_early, "quiet hours"),
        (leave_too_much, "quiet hours"),
        (settle_another_seat, "quiet hours"),
        (settle_nothing, "quiet hours"),
        (settle_where_nothing_is_quiet, "quiet hours"),
        (take_too_long_a_vacation, "vacation"),
        (take_no_vacation, "vacation"),
        (come_back_without_a_vacation, "vacation"),
    ],
)
def test_forged_quiet_hours_and_vacations_do_not_hold(forge, word):
    document = game("settlers/v2-standard-away")
    event = forge(document)
    assert fault(resealed(document)) == f"event {event['version']}: {word}"


@pytest.mark.parametrize(
    ("forge", "word"),
    [
        (expire_early, "deadline"),
        (ask_for_too_much, "more time"),
        (grant_oneself, "more time"),
        (grant_more_than_was_asked_for, "more time"),
        (grant_with_a_yes_missing, "more time"),
        (grant_another_seat, "more time"),
        (pause_alone, "more time"),
        (resume_by_itself, "pause"),
        (resume_twice, "pause"),
    ],
)
def test_forged_time_does_not_hold(forge, word):
    document = game(NAME)
    event = forge(document)
    assert fault(resealed(document)) == f"event {event['version']}: {word}"


def agree_too_early(document: Document) -> Document:
    event = first(document, "stand_in_agreed", begins=False)
    event["data"]["begins"] = True
    return event


def agree_for_oneself(document: Document) -> Document:
    event = first(document, "stand_in_agreed")
    event["data"]["absent"] = event["seat"]
    event["data"]["stopped"] = [event["seat"]]
    return event


def agree_for_a_player_who_is_there(document: Document) -> Document:
    event = first(document, "stand_in_agreed")
    event["data"]["stopped"] = []
    return event


def agree_beside_a_clock_that_goes_on(document: Document) -> Document:
    document["events"][0]["data"]["deadline"] = {"per_move": 86_400, "at_zero": "skip"}
    return first(document, "stand_in_agreed")


@pytest.mark.parametrize(
    "forge",
    [
        agree_too_early,
        agree_for_oneself,
        agree_for_a_player_who_is_there,
        agree_beside_a_clock_that_goes_on,
    ],
)
def test_forged_stand_ins_do_not_hold(forge):
    document = game("alexandros/luck-tiny-stopped")
    event = forge(document)
    assert fault(resealed(document)) == f"event {event['version']}: stand-in"


def test_a_bot_whose_player_is_back_makes_no_more_moves():
    document = game("alexandros/luck-tiny-stopped")
    last = next(e for e in reversed(document["events"]) if e["seat"] == 1 and "by" not in e)
    last["by"] = "bot"
    assert fault(resealed(document)) == f"event {last['version']}: by"
