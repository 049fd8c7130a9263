"""Positions of the scenario, built by changes to a deal; auctions and marches about to begin."""

from typing import Any

from msgspec.structs import replace

from domain.alexander_the_great import turns
from domain.alexander_the_great.cards import Good
from domain.alexander_the_great.evolve import initial_state
from domain.alexander_the_great.moves import Bid, Pass, Pay
from domain.alexander_the_great.rules import VERSIONS, Options, Rules
from domain.alexander_the_great.state import (
    Advisor,
    Auction,
    Occasion,
    State,
    Table,
)
from domain.alexander_the_great.wire.boards import board_named
from domain.grids.hexagonal import bits
from domain.record.chance import Chance
from domain.record.setup import Setup
from domain.settlers import state as base_state
from domain.settlers.cards import Counts
from domain.settlers.decide_dice import roll as rolled
from domain.settlers.moves import MoveRobber
from tests.domain.alexander_the_great.newest import RULESET
from tests.domain.given import Given

CHANCE = Chance(bytes(32))

FOUNDING, HUNGER, BRIDGE, BATTLE, STATUE = (
    Occasion.FOUNDING,
    Occasion.HUNGER,
    Occasion.BRIDGE,
    Occasion.BATTLE,
    Occasion.STATUE,
)

RICH: Counts = (4, 4, 4, 4, 4, 8)

POOR: Counts = (0, 0, 0, 0, 0, 0)


def given(state: State, chance: Chance = CHANCE) -> Given[State]:
    return Given(RULESET, state, chance)


def begun(
    seats: int = 4, chance: Chance = CHANCE, rules: Rules = VERSIONS[-1], **options: Any
) -> State:
    """A game just dealt; seat 0 begins."""
    board, chosen = board_named("campaign"), Options(**options)
    dealt = turns.deal(Setup(board, chosen, seats, 0), chance)
    return initial_state(Table(board, chosen, rules, seats), dealt)


def with_journey(state: State, **changes: Any) -> State:
    """The same with another journey."""
    return State(state.table, state.base, replace(state.journey, **changes))


def with_advisors(state: State, held: tuple[Advisor | None, ...]) -> State:
    """The same with the seats' advisors."""
    return with_journey(state, advisors=held)


def with_base(state: State, **changes: Any) -> State:
    """The same with other parts of settlers' position."""
    return State(state.table, replace(state.base, **changes), state.journey)


def with_turn(state: State, **changes: Any) -> State:
    return with_base(state, turn=replace(state.base.turn, **changes))


def with_cards(state: State, **changes: Any) -> State:
    return with_base(state, cards=replace(state.base.cards, **changes))


def with_hands(state: State, *hands: Counts) -> State:
    """The same with these hands of the first seats; where the cards come from is left open."""
    return with_cards(state, hands=(*hands, *state.base.cards.hands[len(hands) :]))


def with_knights(state: State, *knights: int) -> State:
    return with_cards(state, knights=knights)


def at_play(state: State, seat: int = 0) -> State:
    """The same when a seat trades and builds."""
    turned = with_turn(state, seat=seat, phase=base_state.Phase.PLAY, dice=(1, 2))
    return with_journey(turned, has_to_march=False)


def passed(state: State, crossing: int) -> State:
    """The same when Alexander has passed a place of the route."""
    state = with_journey(state, crossing=crossing)
    closed, topology = state.table.board.closed_ahead[crossing + 1], state.table.board.topology
    for corner in bits(state.base.pieces.buildings):
        closed |= topology.near_bits[corner]
    return with_base(state, pieces=replace(state.base.pieces, closed=closed))


def built(state: State, seat: int, *corners: int) -> State:
    """The same with settlements of a seat on corners."""
    pieces, topology = state.base.pieces, state.table.board.topology
    own = sum(1 << corner for corner in corners)
    closed = pieces.closed
    for corner in corners:
        closed |= topology.near_bits[corner]

    def more(of: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(each | own if n == seat else each for n, each in enumerate(of))

    pieces = replace(
        pieces,
        settlements=more(pieces.settlements),
        reach=more(pieces.reach),
        buildings=pieces.buildings | own,
        closed=closed,
    )
    return with_base(state, pieces=pieces)


def at_auction(state: State, occasion: Occasion, seat: int = 0) -> State:
    """The same at the opening of an auction, at the first crossing that bears such a one."""
    is_founding = occasion is Occasion.FOUNDING
    place = next(
        n
        for n, number in enumerate(state.table.board.chip_numbers)
        if (number is None) is is_founding
    )
    state = passed(at_play(state, seat), place)
    seats = range(state.table.seats)
    order = tuple((seat + n) % state.table.seats for n in seats)
    return with_journey(state, auction=Auction(occasion, place, (), None, order))


def to_pay(state: State, occasion: Occasion, bid: int, seat: int = 0) -> State:
    """The same when a seat has won an auction with a bid and has to pay."""
    state = at_auction(state, occasion)
    auction = state.journey.auction
    assert auction is not None
    bids = ((seat, bid), *((n, None) for n in range(state.table.seats) if n != seat))
    won = replace(auction, bids=bids, high=(seat, bid), bidding=(seat,))
    return with_journey(state, auction=won)


def rich(occasion: Occasion, seat: int = 0, seats: int = 4, **options):
    """An auction at its opening in which every seat has enough of everything."""
    return at_auction(with_hands(begun(seats, **options), *[RICH] * seats), occasion, seat)


def bids(state, *bids: int | None):
    """The position after bids in turn, None a pass, each by the seat to bid."""
    for bid in bids:
        move = Pass() if bid is None else Bid(bid)
        state = given(state).when(move).state
    return state


def paid(cards: dict[str, int], knights: int = 0) -> Pay:
    return Pay({Good(name): n for name, n in cards.items()}, knights)


def about_to_march(crossing: int, dice: tuple[int, int] = (3, 3)):
    """Seat 0 when the dice have fallen and Alexander has passed a place of the route."""
    phase = base_state.Phase.ROBBER if sum(dice) == 7 else base_state.Phase.ROLL
    state = with_turn(passed(begun(), crossing), phase=phase, dice=dice)
    return with_journey(state, has_to_march=False)


def about_to_roll(state, seven: bool):
    """The same where the dice to fall next are, or are not, a seven."""
    for dice in range(100):
        standing = replace(state.base.standing, dice=dice)
        ready = with_turn(with_base(state, standing=standing), phase=base_state.Phase.ROLL)
        if (sum(rolled(ready.base, CHANCE).dice) == 7) is seven:
            return with_journey(ready, has_to_march=False)
    raise AssertionError


def after_the_robber(state):
    """The position when the robber was moved to a hex with nothing beside it."""
    home = state.base.pieces.robber
    hex_ = next(h for n, h in enumerate(state.table.board.topology.hexes) if n != home)
    return given(state).when(MoveRobber(hex_)).state
