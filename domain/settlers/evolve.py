"""What each event does to a position. Total: applies facts, refuses nothing."""

import dataclasses

from msgspec.structs import replace

from domain.kernel.outcome import Outcome
from domain.settlers.board import Terrain, land_of
from domain.settlers.cards import NO_DEVELOPMENTS, Development, minus, plus
from domain.settlers.changes import (
    got,
    handed,
    paid,
    with_cards,
    with_honours,
    with_item,
    with_turn,
)
from domain.settlers.events import (
    AnyEvent,
    CardsDiscarded,
    CityBuilt,
    Dealt,
    DiceRolled,
    Resigned,
    RoadBuilt,
    RobberMoved,
    SettlementBuilt,
    TradeAnswered,
    TradeClosed,
    TradedWithBank,
    TradeOffered,
    TradeWithdrawn,
    TurnEnded,
)
from domain.settlers.evolve_cards import evolve_card, played
from domain.settlers.evolve_trade import evolve_trade
from domain.settlers.state import Cards, Phase, Pieces, Standing, State, Table, Turn
from domain.settlers.turns import clockwise, next_founding


def initial_state(table: Table, dealt: Dealt) -> State:
    """Return the position after the deal: the set-up begins (S4)."""
    land = land_of(table.board.topology, dealt.layout)
    laid = dataclasses.replace(table, land=land, first_seat=dealt.first_seat)
    state = empty_state(laid, dealt.deck)
    robber = dealt.layout.terrains.index(Terrain.DESERT)
    return replace(state, pieces=replace(state.pieces, robber=robber))


def empty_state(table: Table, deck: tuple[Development, ...]) -> State:
    """Return the position in which nothing has been built, and all goods are in the bank."""
    none, nothing = (0,) * table.seats, (table.edition.nothing,) * table.seats
    return State(
        table,
        Turn(
            number=1,
            seat=table.first_seat,
            phase=Phase.FOUND_SETTLEMENT,
            founded=0,
            corner=None,
            dice=None,
            has_played_card=False,
            bought=NO_DEVELOPMENTS,
            free_roads=0,
            owed=none,
            offer=None,
        ),
        Pieces(
            settlements=none,
            cities=none,
            roads=none,
            reach=none,
            buildings=0,
            closed=0,
            paved=0,
            robber=0,
        ),
        Cards(
            hands=nothing,
            bank=table.edition.bank,
            deck=deck,
            developments=(NO_DEVELOPMENTS,) * table.seats,
            knights=none,
        ),
        Standing(
            roads=none,
            longest_road=None,
            largest_army=None,
            resigned=0,
            dice=0,
            thefts=0,
            result=None,
        ),
    )


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
            after = evolve_trade(state, event)
        case _:
            after = evolve_card(state, event)
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


# Building
def _settlement_built(state: State, event: SettlementBuilt) -> State:
    seat, pieces, turn = state.turn.seat, state.pieces, state.turn
    bit, topology = 1 << event.corner, state.table.land.topology
    pieces = Pieces(
        with_item(pieces.settlements, seat, pieces.settlements[seat] | bit),
        pieces.cities,
        pieces.roads,
        with_item(pieces.reach, seat, pieces.reach[seat] | bit),
        pieces.buildings | bit,
        pieces.closed | topology.near_bits[event.corner],
        pieces.paved,
        pieces.robber,
    )
    if turn.phase is Phase.FOUND_SETTLEMENT:
        turn = replace(turn, phase=Phase.FOUND_ROAD, corner=event.corner)
    state = State(
        state.table, turn, pieces, state.cards, with_honours(state.standing, event.honours)
    )
    return got(paid(state, seat, event.paid), seat, event.gains)


def _road_built(state: State, event: RoadBuilt) -> State:
    seat, pieces, turn = state.turn.seat, state.pieces, state.turn
    bit, topology = 1 << event.edge, state.table.land.topology
    pieces = Pieces(
        pieces.settlements,
        pieces.cities,
        with_item(pieces.roads, seat, pieces.roads[seat] | bit),
        with_item(pieces.reach, seat, pieces.reach[seat] | topology.edge_corner_bits[event.edge]),
        pieces.buildings,
        pieces.closed,
        pieces.paved | bit,
        pieces.robber,
    )
    state = State(
        state.table, turn, pieces, state.cards, with_honours(state.standing, event.honours)
    )
    if turn.phase is Phase.FOUND_ROAD:
        return _founded(state, turn.founded + 1, state.standing.resigned)
    if not any(event.paid):
        return _free_road_laid(state)
    return paid(state, seat, event.paid)


def _free_road_laid(state: State) -> State:
    """One road fewer to lay; after the last the turn goes on where the card was played (S5)."""
    turn = state.turn
    left, phase = turn.free_roads - 1, turn.phase
    if phase is Phase.ROADS and not left:
        phase = Phase.ROLL if turn.dice is None else Phase.PLAY
    return with_turn(state, free_roads=left, phase=phase)


def _founded(state: State, founded: int, resigned: int) -> State:
    """The next settlement of the set-up, or the first turn (S4)."""
    founded, seat = next_founding(state, founded, resigned)
    is_done = founded == 2 * state.table.seats
    phase = Phase.ROLL if is_done else Phase.FOUND_SETTLEMENT
    return with_turn(state, founded=founded, phase=phase, seat=seat, corner=None)


def _city_built(state: State, event: CityBuilt) -> State:
    seat, pieces = state.turn.seat, state.pieces
    bit = 1 << event.corner
    pieces = Pieces(
        with_item(pieces.settlements, seat, pieces.settlements[seat] & ~bit),
        with_item(pieces.cities, seat, pieces.cities[seat] | bit),
        pieces.roads,
        pieces.reach,
        pieces.buildings,
        pieces.closed,
        pieces.paved,
        pieces.robber,
    )
    state = State(state.table, state.turn, pieces, state.cards, state.standing)
    return paid(state, seat, state.table.edition.city)


# Dice and robber
def _dice_rolled(state: State, event: DiceRolled) -> State:
    cards, standing = state.cards, state.standing
    is_seven = sum(event.dice) == 7
    due = Phase.DISCARD if any(event.owed) else Phase.ROBBER
    turn = replace(
        state.turn, dice=event.dice, owed=event.owed, phase=due if is_seven else Phase.PLAY
    )
    if not is_seven:
        hands, bank = list(cards.hands), cards.bank
        for seat, gain in enumerate(event.gains):
            if any(gain):
                hands[seat], bank = plus(hands[seat], gain), minus(bank, gain)
        cards = Cards(tuple(hands), bank, cards.deck, cards.developments, cards.knights)
    return State(state.table, turn, state.pieces, cards, replace(standing, dice=standing.dice + 2))


def _discarded(state: State, event: CardsDiscarded) -> State:
    owed = with_item(state.turn.owed, event.seat, 0)
    phase = Phase.DISCARD if any(owed) else Phase.ROBBER
    return paid(with_turn(state, owed=owed, phase=phase), event.seat, event.cards)


def _robber_moved(state: State, event: RobberMoved) -> State:
    seat, standing = state.turn.seat, state.standing
    robber = state.table.land.topology.hex_index[event.hex]
    state = State(
        state.table,
        state.turn,
        replace(state.pieces, robber=robber),
        state.cards,
        with_honours(standing, event.honours),
    )
    if event.by_knight:
        state = _knighted(played(state, Development.KNIGHT))
    else:
        state = with_turn(state, phase=Phase.PLAY)
    stolen = event.stolen[seat]
    if event.victim is None or stolen is None:
        return state
    state = handed(state, event.victim, seat, state.table.edition.one[stolen])
    thefts = replace(state.standing, thefts=standing.thefts + 1)
    return State(state.table, state.turn, state.pieces, state.cards, thefts)


def _knighted(state: State) -> State:
    seat, cards = state.turn.seat, state.cards
    knights = with_item(cards.knights, seat, cards.knights[seat] + 1)
    return with_cards(state, replace(cards, knights=knights))


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
        NO_DEVELOPMENTS,
        0,
        (0,) * state.table.seats,
        None,
    )
    return State(state.table, following, state.pieces, state.cards, state.standing)


def _resigned(state: State, event: Resigned) -> State:
    seat, turn = event.seat, state.turn
    state = paid(state, seat, state.cards.hands[seat])
    resigned = state.standing.resigned | 1 << seat
    standing = replace(with_honours(state.standing, event.honours), resigned=resigned)
    state = State(state.table, state.turn, state.pieces, state.cards, standing)
    if seat == turn.seat and turn.phase in (Phase.FOUND_SETTLEMENT, Phase.FOUND_ROAD):
        return _founded(state, turn.founded, resigned)
    if seat == turn.seat:
        return _passed(state, clockwise(state, seat, resigned))
    owed = with_item(turn.owed, seat, 0)
    is_discarded = turn.phase is Phase.DISCARD and not any(owed)
    return with_turn(state, owed=owed, phase=Phase.ROBBER if is_discarded else turn.phase)
