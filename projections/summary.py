"""The public summary of a game, written with its events: everything that read models show.

It is stored as its version, the moments since which the game waits, and all other facts::

    57 -,52:9f3a01bc:2026-11-21T12:00:00.000Z,-,-,... <msgpack>

A moment that the events of an append leave unchanged is ``=``: ``append.lua`` copies it from the
summary before, so a writer needs to know only the game's present state.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

import msgspec
from msgspec import Struct

from domain.kernel.consent import request_for_time, yet_to_agree
from domain.kernel.deadlines import Deadline
from domain.kernel.expiry import abandonment_due
from domain.kernel.facts import Status
from domain.kernel.game import Game, Seat, evolve
from domain.kernel.pauses import pause_span
from domain.kernel.stand_in_state import stand_in_bot
from domain.kernel.terms import UndoPolicy
from domain.kernel.undo import yet_to_answer
from domain.record.record import Event
from domain.record.times import moment
from domain.record.visibility import JsonObject
from projections.answers.games import Result
from projections.view import result

# Another event takes an event's place only after a roll-back of the store: 32 bits are plenty.
HASH = 8
"""The number of characters of an event's hash that distinguish it from another in its place."""
NONE, SAME = "-", "="


class SummaryUnreadable(ValueError):
    """The stored summary is of another release."""


RequestKind = Literal["undo", "extension", "pause"]


# Here and below `gc=False`: these form no cycles, and the garbage collector need not walk through
# thousands of them.
class Sitting(Struct, frozen=True, array_like=True, gc=False):
    """A seat that is taken: by a player, or by a bot."""

    player: str | None
    bot: str | None


class SeatWait(Struct, frozen=True, array_like=True, gc=False):
    """The wait for a seat whose time runs, in ms since 1970; ``expired`` if its time is up."""

    since: int
    due: int
    expired: bool


class Beginning(NamedTuple):
    """The event with which something began; ``hash`` has only its first HASH characters."""

    version: int
    hash: str
    at: str


BEFORE = Beginning(0, "", "")
"""An event before those that were followed."""

Beginnings = tuple[Beginning | None, ...]
"""By seat; None for seats to which it does not apply."""


class Followed(Struct, frozen=True, gc=False):
    """A game after an event, with the events since which it waits, by seat.

    ``turns`` has the events that made it the seats' move; ``asked`` those that asked them to answer
    a request to undo, for more time, or for a pause; ``waiting`` those since which they may move or
    have an undo request to answer. ``turns`` and ``waiting`` begin anew for a seat that could
    already move when the game begins to wait for it. ``over`` is the event that ended the game.
    """

    game: Game
    turns: Beginnings
    asked: Beginnings
    waiting: Beginnings
    over: Beginning | None = None


# It is stored as an array, without names. So new fields can be added only at the end, with a
# default; after any other change, a new tag makes older releases fold the game.
class Facts(Struct, frozen=True, array_like=True, gc=False, tag=1):
    """The public facts of a game after an event; ``turn`` is None before the start.

    By seat, ``playing`` has the bot that makes its moves (its own, or one for an absent player) and
    ``waits`` the time that runs. ``has_people`` is True if any are left; ``pause`` is when a pause
    began and will end, ``abandoned_at`` when the game ends unless anybody moves. ``creator`` is
    None, and ``requests`` (each with the seats that have to answer it) empty, in summaries of
    releases that did not note them.
    """

    version: int
    hash: str
    ruleset: str
    status: Status
    created_at: str
    updated_at: str
    title: str
    listed: bool
    fair: bool
    undo: UndoPolicy
    board: str | None
    board_title: str | None
    options: JsonObject
    deadline: Deadline | None
    study: tuple[str, int] | None
    seats: tuple[Sitting | None, ...]
    to_act: tuple[int, ...]
    playing: tuple[str | None, ...]
    has_people: bool
    turn: int | None
    result: Result | None
    waits: tuple[SeatWait | None, ...]
    pause: tuple[int, int] | None
    abandoned_at: int | None
    creator: str | None = None
    requests: tuple[tuple[RequestKind, tuple[int, ...]], ...] = ()

    def due_by_seat(self) -> dict[int, str]:
        """Return by seat when its turn is due, expired ones included; nothing in a pause."""
        waits = enumerate(() if self.pause else self.waits)
        return {seat: moment(wait.due) for seat, wait in waits if wait is not None}

    def running(self) -> dict[int, SeatWait]:
        """Return by seat the wait for it, for seats whose time runs."""
        waits = enumerate(() if self.pause or self.status != "live" else self.waits)
        return {seat: wait for seat, wait in waits if wait is not None and not wait.expired}


class Summary(Struct, frozen=True, gc=False):
    """A game's public facts after an event, and the events since which it waits, by seat.

    As in ``Followed``.
    """

    game: Facts
    turns: Beginnings
    asked: Beginnings
    waiting: Beginnings
    over: Beginning | None


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Facts)


def summary_after(game: Game | None, events: Sequence[Event]) -> bytes:
    """Return the stored form of a game's summary after its next events.

    These are the first ones if ``game`` is None. Without events the form is empty, as the summary
    stays the same. Raises RecordBroken if they do not follow.
    """
    return game_and_summary(game, events)[1] if events else b""


def game_and_summary(game: Game | None, events: Sequence[Event]) -> tuple[Game, bytes]:
    """Return a game after its next events, at least one, and its summary's stored form.

    Raises RecordBroken if they do not follow, BeyondWindow as ``evolve`` does.
    """
    followed = follow_all(game, events)
    assert followed is not None
    return followed.game, encode(summary_of(followed))


def summary_of(followed: Followed) -> Summary:
    """Return the summary of a game."""
    turns, asked, waiting = followed.turns, followed.asked, followed.waiting
    return Summary(facts_of(followed.game), turns, asked, waiting, followed.over)


def encode(summary: Summary) -> bytes:
    """Return the stored form of a summary."""
    each = (*summary.turns, *summary.asked, *summary.waiting, summary.over)
    moments = ",".join(map(_written, each))
    # The version first, in digits: another release can read it without the rest.
    return b"%d %s %s" % (summary.game.version, moments.encode(), _encoder.encode(summary.game))


def decode(stored: bytes) -> Summary:
    """Return the summary of a stored form. Raises SummaryUnreadable."""
    try:
        # At most two cuts, as the packed facts may contain blanks.
        _, moments, packed = stored.split(b" ", 2)
        facts = _decoder.decode(packed)
        each, seats = list(map(_read, moments.decode().split(","))), len(facts.seats)
        turns, asked, waiting = (tuple(each[n * seats : (n + 1) * seats]) for n in range(3))
        (over,) = each[3 * seats :]
    except (msgspec.DecodeError, ValueError) as error:
        raise SummaryUnreadable(str(error)) from error
    return Summary(facts, turns, asked, waiting, over)


def facts_of(game: Game) -> Facts:
    """Return the public facts of a game."""
    facts, terms = game.facts, game.terms
    abandonment = None if terms.deadline is None else abandonment_due(game)
    return Facts(
        version=game.version,
        hash=game.hash,
        ruleset=game.ruleset.id,
        status=facts.status,
        created_at=game.created_at,
        updated_at=game.updated_at,
        title=terms.title,
        listed=terms.listed,
        fair=terms.chance.fair,
        undo=facts.undo,
        board=terms.board.get("id"),
        board_title=terms.board.get("title"),
        options=game.ruleset.wire.options.json(game.setup.options),
        deadline=terms.deadline,
        study=None if terms.study is None else (terms.study.of, terms.study.at),
        seats=tuple(map(_sitting, game.seats)),
        to_act=facts.to_act,
        playing=tuple(playing(game, number) for number in range(len(game.seats))),
        has_people=bool(facts.people),
        turn=facts.turn,
        result=None if facts.outcome is None else result(game),
        waits=tuple(_waits(game)),
        pause=None if game.clock is None else pause_span(game),
        abandoned_at=abandonment and abandonment[1],
        creator=terms.creator,
        requests=tuple(_requests(game)),
    )


def _requests(game: Game) -> Iterator[tuple[RequestKind, tuple[int, ...]]]:
    if game.timeline and game.timeline.request:
        yield "undo", yet_to_answer(game)
    if request := request_for_time(game):
        yield "pause" if request.seconds is None else "extension", yet_to_agree(game)


def _sitting(seat: Seat | None) -> Sitting | None:
    return None if seat is None else Sitting(seat.player, seat.bot)


def playing(game: Game, number: int) -> str | None:
    """Return the bot that plays a seat: its own, or one for an absent player."""
    seat, deadline = game.seats[number], game.terms.deadline
    if seat is not None and seat.bot is not None:
        return seat.bot
    if bot := stand_in_bot(game.stand_ins, number):
        return bot
    return deadline.bot if deadline is not None and game.is_absent(number) else None


def _waits(game: Game) -> Iterator[SeatWait | None]:
    for own in () if game.clock is None else game.clock.seats:
        wait = own.wait
        yield None if wait is None else SeatWait(wait.since, wait.due, wait.expired)


def _written(beginning: Beginning | None) -> str:
    if beginning is None:
        return NONE
    if beginning == BEFORE:
        return SAME
    return f"{beginning.version}:{beginning.hash}:{beginning.at}"


def _read(text: str) -> Beginning | None:
    if text == NONE:
        return None
    version, hash_, at = text.split(":", 2)
    return Beginning(int(version), hash_, at)


def follow_all(game: Game | None, events: Iterable[Event]) -> Followed | None:
    """Return the game after the events; what began before them began ``BEFORE``."""
    followed = None if game is None else _entered(game)
    for event in events:
        followed = follow(followed, event)
    return followed


def follow(before: Followed | None, event: Event) -> Followed:
    """Return the game after one more event. Raises RecordBroken if it is not the next event."""
    game = evolve(before.game if before else None, event)
    none: Beginnings = (None,) * len(game.seats)
    known = before or Followed(game, none, none, none)
    return _next(known, game, Beginning(event.version, event.hash[:HASH], event.recorded_at))


def _entered(game: Game) -> Followed:
    none: Beginnings = (None,) * len(game.seats)
    return _next(Followed(game, none, none, none), game, BEFORE)


def _next(before: Followed, game: Game, now: Beginning) -> Followed:
    facts, has_request = game.facts, game.timeline and game.timeline.request
    acting, due = facts.to_act, _newly_due(before.game, game)
    undo = yet_to_answer(game) if has_request else ()
    agreeing = () if game.clock is None else yet_to_agree(game)
    over = (before.over or now) if facts.status in ("finished", "abandoned") else None
    return Followed(
        game,
        _since(before.turns, acting, now, due),
        _since(before.asked, {*undo, *agreeing}, now),
        _since(before.waiting, {*acting, *undo}, now, due),
        over,
    )


def _newly_due(before: Game, game: Game) -> Collection[int]:
    """Return the seats that could already move and for which the game now begins to wait."""
    # A seat that left an offer open would otherwise hear of the offer alone, and lose on time.
    known = before.facts
    return [n for n in game.facts.owing if n in known.to_act and n not in known.owing]


def _since(
    before: Beginnings, seats: Collection[int], now: Beginning, anew: Collection[int] = ()
) -> Beginnings:
    """Return by seat the event since which something applies: for ``anew`` the present one."""
    return tuple(
        [
            None if seat not in seats else now if seat in anew else old or now
            for seat, old in enumerate(before)
        ]
    )
