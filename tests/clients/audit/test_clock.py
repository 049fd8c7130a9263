"""The clock in the stranger's audit: forged ends of time and forged consent do not hold."""

import pytest

from tests.clients.audit.luck_forgeries import Document, first, game, resealed
from tests.clients.audit.test_audit import fault

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
