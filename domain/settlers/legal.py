"""The legal moves of a seat, each complete; of a free choice only one default is listed."""

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from functools import lru_cache
from itertools import combinations_with_replacement
from operator import ge
from typing import TypeVar

from domain.grids.hexagonal import Hex, bits
from domain.kernel.decider import MoveList
from domain.settlers import phases
from domain.settlers.board import RESOURCE_RATE, robberies
from domain.settlers.cards import (
    RESOURCES,
    Counts,
    Development,
    Edition,
    covers,
    most_held,
    named_resources,
    resource_cards,
    resources,
    tally,
)
from domain.settlers.decide_cards import PLENTY, playable
from domain.settlers.decide_dice import robbable
from domain.settlers.decide_trade import can_close, rates
from domain.settlers.moves import (
    AnswerTrade,
    AnyMove,
    BuildCity,
    BuildRoad,
    BuildSettlement,
    BuyDevelopmentCard,
    CloseTrade,
    Discard,
    EndTurn,
    MoveRobber,
    OfferTrade,
    PlayKnight,
    PlayMonopoly,
    PlayRoadBuilding,
    PlayYearOfPlenty,
    Resign,
    Roll,
    TradeWithBank,
    WithdrawTrade,
    acceptance,
)
from domain.settlers.places import (
    cities_left,
    edges_open,
    founding_corners,
    free_roads,
    roads_left,
    settlement_corners,
    settlements_left,
)
from domain.settlers.state import Phase, State
from domain.settlers.turns import to_act
from domain.wire.kinds import type_of
from domain.wire.moves import Move

M = TypeVar("M", bound=Move)


def legal_moves(
    state: State, seat: int, limit: int, of_type: str | None = None
) -> MoveList[AnyMove]:
    """Return the seat's legal moves; of the offers it may make, only one default is listed."""
    return first_moves(moves(state, seat), limit, of_type)


def first_moves(legal: Sequence[M], limit: int, of_type: str | None) -> MoveList[M]:
    """Return at most ``limit`` of the moves, of one type if it is named."""
    # Filtered before the cut: the limit counts only moves of the requested type.
    if of_type is not None:
        legal = [move for move in legal if type_of(type(move)) == of_type]
    if len(legal) <= limit:
        return MoveList(tuple(legal), complete=True)
    return MoveList(tuple(legal[:limit]), complete=False)


def moves(state: State, seat: int) -> list[AnyMove]:
    """Return the seat's legal moves."""
    phase = state.turn.phase
    if phase is phases.OVER:
        return []
    # Lists instead of generators: nested generators were one reason why a listing took 7.4 µs; now
    # it takes 4.1 (commit fefde56d).
    legal = _DUE[phase](state, seat) if seat in to_act(state) else []
    if state.stays(seat):
        # Last: bots and defaults that take the first move never leave by accident.
        legal.append(Resign())
    return legal


def _foundings(state: State, _: int) -> list[AnyMove]:
    return [BuildSettlement(corner) for corner in bits(founding_corners(state))]


def _roads(state: State, seat: int) -> list[AnyMove]:
    return [BuildRoad(edge) for edge in bits(edges_open(state, seat))]


def _before_play(state: State, seat: int) -> list[AnyMove]:
    return [Roll(), *development_cards(state, seat)]


def _discards(state: State, seat: int) -> list[AnyMove]:
    # One default: the choices of seven cards or more run into hundreds, and `decide` accepts each.
    return [Discard(named_resources(most_held(state.cards.hands[seat], state.turn.owed[seat])))]


def _sevens(state: State, seat: int) -> list[AnyMove]:
    return [MoveRobber(hex_, victim) for hex_, victim in _robberies(state, seat)]


def _robberies(state: State, seat: int) -> list[tuple[Hex, int | None]]:
    """Return the robber's moves, each to a hex with one of the victims there, if any (S7)."""
    robber, topology = state.pieces.robber, state.table.land.topology
    # The robber's hex is not part of the key: positions with the same buildings share one list.
    everywhere = robberies(topology, robbable(state, seat))
    return [(hex_, victim) for index, hex_, victim in everywhere if index != robber]


def _play(state: State, seat: int) -> list[AnyMove]:
    if seat != state.turn.seat:
        return _answers(state, seat)
    can_pay = state.table.edition.affordable(state.cards.hands[seat])
    legal: list[AnyMove] = []
    # Free roads within this phase exist in version 1 only.
    if (state.turn.free_roads or can_pay.road) and roads_left(state, seat):
        legal += _roads(state, seat)
    if can_pay.settlement and settlements_left(state, seat):
        legal += map(BuildSettlement, bits(settlement_corners(state, seat)))
    if can_pay.city and cities_left(state, seat):
        legal += map(BuildCity, bits(state.pieces.settlements[seat]))
    if can_pay.development and state.cards.deck:
        legal.append(BuyDevelopmentCard())
    legal += development_cards(state, seat)
    legal += _bank_trades(state, seat)
    legal += _trades(state, seat)
    legal.append(EndTurn())
    return legal


def _answers(state: State, seat: int) -> list[AnyMove]:
    offer = state.turn.offer
    assert offer is not None
    # A counter-offer is a free choice and is not listed.
    refusal: AnswerTrade[StrEnum] = AnswerTrade(False)
    # `decide` would refuse an acceptance that cannot be paid.
    if not covers(state.cards.hands[seat], offer.get):
        return [refusal]
    return [acceptance(state.table.edition, offer.give, offer.get), refusal]


def _bank_trades(state: State, seat: int) -> Sequence[TradeWithBank[StrEnum]]:
    hand, bank, edition = state.cards.hands[seat], state.cards.bank, state.table.edition
    if max(hand) < RESOURCE_RATE:  # half of all hands
        return ()
    rate = rates(state, seat)
    if not any(map(ge, hand, rate)):
        return ()
    each = zip(_trades_by_good(edition), hand, rate, strict=True)
    trades = [trade for trades, held, due in each if held >= due for trade in trades]
    # The usual case: the bank runs out of a good only late in a game.
    if all(bank):
        return trades
    return [trade for trade in trades if bank[edition.index[trade.get]]]


@lru_cache(maxsize=64)
def _trades_by_good(edition: Edition) -> tuple[tuple[TradeWithBank[StrEnum], ...], ...]:
    """Return the trades of each good for the others (S10)."""
    goods = edition.goods
    return tuple(tuple(TradeWithBank(give, get) for get in goods if get != give) for give in goods)


def _trades(state: State, seat: int) -> Sequence[AnyMove]:
    """Return the moves of an offer under way, or the default offer."""
    turn = state.turn
    if turn.offer is not None:
        # Terms are never empty, so only acceptances are truthy.
        answered = [n for n, answer in enumerate(turn.offer.answers) if answer]
        closing = [CloseTrade(n) for n in answered if can_close(state, seat, n)]
        return [*closing, WithdrawTrade()]
    # Listed once a turn: otherwise a bot that plays listed moves would make offers forever.
    return () if turn.has_offered else _default_offers(resources(state.cards.hands[seat]))


def _default_offers(own: Counts) -> Sequence[OfferTrade[StrEnum]]:
    """Return the default offer, if any: one of the most held resource for one of the least held."""
    most, least = max(own), min(own)
    if not most:
        return ()
    # If the seat holds as many of each, it offers the first for the second.
    return (_offer(own.index(most), own.index(least) if least < most else 1),)


@lru_cache(maxsize=64)
def _offer(give: int, get: int) -> OfferTrade[StrEnum]:
    return OfferTrade({RESOURCES[give]: 1}, {RESOURCES[get]: 1})


def development_cards(state: State, seat: int) -> list[AnyMove]:
    """Return the plays of development cards."""
    legal: list[AnyMove] = []
    for card in playable(state, seat):
        legal += _PLAYS[card](state, seat)
    return legal


def _knights(state: State, seat: int) -> list[PlayKnight]:
    return [PlayKnight(hex_, victim) for hex_, victim in _robberies(state, seat)]


def _road_buildings(state: State, seat: int) -> list[PlayRoadBuilding]:
    return [PlayRoadBuilding()] if free_roads(state, seat) else []


def _years_of_plenty(state: State, _: int) -> list[PlayYearOfPlenty]:
    return [PlayYearOfPlenty(named_resources(pair)) for pair in _pairs(state.cards.bank)]


def _monopolies(_: State, __: int) -> list[PlayMonopoly]:
    return list(map(PlayMonopoly, RESOURCES))


def _pairs(bank: Counts) -> list[Counts]:
    """Return the pairs of cards that the bank can give; single cards if it holds only one."""
    due = min(PLENTY, resource_cards(bank))
    if not due:
        return []
    pairs = map(tally, combinations_with_replacement(range(len(RESOURCES)), due))
    return [pair for pair in pairs if covers(bank, pair)]


_PLAYS: Mapping[Development, Callable[[State, int], Sequence[AnyMove]]] = {
    Development.KNIGHT: _knights,
    Development.ROAD_BUILDING: _road_buildings,
    Development.YEAR_OF_PLENTY: _years_of_plenty,
    Development.MONOPOLY: _monopolies,
}

_DUE: Mapping[Phase, Callable[[State, int], list[AnyMove]]] = {
    phases.FOUND_SETTLEMENT: _foundings,
    phases.FOUND_ROAD: _roads,
    phases.ROADS: _roads,
    phases.ROLL: _before_play,
    phases.DISCARD: _discards,
    phases.ROBBER: _sevens,
    phases.PLAY: _play,
}
"""The moves that are due in each phase (S5)."""
