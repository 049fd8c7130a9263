"""Checks after each command of a soaked game.

All that was appended is held against the oracle, and each decision against twin positions.
"""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

from msgspec import UNSET

from domain.kernel.deadlines import TIME_EXPIRED
from domain.kernel.decider import Ruleset
from domain.kernel.expiry import BY_BOT, BY_CLOCK
from domain.kernel.game import UNDO_TYPES, Game
from domain.kernel.orders import standing_orders
from domain.record.record import Event, read_entry
from service.game.orders import book_of
from service.store.contract import Append, StoredOrders
from tests.domain.orders.twins import capped, is_as_able, richer, twins, worth
from tests.domain.orders.values import auction_of, offer_of
from tests.service.orders_soak.oracle import Oracle

FROM_THE_HAND = ("discard_by", "pay_by")
NOTED = (*UNDO_TYPES, "resigned", TIME_EXPIRED)


class Checks:
    """The checks of one game, which count what they saw."""

    def __init__(self, oracle: Oracle, counts: Counter[str]) -> None:
        self.oracle, self.counts = oracle, counts

    @property
    def game(self) -> Game:
        return self.oracle.game

    @property
    def ruleset(self) -> Ruleset[Any, Any, Any]:
        return self.game.ruleset

    def take(self, appends: list[Append], *, is_clocks: bool) -> None:
        """Hold all that a command appended against the oracle, which then takes it."""
        for append in appends:
            answered = append.orders.answered if append.orders else {}
            is_late, is_due = append.version in answered and is_clocks, False
            for event in _events(append):
                if event.type in NOTED:
                    self.counts[event.type] += 1
                if event.version in answered:
                    assert is_late or self._may_answer(), f"{event.type} came before people"
                    self._check_answer(event, answered[event.version])
                    self.oracle.follow(event, answered[event.version])
                else:
                    assert event.by != BY_CLOCK or not is_due, "the clock came before an order"
                    is_due = event.type == TIME_EXPIRED and self.oracle.is_due(event.seat)
                    self.oracle.take(event)
            self.counts["appends"] += 1

    def _check_answer(self, event: Event, code: str) -> None:
        """Hold an answer against the orders that stand, and their limits."""
        state, seat = self.game.state, event.seat
        assert seat in self.game.to_act
        due, move = self.oracle.due(seat), self._as_move(event)
        assert due is not None, f"{code} of seat {seat} answered, and no order was due"
        assert due.entry.code == code, f"{code} answered in place of {due.entry.code}"
        assert due.fits(move), f"{code} answered {move} in place of {due.move}"
        assert event.by == (BY_BOT if self.game.is_absent(seat) else UNSET)
        if move["type"] == "bid":
            self._check_bid(move["bid"], due.entry.values["most"])
        if move.get("accept"):
            offer = offer_of(state)
            assert offer is not None
            assert self._answer_after(event) == (offer.give, offer.get)
        self._compare(seat, code)
        self.counts[f"answers {code}"] += 1

    def _check_bid(self, bid: int, most: Any) -> None:
        auction = auction_of(self.game.state)
        stated = most[auction.occasion] if isinstance(most, dict) else most
        means = worth(self.game.state, auction.seat)
        assert bid <= min(stated, means), f"{bid} is beyond {stated} or {means}"

    def _answer_after(self, event: Event) -> Any:
        after = self.ruleset.evolve(
            self.game.state, self.ruleset.wire.events.read(event.type, event.data)
        )
        return offer_of(after).answers[event.seat]

    def _as_move(self, event: Event) -> dict[str, Any]:
        wire = self.ruleset.wire
        return wire.moves.json(wire.move_of(wire.events.read(event.type, event.data)))

    def _may_answer(self) -> bool:
        """True unless people decide: after an undo, or while a request is pending."""
        return not self.oracle.people_decide and self.game.timeline.request is None

    def check_settled(self) -> None:
        """Check that no order is silent that answers, unless people decide."""
        if self.game.status != "live" or not self._may_answer():
            return
        for seat in self.game.to_act:
            due = self.oracle.due(seat)
            assert not self.oracle.is_due(seat), f"{due} of seat {seat} has stopped"
            self._compare(seat, None)

    def _compare(self, seat: int, code: str | None) -> None:
        """Redo a decision in twin positions, and with the lower limit of a richer hand."""
        state, book, answer = self.game.state, self.oracle.book(), self.ruleset.orders.answer
        if not any(each.seat == seat for each in book):
            return
        told = _told(answer(state, seat, book))
        for twin in self._twins(seat):
            if is_as_able(state, twin, book):
                self.counts["twins"] += 1
                assert _told(answer(twin, seat, book)) == told, f"{code} of {seat} tells its hand"
        if seat == self.ruleset.situation(state).on_turn and auction_of(state) is None:
            return  # a richer hand has more cards, which all see
        lower = _told(answer(richer(state), seat, capped(state, book)))
        assert lower == told, f"{code} of {seat} is capped, and a lower limit says other than that"
        self.counts["capped"] += capped(state, book) != book

    def _twins(self, seat: int) -> Iterator[Any]:
        luck = random.Random(self.game.version)
        for twin in twins(self.ruleset, self.game.state, seat, luck):
            if luck.random() < 0.4:
                yield twin.state

    def check_book(self, stored: StoredOrders) -> None:
        """Check that the orders that stand are those of the oracle, and sleep as they do."""
        if self.game.status != "live":
            assert not stored.orders
            return
        codec = self.ruleset.orders.codec
        staying = self.ruleset.situation(self.game.state).staying
        books = standing_orders(self.game, book_of(self.game, stored)), self.oracle.standing()
        real, own = (
            [
                (o.seat, o.code, codec.json(o.order), bool(o.asleep))
                for o in book
                if o.seat in staying
            ]
            for book in books
        )
        assert real == own, f"{real} stand in place of {own}"
        self.counts["orders asleep"] += sum(asleep for *_, asleep in own)
        self.counts["terms that stand again"] += sum(
            each.used is not None for each in self.oracle.standing()
        )


def _told(answer: Any) -> Any:
    """An answer as others see it, without the cards of a hand."""
    return answer.code if answer is not None and answer.code in FROM_THE_HAND else answer


def _events(append: Append) -> list[Event]:
    return [read_entry(entry, append.version + n) for n, entry in enumerate(append.entries)]
