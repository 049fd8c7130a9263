"""Exported games: the heading of the document, and its audit."""

import json
from collections.abc import Iterable, Mapping
from typing import Any, NoReturn

import msgspec

from domain.errors import RecordBroken
from domain.kernel.audit import Audit, audit
from domain.kernel.game import Game, fold
from domain.record.record import GENESIS, Event, is_same, salt
from domain.record.visibility import JsonObject
from projections.answers.games import Seat
from projections.redact import undone_versions

FORMAT = "anabasis game 1"
LARGEST = 2**53
"""The bound up to which integers are exact in every JSON reader (RFC 8785)."""


def heading(game_id: str, game: Game, seats: list[Seat]) -> JsonObject:
    """Return the fields beside the events; all except id and names follow from the events."""
    over = game.status == "finished"
    return {
        "format": FORMAT,
        "game_id": game_id,
        "ruleset": game.ruleset.id,
        "rules_version": game.terms.rules_version,
        "status": game.status,
        "complete": over,
        "redacted": not over,
        "seats": seats,
        "version": game.version,
        "hash": game.hash,
    }


def audit_export(document: bytes) -> Audit:
    """Audit the export of a finished game: its record, and every other field of the document."""
    events: list[Event] = []
    try:
        stated = plain(document)
        events = _events(stated)
        result = audit(events)
        if result.valid:
            _check(stated, events, fold(events))
    except RecordBroken as broken:
        head = events[-1].hash if events else GENESIS
        return Audit(len(events), head, broken.version, broken.reason)
    return result


def plain(document: bytes) -> JsonObject:
    """Return a JSON object if every reader agrees on it: unique names, only small integers.

    Raises RecordBroken.
    """
    # Otherwise another reader could see another game than the one audited here.
    try:
        stated = json.loads(
            document,
            object_pairs_hook=_unique,
            parse_int=_small,
            parse_float=_refuse,
            parse_constant=_refuse,
        )
    except (ValueError, RecursionError) as error:
        raise RecordBroken(1, f"the document is not plain JSON ({error})") from error
    if not isinstance(stated, dict):
        raise RecordBroken(1, "the document is not an object")
    return stated


def _unique(pairs: list[tuple[str, Any]]) -> JsonObject:
    unique = dict(pairs)
    if len(unique) < len(pairs):
        raise ValueError("an object has the same name twice")
    return unique


def _small(text: str) -> int:
    number = int(text)
    # The text as well: some readers keep the sign of -0.
    if abs(number) > LARGEST or str(number) != text:
        raise ValueError(f"{text[:40]} is not a whole number up to 2^53")
    return number


def _refuse(text: str) -> NoReturn:
    raise ValueError(f"{text[:40]} is not a whole number")


def _events(stated: JsonObject) -> list[Event]:
    if stated.get("complete") is not True:
        raise RecordBroken(1, "it is not of a finished game: its hidden values cannot be checked")
    if missing := {"game_id", "seats", "events"} - stated.keys():
        raise RecordBroken(1, f"the document lacks {', '.join(sorted(missing))}")
    try:
        return msgspec.convert(stated["events"], list[Event])
    except msgspec.ValidationError as error:
        raise RecordBroken(1, f"its events are malformed ({error})") from error


def _check(stated: JsonObject, events: list[Event], game: Game) -> None:
    """Raise RecordBroken if the document contradicts its events."""
    check_heading(stated, game)
    # The marks `undone` and `salts` are not part of any hash, so the chain does not prove them.
    undone = undone_versions(game, events)
    for event, shown in zip(events, stated["events"], strict=True):
        check_marks(event, shown, game.secret, undone=event.version in undone)


def check_heading(stated: JsonObject, game: Game) -> None:
    """Raise RecordBroken if the fields beside the events contradict the game."""
    if game.terms.game_id not in (None, stated["game_id"]):
        raise RecordBroken(1, f"it is of the game {game.terms.game_id}")
    for name, due in heading(stated["game_id"], game, stated["seats"]).items():
        if not is_same(stated.get(name), due):
            reason = f"{name} is {stated.get(name)!r}, but {due!r} by the events"
            raise RecordBroken(game.version, reason)
    _check_seats(stated["seats"], game)


def _check_seats(seats: Any, game: Game) -> None:
    players = [(seat.player, seat.bot) if seat else (None, None) for seat in game.seats]
    due = [{"seat": n, "player_id": player, "bot": bot} for n, (player, bot) in enumerate(players)]
    names = ("seat", "player_id", "bot")
    if not isinstance(seats, list) or not is_same([_of(each, names) for each in seats], due):
        raise RecordBroken(game.version, "the seats differ from those of the events")


def check_marks(event: Event, shown: JsonObject, secret: bytes, *, undone: bool) -> None:
    """Raise RecordBroken if the marks of an event are not those that the game gives it."""
    if shown.get("undone") is not undone:
        fact = "undone" if undone else "not undone"
        raise RecordBroken(event.version, f"it is {fact}, but the document denies it")
    salts = {path: salt(secret, event.version, path).hex() for path in event.commitments}
    if shown.get("salts") != salts:
        raise RecordBroken(event.version, "the salts are not those of its commitments")


def _of(part: Any, names: Iterable[str]) -> JsonObject | None:
    return {n: part[n] for n in names if n in part} if isinstance(part, Mapping) else None
