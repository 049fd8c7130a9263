"""A game of any ruleset: its terms, and the events of its life from creation to the end."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import Struct, structs

from domain.errors import RecordBroken, UnknownName
from domain.kernel.boards import board_of
from domain.kernel.calendars import Calendars
from domain.kernel.clocks import NO_CALENDARS, Clock, started, ticked
from domain.kernel.deadlines import ABANDONED, TIME_EXPIRED, TIME_TYPES, Deadline
from domain.kernel.decider import Ruleset
from domain.kernel.facts import GameFacts, Status
from domain.kernel.present_line import after
from domain.kernel.rulesets import ruleset_named
from domain.kernel.stand_in_state import (
    STAND_IN_AGREED,
    STAND_IN_TYPES,
    StandIns,
    stand_in_bot,
    stand_ins_after,
)
from domain.kernel.terms import UPCASTERS, Created, SeatFreed, SeatTaken, Study, UndoPolicy
from domain.kernel.ticks import tick_of
from domain.kernel.timeline import BeyondWindow, Decision, Timeline
from domain.record import chance as chances
from domain.record import record
from domain.record.chance import Chance
from domain.record.origin import Origin
from domain.record.outcome import Outcome
from domain.record.record import GENESIS, Draft, Event, Link
from domain.record.setup import Setup
from domain.record.visibility import Audience, Viewer, Visibility

ENDED = frozenset[Status]({"finished", "cancelled", "abandoned"})

CREATED = "created"
SEAT_TAKEN = "seat_taken"
SEAT_FREED = "seat_freed"
CANCELLED = "cancelled"
UNDONE = "undone"
REDONE = "redone"
UNDO_REQUESTED = "undo_requested"
UNDO_ACCEPTED = "undo_accepted"
UNDO_DECLINED = "undo_declined"
SEATING_TYPES = frozenset({SEAT_TAKEN, SEAT_FREED, CANCELLED})
"""Event types of an open game; only ``seat_taken`` can start it."""
UNDO_TYPES = frozenset({UNDONE, REDONE, UNDO_REQUESTED, UNDO_ACCEPTED, UNDO_DECLINED})
KERNEL_TYPES = (
    frozenset({CREATED, TIME_EXPIRED, ABANDONED})
    | SEATING_TYPES
    | UNDO_TYPES
    | TIME_TYPES
    | STAND_IN_TYPES
)
"""Event types common to all rulesets; every other type belongs to a ruleset."""
# Hidden in every event that used chance: a theft's draw reveals the robbed hand.
LUCK_HIDDEN = {chances.LUCK: Audience.NO_ONE}


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat's player id or bot name, and its contribution (hex) to the game's chance."""

    player: str | None
    bot: str | None
    contribution: str | None


class Game(Struct, frozen=True, eq=False, gc=False):
    """A game after an event: its seats, line of positions, chance; ``origin`` if imported."""

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
    cancelled: bool = False
    abandoned: bool = False
    clock: Clock | None = None
    kept_facts: GameFacts | None = None
    origin: Origin | None = None
    stand_ins: StandIns = ()

    @property
    def secret(self) -> bytes:
        """The 32 bytes from which all chance and salts derive; secret until the game is over."""
        return bytes.fromhex(self.terms.secret)

    @property
    def state(self) -> Any:
        """The present position, of the ruleset's own type; None before the start."""
        return None if self.timeline is None else self.timeline.head.position

    @property
    def head(self) -> int:
        """The event of the present position; it differs from the version after an undo."""
        return self.version if self.timeline is None else self.timeline.head.version

    @property
    def facts(self) -> GameFacts:
        """The facts of the game, worked out when first asked for."""
        return self.kept_facts or _keep_facts(self)

    @property
    def outcome(self) -> Outcome | None:
        """The outcome, None while the game goes on."""
        return self.facts.outcome

    @property
    def status(self) -> Status:
        """The status: see ``GameFacts``."""
        return self.facts.status

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that may move now."""
        return self.facts.to_act

    def is_absent(self, seat: int) -> bool:
        """True while a bot plays for the seat's player, whose time was up or who cannot play."""
        if self.stand_ins and stand_in_bot(self.stand_ins, seat) is not None:
            return True
        return self.clock is not None and self.clock.seats[seat].absent

    def seat_of(self, player: str) -> int | None:
        """Return a player's seat (in a study the one to move); none in an imported game."""
        if self.origin is not None:
            return None
        if self.terms.study is not None and player == self.terms.creator and self.to_act:
            return self.to_act[0]
        for number, seat in enumerate(self.seats):
            if seat is not None and seat.player == player:
                return number
        return None

    def trimmed(self) -> "Game":
        """Return the game with only the newest moments of its line."""
        line = self.timeline and self.timeline.trimmed()
        return self if line is self.timeline else structs.replace(self, timeline=line)

    def at_head(self) -> "Game":
        """Return the game with only its present moment, which is enough to look at it."""
        line = self.timeline and self.timeline.at_head()
        return self if line is self.timeline else structs.replace(self, timeline=line)

    def seal(self, draft: Draft, now: str, command: str) -> Event:
        """Return the draft as this game's next event."""
        visibility = visibility_of(self.ruleset, draft.type)
        # Server clocks may differ or step back, and an audit refuses times that go back.
        link = Link(self.version, self.hash, max(now, self.updated_at))
        return record.seal(draft, link, self.secret, visibility, command, self.terms.schema)


def _keep_facts(game: Game) -> GameFacts:
    """Work out the facts of a game and keep them in it."""
    facts = _facts_of(game)
    structs.force_setattr(game, "kept_facts", facts)
    return facts


def _facts_of(game: Game) -> GameFacts:
    undo = _undo_policy(game)
    if game.timeline is None:
        seating: Status = "cancelled" if game.cancelled else "open"
        return GameFacts("abandoned" if game.abandoned else seating, undo)
    now = game.ruleset.situation(game.state)
    return GameFacts(
        status="abandoned" if game.abandoned else "live" if now.outcome is None else "finished",
        undo=undo,
        outcome=now.outcome,
        to_act=() if game.abandoned else now.to_act,
        owing=() if game.abandoned else _of_people(game, now.owed),
        turn=game.ruleset.turn(game.state),
        on_turn=now.on_turn,
        stage=now.stage,
        staying=now.staying,
        people=_of_people(game, now.staying),
    )


def _of_people(game: Game, seats: Iterable[int]) -> tuple[int, ...]:
    return tuple([n for n in seats if (seat := game.seats[n]) and seat.bot is None])


def _undo_policy(game: Game) -> UndoPolicy:
    """Return the undo policy in force; while a seat is free, a person may still take it."""
    if game.terms.undo != "by_seats":
        return game.terms.undo
    people = [seat for seat in game.seats if seat is None or seat.bot is None]
    return "consent" if len(people) > 1 else "drawn_stays"


def sealed_creation(terms: Created, recorded_at: str, command: str) -> Event:
    """Return the first event of a game."""
    draft = Draft(CREATED, None, terms.json)
    link = Link(0, GENESIS, recorded_at)
    visibility = visibility_of(ruleset_named(terms.ruleset), CREATED)
    return record.seal(draft, link, bytes.fromhex(terms.secret), visibility, command, terms.schema)


@lru_cache
def visibility_of(ruleset: Ruleset[Any, Any, Any], event_type: str) -> Visibility:
    """Return the audiences of the hidden fields of an event type, the kernel's or the ruleset's."""
    if event_type == CREATED:
        return {"secret": Audience.NO_ONE}
    if event_type == SEAT_TAKEN:
        dealt = ruleset.visibility.get(ruleset.DEALT, {})
        return {**{f"dealt/{path}": audience for path, audience in dealt.items()}, **LUCK_HIDDEN}
    if event_type in KERNEL_TYPES:
        return {}
    return {**ruleset.visibility.get(event_type, {}), **LUCK_HIDDEN}


def fold(events: Iterable[Event], game: Game | None = None) -> Game:
    """Return the game after the events, which continue ``game``. Raises RecordBroken."""
    for event in events:
        game = evolve(game, event)
    if game is None:
        raise RecordBroken(1, "the record is empty")
    return game


def evolve(game: Game | None, event: Event) -> Game:
    """Return the game after one more event. Raises RecordBroken if it is not the next event."""
    version = 0 if game is None else game.version
    if event.version != version + 1 or event.prev != (game.hash if game else GENESIS):
        raise RecordBroken(version + 1, f"event {event.version} does not follow")
    if game is None:
        return _created(event)
    since = game.updated_at
    if upcasters := game.ruleset.wire.events.upcasters:
        event = record.upcast(event, upcasters)
    if event.type in SEATING_TYPES:
        game = _seating(game, event)
    elif event.type == ABANDONED:
        game = structs.replace(game, abandoned=True)
    is_before = event.type in SEATING_TYPES or (game.abandoned and game.timeline is None)
    timeline = game.timeline if is_before else _line_after(game, event)
    game = structs.replace(
        game,
        updated_at=event.recorded_at,
        version=event.version,
        hash=event.hash,
        timeline=timeline,
        kept_facts=None,
    )
    if game.stand_ins or event.type == STAND_IN_AGREED:
        stand_ins = stand_ins_after(game.stand_ins, event, since)
        game = structs.replace(game, stand_ins=stand_ins)
    deadline = game.terms.deadline
    return game if deadline is None else structs.replace(game, clock=timed(game, deadline, event))


def timed(
    game: Game, deadline: Deadline, event: Event, calendars: Calendars = NO_CALENDARS
) -> Clock | None:
    """Return the clock after an event; ``game`` still has the clock from before it."""
    if game.timeline is None:
        return None
    facts, people = game.facts, _of_people(game, range(len(game.seats)))
    tick = tick_of(event, game.ruleset.turn(game.state), facts.owing, people)
    if deadline.absent_wait is not None:  # the clocks of older games use neither field
        tick = structs.replace(tick, stage=facts.stage, on_turn=facts.on_turn)
    if game.clock is None:
        return started(deadline, len(game.seats), tick, calendars)
    return ticked(game.clock, deadline, tick, calendars)


def evolve_recorded(game: Game | None, event: Event) -> Game:
    """Return the game after an event of a record. Raises RecordBroken if it cannot be applied.

    Raises BeyondWindow if the event goes back to a moment that a trimmed game no longer has.
    """
    try:
        return evolve(game, event)
    except (RecordBroken, BeyondWindow):
        raise
    except Exception as error:
        # Only the error's type is shown: its text might name a hidden value.
        reason = f"the event cannot be applied ({type(error).__name__})"
        raise RecordBroken(event.version, reason) from error


def _line_after(game: Game, event: Event) -> Timeline:
    line = game.timeline
    if line is None:
        raise RecordBroken(game.version + 1, "the game has not started")
    return after(line, event) if event.type in KERNEL_TYPES else _moved(game, line, event)


def _created(event: Event) -> Game:
    if event.type != CREATED:
        raise RecordBroken(1, f"a record begins with {CREATED}, not with {event.type}")
    terms = msgspec.convert(record.upcast(event, UPCASTERS).data, Created)
    if terms.chance.version not in chances.VERSIONS:
        raise RecordBroken(1, f"chance version {terms.chance.version} is unknown")
    ruleset = _ruleset_of(terms)
    description, board = board_of(ruleset, terms.board)
    # All games on a board that we ship share its description.
    terms = replace(terms, board=description)
    options = ruleset.wire.options.read(terms.options)
    setup = Setup(board, options, terms.seats, terms.first_seat)
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
        timeline=Timeline.opened(1, position),
    )
    return structs.replace(game, chance=mixed_chance(game))


def _seating(game: Game, event: Event) -> Game:
    match event.type:
        case "seat_freed":
            number = msgspec.convert(event.data, SeatFreed).seat
            seats = (*game.seats[:number], None, *game.seats[number + 1 :])
            return structs.replace(game, seats=seats)
        case "cancelled":
            return structs.replace(game, cancelled=True)
        case _:
            return _seat_taken(game, event)


def _seat_taken(game: Game, event: Event) -> Game:
    taken = msgspec.convert(event.data, SeatTaken)
    seats = list(game.seats)
    seats[taken.seat] = Seat(taken.player, taken.bot, taken.contribution)
    game = structs.replace(game, seats=tuple(seats))
    if taken.dealt is None:
        return game
    return structs.replace(with_opening(game, event), chance=mixed_chance(game))


def with_opening(game: Game, event: Event) -> Game:
    """Return the game with its opening position, dealt by the event that took the last seat."""
    dealt = game.ruleset.wire.events.read(game.ruleset.DEALT, event.data["dealt"])
    position = game.ruleset.initial_state(game.setup, dealt)
    return structs.replace(game, timeline=Timeline.opened(event.version, position))


def mixed_chance(game: Game) -> Chance:
    """Return the chance of a game whose seats are all taken."""
    contributions = [seat.contribution if seat else None for seat in game.seats]
    return chances.game_chance(game.secret, contributions, game.terms.chance.version)


def _moved(game: Game, line: Timeline, event: Event) -> Timeline:
    ruleset, before, seat = game.ruleset, line.head.position, event.seat
    fact = ruleset.wire.events.read(event.type, event.data)
    position = ruleset.evolve(before, fact)
    occupant = None if seat is None else game.seats[seat]
    decision = Decision(
        version=event.version,
        position=position,
        seat=seat,
        reveals=fact.reveals,
        is_persons=occupant is not None and occupant.bot is None,
        begins_turn=ruleset.turn(position) != ruleset.turn(before),
    )
    return line.moved(decision)


def viewer_of(game: Game, seat: int | None) -> Viewer:
    """Return a seat (None: the public) as viewer of this game; in a study nothing is hidden."""
    return Viewer(seat, over=game.status == "finished" or game.terms.study is not None)
