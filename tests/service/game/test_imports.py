"""Exported games are checked before they are imported: forty kinds of forged ones are refused."""

import json
from collections.abc import Callable
from copy import deepcopy
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from domain.record.record import GENESIS, Event, commit, digest, look_up, salt
from projections.import_reading import LONGEST_EVENT, ImportRefused
from service.game.imports import check_export
from tests import fixtures

Document = dict[str, Any]
Change = Callable[[Document], object]
PLAIN = fixtures.FOLDER / "alexandros/luck-tiny-bots.json.gz"
UNDONE = fixtures.FOLDER / "alexandros/luck-near-east-rueful.json.gz"
OTHER = "00" * 32


def written(document: Document) -> bytes:
    return msgspec.json.encode(document)


def resealed(document: Document) -> Document:
    """The document with commitments and hashes that follow from its events, as a forger would."""
    secret, prev = bytes.fromhex(document["events"][0]["data"]["secret"]), GENESIS
    for shown in document["events"]:
        own = {
            path: commit(salt(secret, shown["version"], path), look_up(shown["data"], path))
            for path in shown["commitments"]
        }
        shown |= {"prev": prev, "commitments": own}
        prev = shown["hash"] = digest(msgspec.convert(shown, Event))
    document["hash"] = prev
    return document


def moved(document: Document) -> int:
    """The place of the first event that is a move with hidden luck or plain data."""
    return next(n for n, e in enumerate(document["events"]) if e["type"] not in SEATING)


SEATING = {"created", "seat_taken"}


def at(place: int, **fields: Any) -> Change:
    return lambda document: document["events"][place].update(fields)


def data(place: int, **fields: Any) -> Change:
    return lambda document: document["events"][place]["data"].update(fields)


def top(**fields: Any) -> Change:
    return lambda document: document.update(fields)


def seat(**fields: Any) -> Change:
    return lambda document: document["seats"][0].update(fields)


def then_resealed(change: Change) -> Change:
    def both(document: Document) -> None:
        change(document)
        resealed(document)

    return both


def swapped(document: Document) -> None:
    events = document["events"]
    events[3], events[4] = events[4], events[3]


def swapped_in_place(document: Document) -> None:
    """Two moves change places, and all is numbered and hashed again."""
    place = moved(document)
    events = document["events"]
    first, second = events[place], events[place + 1]
    first["version"], second["version"] = second["version"], first["version"]
    events[place], events[place + 1] = second, first
    first["recorded_at"] = second["recorded_at"]
    resealed(document)


def cut(document: Document) -> None:
    del document["events"][-1]
    document["version"] -= 1
    document["hash"] = document["events"][-1]["hash"]


def doubled(document: Document) -> None:
    document["events"].append(deepcopy(document["events"][-1]))


def other_secret(document: Document) -> None:
    document["events"][0]["data"]["secret"] = OTHER
    resealed(document)


def unfair(document: Document) -> None:
    chance = document["events"][0]["data"]["chance"]
    chance["fair"] = not chance["fair"]


def other_chance(document: Document) -> None:
    document["events"][0]["data"]["chance"]["version"] = 1
    resealed(document)


def other_luck(document: Document) -> None:
    shown = next(e for e in document["events"] if e["data"].get("luck"))
    draw = next(iter(shown["data"]["luck"]))
    result = draw["result"]
    draw["result"] = result[::-1] if isinstance(result, list) else (result + 1) % draw["below"]
    resealed(document)


def early(document: Document) -> None:
    document["events"][3]["recorded_at"] = "2001-01-01T00:00:00.000Z"
    resealed(document)


def to_study(document: Document) -> None:
    document["events"][0]["data"]["study"] = {"of": "x", "at": 1, "position": {}}
    resealed(document)


def hostile_title(document: Document) -> None:
    document["events"][0]["data"]["title"] = "Ada\u202ebob"
    resealed(document)


def long_title(document: Document) -> None:
    document["events"][0]["data"]["title"] = "A" * 200
    resealed(document)


def other_move(document: Document) -> None:
    """A legal-looking move by the seat that is not to move."""
    shown = document["events"][moved(document)]
    shown["seat"] = 1 - shown["seat"]
    resealed(document)


def nested(document: Document) -> None:
    inner: Any = 1
    for _ in range(400):
        inner = [inner]
    document["events"][3]["data"]["deep"] = inner


FORGED: dict[str, tuple[Change, str, int | None]] = {
    "cut off": (cut, "live, not finished", -1),
    "an event twice": (doubled, "states version 57", -1),
    "two events swapped": (swapped, "states version 5", 4),
    "two moves swapped, hashed again": (swapped_in_place, "card_not_chosen", 4),
    "no events": (top(events=[]), "0 events", None),
    "events that are no list": (top(events={}), "no exported game", None),
    "another version of an event": (at(3, version=9), "states version 9", 4),
    "a huge version": (at(3, version=2**60), "whole number", 4),
    "a fraction": (at(3, version=4.0), "whole number", 4),
    "another schema": (at(3, schema=7), "hash", 4),
    "another schema, hashed again": (then_resealed(at(3, schema=7)), "schema 7", 4),
    "another time": (at(3, recorded_at="2026-01-01T00:00:00.000Z"), "hash", 4),
    "a time that goes back": (early, "earlier", 4),
    "no time": (then_resealed(at(3, recorded_at="yesterday")), "not a time", 4),
    "another type": (at(3, type="resigned"), "hash", 4),
    "an unknown type, hashed again": (then_resealed(at(3, type="won")), "malformed", 4),
    "another seat": (other_move, "not_your_turn", 4),
    "no such seat": (then_resealed(at(4, seat=9)), "no seat 9", 5),
    "another maker": (then_resealed(at(4, by="ghost")), "'ghost' makes no events", 5),
    "made by a bot": (then_resealed(at(4, by="bot")), "bot", 5),
    "other clocks": (at(4, settled={"0": {"left": 5}}), "hash", 5),
    "another hash": (at(4, hash=OTHER), "hash", 5),
    "no hash": (at(4, hash="Ada"), "malformed", 5),
    "another link": (at(4, prev=OTHER), "prev", 5),
    "no data": (at(4, data=None), "malformed", 5),
    "more data, hashed again": (then_resealed(data(4, extra=1)), "another outcome", 5),
    "an unknown field": (at(4, winner=1), "unknown fields: winner", 5),
    "commitments dropped": (then_resealed(at(0, commitments={})), "lack commitments", 1),
    "a commitment to nothing": (at(4, commitments={"x": OTHER}), "malformed", 5),
    "another secret": (other_secret, "not the one committed to", 1),
    "another luck": (other_luck, "another outcome", 3),
    "an unfair game as fair": (unfair, "hash", 1),
    "another version of chance": (other_chance, "schema 2 of created", 1),
    "a mark of an undone event": (at(4, undone=True), "not undone", 5),
    "another salt": (at(0, salts={"secret": OTHER}), "salts", 1),
    "no salts": (at(0, salts={}), "salts", 1),
    "another ruleset": (top(ruleset="settlers"), "ruleset is", -1),
    "an unknown ruleset": (then_resealed(data(0, ruleset="chess")), "chess", 1),
    "other rules": (top(rules_version=99), "rules_version is", -1),
    "unknown rules": (then_resealed(data(0, rules_version=99)), "rules version", 1),
    "another board": (then_resealed(data(0, board={"id": "nowhere"})), "BoardInvalid", 1),
    "other options": (then_resealed(data(0, options={"target_score": 10})), "another outcome", 27),
    "another number of seats": (then_resealed(data(0, seats=4)), "another outcome", 3),
    "another game's id": (top(game_id="abcdefghjkmnpqrs"), "it is the record of", 1),
    "an id with a colon": (top(game_id="abc:defghjkmnpqr"), "not the id of a game", None),
    "another status": (top(status="live"), "status is", -1),
    "another head": (top(hash=OTHER), "hash is", -1),
    "a version more": (top(version=1), "version is", -1),
    "another format": (top(format="anabasis game 9"), "format is", -1),
    "an unfinished export": (top(complete=False, redacted=True), "not of a finished game", None),
    "a broken record": (top(broken={"version": 3, "reason": "x"}), "was broken", None),
    "another player in a seat": (seat(player_id="pada"), "seats differ", -1),
    "another bot in a seat": (seat(bot="ghost"), "seats differ", -1),
    "no seats": (top(seats=[]), "seats differ", -1),
    "a study": (to_study, "cannot be applied", 1),
    "a title that turns the line": (hostile_title, "title cannot be shown", 1),
    "an endless title": (long_title, "200 characters", 1),
    "deep nesting": (nested, "hash", 4),
    "an endless event": (data(3, long="x" * LONGEST_EVENT), "bytes", 4),
    "an endless heading": (top(more="x" * LONGEST_EVENT), "bytes", None),
}


def refusal(document: bytes) -> ImportRefused:
    with pytest.raises(ImportRefused) as refused:
        check_export(document)
    return refused.value


@pytest.mark.parametrize("kind", FORGED)
def test_a_forged_game_is_refused_by_its_reason(kind: str):
    change, reason, event = FORGED[kind]
    document = fixtures.load(PLAIN)
    change(document)
    found = refusal(written(document))
    assert reason in found.reason
    due = len(document["events"]) if event == -1 else event
    assert found.event == due


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (b"", "no exported game"),
        (b"[]", "no exported game"),
        (b"null", "no exported game"),
        (b'{"events": [NaN]}', "no exported game"),
        (b'{"events": [], "format": NaN}', "no exported game"),
        (b'{"events": [], "events": [{"version": 1, "prev": "", "hash": ""}]}', "same name twice"),
        (b'{"events": [], "a": 1, "a": 1}', "same name twice"),
        (b"[" * 100_000, "no exported game"),
        (b'{"events":' + b"[" * 100_000, "no exported game"),
        (b'{"a": "\xff", "events": []}', "not plain JSON"),
    ],
)
def test_a_text_that_is_no_exported_game_is_refused(text: bytes, reason: str):
    found = refusal(text)
    assert reason in found.reason
    assert found.event is None


def test_a_name_twice_in_an_event_is_refused():
    text = fixtures.read(PLAIN).replace(b'"version":4,', b'"version":4,"version":4,', 1)
    assert (refusal(text).event, "twice" in refusal(text).reason) == (4, True)


def test_an_undone_event_that_is_shown_as_played_is_refused():
    document = fixtures.load(UNDONE)
    shown = next(event for event in document["events"] if event["undone"])
    shown["undone"] = False
    assert refusal(written(document)).event == shown["version"]


@pytest.mark.parametrize("name", ["Ada\u202ebob", "", " ", "A" * 41, 7, ["Ada"]])
def test_a_name_that_could_not_be_chosen_here_is_refused(name: Any):
    document = fixtures.load(fixtures.FOLDER / "alexandros/tiny-two.json.gz")
    document["seats"][0]["name"] = name
    assert refusal(written(document)).event is None


def test_a_player_has_one_name():
    document = fixtures.load(fixtures.FOLDER / "alexandros/tiny-two.json.gz")
    document["seats"].append({**document["seats"][0], "name": "Zeno"})
    assert "two names" in refusal(written(document)).reason


def test_games_of_every_schema_and_ruleset_hold():
    games = [path for path in fixtures.fixtures() if path.name.startswith(("luck", "tiny", "v3"))]
    assert len(games) > 20
    for path in games:
        document = fixtures.load(path)
        game = check_export(json.dumps(document, indent=1).encode())
        assert game.game.hash == document["hash"]


def test_the_order_of_the_fields_does_not_matter():
    document = dict(reversed(fixtures.load(PLAIN).items()))
    assert check_export(written(document)).game_id == document["game_id"]
    assert all(first != second for first, second in pairwise(document))
