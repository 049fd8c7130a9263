"""The rules: a move in a position gives an event or a refusal, here and in ``decide_*`` only."""

from msgspec.structs import replace

from domain.grids.hexagonal import bits
from domain.record.chance import Chance
from domain.record.outcome import Outcome
from domain.settlers import events, moves, phases, refusals, turns
from domain.settlers.decide_cards import decide_card
from domain.settlers.decide_dice import discard, move_robber, roll, second_settlement
from domain.settlers.decide_trade import check_held, decide_trade
from domain.settlers.events import AnyEvent
from domain.settlers.evolve import evolve
from domain.settlers.moves import AnyMove, PhasedMove
from domain.settlers.places import (
    cities_left,
    edges_open,
    founding_corners,
    longest_through,
    roads_left,
    settlement_corners,
    settlements_left,
)
from domain.settlers.state import (
    CITIES,
    HONOUR_POINTS,
    ROADS,
    SETTLEMENTS,
    TURN_LIMIT,
    Points,
    State,
    points,
)
from domain.settlers.turns import to_act

DUE = {
    moves.BuildSettlement: (phases.FOUND_SETTLEMENT, phases.PLAY),
    moves.BuildRoad: (phases.FOUND_ROAD, phases.ROADS, phases.PLAY),
    moves.BuildCity: (phases.PLAY,),
    moves.Roll: (phases.ROLL,),
    moves.Discard: (phases.DISCARD,),
    moves.MoveRobber: (phases.ROBBER,),
    moves.BuyDevelopmentCard: (phases.PLAY,),
    # S5: a development card may come before the roll.
    moves.PlayKnight: (phases.ROLL, phases.PLAY),
    moves.PlayRoadBuilding: (phases.ROLL, phases.PLAY),
    moves.PlayYearOfPlenty: (phases.ROLL, phases.PLAY),
    moves.PlayMonopoly: (phases.ROLL, phases.PLAY),
    moves.TradeWithBank: (phases.PLAY,),
    moves.OfferTrade: (phases.PLAY,),
    moves.AnswerTrade: (phases.PLAY,),
    moves.CloseTrade: (phases.PLAY,),
    moves.WithdrawTrade: (phases.PLAY,),
    moves.EndTurn: (phases.PLAY,),
}
"""The phases in which each move is due (S5)."""

FOR_OTHERS = (moves.AnswerTrade, moves.Discard)
"""The moves of seats whose turn it is not (S5)."""

SCORING = {
    # A settlement may break another's road and so bring its own seat the honour.
    events.SettlementBuilt: 1 + HONOUR_POINTS,
    events.CityBuilt: 1,
    events.RoadBuilt: HONOUR_POINTS,
    # By a knight, which may bring the largest army.
    events.RobberMoved: HONOUR_POINTS,
    # A victory point card counts at once.
    events.DevelopmentCardBought: 1,
    events.TurnEnded: 0,
}
"""The events that may bring points, or end a turn, and the most points each brings (S11, S12)."""


def decide(state: State, seat: int, move: AnyMove, chance: Chance) -> AnyEvent:
    """Return the event of the seat's move. Raises Refused."""
    # Checked before the phase: a seat may leave at any time, in its turn or not.
    if isinstance(move, moves.Resign):
        return _resign(state, seat)
    return with_outcome(state, decide_without_outcome(state, seat, move, chance), points)


def decide_without_outcome(state: State, seat: int, move: PhasedMove, chance: Chance) -> AnyEvent:
    """Return the event of any move but a resignation, without its outcome."""
    # Checked first: a seat that is out of turn and out of phase learns which phase is due.
    if state.turn.phase not in DUE[type(move)]:
        raise refusals.NotNow(due=state.turn.phase)
    if seat != state.turn.seat and type(move) not in FOR_OTHERS:
        raise refusals.NotYourTurn(seat=seat, acting=list(to_act(state)))
    return _decide(state, seat, move, chance)


def with_outcome(state: State, event: AnyEvent, points: Points) -> AnyEvent:
    """Return the event with its outcome, if it wins the game or ends it at the turn limit (S12)."""
    most = SCORING.get(type(event))
    # Only for speed: the event is applied just to look for a winner, and few events can bring one.
    if most is None or not _may_end(state, event, points, most):
        return event
    after = evolve(state, event)
    # First the seat that was on turn: it can still win by the event that ends its turn.
    result = turns.victory(after, state.turn.seat, points)
    if result is None and isinstance(event, events.TurnEnded):
        # S12: points win on one's own turn only, so the next seat may already have enough.
        result = turns.victory(after, after.turn.seat, points)
        result = result or turns.ended_by_length(after, points)
    return event if result is None else replace(event, result=result)


def _may_end(state: State, event: AnyEvent, points: Points, most: int) -> bool:
    """False if nobody can have won by an event that brings at most ``most`` points."""
    target = state.table.options.target_points
    # An upper bound: True may be wrong, False never is.
    if points(state, state.turn.seat) + most >= target:
        return True
    if not isinstance(event, events.TurnEnded):
        return False
    return points(state, turns.next_seat(state)) >= target or state.turn.number >= TURN_LIMIT


def _decide(  # noqa: PLR0911 - one case a kind
    state: State, seat: int, move: PhasedMove, chance: Chance
) -> AnyEvent:
    match move:
        case moves.Roll():
            return roll(state, chance)
        case moves.EndTurn():
            return events.TurnEnded()
        case (
            moves.AnswerTrade()
            | moves.OfferTrade()
            | moves.TradeWithBank()
            | moves.CloseTrade()
            | moves.WithdrawTrade()
        ):
            return decide_trade(state, seat, move)
        case moves.BuildSettlement():
            return _build_settlement(state, seat, move.corner)
        case moves.BuildRoad():
            return _build_road(state, seat, move.edge)
        case moves.BuildCity():
            return _build_city(state, seat, move.corner)
        case moves.Discard():
            return discard(state, seat, move)
        case moves.MoveRobber():
            return move_robber(state, seat, move.hex, move.victim, chance, by_knight=False)
        case _:
            return decide_card(state, seat, move, chance)


def _build_settlement(state: State, seat: int, corner: int) -> events.SettlementBuilt:
    corners = len(state.table.land.topology.corners)
    # Checked first: a corner beyond the board would count as free and not reached.
    if corner >= corners:
        raise refusals.NoSuchCorner(corner=corner, last=corners - 1)
    founding = state.turn.phase is phases.FOUND_SETTLEMENT
    legal = founding_corners(state) if founding else settlement_corners(state, seat)
    # Checked before reach: "taken" holds for every seat, "not reached" only for this one.
    if state.pieces.closed >> corner & 1:
        raise refusals.CornerTaken(corner=corner, legal=list(bits(legal)))
    if not legal >> corner & 1:
        raise refusals.CornerNotReached(corner=corner, legal=list(bits(legal)))
    # S4: the settlement is free, and the seat cannot lack a piece yet.
    if founding:
        return _founding(state, corner)
    # The price is checked last: unlike place and piece, it can still be met by a trade.
    if not settlements_left(state, seat):
        raise refusals.NoPieceLeft(number=SETTLEMENTS)
    edition = state.table.edition
    check_held(state, seat, edition.settlement)
    honours = turns.honours_after_settlement(state, corner)
    return events.SettlementBuilt(
        corner=corner, paid=edition.settlement, gains=edition.nothing, honours=honours
    )


def _founding(state: State, corner: int) -> events.SettlementBuilt:
    is_second = state.turn.founded >= state.table.seats
    nothing = state.table.edition.nothing
    gains = second_settlement(state, corner) if is_second else nothing
    # It can break no road: a corner where two roads of the set-up meet is closed by the settlement
    # beside it (S9).
    return events.SettlementBuilt(
        corner=corner, paid=nothing, gains=gains, honours=turns.unchanged(state)
    )


def _build_road(state: State, seat: int, edge: int) -> events.RoadBuilt:
    topology, pieces, turn = state.table.land.topology, state.pieces, state.turn
    if edge >= len(topology.edges):
        raise refusals.NoSuchEdge(edge=edge, last=len(topology.edges) - 1)
    legal = edges_open(state, seat)
    if pieces.paved >> edge & 1:
        raise refusals.EdgeTaken(edge=edge, legal=list(bits(legal)))
    if not legal >> edge & 1:
        raise refusals.EdgeNotJoined(edge=edge, legal=list(bits(legal)))
    if not roads_left(state, seat):
        raise refusals.NoPieceLeft(number=ROADS)
    edition, is_free = state.table.edition, turn.phase is phases.FOUND_ROAD or turn.free_roads
    price = edition.nothing if is_free else edition.road
    # A free road's price is nothing, so the check holds for it too.
    check_held(state, seat, price)
    roads = pieces.roads[seat] | 1 << edge
    # Only trails through the new road can be longer than before (S11).
    length = longest_through(topology, roads, pieces.buildings & ~state.built(seat), edge)
    return events.RoadBuilt(edge=edge, paid=price, honours=turns.honours_after_road(state, length))


def _build_city(state: State, seat: int, corner: int) -> events.CityBuilt:
    own = state.pieces.settlements[seat]
    # Also refuses corners beyond the board and other seats' settlements.
    if not own >> corner & 1:
        raise refusals.NoSettlementThere(corner=corner, legal=list(bits(own)))
    if not cities_left(state, seat):
        raise refusals.NoPieceLeft(number=CITIES)
    check_held(state, seat, state.table.edition.city)
    return events.CityBuilt(corner=corner)


def _resign(state: State, seat: int) -> events.Resigned:
    # The outcome is that of the position without the seat, whose roads and knights no longer count.
    left = leave(state, seat)
    result = end_after_leaving(evolve(state, left), points)
    return left if result is None else replace(left, result=result)


def leave(state: State, seat: int) -> events.Resigned:
    """Return the event of a seat that leaves, without its outcome."""
    staying = state.staying()
    if seat not in staying:
        raise refusals.AlreadyResigned(seat=seat, staying=list(staying))
    return events.Resigned(seat=seat, honours=turns.honours_after_leaving(state, seat))


def end_after_leaving(after: State, points: Points) -> Outcome | None:
    """Return the outcome if one seat is left or the seat on turn has the points to win."""
    # A single seat wins with any points. Otherwise the seat on turn may win, because its turn has
    # just begun or an honour has come to it (S12).
    return turns.ended_by_leaving(after, points) or turns.victory(after, after.turn.seat, points)
