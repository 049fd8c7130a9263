"""The legal moves of a seat, each playable as it stands; free choices list one default."""

from collections.abc import Iterator
from enum import StrEnum
from itertools import combinations_with_replacement, islice
from typing import TypeVar

from domain.grids.hexagonal import bits
from domain.kernel.decider import MoveList
from domain.settlers.cards import (
    RESOURCES,
    Counts,
    Development,
    Resource,
    covers,
    most_held,
    named_resources,
    resource_cards,
    resources,
    tally,
)
from domain.settlers.decide_cards import PLENTY, can_play
from domain.settlers.decide_dice import victims
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
    """Return the seat's legal moves; of its trade offers, a free choice, one default."""
    return listed(moves(state, seat), limit, of_type)


def listed(legal: Iterator[M], limit: int, of_type: str | None) -> MoveList[M]:
    """Return at most ``limit`` of the moves, of one type if it is named."""
    if of_type is not None:
        legal = (move for move in legal if type_of(type(move)) == of_type)
    first = tuple(islice(legal, limit + 1))
    return MoveList(first[:limit], complete=len(first) <= limit)


def moves(state: State, seat: int) -> Iterator[AnyMove]:
    """Yield the seat's legal moves."""
    if seat in to_act(state):
        yield from _due(state, seat)
    if state.turn.phase is not Phase.OVER and seat in state.staying():
        yield Resign()


def _due(state: State, seat: int) -> Iterator[AnyMove]:
    match state.turn.phase:
        case Phase.FOUND_SETTLEMENT:
            yield from map(BuildSettlement, bits(founding_corners(state)))
        case Phase.FOUND_ROAD | Phase.ROADS:
            yield from map(BuildRoad, bits(edges_open(state, seat)))
        case Phase.ROLL:
            yield Roll()
            yield from development_cards(state, seat)
        case Phase.DISCARD:
            yield Discard(_default_discard(state, seat))
        case Phase.ROBBER:
            yield from (MoveRobber(hex_, victim) for hex_, victim in _robberies(state, seat))
        case _ if seat != state.turn.seat:
            yield from _answers(state, seat)
        case _:
            yield from _play(state, seat)


def _play(state: State, seat: int) -> Iterator[AnyMove]:
    hand, edition = state.cards.hands[seat], state.table.edition
    if (state.turn.free_roads or covers(hand, edition.road)) and roads_left(state, seat):
        yield from map(BuildRoad, bits(edges_open(state, seat)))
    if covers(hand, edition.settlement) and settlements_left(state, seat):
        yield from map(BuildSettlement, bits(settlement_corners(state, seat)))
    if covers(hand, edition.city) and cities_left(state, seat):
        yield from map(BuildCity, bits(state.pieces.settlements[seat]))
    if covers(hand, edition.development) and state.cards.deck:
        yield BuyDevelopmentCard()
    yield from development_cards(state, seat)
    yield from _bank_trades(state, seat)
    if state.turn.offer is not None:
        others = (n for n in range(state.table.seats) if can_close(state, seat, n))
        yield from map(CloseTrade, others)
        yield WithdrawTrade()
    # Once a turn: a bot that plays listed moves would make offers forever.
    elif not state.turn.has_offered and resource_cards(hand):
        yield _default_offer(hand)
    yield EndTurn()


def _default_offer(hand: Counts) -> OfferTrade[StrEnum]:
    """Return the offer of one of the most held resource for one of the least held."""
    own = resources(hand)
    most = own.index(max(own))
    least = min((n for n in range(len(own)) if n != most), key=own.__getitem__)
    return OfferTrade({RESOURCES[most]: 1}, {RESOURCES[least]: 1})


def _bank_trades(state: State, seat: int) -> Iterator[AnyMove]:
    hand, bank, goods = state.cards.hands[seat], state.cards.bank, state.table.edition.goods
    for give, rate in enumerate(rates(state, seat)):
        if hand[give] < rate:
            continue
        for get, left in enumerate(bank):
            if get != give and left:
                yield TradeWithBank(goods[give], goods[get])


def development_cards(state: State, seat: int) -> Iterator[AnyMove]:
    """Yield the plays of development cards."""
    if state.turn.has_played_card or not any(state.cards.developments[seat]):
        return
    if can_play(state, seat, Development.KNIGHT):
        yield from (PlayKnight(hex_, victim) for hex_, victim in _robberies(state, seat))
    if can_play(state, seat, Development.ROAD_BUILDING) and free_roads(state, seat):
        yield PlayRoadBuilding()
    if can_play(state, seat, Development.YEAR_OF_PLENTY):
        yield from (PlayYearOfPlenty(named_resources(pair)) for pair in _pairs(state.cards.bank))
    if can_play(state, seat, Development.MONOPOLY):
        yield from map(PlayMonopoly, RESOURCES)


def _robberies(state: State, seat: int) -> Iterator[tuple[tuple[int, int], int | None]]:
    for index, hex_ in enumerate(state.table.land.topology.hexes):
        if index != state.pieces.robber:
            for victim in victims(state, seat, index) or (None,):
                yield hex_, victim


def _pairs(bank: Counts) -> Iterator[Counts]:
    """Yield the pairs of cards that the bank can give; single cards if it holds only one."""
    due = min(PLENTY, resource_cards(bank))
    for cards in combinations_with_replacement(range(len(RESOURCES)), due) if due else ():
        wanted = tally(cards)
        if covers(bank, wanted):
            yield wanted


def _default_discard(state: State, seat: int) -> dict[Resource, int]:
    return named_resources(most_held(state.cards.hands[seat], state.turn.owed[seat]))


def _answers(state: State, seat: int) -> Iterator[AnyMove]:
    offer = state.turn.offer
    assert offer is not None
    if covers(state.cards.hands[seat], offer.get):
        yield acceptance(state.table.edition, offer.give, offer.get)
    yield AnswerTrade(False)
