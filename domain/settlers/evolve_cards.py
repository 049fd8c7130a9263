"""What development cards do to a position (S2, S5)."""

from typing import assert_never

from msgspec.structs import replace

from domain.settlers.cards import KIND, Counts, Development
from domain.settlers.changes import got, handed, paid, with_item, with_turn
from domain.settlers.events import (
    CardEvent,
    DevelopmentCardBought,
    MonopolyPlayed,
    RoadBuildingPlayed,
    YearOfPlentyPlayed,
)
from domain.settlers.state import Phase, State


def evolve_card(state: State, event: CardEvent) -> State:
    """The position after a development card was bought or played (S5)."""
    match event:
        case DevelopmentCardBought():
            return _bought(state, event)
        case RoadBuildingPlayed():
            return _roads_granted(state, event)
        case YearOfPlentyPlayed():
            return got(played(state, Development.YEAR_OF_PLENTY), state.turn.seat, event.cards)
        case MonopolyPlayed():
            return _monopoly(state, event)
        case _:
            assert_never(event)


def _bought(state: State, event: DevelopmentCardBought) -> State:
    seat = state.turn.seat
    state = paid(state, seat, state.table.edition.development)
    cards = state.cards
    own = _added(cards.developments[seat], event.card, 1)
    cards = replace(
        cards, deck=cards.deck[1:], developments=with_item(cards.developments, seat, own)
    )
    turn = replace(state.turn, bought=_added(state.turn.bought, event.card, 1))
    return State(state.table, turn, state.pieces, cards, state.standing)


def played(state: State, card: Development, free_roads: int = 0) -> State:
    """The position without a card that the seat on turn has played."""
    seat, cards = state.turn.seat, state.cards
    own = _added(cards.developments[seat], card, -1)
    cards = replace(cards, developments=with_item(cards.developments, seat, own))
    turn = replace(state.turn, has_played_card=True, free_roads=free_roads)
    return State(state.table, turn, state.pieces, cards, state.standing)


def _added(developments: Counts, card: Development, n: int) -> Counts:
    kind = KIND[card]
    return with_item(developments, kind, developments[kind] + n)


def _roads_granted(state: State, event: RoadBuildingPlayed) -> State:
    after = played(state, Development.ROAD_BUILDING, free_roads=event.roads)
    return with_turn(after, phase=Phase.ROADS) if state.table.rules.roads_at_once else after


def _monopoly(state: State, event: MonopolyPlayed) -> State:
    after, seat = played(state, Development.MONOPOLY), state.turn.seat
    for other, n in enumerate(event.taken):
        if n:
            after = handed(after, other, seat, state.table.edition.times(n, event.resource))
    return after
