"""Which notices each game called for, from when to when: computed from its record alone.

Nothing of the service or of its projections is used here, only the rules.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from msgspec import UNSET

from domain.kernel.consent import yet_to_agree
from domain.kernel.game import Game, evolve
from domain.kernel.undo import yet_to_answer
from domain.record.record import Event
from domain.record.times import milliseconds


@dataclass(frozen=True, slots=True)
class Call:
    """A notice that a game calls for: the player, the event that caused it, from when on (ms)."""

    key: str
    kind: str
    game: str
    seat: int
    player: str
    version: int
    at: int
    due: int | None = None


@dataclass(slots=True)
class Story:
    """The calls of a game after each of its events; ``moves`` are (moment, seat) of its people."""

    game: str
    moments: list[int] = field(default_factory=list)
    calls: list[dict[str, Call]] = field(default_factory=list)
    acts: list[tuple[int, int, int]] = field(default_factory=list)

    def at(self, moment: int) -> dict[str, Call]:
        """Return what the game calls for at a moment."""
        number = bisect_right(self.moments, moment)
        return self.calls[number - 1] if number else {}

    def all(self) -> dict[str, Call]:
        """Return all that the game ever called for."""
        return {key: call for calls in self.calls for key, call in calls.items()}


def story(game_id: str, events: Iterable[Event]) -> Story:
    """Return what a game called for, event by event."""
    told, game = Story(game_id), None
    turns: dict[int, Event] = {}
    asked: dict[int, Event] = {}
    over: Event | None = None
    command = ""
    for event in events:
        before, game = game, evolve(game, event)
        for seat in _newly_due(before, game):
            del turns[seat]
        _follow(turns, game.to_act, event)
        _follow(asked, {*yet_to_answer(game), *yet_to_agree(game)}, event)
        if game.status in ("finished", "abandoned"):
            over = over or event
        calls = [_ended(game_id, game, over)] if over else [_waits(game_id, game, turns, asked)]
        told.moments.append(milliseconds(event.recorded_at))
        told.calls.append({call.key: call for some in calls for call in some})
        if event.seat is not None and _is_by_hand(event, command):
            told.acts.append((told.moments[-1], event.seat, event.version))
        command = event.command
    return told


def _is_by_hand(event: Event, command: str) -> bool:
    """True if a person made the event: what orders answer has the command of what they follow."""
    is_ordered = event.command in (command, "") or event.command.startswith("orders ")
    return event.by is UNSET and event.type != "time_expired" and not is_ordered


def _newly_due(before: Game | None, game: Game) -> list[int]:
    """Return the seats that were only asked before: their turn, or what they owe, begins now."""
    if before is None:
        return []
    then, now = before.facts, game.facts
    return [seat for seat in now.owing if seat in then.to_act and seat not in then.owing]


def _follow(begun: dict[int, Event], seats: Iterable[int], event: Event) -> None:
    for seat in set(begun) - set(seats):
        del begun[seat]
    for seat in seats:
        begun.setdefault(seat, event)


def _ended(game_id: str, game: Game, over: Event) -> Iterator[Call]:
    for seat, player in _people(game):
        yield _call("ended", game_id, seat, player, over, milliseconds(over.recorded_at))


def _waits(
    game_id: str, game: Game, turns: dict[int, Event], asked: dict[int, Event]
) -> Iterator[Call]:
    for seat, player in _people(game):
        turn = None if game.is_absent(seat) else turns.get(seat)
        for event in (turn, asked.get(seat)):
            if event is not None:
                at = milliseconds(event.recorded_at)
                yield _call("turn", game_id, seat, player, event, at)
        clock = game.clock and game.clock.paused_at is None and game.clock.seats[seat].wait
        if turn is not None and clock and not clock.expired:
            at = clock.since + round(0.8 * (clock.due - clock.since))
            yield _call("reminder", game_id, seat, player, turn, at, clock.due)


def _call(
    kind: str,
    game: str,
    seat: int,
    player: str,
    event: Event,
    at: int,
    due: int | None = None,
) -> Call:
    key = f"{kind}:{game}:{seat}:{event.version}:{event.hash[:8]}"
    return Call(f"{key}:{due}" if due else key, kind, game, seat, player, event.version, at, due)


def _people(game: Game) -> Iterator[tuple[int, str]]:
    for number, seat in enumerate(game.seats):
        if seat is not None and seat.player is not None:
            yield number, seat.player
