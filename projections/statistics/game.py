"""The statistics of a game, from its record; undone lines do not count."""

from collections.abc import Iterable, Iterator

from domain.kernel.game import KERNEL_TYPES, REDONE, UNDONE, Game, evolve_recorded
from domain.record.record import Event, upcast
from projections.answers.endings import Statistics
from projections.redact import undone_test
from projections.statistics.contract import Counting, Gain, counting_of
from projections.statistics.tally import Tally
from projections.statistics.waits import Waits


def statistics(game_id: str, game: Game, events: Iterable[Event]) -> Statistics:
    """Return the statistics of a started game; ``events`` are its record, read once, in order.

    The record is folded once more: a game knows its line, but not every position on it.
    """
    counts, before = _Counts(game), None
    for event in events:
        after = evolve_recorded(before, event)
        counts.add(before, event, after)
        before = after
    return counts.result(game_id)


class _Counts:
    """The counts of a game, fed with its record event by event."""

    def __init__(self, game: Game) -> None:
        assert game.timeline is not None
        seats = len(game.seats)
        self._game, self._ruleset, self._line = game, game.ruleset, game.timeline
        self._counting: Counting = counting_of(game.ruleset.id)
        self._is_undone = undone_test(game)
        self._tally, self._waits = Tally(self._counting, seats), Waits(seats)
        self._moves, self._undos = [0] * seats, [0] * seats
        self._started_at = game.created_at

    def add(self, before: Game | None, event: Event, after: Game) -> None:
        """Count one more event, between two states of the game."""
        if event.type in (UNDONE, REDONE):
            self._waits.restart(event.recorded_at)
        if event.type == UNDONE:
            self._undos[event.data["requested_by"]] += 1
        is_start = event.version == self._line.start
        if not is_start and (event.type in KERNEL_TYPES or self._is_undone(event)):
            return
        turn, due = self._ruleset.turn(after.state), self._ruleset.situation(after.state).owed
        for gain in self._gains(before, event, after, is_start):
            self._tally.add(gain, turn)
        seat = None if is_start else event.seat
        self._decided(seat, event)
        self._waits.add(event.version, seat, event.recorded_at, due)

    def _decided(self, seat: int | None, event: Event) -> None:
        if event.version == self._line.start:
            self._started_at = event.recorded_at
        elif seat is not None:
            self._moves[seat] += 1

    def _gains(
        self, before: Game | None, event: Event, after: Game, is_start: bool
    ) -> Iterator[Gain]:
        if before is None or is_start:
            yield from self._counting.initial_gains(after.state)
            return
        codec = self._ruleset.wire.events
        event = upcast(event, codec.upcasters)
        fact = codec.read(event.type, event.data)
        yield from self._counting.gains(before.state, fact, after.state)

    def result(self, game_id: str) -> Statistics:
        return Statistics(
            game_id=game_id,
            version=self._game.version,
            turns=self._ruleset.turn(self._game.state),
            started_at=self._started_at,
            ended_at=self._game.updated_at,
            points=self._tally.points(),
            dice=self._tally.dice(),
            cards=self._tally.cards(),
            yields=self._tally.yields(),
            waits=self._waits.by_seat(),
            moves=self._moves,
            undos=self._undos,
        )
