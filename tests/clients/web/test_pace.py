"""The time of a game's players in words, as invitations have it."""

import json
from typing import Any

import pytest
from quickjs import Context

from service.clients import WEB
from service.pictures.sources import link_modules
from service.texts import texts

INTL = """
globalThis.Intl = {
  NumberFormat: class {
    constructor(language, { unit }) { this.unit = unit; }
    format(n) { return `${n} ${this.unit}${n === 1 ? "" : "s"}`; }
  },
  RelativeTimeFormat: class {
    format(n, unit) { return `in ${n} ${unit}s`; }
    formatToParts(n, unit) {
      return [{ value: "in " }, { type: "integer", value: String(n) }, { value: ` ${unit}s` }];
    }
  },
  DateTimeFormat: class {
    format(date) { return date.toISOString(); }
  },
};
globalThis.document = {
  createElement: () => ({
    text: "",
    setAttribute() {},
    append(...parts) { this.text += parts.map((part) => part.text ?? part).join(""); },
  }),
};
Date.now = () => Date.parse("2026-11-21T12:00:00Z");
"""
"""The engine has no words for time and no document; a browser's English words are like these."""


@pytest.fixture(scope="module")
def engine() -> Context:
    entries = {
        "pace": "game/words/pace.js",
        "deadline": "game/panel/deadline.js",
        "words": "picture/texts.js",
    }
    modules = link_modules(WEB, entries, {"ui/texts.js": "picture/texts.js"})
    context = Context()
    said = json.dumps({"texts": texts("en"), "lists": {}})
    context.eval(f"{INTL}{modules.script}\nwords.speak({said});")
    context.eval("globalThis.told = (terms) => pace.wholePace(JSON.parse(terms));")
    context.eval("globalThis.short = (terms) => pace.shortPace(JSON.parse(terms));")
    context.eval("globalThis.line = (it) => deadline.deadlineLine(JSON.parse(it))?.text ?? null;")
    return context


@pytest.mark.parametrize(
    ("deadline", "words"),
    [
        (
            {"at_zero": "bot", "per_move": 259200},
            "3 days a turn; then a bot plays until the player is back",
        ),
        (
            {"at_zero": "resign", "per_move": 86400},
            "1 day a turn; then the player is out of the game",
        ),
        (
            {"at_zero": "skip", "reserve": 864000, "increment": 43200},
            "10 days each, 12 hours more with each turn; then the turn is skipped",
        ),
        (
            {"at_zero": "skip", "reserve": 600, "increment": 30, "least": 60},
            "10 minutes each, 30 seconds more with each turn; then the turn is skipped",
        ),
        (
            {"at_zero": "nudge", "reserve": 864000, "quiet_hours": True, "vacation": 7},
            "10 days each; then the log says so, and nothing else happens; "
            "no time runs in a player’s quiet hours; 7 days of vacation a year",
        ),
    ],
)
def test_a_pace_shows_the_time_its_end_and_when_none_runs(
    engine: Context, deadline: Any, words: str
):
    assert engine.get("told")(json.dumps(deadline)) == words


@pytest.mark.parametrize(
    ("deadline", "words"),
    [
        ({"per_move": 86400}, "1 day a turn"),
        ({"reserve": 864000}, "10 days each"),
        ({"reserve": 600, "increment": 30}, "10 minutes each, 30 seconds more with each turn"),
    ],
)
def test_a_row_of_the_lobby_shows_the_time_and_what_turns_add(
    engine: Context, deadline: Any, words: str
) -> None:
    assert engine.get("short")(json.dumps(deadline)) == words


def view(*dues: str | None, viewer: int | None, expired: bool = False) -> str:
    seats = [{"seat": n, "due": due, "expired": expired} for n, due in enumerate(dues)]
    return json.dumps(
        {
            "status": "live",
            "deadline": {"at_zero": "bot", "per_move": 259200},
            "seats": [{"name": "Ada"}, {"name": "Bob"}],
            "viewer": {"seat": viewer},
            "clock": {"seats": seats},
        }
    )


SOON, LATER = "2026-11-22T12:59:00.000Z", "2026-11-24T11:59:50.000Z"
MINUTES, SECONDS = "2026-11-21T12:04:04.200Z", "2026-11-21T12:00:45.000Z"


@pytest.mark.parametrize(
    ("shown", "line"),
    [
        (
            view(LATER, SOON, viewer=0),
            f"Your time runs out in 3 days ({LATER}); then a bot plays",
        ),
        (
            view(LATER, SOON, viewer=None),
            f"Bob’s time runs out in 25 hours ({SOON}); then a bot plays",
        ),
        (
            view(MINUTES, viewer=0),
            f"Your time runs out in 4:05 minutes ({MINUTES}); then a bot plays",
        ),
        (
            view(SECONDS, viewer=0),
            f"Your time runs out in 45 seconds ({SECONDS}); then a bot plays",
        ),
        (view(LATER, None, viewer=0, expired=True), "Your time: time is up"),
        (view(None, None, viewer=0), None),
    ],
    ids=[
        "one's own, rounded to the nearest day",
        "the first to end",
        "to the second",
        "seconds",
        "up",
        "none runs",
    ],
)
def test_a_line_shows_whose_time_runs_out_when_and_what_then(
    engine: Context, shown: str, line: str | None
):
    assert engine.get("line")(shown) == line
