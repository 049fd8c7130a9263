"""The form of recorded events, checked by an audit before it decides them again."""

import re
from calendar import monthrange
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import UNSET, Struct

from domain.errors import RecordBroken
from domain.kernel import deadlines, stand_in_state
from domain.kernel.decider import Ruleset
from domain.kernel.game import (
    CREATED,
    SEAT_FREED,
    SEAT_TAKEN,
    UNDO_TYPES,
    Game,
    visibility_of,
)
from domain.kernel.terms import SeatFreed
from domain.record import chance as chances
from domain.record.record import (
    SCHEMA,
    Event,
    canonical,
    check_commitments,
    malformed,
    newest_schema,
)
from domain.record.visibility import JsonObject, hidden_values

DAY = r"([1-9]\d{3})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])"
# Times are compared as strings. So a pattern checks them, as a parser would accept other spellings
# of the same time; and only ASCII, as `\d` matches other digits too.
TIME = re.compile(DAY + r"T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z", re.ASCII)
CONTRIBUTION = re.compile(r"([0-9a-f]{2}){1,64}")


def check_form(game: Game, event: Event, since: str) -> None:
    """Raise RecordBroken unless the event has the form that the service writes.

    ``game`` is the game before the event (after it for the first one), ``since`` the time of the
    event before.
    """
    try:
        fault = next(_faults(game, event, since), None)
    except Exception as error:  # a forged event may lack anything
        raise malformed(event, error) from error
    if fault is not None:
        raise RecordBroken(event.version, fault)
    check_commitments(event, game.secret)


def check_types(game: Game, event: Event) -> None:
    """Raise RecordBroken unless the data, in the newest schema, have the types of the event."""
    shapes = _event_shapes(game.ruleset)
    try:
        if event.type in shapes:
            # Strict: a 1 could otherwise become 1.0 or true, equal to Python, but different bytes
            # to the hash.
            msgspec.convert(event.data, shapes[event.type])
        if event.type == SEAT_TAKEN and event.data["dealt"] is not None:
            msgspec.convert(event.data["dealt"], shapes[game.ruleset.DEALT])
    except Exception as error:
        raise malformed(event, error) from error


class _Target(Struct):
    """The data common to all events of undo and redo."""

    to: int


@lru_cache
def _event_shapes(ruleset: Ruleset[Any, Any, Any]) -> Mapping[str, Any]:
    of_kernel = {
        **dict.fromkeys(UNDO_TYPES, _Target),
        SEAT_FREED: SeatFreed,
        **deadlines.DATA,
        **stand_in_state.DATA,
    }
    return {**of_kernel, **ruleset.wire.events.shapes()}


def _faults(game: Game, event: Event, since: str) -> Iterator[str]:
    # Any other text would be hashed and shown without a meaning.
    if event.by not in (UNSET, "clock", "bot"):
        yield f"{event.by!r} makes no events"
    own, upcasters = game.terms.schema, game.ruleset.wire.events.upcasters
    # Not below the game's own: an event cannot be older than its game.
    if not own <= event.schema <= newest_schema(event.type, upcasters, own):
        yield f"schema {event.schema} of {event.type} is unknown"
    if event.seat is not None and not 0 <= event.seat < game.terms.seats:
        yield f"there is no seat {event.seat}"
    if event.type == CREATED:
        yield from _faults_of_creation(game, event)
    if event.type == SEAT_TAKEN:
        yield from _faults_of_seat(event.data)
    yield from _faults_of_time(event.recorded_at, since)
    yield from _faults_of_commitments(game, event)


def _faults_of_creation(game: Game, event: Event) -> Iterator[str]:
    terms, ruleset = game.terms, game.ruleset
    if chances.commitment(game.secret) != terms.chance.commitment:
        yield "the secret is not the one committed to"
    if len(game.secret) != chances.SECRET_BYTES or terms.secret != game.secret.hex():
        yield "the secret is not 32 bytes in lower-case hex"
    # From schema 2 on the id is in the chain, so that no record can be passed off as another
    # game's.
    if bool(terms.game_id) != (event.schema > SCHEMA):
        yield "it does not name the game, or schema 1 names one"
    if event.seat is not None:
        yield f"{event.type} is no seat's event, but names seat {event.seat}"
    if terms.seats not in ruleset.seat_counts:
        yield f"{ruleset.id} is not for {terms.seats} seats"
    if terms.first_seat is not None and not 0 <= terms.first_seat < terms.seats:
        yield f"there is no seat {terms.first_seat}, which is to begin"
    if terms.deadline is not None and not terms.deadline.is_sound:
        yield "the short waits or the least of its deadline are out of bounds"
    if not _is_whole(game, event.data):
        yield "its data do not describe a game"


def _is_whole(game: Game, data: JsonObject) -> bool:
    """True if the first event's data are the same bytes when read and written again."""
    board = game.ruleset.wire.boards.json(game.setup.board)
    options = game.ruleset.wire.options.json(game.setup.options)
    return (
        _is_part(data["board"], board)
        and _is_part(data["options"], options)
        # It has no fields beyond ours, and each value is spelled as we write it.
        and canonical(game.terms.json) == canonical({"study": None, **data})
    )


def _is_part(stated: JsonObject, whole: JsonObject) -> bool:
    """True if ``whole`` contains ``stated``; later releases add options with defaults."""
    return all(
        name in whole and canonical(value) == canonical(whole[name])
        for name, value in stated.items()
    )


def _faults_of_seat(data: JsonObject) -> Iterator[str]:
    if (data["player"] is None) == (data["bot"] is None):
        yield "a seat is taken by a player or by a bot"
    contribution = data["contribution"]
    if contribution is not None and not CONTRIBUTION.fullmatch(contribution):
        yield "the contribution is not 1 to 64 bytes in lower-case hex"


def _faults_of_time(recorded_at: str, since: str) -> Iterator[str]:
    if not _is_time(recorded_at):
        yield "recorded_at is not a time in UTC with milliseconds"
    if recorded_at < since:
        yield f"it is recorded at {recorded_at}, earlier than the previous event"


def _is_time(text: str) -> bool:
    match = TIME.fullmatch(text)
    if match is None:
        return False
    year, month, day = map(int, match.groups()[:3])
    # The pattern allows 31 days in each month.
    return day <= monthrange(year, month)[1]


def _faults_of_commitments(game: Game, event: Event) -> Iterator[str]:
    visibility = visibility_of(game.ruleset, event.type)
    hidden = {each.path for each in hidden_values(event.data, visibility, event.seat)}
    if missing := hidden - event.commitments.keys():
        yield f"hidden values lack commitments: {', '.join(sorted(missing))}"
    # A commitment to nothing would be a place to hide data in.
    if more := event.commitments.keys() - hidden:
        yield f"commitments lack hidden values: {', '.join(sorted(more))}"
