"""The life of standing orders a second time: who stands, sleeps, is replaced, used up or lapses."""

from typing import Any

from msgspec import UNSET

from domain.kernel.game import Game, evolve
from domain.kernel.order_contract import Book, Standing
from domain.record.record import Event
from tests.domain.orders.values import auction_of
from tests.service.orders_soak.decisions import Due, Entry, due, limiting

SPANS = {
    "bid_up_to": "auction",
    "pass_auction": "auction",
    "refuse_offers": "turn",
    "accept_terms": "round",
}
"""The kinds that end before the game does."""
UNDOS = ("undone", "redone", "undo_requested", "undo_accepted")


class Oracle:
    """The orders of a game, followed event by event.

    ``followed`` are the seats and codes whose answers events are; ``_turns`` the own turns begun
    on the line up to an event, by turn.
    """

    def __init__(self, game: Game) -> None:
        self.game, self.entries = game, list[Entry]()
        self.followed: dict[int, tuple[int, str]] = {}
        self.people_decide = False
        self._rank, self._turns = 0, dict[int, dict[int, int]]()
        self._note_turn({})

    # Given and withdrawn

    def give(self, seat: int, code: str, values: dict[str, Any], order: Any) -> None:
        """Take an order: it wakes the seat's others, and replaces those that answer the same."""
        self.people_decide = False
        self._wake(seat)
        same = [e for e in self.entries if (e.seat, e.code, e.values) == (seat, code, values)]
        if any(map(self.stands, same)):
            return
        self.entries = [each for each in self.entries if self._is_left(each, seat, code, values)]
        self._rank += 1
        auction, turn = auction_of(self.state), _turn(self.state)
        crossing = None if auction is None else auction.crossing
        entry = Entry(
            seat, code, values, order, self._rank, crossing, turn.number, self._own_turns(seat)
        )
        self.entries.append(entry)

    def _is_left(self, each: Entry, seat: int, code: str, values: dict[str, Any]) -> bool:
        """True if an order still says something beside a newer one; less of it, if it must."""
        if each.seat != seat:
            return True
        if each.code == code or {each.code, code} == {"bid_up_to", "pass_auction"}:
            return False
        if {each.code, code} == {"bid_on", "pass_above"}:
            most = {e: n for e, n in each.values["most"].items() if e not in values["most"]}
            each.values = {"most": most}
            each.order = type(each.order)(
                most={e: n for e, n in each.order.most.items() if e in most}
            )
            return bool(most)
        return True

    def withdraw(self, seat: int, code: str | None) -> None:
        gone = [e for e in self.entries if e.seat == seat and code in (None, e.code)]
        self.entries = [each for each in self.entries if each not in gone]

    # Events

    def take(self, event: Event) -> None:
        """Take an event that follows from no order."""
        before, self.game = self.game, evolve(self.game, event)
        self._note_turn(self._turns[before.timeline.head.version])
        is_by_hand = event.by is UNSET and event.type != "time_expired"
        if is_by_hand:
            self._wake(event.seat)
        if event.type == "redone":
            self._wake(None, event.data["to"])
        if event.type == "undone":
            self._undo(before, event)
        if event.type in UNDOS:
            self.people_decide = True
        elif event.type == "undo_declined":
            self.people_decide = self.game.timeline.redo is not None
        else:
            self.people_decide = False

    def _wake(self, seat: int | None, undone: int | None = None) -> None:
        """Wake the orders of a seat, or those that the undo of a head put to sleep."""
        for each in self.entries:
            if each.seat == seat or each.asleep == undone:
                each.asleep = 0

    def follow(self, event: Event, code: str) -> None:
        """Take an event that follows from a seat's order."""
        before, self.game = self.game, evolve(self.game, event)
        self._note_turn(self._turns[before.timeline.head.version])
        self.followed[event.version] = (event.seat, code)
        self.people_decide = False
        if code == "accept_terms":
            self._entry(event.seat, code).used = event.version

    def _undo(self, before: Game, event: Event) -> None:
        """Switch off the undoing seat's orders that answered, and put those of others to sleep."""
        by, told = event.data["requested_by"], set[tuple[int, str]]()
        stands = [each for each in self.entries if self._stands(before, each) and each.seat != by]
        for moment in before.timeline.since(event.data["to"]):
            told.add(self.followed.get(moment.version, (-1, "")))
            auction = auction_of(moment.position)
            acting = before.ruleset.situation(moment.position).to_act
            for seat in acting if _is_bidding(auction) else ():
                entry = limiting(auction, seat, stands)
                if entry is not None and entry.code == "pass_above":
                    told.add((seat, entry.code))
        for each in [e for e in self.entries if (e.seat, e.code) in told and not e.asleep]:
            if each.seat == by and each.code != "accept_terms":
                self.entries.remove(each)
            else:
                each.asleep = before.timeline.head.version

    # Asked

    @property
    def state(self) -> Any:
        return self.game.state

    def due(self, seat: int) -> Due | None:
        """The answer that is due by a seat's orders, None if none is."""
        return due(self.game.ruleset, self.state, seat, self.standing())

    def is_due(self, seat: int) -> bool:
        """True if an answer by a seat's orders is certain."""
        found = self.due(seat)
        return found is not None and found.move is not None

    def standing(self) -> list[Entry]:
        return [each for each in self.entries if self.stands(each)]

    def stands(self, entry: Entry) -> bool:
        return self._stands(self.game, entry)

    def _stands(self, game: Game, entry: Entry) -> bool:
        """True if what an order is for goes on, and its one answer is not on the line."""
        if game.status != "live" or (entry.used is not None and game.timeline.holds(entry.used)):
            return False
        auction, span = auction_of(game.state), SPANS.get(entry.code)
        if span == "auction":
            return auction is not None and auction.crossing == entry.crossing
        if span == "turn":
            return bool(_turn(game.state).number == entry.turn)
        return span is None or entry.own_turns == self._own_turns(entry.seat, game)

    def book(self) -> Book:
        """The orders that stand as the rules take them."""
        return tuple(
            Standing(each.seat, each.order, "", each.rank, asleep=each.asleep)
            for each in self.standing()
        )

    def _entry(self, seat: int | None, code: str) -> Entry:
        return next(each for each in self.entries if (each.seat, each.code) == (seat, code))

    # Turns

    def _note_turn(self, before: dict[int, int]) -> None:
        """Note whose turn it is at the head of the line."""
        head, turn = self.game.timeline.head.version, _turn(self.state)
        if head not in self._turns:
            is_founding = str(getattr(turn.phase, "value", "")).startswith("found")
            self._turns[head] = before if is_founding else {**before, turn.number: turn.seat}

    def _own_turns(self, seat: int, game: Game | None = None) -> int:
        """The number of a seat's turns that are over at the head of the line."""
        game = game or self.game
        now = _turn(game.state).number
        turns = self._turns[game.timeline.head.version]
        return sum(owner == seat for number, owner in turns.items() if number < now)


def _turn(state: Any) -> Any:
    return getattr(state, "base", state).turn


def _is_bidding(auction: Any) -> bool:
    return auction is not None and auction.winner is None
