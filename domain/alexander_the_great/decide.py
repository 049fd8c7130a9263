"""The rules: a position and a seat's move give an event, or a refusal; the only place that does.

What settlers knows, ``domain.settlers.decide`` decides; here is what comes before, between and
after it.
"""

from typing import assert_never

from msgspec.structs import replace

from domain.alexander_the_great import refusals, turns
from domain.alexander_the_great.decide_auction import (
    bid,
    choose_advisor,
    march,
    pass_bid,
    pay,
)
from domain.alexander_the_great.events import (
    AnyEvent,
    Marched,
    OwnEvent,
    Resigned,
    TurnEnded,
)
from domain.alexander_the_great.evolve import evolve
from domain.alexander_the_great.moves import (
    AnyMove,
    Bid,
    ChooseAdvisor,
    March,
    OwnMove,
    Pass,
    Pay,
)
from domain.alexander_the_great.state import Phase, State
from domain.alexander_the_great.turns import to_act
from domain.grids.hexagonal import bits
from domain.record.chance import Chance
from domain.settlers import decide as settlers
from domain.settlers import events as base_events
from domain.settlers import moves as base_moves
from domain.settlers.places import settlement_corners
from domain.settlers.turns import victory

DUE = {
    March: Phase.MARCH,
    Bid: Phase.BID,
    Pass: Phase.BID,
    Pay: Phase.PAY,
    ChooseAdvisor: Phase.ADVISOR,
}
"""The phase in which each move of the scenario can be made."""


def decide(state: State, seat: int, move: AnyMove, chance: Chance) -> AnyEvent:
    """What happens when the seat makes the move. Raises Refused."""
    match move:
        case March() | Bid() | Pass() | Pay() | ChooseAdvisor():
            return _decided(state, seat, move)
        case base_moves.Resign():
            return _resign(state, seat)
        case _:
            return _as_in_settlers(state, seat, move, chance)


def _decided(state: State, seat: int, move: OwnMove) -> AnyEvent:
    if state.phase is not DUE[type(move)]:
        raise refusals.NotNow(due=state.phase)
    if seat not in to_act(state):
        raise refusals.NotYourTurn(seat=seat, acting=list(to_act(state)))
    return _won(state, _own(state, move))


def _won(state: State, event: OwnEvent) -> AnyEvent:
    """The event, with the end where it reaches Persepolis or gives the points to win (G25, G26)."""
    after = evolve(state, event)
    last = len(state.table.board.route) - 1
    if isinstance(event, Marched) and event.crossing == last:
        return replace(event, result=turns.reached_persepolis(after))
    result = victory(after.base, after.base.turn.seat, after.journey.points)
    return event if result is None else replace(event, result=result)


def _own(state: State, move: OwnMove) -> OwnEvent:
    match move:
        case March():
            return march(state)
        case Bid():
            return bid(state, move)
        case Pass():
            return pass_bid(state)
        case Pay():
            return pay(state, move)
        case ChooseAdvisor():
            return choose_advisor(state, move)
        case _:
            assert_never(move)


def _as_in_settlers(state: State, seat: int, move: base_moves.DueMove, chance: Chance) -> AnyEvent:
    is_early_card = isinstance(move, base_moves.PlayCard) and plays_before_march(state)
    if state.phase in DUE.values() and not is_early_card:
        raise refusals.NotNow(due=state.phase)
    is_building = state.phase is Phase.PLAY and seat == state.base.turn.seat
    if is_building and isinstance(move, base_moves.BuildSettlement):
        _check_route(state, seat, move.corner)
    # Settlers counts no advisors: it decides without an end, which comes with all points (G25).
    event = settlers.decide_open(state.base, seat, move, chance)
    event = settlers.won(state.base, event, state.journey.points)
    if isinstance(event, base_events.TurnEnded):
        drawn = turns.draws(state.journey, state.table.seats, state.base.staying())
        return TurnEnded(result=event.result, draws=drawn)
    return event


def plays_before_march(state: State) -> bool:
    """Whether development cards may be played now, before Alexander marches (S5)."""
    return state.phase is Phase.MARCH and state.table.rules.cards_before_march


def _check_route(state: State, seat: int, corner: int) -> None:
    """Nothing is built on or beside a crossing that lies ahead (G22)."""
    ahead = state.table.board.closed_ahead[state.journey.crossing + 1]
    if ahead >> corner & 1:
        legal = bits(settlement_corners(state.base, seat))
        raise refusals.RouteAhead(corner=corner, legal=list(legal))


def _resign(state: State, seat: int) -> Resigned:
    """As in settlers; where the turn passes on, the others draw for the next (G8)."""
    honours, seats = settlers.leave(state.base, seat).honours, state.table.seats
    left = Resigned(seat=seat, honours=honours, draws=(None,) * seats)
    after = evolve(state, left)
    # Judged after the event: the advisor that is freed may bring another seat its points (G21).
    result = settlers.end_after_leaving(after.base, after.journey.points)
    if result is not None or seat != state.base.turn.seat:
        return replace(left, result=result)
    others = tuple(n for n in state.base.staying() if n != seat)
    return replace(left, draws=turns.draws(state.journey, seats, others))
