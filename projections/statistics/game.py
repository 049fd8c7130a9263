"""The statistics of a game, from its record; undone lines do not count."""

from collections.abc import Iterable, Iterator

from domain.kernel.game import REDONE, UNDONE, Game
from domain.kernel.timeline import Moment, Timeline
from domain.record.record import Event, upcast
from domain.record.visibility import JsonObject
from projections.statistics.contract import Counting, Gain, counting_of
from projections.statistics.tally import Tally
from projections.statistics.waits import Waits


def statistics(game: Game, events: Iterable[Event]) -> JsonObject:
    """Return the statistics of a started game; ``events`` are its record, read once, in order."""
    assert game.timeline is not None
    counts = _Counts(game, game.timeline)
    for event in events:
        counts.add(event)
    return counts.result()


class _Counts:
    """The counts of a game, fed with its record event by event."""

    def __init__(self, game: Game, line: Timeline) -> None:
        seats = len(game.seats)
        self._game, self._ruleset = game, game.ruleset
        self._counting: Counting = counting_of(game.ruleset.id)
        self._line = {moment.version: moment for moment in line.moments()}
        self._tally, self._waits = Tally(self._counting, seats), Waits(seats)
        self._moves, self._undos = [0] * seats, [0] * seats
        self._started_at = game.created_at

    def add(self, event: Event) -> None:
        """Count one more event."""
        if event.type in (UNDONE, REDONE):
            self._waits.restart(event.recorded_at)
        if event.type == UNDONE:
            self._undos[event.data["requested_by"]] += 1
        moment = self._line.get(event.version)
        if moment is None or (moment.before and moment.position is moment.before.position):
            return
        self._decided(moment, event)

    def _decided(self, moment: Moment, event: Event) -> None:
        turn = self._ruleset.turn(moment.position)
        for gain in self._gains(moment, event):
            self._tally.add(gain, turn)
        if moment.before is None:
            self._started_at = event.recorded_at
        elif moment.seat is not None:
            self._moves[moment.seat] += 1
        self._waits.add(moment, event.recorded_at, self._ruleset.to_act(moment.position))

    def _gains(self, moment: Moment, event: Event) -> Iterator[Gain]:
        if moment.before is None:
            yield from self._counting.held(moment.position)
            return
        event = upcast(event, self._ruleset.upcasters)
        fact = self._ruleset.wire.events.read(event.type, event.data)
        yield from self._counting.gains(moment.before.position, fact, moment.position)

    def result(self) -> JsonObject:
        game = self._game
        return {
            "version": game.version,
            "turns": self._ruleset.turn(game.state),
            "started_at": self._started_at,
            "ended_at": game.updated_at,
            **self._tally.result(),
            "waits": self._waits.by_seat(),
            "moves": self._moves,
            "undos": self._undos,
        }
