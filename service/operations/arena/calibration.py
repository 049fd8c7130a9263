"""Calibration of the planner: its win chances against results, in games it did not learn from."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from math import atanh, log, sqrt, tanh
from typing import Any, NamedTuple

import msgspec

from domain.kernel.game import Game, viewer_of
from domain.kernel.rulesets import ruleset_named
from domain.record.chance import LUCK, Chance
from domain.record.outcome import Outcome
from domain.record.record import Event
from domain.record.visibility import JsonObject
from projections.redact import redact

BINS, QUARTERS = 10, 4
LEAST_CHANCE = 1e-9
LEAST_JUDGEMENTS = 50
"""The judgements of a bin that are enough to compare it."""
LEAST_FORTUNES = 3
"""Games that are too few for an interval."""
Z_95 = 1.959964
"""Standard deviations to either side of a mean that hold 95 % of a normal distribution."""

Shown = Callable[[Game, int], JsonObject]
"""Returns the view of a seat."""


class Judgement(NamedTuple):
    """The win chances at the end of a turn, as its seat knew it, and each seat's part of the win.

    ``part`` is how far in the game it was, 0 to 1.
    """

    part: float
    chances: tuple[float, ...]
    wins: tuple[float, ...]


class Fortune(NamedTuple):
    """A game's luck by seat, in win chance, and each seat's part of the win beyond an equal one."""

    luck: tuple[float, ...]
    gain: tuple[float, ...]


class TurnJudge:
    """Notes the positions of a game at the end of each turn, as the seat on turn knows them.

    It also sums up the luck of the draws after the deal, with open hands.
    """

    def __init__(self, ruleset: str, seats: int) -> None:
        # Here, as they import numpy.
        from domain.planning.planner import ledger, planned_game  # noqa: PLC0415
        from domain.planning.weights import weights_of  # noqa: PLC0415

        self._planned = planned_game(ruleset)
        self._network = weights_of(ruleset, ruleset_named(ruleset).rules_version).network
        self._luck, self._before = [0.0] * seats, None
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
        self._weigh(game, event)

    def _weigh(self, game: Game, event: Event) -> None:
        """Add the luck of an event to each seat's."""
        from domain.planning.luck import Moment, luck_of  # noqa: PLC0415 - imports numpy

        before, self._before = self._before, game.state
        if before is None or event.seat is None:  # the deal has no position before it
            return
        wire = game.ruleset.wire
        move = wire.move_of(wire.events.read(event.type, event.data))
        moment = Moment(before, game.state, event.seat, move, event.data.get(LUCK, ()))
        luck = luck_of(self._planned, self._network, moment, event.hash)
        if luck is not None:
            self._luck = [each + more for each, more in zip(self._luck, luck.tolist(), strict=True)]

    def judgements(self, game: Game) -> list[Judgement]:
        """Return the judgements of a game that is over."""
        if game.outcome is None or not self._positions:
            return []
        last, wins = game.ruleset.turn(game.state), _wins(game.outcome)
        chances = self._network.chances(self._planned.features(self._positions)).tolist()
        return [
            Judgement(turn / last, tuple(each), wins)
            for turn, each in zip(self._turns, chances, strict=True)
        ]

    def fortune(self, game: Game) -> Fortune | None:
        """Return the luck of a game that is over."""
        if game.outcome is None:
            return None
        wins = _wins(game.outcome)
        return Fortune(tuple(self._luck), tuple(win - 1 / len(wins) for win in wins))


def _wins(outcome: Outcome) -> tuple[float, ...]:
    winners = outcome.winners
    return tuple((n in winners) / len(winners) for n in range(len(outcome.scores)))


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
    fortunes: list[Fortune] = field(default_factory=list)

    def add(self, judgements: Iterable[Judgement], fortune: Fortune | None = None) -> None:
        """Count the judgements of a game, and its luck."""
        if fortune is not None:
            self.fortunes.append(fortune)
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
        return {"bins": bins, "loss_by_quarter": losses, "luck": self._explained()}

    def _explained(self) -> dict[str, Any] | None:
        """Return the share of the variance of results that luck explains; None without luck.

        It is the square of the correlation over all seats, with its 95 % interval (Fisher 1921);
        the seats of a game count as one there. ``slope`` is the gain from a point of luck.
        """
        pairs = [pair for each in self.fortunes for pair in zip(each.luck, each.gain, strict=True)]
        # Both are 0 on average: in each game the seats' luck adds up to nothing.
        both = sum(luck * gain for luck, gain in pairs)
        lucky, gained = (sum(pair[n] ** 2 for pair in pairs) for n in (0, 1))
        games = len(self.fortunes)
        if not lucky or not gained or games <= LEAST_FORTUNES:
            return None
        r = both / sqrt(lucky * gained)
        reach = Z_95 / sqrt(games - LEAST_FORTUNES)
        inside = max(LEAST_CHANCE - 1, min(r, 1 - LEAST_CHANCE))
        low, high = (tanh(atanh(inside) + sign * reach) for sign in (-1, 1))
        return {
            "games": games,
            "explained": round(r * abs(r), 4),
            "low": round(low * abs(low), 4),
            "high": round(high * abs(high), 4),
            "slope": round(both / lucky, 4),
        }


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
        *_widest(table["bins"]),
        *_luck_lines(table["luck"]),
        f"log-loss by quarter of the game, 1 for guessing: {losses}",
    ]


def _widest(bins: Sequence[dict[str, Any]]) -> list[str]:
    """Return a line about the bins that have judgements enough."""
    gaps = [
        abs(each["observed"] - each["predicted"])
        for each in bins
        if each["judgements"] >= LEAST_JUDGEMENTS
    ]
    if not gaps:
        return []
    gap = f"{100 * max(gaps):.1f} points"
    return [f"bins of at least {LEAST_JUDGEMENTS}: at most {gap} between predicted and observed"]


def _luck_lines(luck: dict[str, Any] | None) -> list[str]:
    if luck is None:
        return []
    interval = f"{luck['low']:.1%} to {luck['high']:.1%}"
    return [
        f"luck explains {luck['explained']:.1%} ({interval}) of the variance of results; "
        f"a point of it came to {luck['slope']:.2f} points"
    ]
