"""A ledger follows the line that the game is on."""

from typing import Any

from domain.planning.ledger import Ledger


def event(version: int, type_: str = "move", **data: Any) -> dict[str, Any]:
    return {"version": version, "type": type_, "seat": 0, "data": data, "hash": f"{version}"}


def letters() -> Ledger[str]:
    return Ledger("", lambda beliefs, event: beliefs + event["data"].get("letter", ""))


def test_events_are_counted_once_each():
    known = letters()
    known.read([event(1, letter="a"), event(2, letter="b")])
    known.read([event(2, letter="b"), event(3, letter="c")])
    assert (known.beliefs, known.version) == ("abc", 3)


def test_an_undo_takes_back_what_followed_and_a_redo_brings_it_again():
    known = letters()
    known.read([event(1, letter="a"), event(2, letter="b"), event(3, "undone", to=1)])
    assert known.beliefs == "a"
    known.read([event(4, letter="c")])
    assert known.beliefs == "ac"
    known.read([event(5, "redone", to=2)])
    assert known.beliefs == "ab"
