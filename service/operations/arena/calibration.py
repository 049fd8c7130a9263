"""Calibration of the planner: its win chances against results, in games it did not learn from."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from math import log
from typing import Any, NamedTuple

import msgspec

from domain.kernel.game import Game, viewer_of
from domain.record.chance import Chance
from domain.record.record import Event
from domain.record.visibility import JsonObject
from projections.redact import redact

BINS, QUARTERS = 10, 4
LEAST_CHANCE = 1e-9


Shown = Callable[[Game, int], JsonObject]
"""Returns the view of a seat."""


class Judgement(NamedTuple):
    """The win chances at the end of a turn, by what its seat knew, and each seat's part of the win.

    ``part`` is how far in the game it was, 0 to 1.
    """

    part: float
    chances: tuple[float, ...]
    wins: tuple[float, ...]


class TurnJudge:
    """Notes the positions of a game at the end of each turn, as the seat on turn knows them."""

    def __init__(self, ruleset: str, seats: int) -> None:
        # Here, as it imports numpy.
        from domain.planning.planner import ledger, planned_game  # noqa: PLC0415

        self._planned = planned_game(ruleset)
        self._ledgers = [ledger(ruleset, seats, seat) for seat in range(seats)]
        self._positions, self._turns = list[Any](), list[int]()
        self._on_turn: int | None = None

    def see(self, game: Game, event: Event, shown: Shown) -> None:
        """Take note of an event, and of the position after it if a turn has ended."""
        for seat, each in enumerate(self._ledgers):
            each.read([msgspec.to_builtins(redact(game, event, viewer_of(game, seat)))])
        before, self._on_turn = self._on_turn, game.facts.on_turn
        if before is not None and before != self._on_turn and game.status == "live":
            view = shown(game, before)
            beliefs = self._ledgers[before].beliefs
            self._positions.append(self._planned.position(view, beliefs, Chance(bytes(32))))
            self._turns.append(view["turn"])

    def judgements(self, game: Game) -> list[Judgement]:
        """Return the judgements of a game that is over. Raises NoWeights."""
        from domain.planning.weights import weights_of  # noqa: PLC0415 - imports numpy

        if game.outcome is None or not self._positions:
            return []
        winners, last = game.outcome.winners, game.ruleset.turn(game.state)
        network = weights_of(game.ruleset.id, game.ruleset.rules_version).network
        chances = network.chances(self._planned.features(self._positions)).tolist()
        wins = tuple((n in winners) / len(winners) for n in range(len(game.outcome.scores)))
        return [
            Judgement(turn / last, tuple(each), wins)
            for turn, each in zip(self._turns, chances, strict=True)
        ]


def _sums() -> defaultdict[int, float]:
    return defaultdict(float)


@dataclass(slots=True)
class Calibration:
    """Sums over judgements: by bin of the predicted chance, and by quarter of the game."""

    number: Counter[int] = field(default_factory=Counter)
    predicted: defaultdict[int, float] = field(default_factory=_sums)
    observed: defaultdict[int, float] = field(default_factory=_sums)
    positions: Counter[int] = field(default_factory=Counter)
    loss: defaultdict[int, float] = field(default_factory=_sums)

    def add(self, judgements: Iterable[Judgement]) -> None:
        """Count judgements."""
        for part, chances, wins in judgements:
            quarter = min(QUARTERS - 1, int(part * QUARTERS))
            self.positions[quarter] += 1
            # As a share of the loss by guessing: 1 for equal chances.
            loss = -sum(w * log(max(c, LEAST_CHANCE)) for c, w in zip(chances, wins, strict=True))
            self.loss[quarter] += loss / log(len(wins))
            for chance, win in zip(chances, wins, strict=True):
                place = min(BINS - 1, int(chance * BINS))
                self.number[place] += 1
                self.predicted[place] += chance
                self.observed[place] += win

    def table(self) -> dict[str, Any]:
        """Return the bins, with predicted and observed shares, and the loss by quarter."""
        bins = [
            {
                "from": place / BINS,
                "judgements": n,
                "predicted": round(self.predicted[place] / n, 4),
                "observed": round(self.observed[place] / n, 4),
            }
            for place, n in sorted(self.number.items())
        ]
        losses = [
            round(self.loss[quarter] / n, 4) if (n := self.positions[quarter]) else None
            for quarter in range(QUARTERS)
        ]
        return {"bins": bins, "loss_by_quarter": losses}


def lines(table: dict[str, Any]) -> Sequence[str]:
    """Return the table in words."""
    rows = [
        f"{each['from']:>5.0%}{each['judgements']:>12}{each['predicted']:>11.1%}"
        f"{each['observed']:>11.1%}"
        for each in table["bins"]
    ]
    losses = " ".join("-" if loss is None else f"{loss:.3f}" for loss in table["loss_by_quarter"])
    return [
        f"{'from':>5}{'judgements':>12}{'predicted':>11}{'observed':>11}",
        *rows,
        f"log-loss by quarter of the game, 1 for guessing: {losses}",
    ]
