"""What each event does to a position. Total: applies facts, refuses nothing."""

import dataclasses
from typing import TypeVar, assert_never

from msgspec.structs import replace

from domain.decider import Outcome
from domain.settlers.board import Terrain, land_of
from domain.settlers.cards import (
    CITY,
    DEVELOPMENT,
    FULL_BANK,
    KIND,
    NOTHING,
    ONE,
    Counts,
    Development,
    minus,
    plus,
    times,
)
from domain.settlers.events import (
    AnyEvent,
    CardEvent,
    CardsDiscarded,
    CityBuilt,
    Dealt,
    DevelopmentCardBought,
    DiceRolled,
    Honours,
    MonopolyPlayed,
    Resigned,
    RoadBuildingPlayed,
    RoadBuilt,
    RobberMoved,
    SettlementBuilt,
    TradeAnswered,
    TradeClosed,
    TradedWithBank,
    TradeEvent,
    TradeOffered,
    TradeWithdrawn,
    TurnEnded,
    YearOfPlentyPlayed,
)
from domain.settlers.state import Cards, Offer, Phase, Pieces, Standing, State, Table, Turn
from domain.settlers.turns import clockwise, next_founding

T = TypeVar("T")


def initial_state(table: Table, dealt: Dealt) -> State:
    """The position after the deal: the set-up begins (S4)."""
    seats = table.seats
    none, nothing = (0,) * seats, (NOTHING,) * seats
    land = land_of(table.board.topology, dealt.layout)
    table = dataclasses.replace(table, land=land, first_seat=dealt.first_seat)
    turn = Turn(
        1, dealt.first_seat, Phase.FOUND_SETTLEMENT, 0, None, None, False, NOTHING, 0, none, None
    )
    robber = dealt.layout.terrains.index(Terrain.DESERT)
    pieces = Pieces(none, none, none, none, 0, 0, 0, robber)
    cards = Cards(nothing, FULL_BANK, dealt.deck, nothing, none)
    return State(table, turn, pieces, cards, Standing(none, None, None, 0, 0, 0, None, none))


def evolve(state: State, event: AnyEvent) -> State:
    """The position after an event."""
    match event:
        case SettlementBuilt():
            after = _settlement_built(state, event)
        case RoadBuilt():
            after = _road_built(state, event)
        case CityBuilt():
            after = _city_built(state, event)
        case DiceRolled():
            after = _dice_rolled(state, event)
        case CardsDiscarded():
            after = _discarded(state, event)
        case RobberMoved():
            after = _robber_moved(state, event)
        case TurnEnded():
            after = _passed(state, _after(state))
        case Resigned():
            after = _resigned(state, event)
        case Dealt():
            after = initial_state(state.table, event)
        case TradedWithBank() | TradeOffered() | TradeAnswered() | TradeClosed() | TradeWithdrawn():
            after = _traded(state, event)
        case _:
            after = _card_evolved(state, event)
    return after if event.result is None else over(after, event.result)


def over(state: State, result: Outcome) -> State:
    """The position when the game has ended: nothing is due any more."""
    standing = replace(state.standing, result=result)
    none = (0,) * state.table.seats
    return State(
        state.table,
        replace(state.turn, phase=Phase.OVER, offer=None, corner=None, free_roads=0, owed=none),
        state.pieces,
        state.cards,
        standing,
    )


def _with(items: tuple[T, ...], place: int, item: T) -> tuple[T, ...]:
    return (*items[:place], item, *items[place + 1 :])


def _turned(state: State, **changes: object) -> State:
    turn = replace(state.turn, **changes)
    return State(state.table, turn, state.pieces, state.cards, state.standing)


def _stood(standing: Standing, honours: Honours) -> Standing:
    return Standing(
        honours.roads,
        honours.longest_road,
        honours.largest_army,
        standing.resigned,
        standing.dice,
        standing.thefts,
        standing.result,
        standing.awarded,
    )


# Cards
def _with_cards(state: State, cards: Cards) -> State:
    return State(state.table, state.turn, state.pieces, cards, state.standing)


def paid(state: State, seat: int, price: Counts) -> State:
    """A seat's cards go to the bank."""
    if price == NOTHING:
        return state
    cards = state.cards
    hands = _with(cards.hands, seat, minus(cards.hands[seat], price))
    bank = plus(cards.bank, price)
    return _with_cards(state, Cards(hands, bank, cards.deck, cards.developments, cards.knights))


def got(state: State, seat: int, gain: Counts) -> State:
    """The bank's cards go to a seat."""
    if gain == NOTHING:
        return state
    cards = state.cards
    hands = _with(cards.hands, seat, plus(cards.hands[seat], gain))
    bank = minus(cards.bank, gain)
    return _with_cards(state, Cards(hands, bank, cards.deck, cards.developments, cards.knights))


def _given(state: State, giver: int, taker: int, given: Counts) -> State:
    cards = state.cards
    hands = _with(cards.hands, giver, minus(cards.hands[giver], given))
    hands = _with(hands, taker, plus(hands[taker], given))
    return _with_cards(state, replace(cards, hands=hands))


# Building
def _settlement_built(state: State, event: SettlementBuilt) -> State:
    seat, pieces, turn = state.turn.seat, state.pieces, state.turn
    bit, topology = 1 << event.corner, state.table.land.topology
    pieces = Pieces(
        _with(pieces.settlements, seat, pieces.settlements[seat] | bit),
        pieces.cities,
        pieces.roads,
        _with(pieces.reach, seat, pieces.reach[seat] | bit),
        pieces.buildings | bit,
        pieces.closed | topology.near_bits[event.corner],
        pieces.paved,
        pieces.robber,
    )
    if turn.phase is Phase.FOUND_SETTLEMENT:
        turn = replace(turn, phase=Phase.FOUND_ROAD, corner=event.corner)
    state = State(state.table, turn, pieces, state.cards, _stood(state.standing, event.honours))
    return got(paid(state, seat, event.paid), seat, event.gains)


def _road_built(state: State, event: RoadBuilt) -> State:
    seat, pieces, turn = state.turn.seat, state.pieces, state.turn
    bit, topology = 1 << event.edge, state.table.land.topology
    pieces = Pieces(
        pieces.settlements,
        pieces.cities,
        _with(pieces.roads, seat, pieces.roads[seat] | bit),
        _with(pieces.reach, seat, pieces.reach[seat] | topology.edge_corner_bits[event.edge]),
        pieces.buildings,
        pieces.closed,
        pieces.paved | bit,
        pieces.robber,
    )
    state = State(state.table, turn, pieces, state.cards, _stood(state.standing, event.honours))
    if turn.phase is Phase.FOUND_ROAD:
        return _founded(state, turn.founded + 1, state.standing.resigned)
    if event.paid == NOTHING:
        return _free_road_laid(state)
    return paid(state, seat, event.paid)


def _free_road_laid(state: State) -> State:
    """One road fewer to lay; after the last the turn goes on where the card was played (S5)."""
    turn = state.turn
    left, phase = turn.free_roads - 1, turn.phase
    if phase is Phase.ROADS and not left:
        phase = Phase.ROLL if turn.dice is None else Phase.PLAY
    return _turned(state, free_roads=left, phase=phase)


def _founded(state: State, founded: int, resigned: int) -> State:
    """The next settlement of the set-up, or the first turn (S4)."""
    founded, seat = next_founding(state, founded, resigned)
    is_done = founded == 2 * state.table.seats
    phase = Phase.ROLL if is_done else Phase.FOUND_SETTLEMENT
    return _turned(state, founded=founded, phase=phase, seat=seat, corner=None)


def _city_built(state: State, event: CityBuilt) -> State:
    seat, pieces = state.turn.seat, state.pieces
    bit = 1 << event.corner
    pieces = Pieces(
        _with(pieces.settlements, seat, pieces.settlements[seat] & ~bit),
        _with(pieces.cities, seat, pieces.cities[seat] | bit),
        pieces.roads,
        pieces.reach,
        pieces.buildings,
        pieces.closed,
        pieces.paved,
        pieces.robber,
    )
    state = State(state.table, state.turn, pieces, state.cards, state.standing)
    return paid(state, seat, CITY)


# Dice and robber
def _dice_rolled(state: State, event: DiceRolled) -> State:
    cards, standing = state.cards, state.standing
    is_seven = sum(event.dice) == 7
    due = Phase.DISCARD if any(event.owed) else Phase.ROBBER
    turn = replace(
        state.turn, dice=event.dice, owed=event.owed, phase=due if is_seven else Phase.PLAY
    )
    if not is_seven:
        hands = tuple(map(plus, cards.hands, event.gains))
        bank = cards.bank
        for gain in event.gains:
            bank = minus(bank, gain)
        cards = Cards(hands, bank, cards.deck, cards.developments, cards.knights)
    return State(state.table, turn, state.pieces, cards, replace(standing, dice=standing.dice + 2))


def _discarded(state: State, event: CardsDiscarded) -> State:
    owed = _with(state.turn.owed, event.seat, 0)
    phase = Phase.DISCARD if any(owed) else Phase.ROBBER
    return paid(_turned(state, owed=owed, phase=phase), event.seat, event.cards)


def _robber_moved(state: State, event: RobberMoved) -> State:
    seat, standing = state.turn.seat, state.standing
    robber = state.table.land.topology.hex_index[event.hex]
    state = State(
        state.table,
        state.turn,
        replace(state.pieces, robber=robber),
        state.cards,
        _stood(standing, event.honours),
    )
    if event.by_knight:
        state = _knighted(_played(state, Development.KNIGHT))
    else:
        state = _turned(state, phase=Phase.PLAY)
    stolen = event.stolen[seat]
    if event.victim is None or stolen is None:
        return state
    state = _given(state, event.victim, seat, ONE[stolen])
    thefts = replace(state.standing, thefts=standing.thefts + 1)
    return State(state.table, state.turn, state.pieces, state.cards, thefts)


def _knighted(state: State) -> State:
    seat, cards = state.turn.seat, state.cards
    knights = _with(cards.knights, seat, cards.knights[seat] + 1)
    return _with_cards(state, replace(cards, knights=knights))


# Development cards
def _card_evolved(state: State, event: CardEvent) -> State:
    match event:
        case DevelopmentCardBought():
            return _bought(state, event)
        case RoadBuildingPlayed():
            return _roads_granted(state, event)
        case YearOfPlentyPlayed():
            return got(_played(state, Development.YEAR_OF_PLENTY), state.turn.seat, event.cards)
        case MonopolyPlayed():
            return _monopoly(state, event)
        case _:
            assert_never(event)


def _bought(state: State, event: DevelopmentCardBought) -> State:
    seat = state.turn.seat
    state = paid(state, seat, DEVELOPMENT)
    cards, one = state.cards, ONE[KIND[event.card]]
    own = _with(cards.developments, seat, plus(cards.developments[seat], one))
    cards = Cards(cards.hands, cards.bank, cards.deck[1:], own, cards.knights)
    turn = replace(state.turn, bought=plus(state.turn.bought, one))
    return State(state.table, turn, state.pieces, cards, state.standing)


def _played(state: State, card: Development, free_roads: int = 0) -> State:
    seat, cards = state.turn.seat, state.cards
    own = minus(cards.developments[seat], ONE[KIND[card]])
    cards = replace(cards, developments=_with(cards.developments, seat, own))
    turn = replace(state.turn, has_played_card=True, free_roads=free_roads)
    return State(state.table, turn, state.pieces, cards, state.standing)


def _roads_granted(state: State, event: RoadBuildingPlayed) -> State:
    after = _played(state, Development.ROAD_BUILDING, free_roads=event.roads)
    return _turned(after, phase=Phase.ROADS) if state.table.rules.roads_at_once else after


def _monopoly(state: State, event: MonopolyPlayed) -> State:
    after, seat = _played(state, Development.MONOPOLY), state.turn.seat
    for other, n in enumerate(event.taken):
        if n:
            after = _given(after, other, seat, times(n, event.resource))
    return after


# Trade
def _traded(state: State, event: TradeEvent) -> State:
    match event:
        case TradedWithBank():
            return got(paid(state, state.turn.seat, event.give), state.turn.seat, event.get)
        case TradeOffered():
            return _offered(state, event)
        case TradeAnswered():
            return _answered(state, event)
        case TradeClosed():
            return _closed(state, event)
        case TradeWithdrawn():
            return _turned(state, offer=None)
        case _:
            assert_never(event)


def _offered(state: State, event: TradeOffered) -> State:
    answers = (None,) * state.table.seats
    return _turned(state, offer=Offer(event.give, event.get, answers), has_offered=True)


def _answered(state: State, event: TradeAnswered) -> State:
    offer = state.turn.offer
    assert offer is not None
    answer = (event.give, event.get) if event.accepted else False
    return _turned(
        state, offer=Offer(offer.give, offer.get, _with(offer.answers, event.seat, answer))
    )


def _closed(state: State, event: TradeClosed) -> State:
    seat = state.turn.seat
    after = _turned(_given(state, seat, event.seat, event.give), offer=None)
    return _given(after, event.seat, seat, event.get)


# Turns
def _after(state: State) -> int:
    seat, resigned = state.turn.seat, state.standing.resigned
    return clockwise(state, (seat + 1) % state.table.seats, resigned)


def _passed(state: State, next_seat: int) -> State:
    turn = state.turn
    following = Turn(
        turn.number + 1,
        next_seat,
        Phase.ROLL,
        turn.founded,
        None,
        None,
        False,
        NOTHING,
        0,
        (0,) * state.table.seats,
        None,
    )
    return State(state.table, following, state.pieces, state.cards, state.standing)


def _resigned(state: State, event: Resigned) -> State:
    seat, turn = event.seat, state.turn
    state = paid(state, seat, state.cards.hands[seat])
    resigned = state.standing.resigned | 1 << seat
    standing = replace(_stood(state.standing, event.honours), resigned=resigned)
    state = State(state.table, state.turn, state.pieces, state.cards, standing)
    if seat == turn.seat and turn.phase in (Phase.FOUND_SETTLEMENT, Phase.FOUND_ROAD):
        return _founded(state, turn.founded, resigned)
    if seat == turn.seat:
        return _passed(state, clockwise(state, seat, resigned))
    owed = _with(turn.owed, seat, 0)
    is_discarded = turn.phase is Phase.DISCARD and not any(owed)
    return _turned(state, owed=owed, phase=Phase.ROBBER if is_discarded else turn.phase)
