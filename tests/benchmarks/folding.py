"""(b) A finished game folded from its stored entries, against `eventsourcing`'s replay."""

from statistics import median
from typing import Any
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

from domain.kernel.game import fold
from domain.record.record import decode, encode
from tests.benchmarks.long_game import long_record
from tests.benchmarks.measuring import by_turns, heading, ratio, ratios, row

AIM = 3.0
ROUNDS = 25


class Played(Aggregate):
    """The same events as an aggregate of the library, doing the least an aggregate can do."""

    def __init__(self) -> None:
        self.head = ""

    @event("Recorded")
    def record(self, kind: str, seat: int | None, data: dict[str, Any], digest: str) -> None:
        """Apply an event."""
        self.head = digest


def bench_folding() -> None:
    """Both read the same events from memory, decode JSON and end with the newest state."""
    heading(
        "(b) fold of a finished game, against eventsourcing 9.5",
        "both decode the same events from JSON in memory; ours also applies the rules",
    )
    entries = [encode(each) for each in long_record()]
    library: Application[UUID] = Application()
    aggregate = _stored(library, entries)
    ours, theirs = by_turns(
        [lambda: fold(decode(entries)), lambda: library.repository.get(aggregate)], ROUNDS
    )
    count = len(entries)
    row("Anabasis, whole board", f"{count / median(ours):,.0f} events/s", f"{count} events")
    row("eventsourcing, bare aggregate", f"{count / median(theirs):,.0f} events/s")
    ratio("Anabasis / eventsourcing", ratios(ours, theirs), AIM)


def _stored(library: "Application[UUID]", entries: list[bytes]) -> UUID:
    played = Played()
    for each in decode(entries):
        played.record(kind=each.type, seat=each.seat, data=each.data, digest=each.hash)
    library.save(played)
    return played.id
