"""The tally of a game's gains, by seat."""

from typing import assert_never

from domain.record.visibility import JsonObject
from projections.statistics.contract import Counting, Drawn, Gain, Points, Rolled, Yielded


class Tally:
    """Counts gains by kind and seat."""

    def __init__(self, counting: Counting, seats: int) -> None:
        self._counting, self._seats = counting, seats
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

    def result(self) -> JsonObject:
        """Return the counts in the counting's order; turns without a yield are left out."""
        turns = sorted((turn, seats) for turn, seats in self._turns.items() if any(seats))
        return {
            "points": [{"source": s, "seats": seats} for s, seats in self._points.items()],
            "dice": [{"total": total, "seats": seats} for total, seats in self._rolls.items()],
            "cards": [{"card": card, "seats": seats} for card, seats in self._cards.items()],
            "yields": {
                "unit": self._counting.yields,
                "turns": [{"turn": turn, "seats": seats} for turn, seats in turns],
            },
        }

    def _nobody(self) -> list[int]:
        return [0] * self._seats
