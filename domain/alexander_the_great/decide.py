"""The rules: a move in a position gives an event or a refusal, here and in ``decide_*`` only.

``domain.settlers.decide`` decides the moves of settlers; the rules here come before and after it.
"""

from typing import assert_never

from msgspec.structs import replace

from domain.alexander_the_great import events, moves, refusals, turns
from domain.alexander_the_great.decide_auction import (
    bid,
    choose_advisor,
    march,
    pass_bid,
    pay,
)
from domain.alexander_the_great.events import AnyEvent
from domain.alexander_the_great.evolve import evolve
from domain.alexander_the_great.moves import AnyMove
from domain.alexander_the_great.state import OWN_PHASES, Phase, State
from domain.alexander_the_great.turns import to_act
from domain.grids.hexagonal import bits
from domain.record.chance import Chance
from domain.settlers import decide as base_decide
from domain.settlers import events as base_events
from domain.settlers import moves as base_moves
from domain.settlers.places import settlement_corners
from domain.settlers.turns import victory

DUE = {
    moves.March: Phase.MARCH,
    moves.Bid: Phase.BID,
    moves.Pass: Phase.BID,
    moves.Pay: Phase.PAY,
    moves.ChooseAdvisor: Phase.ADVISOR,
}
"""The phase in which each move of the scenario is due."""


def decide(state: State, seat: int, move: AnyMove, chance: Chance) -> AnyEvent:
    """Return the event of the seat's move. Raises Refused."""
    match move:
        case moves.March() | moves.Bid() | moves.Pass() | moves.Pay() | moves.ChooseAdvisor():
            # The scenario's own moves first: settlers does not know them.
            return _decide_own(state, seat, move)
        case base_moves.Resign():
            return _resign(state, seat)
        case _:
            return _decide_base(state, seat, move, chance)


def _decide_own(state: State, seat: int, move: moves.OwnMove) -> AnyEvent:
    if state.phase is not DUE[type(move)]:
        raise refusals.NotNow(due=state.phase)
    acting = to_act(state)
    # In each of these phases one seat alone acts.
    if seat != acting[0]:
        raise refusals.NotYourTurn(seat=seat, acting=list(acting))
    return _with_outcome(state, _own(state, move))


def _with_outcome(state: State, event: events.OwnEvent) -> AnyEvent:
    """Return the event with its outcome, if it reaches Persepolis or wins by points (G25, G26)."""
    after = evolve(state, event)
    last = len(state.table.board.route) - 1
    # G26 before G25: at Persepolis the most points win, not only those of the seat on turn.
    if isinstance(event, events.Marched) and event.crossing == last:
        return replace(event, result=turns.reached_persepolis(after))
    result = victory(after.base, after.base.turn.seat, after.journey.points)
    return event if result is None else replace(event, result=result)


def _own(state: State, move: moves.OwnMove) -> events.OwnEvent:
    match move:
        case moves.March():
            return march(state)
        case moves.Bid():
            return bid(state, move)
        case moves.Pass():
            return pass_bid(state)
        case moves.Pay():
            return pay(state, move)
        case moves.ChooseAdvisor():
            return choose_advisor(state, move)
        case _:
            assert_never(move)


def _decide_base(state: State, seat: int, move: base_moves.PhasedMove, chance: Chance) -> AnyEvent:
    is_early_card = isinstance(move, base_moves.PlayCard) and plays_before_march(state)
    # To settlers this is its phase of play, in which it would allow trade and building.
    if state.phase in OWN_PHASES and not is_early_card:
        raise refusals.NotNow(due=state.phase)
    is_building = state.phase is Phase.PLAY and seat == state.base.turn.seat
    # Checked before settlers, which counts the corner as closed and would call it taken.
    if is_building and isinstance(move, base_moves.BuildSettlement):
        _check_route(state, seat, move.corner)
    # Settlers does not count advisors, so the outcome is added here, with all points (G25).
    event = base_decide.decide_without_outcome(state.base, seat, move, chance)
    event = base_decide.with_outcome(state.base, event, state.journey.points)
    if isinstance(event, base_events.TurnEnded):
        # G8: every seat draws at each turn's start; in the same event, so that no turn begins
        # without draws.
        drawn = turns.draws(state.journey, state.table.seats, state.base.staying())
        return events.TurnEnded(result=event.result, draws=drawn)
    return event


def plays_before_march(state: State) -> bool:
    """True if development cards may be played now, before Alexander marches (S5)."""
    return state.phase is Phase.MARCH and state.table.rules.cards_before_march


def _check_route(state: State, seat: int, corner: int) -> None:
    """Raise RouteAhead for a corner on or beside a crossing ahead (G22)."""
    ahead = state.table.board.closed_ahead[state.journey.crossing + 1]
    if ahead >> corner & 1:
        legal = bits(settlement_corners(state.base, seat))
        raise refusals.RouteAhead(corner=corner, legal=list(legal))


def _resign(state: State, seat: int) -> events.Resigned:
    """Return the resignation; if the turn passes on, the other seats draw for the next (G8)."""
    honours, seats = base_decide.leave(state.base, seat).honours, state.table.seats
    left = events.Resigned(seat=seat, honours=honours, draws=(None,) * seats)
    after = evolve(state, left)
    # Decided after the event: the freed advisor may give another seat the points to win (G21).
    result = base_decide.end_after_leaving(after.base, after.journey.points)
    # No new turn begins, so nobody draws.
    if result is not None or seat != state.base.turn.seat:
        return replace(left, result=result)
    others = tuple(n for n in state.base.staying() if n != seat)
    return replace(left, draws=turns.draws(state.journey, seats, others))
