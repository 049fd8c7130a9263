"""Snapshots: a started game's position and clock as bytes, to open it without its whole record.

They leave out everything that stays the same for a whole game: it follows from the first event and
from the one that opened the game.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from typing import Any, get_type_hints

import msgspec
from msgspec import Raw, Struct, structs

from domain.kernel.clocks import Clock
from domain.kernel.game import SEAT_TAKEN, Game, Seat, evolve, mixed_chance, with_opening
from domain.kernel.stand_in_state import StandIns
from domain.kernel.timeline import Moment, Run, Timeline, Undone, UndoRequest
from domain.record.record import Event

TABLE = "table"
"""The field of a position that stays the same for a whole game."""
MOST_UNDOS = 4
"""A game with more undos that can be redone gets no snapshot: it would be large."""


# Stored as arrays, without the names of fields: only the release that wrote a snapshot reads it.
class _Marks(Struct, frozen=True, array_like=True, gc=False):
    """A moment without its position, and without its run, which follows from the moments before."""

    version: int
    seat: int | None
    decided: int
    revealed: int
    floor: int
    began: int
    back: int | None


class _Line(Struct, frozen=True, array_like=True):
    """The moments of a line, oldest first, and the runs up to the first of them, latest first."""

    runs: list[tuple[int, int]]
    moments: list[_Marks]


class _Undo(Struct, frozen=True, array_like=True):
    line: _Line
    seat: int
    with_consent: bool


class _Snapshot(Struct, frozen=True, array_like=True):
    """A game; ``parts`` has the distinct values of each part of a position.

    ``places`` has, for each part, the index of each moment's value among them. The moments are
    those of the line, then those of each undone line.
    """

    version: int
    hash: str
    updated_at: str
    seats: tuple[Seat | None, ...]
    abandoned: bool
    clock: Clock | None
    start: int
    request: UndoRequest | None
    line: _Line
    undos: list[_Undo]
    places: list[list[int]]
    parts: Raw
    stand_ins: StandIns


_decoder = msgspec.json.Decoder(_Snapshot)


def snapshot_of(game: Game) -> bytes | None:
    """Return the snapshot of a game; None if it has not started, or gets none."""
    line = game.trimmed().timeline
    # A ruleset whose positions are not built of parts gets none: its games are folded.
    if line is None or TABLE not in getattr(type(game.state), "__struct_fields__", ()):
        return None
    # Reads one more than allowed at most, so that thousands of undos are not walked through.
    undos = list(islice(_undos(line), MOST_UNDOS + 1))
    if len(undos) > MOST_UNDOS:
        return None
    lines = [_moments(head) for head in (line.head, *(undo.head for undo in undos))]
    places, parts = _pooled([_parts(m.position) for moments in lines for m in moments])
    first, *others = map(_line, lines)
    snapshot = _Snapshot(
        version=game.version,
        hash=game.hash,
        updated_at=game.updated_at,
        seats=game.seats,
        abandoned=game.abandoned,
        clock=game.clock,
        start=line.start,
        request=line.request,
        line=first,
        undos=[_Undo(o, u.seat, u.with_consent) for o, u in zip(others, undos, strict=True)],
        places=places,
        # JSON, not msgpack, whose integers are too small for bit sets. Raw, because the type of the
        # parts is known only once the ruleset is.
        parts=Raw(msgspec.json.encode(parts)),
        stand_ins=game.stand_ins,
    )
    return msgspec.json.encode(snapshot)


def game_of(snapshot: bytes, created: Event, opening: Event) -> Game:
    """Return the game of a snapshot, given the event that created it and the one that opened it.

    May raise any exception if these do not belong together: then fold the record.
    """
    stored = _decoder.decode(snapshot)
    # The fold begins the game, so that terms, board and options are read in one place only.
    begun = evolve(None, created)
    game = structs.replace(begun, version=stored.version, hash=stored.hash, seats=stored.seats)
    if opening.type == SEAT_TAKEN:
        begun = with_opening(begun, opening)
    assert begun.timeline is not None
    positions = _positions(begun.state, stored)
    head = _head(stored.line, positions)
    undos = [(_head(undo.line, positions), undo) for undo in stored.undos]
    redo: Undone | None = None
    for undone, undo in reversed(undos):
        redo = Undone.of(undone, undo.seat, undo.with_consent, redo)
    return structs.replace(
        game,
        updated_at=stored.updated_at,
        abandoned=stored.abandoned,
        clock=stored.clock,
        timeline=Timeline(stored.start, head, redo, stored.request),
        chance=mixed_chance(game),
        stand_ins=stored.stand_ins,
    )


def _undos(line: Timeline) -> Iterator[Undone]:
    undone = line.redo
    while undone is not None:
        yield undone
        undone = undone.earlier


def _moments(head: Moment) -> list[Moment]:
    """Return the moments up to a head, oldest first."""
    moments, moment = [], head
    while moment.before is not None:
        moments.append(moment)
        moment = moment.before
    return [moment, *reversed(moments)]


def _line(moments: Sequence[Moment]) -> _Line:
    oldest = moments[0]
    runs, run = [(oldest.first, oldest.version)], oldest.earlier
    while run is not None:
        runs.append((run.first, run.last))
        run = run.before
    marks = [
        _Marks(m.version, m.seat, m.decided, m.revealed, m.floor, m.began, m.back) for m in moments
    ]
    return _Line(runs, marks)


def _head(line: _Line, positions: Iterator[Any]) -> Moment:
    """Return the last moment of a stored line, linked to those before it."""
    (first, last), *others = line.runs
    earlier: Run | None = None
    for run in reversed(others):
        earlier = Run(*run, earlier)
    moment: Moment | None = None
    for kept, marks in enumerate(line.moments):
        if moment is not None and marks.version != last + 1:
            first, earlier = marks.version, Run(first, last, earlier)
        last = marks.version
        moment = Moment(
            version=last,
            position=next(positions),
            seat=marks.seat,
            before=moment,
            kept=kept,
            decided=marks.decided,
            revealed=marks.revealed,
            floor=marks.floor,
            began=marks.began,
            back=marks.back,
            first=first,
            earlier=earlier,
        )
    assert moment is not None
    return moment


def _pooled(rows: list[list[Any]]) -> tuple[list[list[int]], list[list[Any]]]:
    """Return two lists by column: each row's index among the distinct values, and these values."""
    places, parts = [], []
    for column in zip(*rows, strict=True):
        # Values are distinguished by identity: successive positions share most parts, and comparing
        # their contents would cost more than writing them.
        known: dict[int, int] = {}
        places.append([known.setdefault(id(value), len(known)) for value in column])
        parts.append(list({id(value): value for value in column}.values()))
    return places, parts


def _positions(opening: Any, stored: _Snapshot) -> Iterator[Any]:
    """Yield the positions of all moments, in order; their tables are those of the opening."""
    type_: Any = type(opening)
    parts = _parts_decoder(type_).decode(stored.parts)
    columns = zip(parts, stored.places, strict=True)
    rows = zip(*([own[place] for place in places] for own, places in columns), strict=True)
    return (_joined(opening, iter(row)) for row in rows)


def _parts(position: Any) -> list[Any]:
    """Return the parts of a position without its table; a position within it gives its parts."""
    parts: list[Any] = []
    for name in position.__struct_fields__:
        part = getattr(position, name)
        # The table stays the same for a whole game and comes from the opening.
        if name == TABLE:
            continue
        if TABLE in getattr(part, "__struct_fields__", ()):
            parts += _parts(part)
        else:
            parts.append(part)
    return parts


def _joined(opening: Any, parts: Iterator[Any]) -> Any:
    """Return a position from its parts, with the tables of the opening."""
    fields = []
    for name in opening.__struct_fields__:
        part = getattr(opening, name)
        if name == TABLE:
            fields.append(part)
        elif TABLE in getattr(part, "__struct_fields__", ()):
            fields.append(_joined(part, parts))
        else:
            fields.append(next(parts))
    return type(opening)(*fields)


@cache
def _parts_decoder(position: type) -> msgspec.json.Decoder[Any]:
    """Return the reader of the parts of positions of a type."""
    columns = tuple(list[each] for each in _types(position))  # type: ignore[valid-type]
    return msgspec.json.Decoder(tuple.__class_getitem__(columns))


def _types(position: Any) -> Iterator[Any]:
    for name, type_ in get_type_hints(position, include_extras=True).items():
        if name not in position.__struct_fields__ or name == TABLE:
            continue
        if TABLE in getattr(type_, "__struct_fields__", ()):
            yield from _types(type_)
        else:
            yield type_
