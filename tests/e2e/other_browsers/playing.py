"""Whole games at a window of any browser, as a person plays: choice after choice."""

from collections.abc import Sequence
from typing import Any

from tests.e2e.other_browsers.window import FIND, Choice, Window
from tests.e2e.web import play_alexandros, play_settlers
from tests.e2e.web.play_alexandros import OUTCOME

CHOICES = 600
MOST_GONE = 5
REACH_SECONDS = 10.0
ASKED = f"() => document.querySelector(`#panel .prompt.mine, {OUTCOME}`) !== null"
WANTED: dict[str, Sequence[Choice]] = {
    "alexandros": [
        Choice(css)
        for css in (
            "#panel .proposal .button.main:enabled",
            ".point .reach",
            ".space.target",
            "#panel .actions .button:not(.end)",
            "#panel button.card",
            "#panel .button.end",
        )
    ],
    "settlers": [Choice(css) for css in play_settlers.WANTED],
    "alexander_the_great": [
        *(Choice(css) for css in (*play_settlers.BIDDING, *play_settlers.WANTED)),
        Choice("#panel .doing > .button", "Pass"),
    ],
}
"""A person's choices, the best first."""
LOOKS = {
    "alexandros": play_alexandros.FACE,
    "settlers": play_settlers.FACE,
    "alexander_the_great": play_settlers.FACE,
}
FIRST = f"""(wanted, over) => {{
  {FIND}
  if (document.querySelector(over)) return wanted.length + 1;
  return wanted.findIndex(find) + 1;
}}"""


def sit(window: Window, site: str, token: str, game: str) -> None:
    """Sit down at a game as a player."""
    window.open(f"{site}/rules")
    window.run(BECOME, token)
    window.open(f"{site}/game/{game}")
    window.wait_to_see("#panel .prompt")


BECOME = """async (token) => {
  const body = JSON.stringify({ token });
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch("/api/v1/session", { method: "POST", headers, body });
  if (!answer.ok) throw new Error(await answer.text());
  localStorage.setItem("anabasis.session", "begun");
}"""


def show_others_moves_at_once(window: Window) -> None:
    """By the settings, so that a game takes no longer than it must."""
    window.click("button", "Settings")
    window.click("dialog label", "Show others’ moves one by one")
    window.click("dialog button", "Close")
    window.wait_until_gone("dialog[open]")


def play_to_the_end(window: Window, ruleset: str) -> None:
    """Choose until the page shows the winner; an offer may be gone before it is answered."""
    gone, wanted = 0, WANTED[ruleset]
    for _ in range(CHOICES):
        window.wait_for(ASKED)
        at = window.wait_for(FIRST, wanted, OUTCOME) - 1
        if at == len(wanted):
            return
        gone += not _is_chosen(window, wanted[at], LOOKS[ruleset])
        assert gone <= MOST_GONE, f"{wanted[at]} does nothing"
    raise AssertionError(f"the game goes on after {CHOICES} choices")


def _is_chosen(window: Window, choice: Choice, look: str) -> bool:
    """True if a click changed what the page shows."""
    before: Any = window.run(f"() => {look}")
    try:
        window.click(*choice, seconds=REACH_SECONDS)
        window.wait_for(f"(before) => {look} !== before", before, seconds=REACH_SECONDS)
    except AssertionError:
        return False
    return True
