"""Short waits in the stranger's audit: right for a seat whose time ran out, and for no other."""

import json
from datetime import datetime, timedelta
from typing import Any

import msgspec
import pytest

from clients.audit.clock import clock
from domain.kernel.deadlines import Deadline
from projections.exports import audit_export
from tests.clients.audit.luck_forgeries import Document, game, moved, resealed
from tests.clients.audit.program import fault
from tests.domain.absent_players import OLDER, RULESETS, TERMS, played

ABSENT, LIVE = "alexander_the_great/v3-campaign-absent", "alexander_the_great/v3-campaign-live"
ASLEEP = "settlers/v3-standard-asleep"


def length(event: Document) -> float:
    since, due = (datetime.fromisoformat(event["data"][name]) for name in ("since", "due"))
    return (due - since).total_seconds()


def ended(document: Document, seconds: float, n: int = 0) -> Document:
    """The n-th end of a wait of this length."""
    ends = [each for each in document["events"] if each["type"] == "time_expired"]
    return [each for each in ends if length(each) == seconds][n]


def end_after(event: Document, seconds: float) -> Document:
    event["data"]["due"] = moved(event["data"]["since"], timedelta(seconds=seconds))
    return event


def wait_shortly_for_a_player_who_is_there(document: Document) -> Document:
    """The first wait: nobody's time ran out before."""
    return end_after(ended(document, 86_400), 600)


def wait_shortly_after_the_player_came(document: Document) -> Document:
    """Its player makes the move that the clock made before, a moment after the time was up."""
    short = ended(document, 600)
    own = [e for e in document["events"][: short["version"] - 1] if e["seat"] == short["seat"]]
    del own[-1]["by"]
    for before in document["events"][: own[-1]["version"] - 1]:
        if before["recorded_at"] == own[-1]["recorded_at"]:
            before["recorded_at"] = moved(before["recorded_at"], -timedelta(milliseconds=1))
    return short


def wait_less_than_the_short_time(document: Document) -> Document:
    return end_after(ended(document, 600), 599)


def leave_out_the_absent_wait(document: Document) -> Document:
    """The first fault is then a wait that ends as an older game's may, by ten minutes."""
    del document["events"][0]["data"]["deadline"]["absent_wait"]
    return end_after(ended(document, 600), 599)


def name_no_absent_wait(document: Document) -> Document:
    document["events"][0]["data"]["deadline"]["absent_wait"] = 0
    return document["events"][0]


def name_too_small_a_least(document: Document) -> Document:
    document["events"][0]["data"]["deadline"]["least"] = 59
    return document["events"][0]


def leave_out_the_least(document: Document) -> Document:
    del document["events"][0]["data"]["deadline"]["least"]
    return ended(document, 300)


def wait_less_than_a_live_turn(document: Document) -> Document:
    return end_after(ended(document, 300), 299)


@pytest.mark.parametrize(
    ("name", "forge"),
    [
        (ABSENT, wait_shortly_for_a_player_who_is_there),
        (ABSENT, wait_shortly_after_the_player_came),
        (ABSENT, wait_less_than_the_short_time),
        (ABSENT, leave_out_the_absent_wait),
        (ABSENT, name_no_absent_wait),
        (LIVE, name_too_small_a_least),
        (LIVE, leave_out_the_least),
        (LIVE, wait_less_than_a_live_turn),
    ],
    ids=lambda each: each if isinstance(each, str) else each.__name__,
)
def test_both_programs_find_forged_short_waits(name: str, forge: Any):
    document = game(name)
    event = forge(document)
    assert fault(resealed(document)) == f"event {event['version']}: deadline"
    assert not audit_export(json.dumps(document).encode()).valid


def test_a_short_wait_that_is_settled_as_over_at_once_does_not_hold():
    document = game(ASLEEP)
    ends = [e for e in document["events"] if e["type"] == "time_expired" and length(e) > 50_000]
    begun = next(e for e in document["events"] if e["recorded_at"] == ends[1]["data"]["since"])
    assert fault(document) == ""
    begun["settled"] = {str(ends[1]["seat"]): {"due": moved(begun["recorded_at"], timedelta(0))}}
    assert fault(resealed(document)) == f"event {begun['version']}: quiet hours"


@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.parametrize(
    "terms", [t for old in [OLDER, *TERMS] for t in (old, old.renewed)], ids=str
)
def test_the_clock_of_every_kind_of_terms_holds(name: str, terms: Deadline):
    for absent in range(3):
        events = json.loads(msgspec.json.encode(played(name, absent, terms).events))
        assert [each for each in clock(events) if each[2] != each[3]] == []


def test_a_short_wait_of_the_same_turn_is_no_longer_than_that():
    """A day after the first: as if its player had come in between."""
    document = game("settlers/v3-standard-absent")
    first, second = (ended(document, n) for n in (86_400, 600))
    assert first["data"]["turn"] == second["data"]["turn"] == 1
    second["recorded_at"] = end_after(second, 86_400)["data"]["due"]
    for event in document["events"][second["version"] :]:
        event["recorded_at"] = moved(event["recorded_at"], timedelta(days=1))
    assert fault(resealed(document)) == f"event {second['version']}: deadline"
