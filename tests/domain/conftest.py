"""The toy ruleset, registered for the kernel's tests, and a table to play it at."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from msgspec.structs import replace

from domain.kernel import rulesets
from domain.kernel.calendars import Calendars
from domain.kernel.clock_settlement import settle_clocks
from domain.kernel.consent import decide_time_answer, request_for_time
from domain.kernel.expiry import abandonment, expiry
from domain.kernel.extensions import decide_extension
from domain.kernel.game import Game, Seat, evolve, fold, sealed_creation
from domain.kernel.pauses import decide_pause, decide_resume
from domain.kernel.play import decide_move
from domain.kernel.seating import take_seat
from domain.kernel.stand_ins import decide_return_to_seat, decide_stand_in
from domain.kernel.undo import decide_answer, decide_redo, decide_undo
from domain.kernel.vacations import decide_return, decide_vacation
from domain.record.record import Draft, Event
from domain.record.times import milliseconds, moment
from tests.domain import cards

NOON = "2026-11-21T12:00:00.000Z"


@dataclass
class Table:
    """A game and its record, played on by plain calls."""

    game: Game
    events: list[Event] = field(default_factory=list)
    now: str = NOON
    calendars: Calendars = field(default_factory=dict)

    @classmethod
    def open(cls, **terms: Any) -> "Table":
        first = sealed_creation(cards.terms(**terms), NOON, "c1")
        return cls(evolve(None, first), [first])

    def record(self, draft: Draft) -> Event:
        sealed = self.game.seal(draft, self.now, f"c{self.game.version + 1}")
        (event,) = settle_clocks(self.game, [sealed], self.calendars)
        self.game = evolve(self.game, event)
        self.events.append(event)
        return event

    def sit(self, player: str | None, bot: str | None = None) -> Event:
        return self.record(take_seat(self.game, Seat(player, bot, "ab" * 32), None))

    def move(self, seat: int, *types: str, by: str | None = None) -> "Table":
        for type_ in types:
            self.record(replace(decide_move(self.game, seat, cards.Move(type_)), by=by))
        return self

    def undo(self, seat: int, to: int) -> Event:
        return self.record(decide_undo(self.game, seat, to))

    def redo(self, seat: int) -> Event:
        return self.record(decide_redo(self.game, seat))

    def answer(self, seat: int, *, accept: bool) -> Event:
        return self.record(decide_answer(self.game, seat, accept))

    def later(self, seconds: float) -> "Table":
        """Let time pass."""
        self.now = moment(milliseconds(self.now) + round(seconds * 1000))
        return self

    def ask_time(self, seat: int, seconds: int) -> str:
        """Ask for more time; the type of the event."""
        return self.record(decide_extension(self.game, seat, seconds)).type

    def answer_time(self, seat: int, *, accept: bool = True) -> str:
        request = request_for_time(self.game)
        for_pause = request is not None and request.seconds is None
        return self.record(decide_time_answer(self.game, seat, accept, for_pause=for_pause)).type

    def pause(self, seat: int) -> str:
        return self.record(decide_pause(self.game, seat)).type

    def resume(self, seat: int) -> str:
        return self.record(decide_resume(self.game, seat)).type

    def take_vacation(self, seat: int, days: int) -> Event:
        return self.record(decide_vacation(self.game, seat, days, milliseconds(self.now)))

    def come_back(self, seat: int) -> Event:
        return self.record(decide_return(self.game, seat, milliseconds(self.now)))

    def stand_in(self, seat: int, absent: int, stopped: Collection[int] = ()) -> Event:
        """Agree to a bot for a seat, whose player alone is stopped unless others are named."""
        return self.record(decide_stand_in(self.game, seat, absent, stopped or [absent], "greedy"))

    def play_again(self, seat: int) -> str:
        return self.record(decide_return_to_seat(self.game, seat)).type

    def expire(self, seat: int) -> list[str]:
        """Declare a seat's time to be up if it is; the types of the events."""
        events = expiry(self.game, seat, self.now, f"c{self.game.version + 1}")
        events = settle_clocks(self.game, events, self.calendars)
        self.events += events
        self.game = fold(events, self.game) if events else self.game
        return [event.type for event in events]

    def abandon(self) -> bool:
        """End the game without a winner if that is due."""
        draft = abandonment(self.game, milliseconds(self.now))
        if draft is not None:
            self.record(draft)
        return draft is not None

    def refolded(self) -> Game:
        return fold(self.events)


@pytest.fixture(autouse=True)
def _toy_ruleset(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    known = {**rulesets.versions(), "cards": (cards.RULESET,)}
    rulesets.ruleset_named.cache_clear()
    monkeypatch.setattr(rulesets, "versions", lambda: known)
    yield
    rulesets.ruleset_named.cache_clear()


def seated(seats: int = 2, **terms: Any) -> Table:
    """A live game of ``seats`` people."""
    table = Table.open(seats=seats, **terms)
    for number in range(seats):
        table.sit(f"p{number}")
    return table
