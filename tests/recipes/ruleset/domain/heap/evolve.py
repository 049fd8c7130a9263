"""The position after an event."""

from typing import assert_never

from domain.heap.events import AnyEvent, Dealt, Resigned, Taken
from domain.heap.state import State
from msgspec.structs import replace

from domain.record.setup import Setup


def initial_state(setup: Setup, dealt: Dealt) -> State:
    """Return the position after the deal."""
    return State(setup.seats, setup.options.most, dealt.stones, dealt.first_seat)


def evolve(state: State, event: AnyEvent) -> State:
    """Return the position after an event. Refuses nothing."""
    match event:
        case Taken(number=number):
            after = _passed(replace(state, stones=state.stones - number))
        case Resigned(seat=seat):
            after = replace(state, left=(*state.left, seat))
            after = _passed(after) if seat == state.seat else after
        case Dealt():
            after = replace(state, stones=event.stones, seat=event.first_seat)
        case _:
            assert_never(event)
    return replace(after, result=event.result)


def _passed(state: State) -> State:
    seats = [*range(state.seat + 1, state.seats), *range(state.seat + 1)]
    following = next((seat for seat in seats if seat not in state.left), state.seat)
    return replace(state, seat=following, turn=state.turn + 1)
