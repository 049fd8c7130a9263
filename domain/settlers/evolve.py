"""The effect of each event on a position. Total: applies facts, refuses nothing."""

import dataclasses
from typing import assert_never

from msgspec.structs import replace

from domain.record.outcome import Outcome
from domain.settlers import phases
from domain.settlers.board import Terrain, land_of
from domain.settlers.cards import KIND, Counts, Development, minus, plus
from domain.settlers.declined import forgetting, with_refusal
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
from domain.settlers.state import (
    Offer,
    State,
    Table,
    Turn,
    empty_state,
    with_cards,
    with_item,
    with_turn,
)
from domain.settlers.turns import clockwise, next_founding, next_seat


def initial_state(table: Table, dealt: Dealt) -> State:
    """Return the position after the deal: the set-up begins (S4)."""
    land = land_of(table.board.topology, dealt.layout)
    laid = dataclasses.replace(table, land=land, first_seat=dealt.first_seat)
    state = empty_state(laid, dealt.deck)
    # A board has a desert: boards without one are refused.
    robber = dealt.layout.terrains.index(Terrain.DESERT)
    return replace(state, pieces=replace(state.pieces, robber=robber))


def evolve(state: State, event: AnyEvent) -> State:
    """Return the position after an event."""
    match event:
        case DiceRolled():
            # The most frequent cases come first: each failed match costs 60 ns (commit fefde56d).
            after = _dice_rolled(state, event)
        case TurnEnded():
            after = _next_turn(state, next_seat(state))
        case TradeAnswered() | TradeOffered() | TradedWithBank() | TradeClosed() | TradeWithdrawn():
            after = _trade(state, event)
        case RobberMoved():
            after = _robber_moved(state, event)
        case RoadBuilt():
            after = _road_built(state, event)
        case SettlementBuilt():
            after = _settlement_built(state, event)
        case CityBuilt():
            after = _city_built(state, event)
        case CardsDiscarded():
            after = _discarded(state, event)
        case Resigned():
            after = _resigned(state, event)
        case Dealt():
            after = initial_state(state.table, event)
        case _:
            after = _card(state, event)
    if after.declined:
        after = forgetting(state, after)
    return after if event.result is None else over(after, event.result)


def over(state: State, result: Outcome) -> State:
    """Return the position at the end of the game: nothing is due."""
    none = (0,) * state.table.seats
    # Cleared, so that no view, clock or order treats a finished game as one that waits.
    state = with_turn(state, phase=phases.OVER, offer=None, corner=None, free_roads=0, owed=none)
    return replace(state, standing=replace(state.standing, result=result), declined=())


# Building
def _settlement_built(state: State, event: SettlementBuilt) -> State:
    seat, pieces, turn = state.turn.seat, state.pieces, state.turn
    bit, topology = 1 << event.corner, state.table.land.topology
    pieces = replace(
        pieces,
        settlements=with_item(pieces.settlements, seat, pieces.settlements[seat] | bit),
        reach=with_item(pieces.reach, seat, pieces.reach[seat] | bit),
        buildings=pieces.buildings | bit,
        # S9: no neighbour of a building can ever be built on, since buildings are never removed.
        closed=pieces.closed | topology.near_bits[event.corner],
    )
    if turn.phase is phases.FOUND_SETTLEMENT:
        turn = replace(turn, phase=phases.FOUND_ROAD, corner=event.corner)
    state = replace(_with_honours(state, event.honours), turn=turn, pieces=pieces)
    return _received(paid(state, seat, event.paid), seat, event.gains)


def _road_built(state: State, event: RoadBuilt) -> State:
    seat, pieces, turn = state.turn.seat, state.pieces, state.turn
    bit, topology = 1 << event.edge, state.table.land.topology
    reach = pieces.reach[seat] | topology.edge_corner_bits[event.edge]
    pieces = replace(
        pieces,
        roads=with_item(pieces.roads, seat, pieces.roads[seat] | bit),
        reach=with_item(pieces.reach, seat, reach),
        paved=pieces.paved | bit,
    )
    state = replace(_with_honours(state, event.honours), pieces=pieces)
    if turn.phase is phases.FOUND_ROAD:
        # S4: the road completes a founding, so the next seat follows only now.
        return _founded(state, turn.founded + 1, state.standing.resigned)
    if not any(event.paid):  # laid by the road building card (S5)
        return _free_road_laid(state)
    return paid(state, seat, event.paid)


def _free_road_laid(state: State) -> State:
    """Return the position with one free road fewer; after the last the turn resumes (S5)."""
    turn = state.turn
    left, phase = turn.free_roads - 1, turn.phase
    # In version 1 free roads are laid in the usual phase, which then stays as it is.
    if phase is phases.ROADS and not left:
        # The card may have come before the roll (S5).
        phase = phases.ROLL if turn.dice is None else phases.PLAY
    return with_turn(state, free_roads=left, phase=phase)


def _founded(state: State, founded: int, resigned: int) -> State:
    """Return the position at the next settlement of the set-up, or the first turn (S4)."""
    founded, seat = next_founding(state, founded, resigned)
    is_done = founded == 2 * state.table.seats
    phase = phases.ROLL if is_done else phases.FOUND_SETTLEMENT
    return with_turn(state, founded=founded, phase=phase, seat=seat, corner=None)


def _city_built(state: State, event: CityBuilt) -> State:
    seat, pieces = state.turn.seat, state.pieces
    bit = 1 << event.corner
    pieces = replace(
        pieces,
        # S2: the settlement goes back to the supply; `buildings` and `closed` stay as they are.
        settlements=with_item(pieces.settlements, seat, pieces.settlements[seat] & ~bit),
        cities=with_item(pieces.cities, seat, pieces.cities[seat] | bit),
    )
    return paid(replace(state, pieces=pieces), seat, state.table.edition.city)


def _with_honours(state: State, honours: Honours) -> State:
    standing = replace(
        state.standing,
        roads=honours.roads,
        longest_road=honours.longest_road,
        largest_army=honours.largest_army,
    )
    return replace(state, standing=standing)


# Dice and robber
def _dice_rolled(state: State, event: DiceRolled) -> State:
    cards, standing = state.cards, state.standing
    is_seven = sum(event.dice) == 7
    # S7: all discards come before the robber.
    due = phases.DISCARD if any(event.owed) else phases.ROBBER
    turn = replace(
        state.turn, dice=event.dice, owed=event.owed, phase=due if is_seven else phases.PLAY
    )
    # A seven pays nothing, so hands and bank stay the same objects.
    if not is_seven:
        hands, bank = list(cards.hands), cards.bank
        for seat, gain in enumerate(event.gains):
            if any(gain):
                hands[seat], bank = plus(hands[seat], gain), minus(bank, gain)
        cards = replace(cards, hands=tuple(hands), bank=bank)
    # Every roll draws twice, also for a seven; the labels of the next roll continue from here.
    standing = replace(standing, dice=standing.dice + 2)
    return replace(state, turn=turn, cards=cards, standing=standing)


def _discarded(state: State, event: CardsDiscarded) -> State:
    owed = with_item(state.turn.owed, event.seat, 0)
    phase = phases.DISCARD if any(owed) else phases.ROBBER
    return paid(with_turn(state, owed=owed, phase=phase), event.seat, event.cards)


def _robber_moved(state: State, event: RobberMoved) -> State:
    seat, robber = state.turn.seat, state.table.land.topology.hex_index[event.hex]
    state = replace(
        _with_honours(state, event.honours), pieces=replace(state.pieces, robber=robber)
    )
    # A knight leaves the phase as it is: it may come before the roll (S5).
    if event.by_knight:
        state = _knight_counted(_played(state, Development.KNIGHT))
    else:
        state = with_turn(state, phase=phases.PLAY)
    stolen = event.stolen[seat]
    if event.victim is None or stolen is None:
        return state
    state = _transferred(state, event.victim, seat, state.table.edition.one[stolen])
    # Even if the victim still has the cards for the trade: an exception would reveal that.
    if state.table.rules.theft_ends_acceptance:
        state = _asked_again(state, event.victim)
    return replace(state, standing=replace(state.standing, thefts=state.standing.thefts + 1))


def _asked_again(state: State, seat: int) -> State:
    """Return the position without a seat's acceptance of the offer under way, if any (S10)."""
    offer = state.turn.offer
    if offer is None or not isinstance(offer.answers[seat], tuple):
        return state
    return with_turn(state, offer=replace(offer, answers=with_item(offer.answers, seat, None)))


def _knight_counted(state: State) -> State:
    seat, knights = state.turn.seat, state.cards.knights
    return with_cards(state, knights=with_item(knights, seat, knights[seat] + 1))


# Development cards
def _card(state: State, event: CardEvent) -> State:
    match event:
        case DevelopmentCardBought():
            return _bought(state, event)
        case RoadBuildingPlayed():
            return _roads_granted(state, event)
        case YearOfPlentyPlayed():
            return _received(
                _played(state, Development.YEAR_OF_PLENTY), state.turn.seat, event.cards
            )
        case MonopolyPlayed():
            return _monopoly(state, event)
        case _:
            assert_never(event)


def _bought(state: State, event: DevelopmentCardBought) -> State:
    seat = state.turn.seat
    state = paid(state, seat, state.table.edition.development)
    state = _with_card(state, seat, event.card, 1)
    state = with_cards(state, deck=state.cards.deck[1:])
    # Counted by kind, not by card: cards of a kind are equal.
    return with_turn(state, bought=_added(state.turn.bought, event.card, 1))


def _played(state: State, card: Development, free_roads: int = 0) -> State:
    # Played cards leave the game; only knights are counted, in `knights`.
    state = _with_card(state, state.turn.seat, card, -1)
    return with_turn(state, has_played_card=True, free_roads=free_roads)


def _with_card(state: State, seat: int, card: Development, n: int) -> State:
    hands = state.cards.developments
    return with_cards(state, developments=with_item(hands, seat, _added(hands[seat], card, n)))


def _added(developments: Counts, card: Development, n: int) -> Counts:
    kind = KIND[card]
    return with_item(developments, kind, developments[kind] + n)


def _roads_granted(state: State, event: RoadBuildingPlayed) -> State:
    after = _played(state, Development.ROAD_BUILDING, free_roads=event.roads)
    return with_turn(after, phase=phases.ROADS) if state.table.rules.roads_at_once else after


def _monopoly(state: State, event: MonopolyPlayed) -> State:
    after, seat = _played(state, Development.MONOPOLY), state.turn.seat
    for other, n in enumerate(event.taken):
        if n:
            after = _transferred(after, other, seat, state.table.edition.times(n, event.resource))
    return after


# Trade
def _trade(state: State, event: TradeEvent) -> State:
    match event:
        case TradeAnswered():
            return _answered(state, event)
        case TradeOffered():
            return _offered(state, event)
        case TradedWithBank():
            return _exchanged(state, state.turn.seat, event.give, event.get)
        case TradeClosed():
            return _closed(state, event)
        case TradeWithdrawn():
            return with_turn(state, offer=None)
        case _:
            assert_never(event)


def _offered(state: State, event: TradeOffered) -> State:
    # A new offer asks everybody again, including those who refused the last one.
    answers = (None,) * state.table.seats
    return with_turn(state, offer=Offer(event.give, event.get, answers), has_offered=True)


def _answered(state: State, event: TradeAnswered) -> State:
    offer = state.turn.offer
    assert offer is not None
    answer = (event.give, event.get) if event.accepted else False
    answers = with_item(offer.answers, event.seat, answer)
    after = with_turn(state, offer=Offer(offer.give, offer.get, answers))
    return after if answer else with_refusal(after, offer.give, offer.get, event.seat)


def _closed(state: State, event: TradeClosed) -> State:
    seat = state.turn.seat
    # S10: an offer is closed with one seat; the others' answers end with it.
    after = with_turn(_transferred(state, seat, event.seat, event.give), offer=None)
    return _transferred(after, event.seat, seat, event.get)


# Turns
def _next_turn(state: State, seat: int) -> State:
    """Return the position at the start of the next turn."""
    # A new object instead of `replace`, so that all other fields return to their defaults.
    turn = Turn(
        number=state.turn.number + 1,
        seat=seat,
        phase=phases.ROLL,
        owed=(0,) * state.table.seats,
        founded=state.turn.founded,
    )
    return replace(state, turn=turn)


def _resigned(state: State, event: Resigned) -> State:
    seat, turn = event.seat, state.turn
    # Resource cards alone: no rule returns development cards to the deck (S2).
    state = paid(state, seat, state.cards.hands[seat])
    resigned = state.standing.resigned | 1 << seat
    state = _with_honours(state, event.honours)
    state = replace(state, standing=replace(state.standing, resigned=resigned))
    # The set-up goes on in its own order (S4), and no new turn begins.
    if seat == turn.seat and turn.phase in phases.FOUNDING:
        return _founded(state, turn.founded, resigned)
    if seat == turn.seat:
        return _next_turn(state, clockwise(state, seat, resigned))
    owed = with_item(turn.owed, seat, 0)
    # If this seat was the last that owed a discard, the robber is due now.
    is_discarded = turn.phase is phases.DISCARD and not any(owed)
    return with_turn(state, owed=owed, phase=phases.ROBBER if is_discarded else turn.phase)


# Goods that change hands
def paid(state: State, seat: int, price: Counts) -> State:
    """Return the position after a seat paid the bank."""
    if not any(price):
        return state
    hand, bank = state.cards.hands[seat], plus(state.cards.bank, price)
    return _with_hand(state, seat, minus(hand, price), bank)


def _received(state: State, seat: int, gain: Counts) -> State:
    if not any(gain):
        return state
    hand, bank = state.cards.hands[seat], minus(state.cards.bank, gain)
    return _with_hand(state, seat, plus(hand, gain), bank)


def _exchanged(state: State, seat: int, given: Counts, got: Counts) -> State:
    """Return the position after a seat traded with the bank."""
    hand, bank = state.cards.hands[seat], state.cards.bank
    return _with_hand(state, seat, plus(minus(hand, given), got), minus(plus(bank, given), got))


def _with_hand(state: State, seat: int, hand: Counts, bank: Counts) -> State:
    cards = replace(state.cards, hands=with_item(state.cards.hands, seat, hand), bank=bank)
    return replace(state, cards=cards)


def _transferred(state: State, giver: int, taker: int, goods: Counts) -> State:
    hands = state.cards.hands
    hands = with_item(hands, giver, minus(hands[giver], goods))
    hands = with_item(hands, taker, plus(hands[taker], goods))
    return with_cards(state, hands=hands)
