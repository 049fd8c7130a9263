"""Standings of bots from the games that they played: shares, intervals, ratings, and a test."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import exp, log, log10, sqrt
from typing import Literal, NamedTuple

from service.operations.arena.calibration import Z_95, Calibration
from service.operations.arena.matches import Played

SPRT_GAP = 0.10
"""The sequential test distinguishes a share of wins from one that is this much smaller."""
SPRT_ERROR = 0.05
ELO = 400
"""Points of rating between two bots of whom one wins ten times as often (Elo's scale)."""
STEPS = 1_000
CLOSE_ENOUGH = 1e-9

Verdict = Literal["reached", "missed", "open"]
Seats = tuple[tuple[str, int], ...]
"""The bots at a table, in alphabetical order, each with the number of its seats."""


class Interval(NamedTuple):
    """The ends of a confidence interval, both from 0 to 1."""

    low: float
    high: float


@dataclass(slots=True)
class Standings:
    """The games so far, by bot; a shared win counts in parts for its winners."""

    games: Counter[str] = field(default_factory=Counter)
    wins: dict[str, float] = field(default_factory=dict)
    tables: Counter[Seats] = field(default_factory=Counter)
    refusals: Counter[str] = field(default_factory=Counter)
    unfinished: int = 0
    events: int = 0
    calibration: Calibration = field(default_factory=Calibration)

    def add(self, played: Played) -> None:
        """Count a game."""
        self.events += played.events
        self.calibration.add(played.judgements, played.fortune)
        self.refusals.update(played.refusals)
        for bot in played.bots:
            self.wins.setdefault(bot, 0.0)
        if not played.winners:
            self.unfinished += 1
            return
        self.games.update(set(played.bots))
        self.tables[tuple(sorted(Counter(played.bots).items()))] += 1
        for seat in played.winners:
            self.wins[played.bots[seat]] += 1 / len(played.winners)

    @property
    def played(self) -> int:
        """The number of games, unfinished ones included."""
        return self.tables.total() + self.unfinished

    def share(self, bot: str) -> float:
        """Return the share of its finished games that a bot won; 0 without games."""
        return self.wins[bot] / self.games[bot] if self.games[bot] else 0.0


def wilson(wins: float, games: int) -> Interval:
    """Return the 95 % confidence interval of a share (Wilson 1927, the score interval).

    It takes games as independent. Those of a round share their luck, each bot once on each seat:
    that evens luck out, so the true interval is somewhat narrower.
    """
    if not games:
        return Interval(0.0, 1.0)
    share, weight = wins / games, Z_95**2 / games
    middle = share + weight / 2
    half = Z_95 * sqrt(share * (1 - share) / games + weight / (4 * games))
    ends = ((middle + sign * half) / (1 + weight) for sign in (-1, 1))
    return Interval(*(min(1.0, max(0.0, end)) for end in ends))


def verdict(wins: float, games: int, share: float) -> Verdict:
    """Return whether a bot wins ``share`` of its games, or ``SPRT_GAP`` less, or neither yet.

    By the sequential probability ratio test (Wald 1945), each error at most ``SPRT_ERROR``.
    ``share`` is above ``SPRT_GAP`` and below 1.
    """
    less = share - SPRT_GAP
    ratio = wins * log(share / less) + (games - wins) * log((1 - share) / (1 - less))
    bound = log((1 - SPRT_ERROR) / SPRT_ERROR)
    return "reached" if ratio >= bound else "missed" if ratio <= -bound else "open"


def ratings(standings: Standings) -> dict[str, float]:
    """Return the rating of each bot, on Elo's scale, 0 on average.

    A bot's chance at a table is its strength over the sum of all strengths there. The strengths
    are the likeliest ones, found step by step (Hunter 2004), with one game more in which each bot
    won its part, as a bot without wins would be rated minus infinity.
    """
    bots = sorted(standings.wins)
    tables = standings.tables + Counter({tuple((bot, 1) for bot in bots): 1})
    wins = {bot: standings.wins[bot] + 1 / len(bots) for bot in bots}
    strengths = dict.fromkeys(bots, 1.0)
    for _ in range(STEPS):
        stepped = _scaled({bot: wins[bot] / _exposure(bot, tables, strengths) for bot in bots})
        change = max(abs(log(stepped[bot] / strengths[bot])) for bot in bots)
        strengths = stepped
        if change < CLOSE_ENOUGH:
            break
    return {bot: ELO * log10(strength) for bot, strength in strengths.items()}


def _exposure(
    bot: str,
    tables: Mapping[Seats, int],
    strengths: Mapping[str, float],
) -> float:
    """Return by how much a bot's expected wins at all its tables grow with its strength."""
    parts = (
        games * seats[bot] / sum(strengths[each] * n for each, n in seats.items())
        for table, games in tables.items()
        if bot in (seats := dict(table))
    )
    return sum(parts)


def _scaled(strengths: Mapping[str, float]) -> dict[str, float]:
    """Return strengths whose geometric mean is 1."""
    mean = sum(map(log, strengths.values())) / len(strengths)
    return {bot: strength / exp(mean) for bot, strength in strengths.items()}


def bots_of(seats: Sequence[str]) -> list[str]:
    """Return the bots at a table, each once, in the order of the seats."""
    return list(dict.fromkeys(seats))
