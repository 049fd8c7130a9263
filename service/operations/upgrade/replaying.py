"""Replaying records for another release, whose `check-upgrade` calls `anabasis records-replay`.

Later releases rely on these messages, so this form stays: another one gets another ``FORM``.
"""

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

import msgspec

import domain
from domain.errors import RecordBroken
from domain.kernel.audit import audit
from domain.kernel.game import Game, evolve
from domain.kernel.rulesets import versions
from domain.kernel.window import within_reach
from domain.record.record import decode

FORM = 1
"""The number of the form of these messages."""
# A longer list is cut, and each release may list other moves first.
MOST_MOVES = 1000
"""Longer lists of legal moves are not compared."""
_LENGTH = struct.Struct(">I")


class Code(msgspec.Struct, frozen=True):
    """The code of a release: its folder, and the versions of its rulesets."""

    folder: str
    rules: dict[str, list[int]]


class ReplayRequest(msgspec.Struct, array_like=True, frozen=True):
    """Asks for the position at a record's head, or after ``every`` event; or for an audit."""

    entries: list[bytes]
    every: bool = False
    audit: bool = False


class ReplayStep(msgspec.Struct, array_like=True, frozen=True):
    """The position after a version as canonical JSON, or the reason why the record breaks there."""

    version: int
    position: bytes = b""
    reason: str = ""


def code() -> Code:
    """Return the code of this process."""
    rules = {name: [each.rules_version for each in known] for name, known in versions().items()}
    return Code(str(Path(str(domain.__file__)).resolve().parent), rules)


def steps(replay: ReplayRequest) -> Iterator[ReplayStep]:
    """Yield the steps that a request asks for, at least one; a step that breaks is the last."""
    if replay.audit:
        yield _audited(replay.entries)
        return
    game, head = None, len(replay.entries)
    for version, entry in enumerate(replay.entries, start=1):
        try:
            game = within_reach(evolve(game, *decode([entry])))
            is_told = replay.every or version == head
            position = _position(game, is_head=version == head) if is_told else b""
        except Exception as error:
            yield ReplayStep(version, reason=_reason(error))
            return
        if is_told:
            yield ReplayStep(version, position)


def _audited(entries: list[bytes]) -> ReplayStep:
    """Return the last step if the record is sound, otherwise the one where it breaks."""
    try:
        result = audit(decode(entries))
    except RecordBroken as broken:
        return ReplayStep(broken.version, reason=broken.reason)
    if result.broken_at is None:
        return ReplayStep(result.events)
    return ReplayStep(result.broken_at, reason=str(result.reason))


def _reason(error: Exception) -> str:
    """Return the reason for an error, fit to be shown."""
    # The text of another error might name hidden cards: only its type is given.
    return error.reason if isinstance(error, RecordBroken) else type(error).__name__


def _position(game: Game, *, is_head: bool) -> bytes:
    facts: dict[str, Any] = {"status": game.status, "seats": game.seats, "to_act": game.to_act}
    # In the stored form of studies, which must not change either: the fields of a release's own
    # classes may.
    if game.timeline is not None:
        facts |= {
            "head": game.head,
            "turn": game.ruleset.turn(game.state),
            "outcome": game.outcome,
            "clock": game.clock,
            "position": game.ruleset.wire.position_json(game.state),
        }
    if is_head and game.status == "live":
        facts["moves"] = {str(seat): _moves(game, seat) for seat in game.to_act}
    return msgspec.json.encode(facts, order="sorted")


def _moves(game: Game, seat: int) -> list[Any] | None:
    """Return a seat's legal moves, sorted: releases may list them in different orders."""
    listed = game.ruleset.legal_moves(game.state, seat, MOST_MOVES, None)
    if not listed.complete:
        return None
    return sorted(map(game.ruleset.wire.moves.json, listed.moves), key=msgspec.json.encode)


def write(stream: IO[bytes], item: Any) -> None:
    """Write one item with its length."""
    content = msgspec.msgpack.encode(item)
    stream.write(_LENGTH.pack(len(content)) + content)


def read(stream: IO[bytes], type_: type[Any]) -> Any:
    """Read one item. Raises EOFError at the stream's end."""
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        raise EOFError
    (length,) = _LENGTH.unpack(head)
    return msgspec.msgpack.decode(stream.read(length), type=type_)


def serve(requests: IO[bytes], answers: IO[bytes]) -> None:
    """Answer requests until they end; a step of version 0 ends each answer."""
    write(answers, code())
    answers.flush()
    while True:
        try:
            replay = read(requests, ReplayRequest)
        except EOFError:
            return
        for step in steps(replay):
            write(answers, step)
        write(answers, ReplayStep(0))
        answers.flush()
