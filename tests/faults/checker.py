"""The checker of histories: finds broken promises in requests, streams and final records.

It knows the answers that clients got, their times, and the records in the end, and nothing of the
service. Promised are, for each game, appends in one order that everybody sees: an acknowledged
move is in the record once, at the version that was answered; a refused one is not; nobody is shown
less than was shown or answered before they asked; streams send each event once, in order.
"""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Literal

from domain.record.record import GENESIS, Event, digest

Outcome = Literal["ok", "refused", "unknown"]
"""A success, a definite refusal (4xx), or neither: no answer, or 503."""
Promise = Literal[
    "kept",
    "as told",
    "once",
    "refused is refused",
    "in order",
    "chain",
    "no way back",
    "shown is recorded",
    "streams",
]
ACKNOWLEDGED: frozenset[Promise] = frozenset(
    {"kept", "as told", "once", "refused is refused", "in order", "chain"}
)
"""The promises about moves, which hold through a fail-over, too.

A look or a stream may have shown events that no replica had and that were acknowledged to nobody.
"""


@dataclass(frozen=True, slots=True)
class Move:
    """A command from its first sending to its last answer; ``version`` and ``hash`` as answered."""

    game: str
    key: str
    began: float
    ended: float
    outcome: Outcome
    version: int = 0
    hash: str = ""


@dataclass(frozen=True, slots=True)
class Read:
    """A look at a game that was answered: at its newest event, of this version."""

    game: str
    began: float
    ended: float
    version: int


@dataclass(frozen=True, slots=True)
class Heard:
    """All that one listener heard of a game: versions and hashes, in order."""

    game: str
    events: Sequence[tuple[int, str]]


@dataclass(frozen=True, slots=True)
class History:
    """All requests of clients and their answers.

    ``taken`` are keys of commands sent once and refused as another command under the same key.
    """

    moves: Sequence[Move]
    reads: Sequence[Read] = ()
    heard: Sequence[Heard] = ()
    taken: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Finding:
    """A promise that was not kept at a version of a game."""

    promise: Promise
    game: str
    version: int
    detail: str


Records = Mapping[str, Sequence[Event]]
"""By game its events in the end."""


def check(history: History, records: Records) -> list[Finding]:
    """Return all broken promises, none for a history as it should be."""
    return [
        *_not_as_told(history.moves, records),
        *_doubled(records),
        *(Finding("once", "", 0, f"{key} was taken for a second command") for key in history.taken),
        *_refused_but_recorded(history.moves, records),
        *_out_of_order(history.moves),
        *_gone_back(history),
        *_never_recorded(history.reads, records),
        *_broken_chains(records),
        *_misheard(history.heard, records),
    ]


def _not_as_told(moves: Iterable[Move], records: Records) -> Iterator[Finding]:
    """An acknowledged move is at its version, by its hash and its key."""
    for move in moves:
        if move.outcome != "ok":
            continue
        record = records.get(move.game, ())
        if move.version > len(record):
            yield Finding("kept", move.game, move.version, f"{move.key} is not in the record")
        elif (record[move.version - 1].hash, key_of(record[move.version - 1])) != (
            move.hash,
            move.key,
        ):
            yield Finding("as told", move.game, move.version, f"{move.key} is not there")


def _doubled(records: Records) -> Iterator[Finding]:
    """No command is recorded twice; a creation has its maker sit down as well."""
    for game, record in records.items():
        counts = Counter(key_of(event) for event in record if event.type != "created")
        for event in record:
            if key_of(event) and counts[key_of(event)] > 1:
                yield Finding("once", game, event.version, f"{key_of(event)} is there again")


def _refused_but_recorded(moves: Iterable[Move], records: Records) -> Iterator[Finding]:
    """A move that was refused is nowhere in the record."""
    refused = {(move.game, move.key) for move in moves if move.outcome == "refused"}
    for game, record in records.items():
        for event in record:
            if (game, key_of(event)) in refused:
                yield Finding("refused is refused", game, event.version, key_of(event))


def _out_of_order(moves: Iterable[Move]) -> Iterator[Finding]:
    """A move comes after all that were acknowledged before it was sent."""
    told = [move for move in moves if move.outcome == "ok"]
    known = _Known(told)
    for move in told:
        before = known.before(move.game, move.began)
        if move.version <= before:
            yield Finding("in order", move.game, move.version, f"{move.key} came after {before}")


def _gone_back(history: History) -> Iterator[Finding]:
    """A look shows all that was known before it began, and a new move is past all shown events."""
    told = [move for move in history.moves if move.outcome == "ok"]
    known, shown = _Known([*history.reads, *told]), _Known(history.reads)
    for read in history.reads:
        before = known.before(read.game, read.began)
        if read.version < before:
            yield Finding("no way back", read.game, read.version, f"{before} was known before")
    for move in told:
        before = shown.before(move.game, move.began)
        if move.version <= before:
            yield Finding("no way back", move.game, move.version, f"{before} was shown before")


class _Known:
    """The highest version known at a time, by game."""

    def __init__(self, answers: Iterable[Move | Read]) -> None:
        by_game: defaultdict[str, list[tuple[float, int]]] = defaultdict(list)
        for answer in sorted(answers, key=lambda each: each.ended):
            by_game[answer.game].append((answer.ended, answer.version))
        self._times = {game: [when for when, _ in rows] for game, rows in by_game.items()}
        self._highest = {
            game: [0, *accumulate((version for _, version in rows), max)]
            for game, rows in by_game.items()
        }

    def before(self, game: str, when: float) -> int:
        """Return the highest version in an answer before a time, 0 for none."""
        if game not in self._times:
            return 0
        return self._highest[game][bisect_left(self._times[game], when)]


def _never_recorded(reads: Iterable[Read], records: Records) -> Iterator[Finding]:
    """Every event shown is in the record: nobody sees an event that may be lost."""
    for read in reads:
        if read.version > len(records.get(read.game, ())):
            yield Finding("shown is recorded", read.game, read.version, "is not in the record")


def _broken_chains(records: Records) -> Iterator[Finding]:
    """Versions count from 1, and each event has its hash and follows the one before it."""
    for game, record in records.items():
        links = [GENESIS, *(event.hash for event in record)]
        for number, event in enumerate(record, start=1):
            if (event.version, event.prev) != (number, links[number - 1]):
                yield Finding("chain", game, number, f"version {event.version} after another")
            elif digest(event) != event.hash:
                yield Finding("chain", game, number, "does not have its hash")


def _misheard(heard: Iterable[Heard], records: Records) -> Iterator[Finding]:
    """A listener heard the record from the first event to the last, each once."""
    for one in heard:
        versions = [version for version, _ in one.events]
        for before, after in pairwise([0, *versions]):
            if after != before + 1:
                yield Finding("streams", one.game, after, f"heard after {before}")
        record = records.get(one.game, ())
        if len(record) > max(versions, default=0):
            yield Finding("streams", one.game, len(record), "was not heard")
        for version, hash_ in one.events:
            if version > len(record) or record[version - 1].hash != hash_:
                yield Finding("streams", one.game, version, "another event was heard")


def key_of(event: Event) -> str:
    """Return the idempotency key with which a client sent the command of an event."""
    return event.command.rpartition(":")[2]
