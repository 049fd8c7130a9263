"""The tally of a game's gains, by seat."""

from itertools import starmap
from typing import assert_never

from projections.answers.endings import CardsDrawn, PointsFrom, Roll, TurnYield, Yields
from projections.statistics.contract import Counting, Drawn, Gain, Points, Rolled, Yielded


class Tally:
    """Counts gains by kind and seat."""

    def __init__(self, counting: Counting, seats: int) -> None:
        self._counting, self._seats = counting, seats
        # Filled with zeros, in the order in which they are shown.
        self._points = {source: self._nobody() for source in counting.sources}
        self._cards = {card: self._nobody() for card in counting.cards}
        self._rolls = {total: self._nobody() for total in counting.rolls}
        self._turns: dict[int, list[int]] = {}

    def add(self, gain: Gain, turn: int) -> None:
        """Count a gain of a turn."""
        match gain:
            case Points(seat, source, number):
                self._points[source][seat] += number
            case Drawn(seat, card):
                self._cards[card][seat] += 1
            case Rolled(seat, total):
                self._rolls[total][seat] += 1
            case Yielded(seat, number):
                self._turns.setdefault(turn, self._nobody())[seat] += number
            case _:
                assert_never(gain)

    def points(self) -> list[PointsFrom]:
        """Return the points in the order of the counting."""
        return list(starmap(PointsFrom, self._points.items()))

    def dice(self) -> list[Roll]:
        """Return the rolls in the order of the counting."""
        return list(starmap(Roll, self._rolls.items()))

    def cards(self) -> list[CardsDrawn]:
        """Return the cards in the order of the counting."""
        return list(starmap(CardsDrawn, self._cards.items()))

    def yields(self) -> Yields:
        """Return the yields; turns without one are left out."""
        turns = sorted((turn, seats) for turn, seats in self._turns.items() if any(seats))
        return Yields(self._counting.yields, list(starmap(TurnYield, turns)))

    def _nobody(self) -> list[int]:
        return [0] * self._seats
