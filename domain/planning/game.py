"""The contract of a game for the planner."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from domain.kernel.decider import Ruleset
from domain.planning.arrays import Features
from domain.planning.network import Network
from domain.planning.search import Outlook
from domain.record.chance import Chance
from domain.record.visibility import JsonObject


@dataclass(frozen=True, kw_only=True)
class PlannedGame:
    """A ruleset's functions for the planner."""

    ruleset: Ruleset[Any, Any, Any]
    nothing_known: Callable[[int, int], Any]
    """Beliefs before any event, for a number of seats and a viewer among them."""
    counted: Callable[[Any, JsonObject], Any]
    """Beliefs after an event as the viewer is shown it."""
    position: Callable[[JsonObject, Any, Chance], Any]
    """The position of a view and beliefs; chance deals the unseen cards."""
    outlook: Callable[[Network, Any, Chance, Any], Outlook[Any, Any]]
    """The game as the search sees it, from a position and beliefs on."""
    with_open_hands: Callable[[Any, int], Any]
    """The position of a state of the rules with open hands, in the eyes of a seat."""
    piles: Callable[[Any], tuple[Sequence[Any], ...]]
    """The piles of a state that nobody has seen, the top of each first."""
    with_piles: Callable[[Any, Sequence[Any]], Any]
    """The state with its piles in another order."""
    features: Callable[[Sequence[Any]], Features]
    target: Callable[[Any], int]
    """The points in a position that end the game, or as many as the winner of most games has."""
    lists_all: bool
    """True if all legal moves are listed; other games also take unlisted ones, such as offers."""
    strength: int
    """The feature by which a seat's strongest rival is found."""
