"""The banner of a game's page: one at a time, the most urgent first, each until its reason ends."""

import json
from pathlib import Path
from typing import Any

import pytest
from quickjs import Context

import clients
from service.pictures.sources import link_modules

WEB = Path(clients.__file__).parent / "web"
SETUP = """
globalThis.closed = new Set();
globalThis.close = (reason) => closed.add(reason);
globalThis.reasonsOf = (it) => JSON.stringify(due.reasons(JSON.parse(it)));
globalThis.dueOf = (it) => due.dueBanner(JSON.parse(it), closed);
"""
REQUEST = {"seat": 1, "waiting_for": [0]}
ALL: Any = {
    "isAnothers": True,
    "connection": "lost",
    "missed": 5,
    "isOffered": True,
    "undo": {"request": REQUEST},
    "clock": {"request": REQUEST, "paused": "2026-11-28T12:00:00Z", "seats": []},
    "stand_ins": [{"seat": 1, "plays": False}],
    "study": {"of": "another", "at": 3},
}
OPEN: dict[str, Any] = {}
"""A game with nothing to report."""


@pytest.fixture
def engine() -> Context:
    context = Context()
    context.eval(link_modules(WEB, {"due": "game/notices/due.js"}, {}).script)
    context.eval(SETUP)
    return context


def state(seat: int | None = 0, **facts: Any) -> str:
    view = {
        "status": facts.pop("status", "live"),
        "broken": facts.pop("broken", None),
        "closed": facts.pop("closed", None),
        "undo": facts.pop("undo", {"request": None}),
        "clock": facts.pop("clock", None),
        "stand_ins": facts.pop("stand_ins", None),
        "study": facts.pop("study", None),
        "state": {"seats": [{"resigned": facts.pop("resigned", False)}, {"resigned": False}]},
    }
    usual = {
        "seat": seat,
        "connection": "open",
        "isMyTurn": False,
        "isAnothers": False,
        "missed": 0,
        "isOffered": False,
    }
    return json.dumps({**usual, **facts, "view": view})


def reasons(engine: Context, shown: str) -> list[str]:
    of: Any = engine.get("reasonsOf")
    return list(json.loads(of(shown)))


def due(engine: Context, shown: str) -> str | None:
    of: Any = engine.get("dueOf")
    return of(shown)  # type: ignore[no-any-return]


def test_the_most_urgent_of_all_reasons_comes_first(engine: Context) -> None:
    order = ["session", "lost", "undo", "time", "paused", "stand_in", "since", "offer", "study"]
    assert reasons(engine, state(**ALL)) == order
    assert due(engine, state(**ALL)) == "session"


@pytest.mark.parametrize(
    ("facts", "held"),
    [
        (OPEN, []),
        ({"connection": "refused"}, ["refused"]),
        ({"connection": "lost", "broken": {"version": 3}}, ["lost", "broken"]),
        ({"closed": {"reason": "…"}, "undo": {"request": REQUEST}}, ["closed"]),
        ({"seat": None, "undo": {"request": REQUEST}}, []),
        ({"seat": None, "missed": 2}, ["since"]),
        ({"isOffered": True, "isMyTurn": True}, []),
        (
            {**ALL, "resigned": True},
            ["session", "lost", "undo", "time", "paused", "stand_in", "study"],
        ),
        ({"stand_ins": [{"seat": 1, "plays": True}]}, []),
        ({"stand_ins": [{"seat": 0, "plays": True}]}, ["stand_in"]),
        ({"seat": None, "stand_ins": [{"seat": 0, "plays": True}]}, []),
        ({"clock": {"seats": [{"bot": "greedy"}]}}, ["stand_in"]),
        ({**ALL, "status": "finished"}, ["session", "lost", "study"]),
    ],
    ids=[
        "nothing to report",
        "no longer visible",
        "lost and damaged",
        "closed, so nothing can be agreed",
        "a watcher is asked for nothing",
        "a watcher has missed moves",
        "the turn has come, so no wait is offered",
        "after resigning",
        "a bot plays for another",
        "a bot plays for the viewer, who is back",
        "a watcher is not played for",
        "a bot plays since time was up",
        "after the end",
    ],
)
def test_each_reason_holds_until_its_condition_ends(
    engine: Context, facts: Any, held: list[str]
) -> None:
    assert reasons(engine, state(**facts)) == held


def test_a_closed_banner_gives_way_to_the_next_until_its_reason_is_new(engine: Context) -> None:
    paused: Any = {"paused": "2026-11-28T12:00:00Z", "request": None, "seats": []}
    study: Any = {"study": {"of": "another", "at": 3}}
    assert due(engine, state(clock=paused, **study)) == "paused"
    close: Any = engine.get("close")
    close("paused")
    assert due(engine, state(clock=paused, **study)) == "study"
    assert due(engine, state(**study)) == "study"
    assert due(engine, state(clock=paused, **study)) == "paused"
