"""The life common to games of every ruleset: created, seats taken, moves, undo and the end."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Literal

import msgspec
from msgspec import Struct, structs

from domain.errors import RecordBroken, UnknownName
from domain.kernel.decider import Outcome, Ruleset
from domain.kernel.rulesets import ruleset_named
from domain.kernel.setup import Setup
from domain.kernel.timeline import Moment, Timeline, UndoRequest
from domain.record import chance as chances
from domain.record import record
from domain.record.chance import Chance
from domain.record.record import GENESIS, Draft, Event, Place
from domain.record.visibility import Audience, JsonObject, Viewer, Visibility

UndoPolicy = Literal["free", "consent", "off"]
Status = Literal["open", "live", "finished"]

CREATED = "created"
SEAT_TAKEN = "seat_taken"
UNDONE = "undone"
REDONE = "redone"
UNDO_REQUESTED = "undo_requested"
UNDO_ACCEPTED = "undo_accepted"
UNDO_DECLINED = "undo_declined"
KERNEL_TYPES = frozenset(
    {CREATED, SEAT_TAKEN, UNDONE, REDONE, UNDO_REQUESTED, UNDO_ACCEPTED, UNDO_DECLINED}
)
"""Event types of the life common to all rulesets; every other type is a ruleset's own."""


@dataclass(frozen=True, slots=True)
class ChanceTerms:
    """The first event's word on luck: version, SHA-256 of the secret, and whether it is fair.

    A game from a seed is not fair: its host knows every card beforehand.
    """

    version: int
    commitment: str
    fair: bool


@dataclass(frozen=True, slots=True)
class Study:
    """Where a study comes from: event ``at`` of the game ``of``, and the position it begins with.

    All its seats are its creator's, to whom nothing in it is hidden.
    """

    of: str
    at: int
    position: JsonObject


@dataclass(frozen=True, slots=True)
class Created:
    """The first event's data; ``secret`` (hex) is for no one until the game is over."""

    ruleset: str
    rules_version: int
    board: JsonObject
    options: JsonObject
    seats: int
    first_seat: int | None
    undo: UndoPolicy
    title: str
    listed: bool
    deadline: int | None
    creator: str
    chance: ChanceTerms
    secret: str
    study: Study | None = None


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits: a player's id or a bot's name, and the contribution (hex) to the game's chance."""

    player: str | None
    bot: str | None
    contribution: str | None


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """A seat's taking; ``dealt`` is the opening, in the event that took the last seat."""

    seat: int
    player: str | None
    bot: str | None
    contribution: str | None
    dealt: JsonObject | None


class Game(Struct, frozen=True, eq=False, gc=False):
    """A game after some event of its record: who sits, its line of positions, its chance."""

    ruleset: Ruleset[Any, Any, Any]
    terms: Created
    setup: Setup
    created_at: str
    updated_at: str
    version: int
    hash: str
    seats: tuple[Seat | None, ...]
    timeline: Timeline | None = None
    chance: Chance | None = None

    @property
    def secret(self) -> bytes:
        """The 32 bytes from which all luck and all salts derive; never leaves the server early."""
        return bytes.fromhex(self.terms.secret)

    @property
    def state(self) -> Any:
        """The ruleset's position that is shown now, None before the start."""
        return None if self.timeline is None else self.timeline.head.position

    @property
    def head(self) -> int:
        """The event whose position is shown: the version but after an undo."""
        return self.version if self.timeline is None else self.timeline.head.version

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, None while it goes on."""
        return None if self.timeline is None else self.ruleset.outcome(self.state)

    @property
    def status(self) -> Status:
        """``open`` until the last seat is taken, then ``live``, at last ``finished``."""
        if self.timeline is None:
            return "open"
        return "live" if self.outcome is None else "finished"

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that may move now."""
        return () if self.timeline is None else self.ruleset.to_act(self.state)

    def seat_of(self, player: str) -> int | None:
        """The seat a player has here, None if none; in a study the seat that is to move."""
        if self.terms.study is not None and player == self.terms.creator and self.to_act:
            return self.to_act[0]
        return next((n for n, s in enumerate(self.seats) if s and s.player == player), None)

    def floor(self, seat: int) -> int:
        """The seat's undo floor (see Timeline.floor)."""
        assert self.timeline is not None
        return self.timeline.floor(seat)

    def human_seats(self) -> tuple[int, ...]:
        """The seats of people who have not resigned."""
        staying = self.ruleset.staying(self.state)
        return tuple(n for n in staying if (seat := self.seats[n]) and seat.bot is None)

    def next_place(self, now: str) -> Place:
        """Where the next event of this game goes; times never run backwards, whatever clocks do."""
        return Place(self.version, self.hash, max(now, self.updated_at))

    def seal(self, draft: Draft, now: str, command: str) -> Event:
        """The draft as this game's next event."""
        visibility = visibility_of(self.ruleset, draft.type)
        return record.seal(draft, self.next_place(now), self.secret, visibility, command)


def sealed_creation(terms: Created, recorded_at: str, command: str) -> Event:
    """The first event of a game."""
    draft = Draft(CREATED, None, msgspec.to_builtins(terms))
    place = Place(0, GENESIS, recorded_at)
    visibility = visibility_of(ruleset_named(terms.ruleset), CREATED)
    return record.seal(draft, place, bytes.fromhex(terms.secret), visibility, command)


@lru_cache
def visibility_of(ruleset: Ruleset[Any, Any, Any], event_type: str) -> Visibility:
    """Who may see the hidden fields of a type of event, the kernel's and the ruleset's alike."""
    if event_type == CREATED:
        return {"secret": Audience.NO_ONE}
    if event_type == SEAT_TAKEN:
        dealt = ruleset.visibility.get(ruleset.DEALT, {})
        return {f"dealt/{path}": audience for path, audience in dealt.items()}
    return ruleset.visibility.get(event_type, {})


def fold(events: Iterable[Event], game: Game | None = None) -> Game:
    """The game after the events; ``game`` is what went before them. Raises RecordBroken."""
    for event in events:
        game = evolve(game, event)
    if game is None:
        raise RecordBroken(1, "the record is empty")
    return game


def evolve(game: Game | None, event: Event) -> Game:
    """The game after one event more. Raises RecordBroken where the event is out of place."""
    version = 0 if game is None else game.version
    if event.version != version + 1 or event.prev != (game.hash if game else GENESIS):
        raise RecordBroken(version + 1, f"event {event.version} does not follow")
    if game is None:
        return _created(event)
    if game.ruleset.upcasters:
        event = record.upcast(event, game.ruleset.upcasters)
    if event.type == SEAT_TAKEN:
        game = _seat_taken(game, event)
    return Game(
        game.ruleset,
        game.terms,
        game.setup,
        game.created_at,
        event.recorded_at,
        event.version,
        event.hash,
        game.seats,
        game.timeline if event.type == SEAT_TAKEN else _line_after(game, event),
        game.chance,
    )


def evolve_recorded(game: Game | None, event: Event) -> Game:
    """Return the game after an event from a record. Raises RecordBroken if it cannot be applied."""
    try:
        return evolve(game, event)
    except RecordBroken:
        raise
    except Exception as error:
        # Its kind alone: its text might tell a hidden value.
        reason = f"the event cannot be applied ({type(error).__name__})"
        raise RecordBroken(event.version, reason) from error


def _line_after(game: Game, event: Event) -> Timeline:
    line = _line(game)
    if event.type not in KERNEL_TYPES:
        return _moved(game.ruleset, line, event)
    match event.type:
        case "undone":
            data = event.data
            return line.undone(data["to"], data["requested_by"], data["with_consent"])
        case "redone":
            return line.redone()
        case "undo_requested":
            return line.asked(event.version, UndoRequest(_seat(event), event.data["to"]))
        case "undo_accepted":
            return line.asked(event.version, _agreed(line, _seat(event)))
        case "undo_declined":
            return line.asked(event.version, None)
        case _:
            raise RecordBroken(event.version, f"{event.type} has no place here")


def _created(event: Event) -> Game:
    if event.type != CREATED:
        raise RecordBroken(1, f"a record begins with {CREATED}, not with {event.type}")
    terms = msgspec.convert(event.data, Created)
    if terms.chance.version != chances.VERSION:
        raise RecordBroken(1, f"its chance has version {terms.chance.version}, unknown here")
    ruleset = _ruleset_of(terms)
    setup = Setup(
        board=ruleset.wire.board(terms.board),
        options=ruleset.wire.options.read(terms.options),
        seats=terms.seats,
        first_seat=terms.first_seat,
    )
    game = Game(
        ruleset=ruleset,
        terms=terms,
        setup=setup,
        created_at=event.recorded_at,
        updated_at=event.recorded_at,
        version=1,
        hash=event.hash,
        seats=(None,) * terms.seats,
    )
    return game if terms.study is None else _begun(game, terms.study)


def _ruleset_of(terms: Created) -> Ruleset[Any, Any, Any]:
    try:
        return ruleset_named(terms.ruleset, terms.rules_version)
    except UnknownName as error:
        raise RecordBroken(1, str(error)) from error


def _begun(game: Game, study: Study) -> Game:
    position = game.ruleset.wire.position_from_json(game.setup, study.position)
    game = structs.replace(
        game,
        seats=(Seat(game.terms.creator, None, None),) * game.terms.seats,
        timeline=Timeline(1, Moment(1, position, None, reveals=True, before=None)),
    )
    return structs.replace(game, chance=mixed_chance(game))


def _seat_taken(game: Game, event: Event) -> Game:
    taken = msgspec.convert(event.data, SeatTaken)
    seats = list(game.seats)
    seats[taken.seat] = Seat(taken.player, taken.bot, taken.contribution)
    game = structs.replace(game, seats=tuple(seats))
    if taken.dealt is None:
        return game
    dealt = game.ruleset.wire.events.read(game.ruleset.DEALT, taken.dealt)
    position = game.ruleset.initial_state(game.setup, dealt)
    opening = Moment(event.version, position, None, reveals=True, before=None)
    return structs.replace(
        game, timeline=Timeline(event.version, opening), chance=mixed_chance(game)
    )


def mixed_chance(game: Game) -> Chance:
    """The chance of a game whose seats are all taken."""
    return chances.mixed(game.secret, [seat.contribution if seat else None for seat in game.seats])


def _moved(ruleset: Ruleset[Any, Any, Any], line: Timeline, event: Event) -> Timeline:
    happened = ruleset.wire.events.read(event.type, event.data)
    position = ruleset.evolve(line.head.position, happened)
    reveals = ruleset.reveals(happened)
    return line.moved(Moment(event.version, position, event.seat, reveals, line.head))


def _line(game: Game) -> Timeline:
    if game.timeline is None:
        raise RecordBroken(game.version + 1, "the game has not started")
    return game.timeline


def _seat(event: Event) -> int:
    if event.seat is None:
        raise RecordBroken(event.version, f"{event.type} names no seat")
    return event.seat


def _agreed(line: Timeline, seat: int) -> UndoRequest | None:
    request = line.request
    return request and replace(request, accepted=(*request.accepted, seat))


def viewer_of(game: Game, seat: int | None) -> Viewer:
    """A seat's (or the public's) eyes on this game now; in a study nothing is hidden."""
    return Viewer(seat, over=game.status == "finished" or game.terms.study is not None)
