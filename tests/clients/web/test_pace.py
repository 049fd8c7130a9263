"""The time of a game's players in words, as invitations tell it."""

import json
from typing import Any

import pytest
from quickjs import Context

from service.clients import WEB
from service.pictures.modules import linked
from service.texts import texts

INTL = """
globalThis.Intl = {
  NumberFormat: class {
    constructor(language, { unit }) { this.unit = unit; }
    format(n) { return `${n} ${this.unit}${n === 1 ? "" : "s"}`; }
  },
};
"""
"""The engine has no words for lengths of time; a browser's English ones are like these."""


@pytest.fixture(scope="module")
def told() -> Any:
    entries = {"pace": "game/pace.js", "words": "picture/texts.js"}
    modules = linked(WEB, entries, {"ui/texts.js": "picture/texts.js"})
    context = Context()
    said = json.dumps({"texts": texts("en"), "lists": {}})
    context.eval(f"{INTL}{modules.script}\nwords.speak({said});")
    context.eval("globalThis.told = (terms) => pace.wholePace(JSON.parse(terms));")
    return context.get("told")


@pytest.mark.parametrize(
    ("deadline", "words"),
    [
        ({"at_zero": "bot", "per_move": 259200}, "3 days a turn; then a bot plays"),
        (
            {"at_zero": "resign", "per_move": 86400},
            "1 day a turn; then the player is out of the game",
        ),
        (
            {"at_zero": "skip", "reserve": 864000, "increment": 43200},
            "10 days in all, 12 hours more with each turn; then the turn is skipped",
        ),
        (
            {"at_zero": "nudge", "reserve": 864000, "quiet_hours": True, "vacation": 7},
            "10 days in all; then nothing happens but that the log says so; "
            "no time runs in a player’s quiet hours; 7 days of vacation a year",
        ),
    ],
)
def test_a_pace_tells_the_time_its_end_and_when_none_runs(told: Any, deadline: Any, words: str):
    assert told(json.dumps(deadline)) == words
