"""The scenario's position: that of settlers, with Alexander's route and the reserve."""

from dataclasses import replace
from typing import Final

from clients.bots.settlers.position import Position, position_of
from clients.python.shapes import JsonObject

DISCARD_ABOVE: Final = 11
# Alexander waits at a gate for a seven, which two dice show once in six rolls on average.
_GATE: Final = 6
# In games of the bot against itself 0.75 beat 0.35, 0.5 and 1.1.
_GOLD: Final = 0.75
"""The worth of a gold while there is much to bid for, in points."""
_MUCH: Final = 12
"""The auctions that must lie ahead for gold to be worth ``_GOLD``; with fewer it is worth less."""
_RESOURCES: Final = 5
# Measured two against two, against bots that offer regardless: with 1.0, as in settlers, this one
# won 42 % of 180 games; with 0.3, 50 % of 300. The reserve changes every hand in every turn.
_LIKELY: Final = 0.3
"""The cards that a partner must be expected to hold for each card asked for."""


def position_in(view: JsonObject) -> Position:
    """Return the position in a live game's view, for the viewer's seat."""
    state = view["state"]
    position = position_of(view)
    seats = len(position.rivals) + 1
    return replace(
        position,
        barred=_barred(position, state),
        discard_above=DISCARD_ABOVE,
        reserve=state["reserve"],
        draws=0.0 if state["reserve_closed"] else seats / _RESOURCES,
        horizon=turns_ahead(state) / seats,
        likely=_LIKELY,
        gold_worth=_GOLD * min(1.0, auctions_ahead(state) / _MUCH),
    )


def _barred(position: Position, state: JsonObject) -> frozenset[int]:
    """Return the corners on and beside the rest of Alexander's route (G22)."""
    near = position.land.ground.neighbours
    ahead = [crossing["corner"] for crossing in _ahead(state)]
    return frozenset(ahead).union(*(near[corner] for corner in ahead))


def _ahead(state: JsonObject) -> list[JsonObject]:
    return [crossing for crossing in state["route"] if not crossing["passed"]]


def turns_ahead(state: JsonObject) -> int:
    """Return the average number of turns until Alexander reaches Persepolis."""
    return sum(_GATE if crossing["kind"] == "gate" else 1 for crossing in _ahead(state))


def auctions_ahead(state: JsonObject) -> int:
    """Return the number of temples and chips still ahead of him."""
    return sum(crossing["kind"] in ("temple", "chip") for crossing in _ahead(state))


def chips_ahead(state: JsonObject) -> int:
    """Return the number of chips still ahead of him."""
    return sum(crossing["kind"] == "chip" for crossing in _ahead(state))
