"""The rules: the event of a move, or a refusal."""

from typing import assert_never

from domain.heap import refusals
from domain.heap.events import AnyEvent, Dealt, Resigned, Taken
from domain.heap.evolve import evolve
from domain.heap.moves import AnyMove, Resign, Take
from domain.heap.state import State
from msgspec.structs import replace

from domain.record.chance import Chance
from domain.record.outcome import Outcome
from domain.record.setup import Setup


def deal(setup: Setup, chance: Chance) -> Dealt:
    """Return the opening, drawn with the labels ``stones`` and ``first_seat``."""
    chosen, stones = setup.first_seat, setup.board.stones + chance.below("stones", 6)
    first = chance.below("first_seat", setup.seats) if chosen is None else chosen
    return Dealt(stones=stones, first_seat=first)


def decide(state: State, seat: int, move: AnyMove, chance: Chance) -> AnyEvent:
    """Return the event of a seat's move. Raises Refused."""
    event = _decided(state, seat, move)
    after = evolve(state, event)
    if after.stones == 0:
        return replace(event, result=_won(state, (seat,), "last_stone"))
    if len(after.staying()) == 1:
        return replace(event, result=_won(state, after.staying(), "resignation"))
    return event


def _decided(state: State, seat: int, move: AnyMove) -> AnyEvent:
    match move:
        case Take(number=number):
            if seat != state.seat:
                raise refusals.NotYourTurn(seat=seat, acting=state.seat)
            if number > (most := min(state.most, state.stones)):
                raise refusals.TooMany(number=number, most=most)
            return Taken(number=number)
        case Resign():
            if seat in state.left:
                raise refusals.AlreadyResigned(seat=seat)
            return Resigned(seat=seat)
        case _:
            assert_never(move)


def _won(state: State, winners: tuple[int, ...], reason: str) -> Outcome:
    return Outcome(winners, tuple(int(seat in winners) for seat in range(state.seats)), reason)
