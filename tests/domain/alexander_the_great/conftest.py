"""Positions of the scenario to test rules on, built by hand or played at random."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from domain.alexander_the_great import turns
from domain.alexander_the_great.decide import decide
from domain.alexander_the_great.evolve import evolve, initial_state
from domain.alexander_the_great.legal import legal_moves
from domain.alexander_the_great.moves import AnyMove
from domain.alexander_the_great.options import Options
from domain.alexander_the_great.places import to_act
from domain.alexander_the_great.rules import VERSIONS, Rules
from domain.alexander_the_great.state import (
    Advisor,
    Auction,
    Occasion,
    Phase,
    State,
    Table,
)
from domain.alexander_the_great.wire.boards import board_named
from domain.errors import Refused
from domain.grids.hexagonal import bits
from domain.kernel.setup import Setup
from domain.record.chance import Chance
from domain.settlers import state as settlers
from domain.settlers.cards import Counts
from domain.settlers.moves import Resign

CHANCE = Chance(bytes(32))


def begun(
    seats: int = 4, chance: Chance = CHANCE, rules: Rules = VERSIONS[-1], **options: Any
) -> State:
    """A game just dealt, of which seat 0 begins."""
    board, chosen = board_named("campaign"), Options(**options)
    dealt = turns.deal(Setup(board, chosen, seats, 0), chance)
    return initial_state(Table(board, chosen, rules, seats), dealt)


def random_game(
    number: int, seats: int = 4, rules: Rules = VERSIONS[-1], **options: Any
) -> Iterator[tuple[Any, ...]]:
    """Every step of a game played at random: the position, who moved what, what happened, and the
    position that came of it. Ends of turns are the rarer, so that something is built."""
    luck, chance = random.Random(number), Chance(number.to_bytes(32, "big"))
    state = begun(seats, chance, rules, **options)
    while state.phase is not Phase.OVER:
        seat = luck.choice(to_act(state))
        move = drawn_move(luck, state, seat)
        event = decide(state, seat, move, chance)
        after = evolve(state, event)
        yield state, seat, move, event, after
        state = after


def drawn_move(luck: random.Random, state: State, seat: int) -> AnyMove:
    """A legal move other than leaving, by type first."""
    listed = [m for m in legal_moves(state, seat, 2000).moves if not isinstance(m, Resign)]
    kind = luck.choice(sorted({type(move).__name__ for move in listed}))
    return luck.choice([move for move in listed if type(move).__name__ == kind])


def play(state: State, *moves: tuple[int, AnyMove]) -> State:
    """The position after moves, by seat."""
    for seat, move in moves:
        state = evolve(state, decide(state, seat, move, CHANCE))
    return state


def refused(state: State, seat: int, move: AnyMove) -> tuple[str, str | None]:
    """Code and rule of the refusal of a move."""
    with pytest.raises(Refused) as refusal:
        decide(state, seat, move, CHANCE)
    return refusal.value.code, refusal.value.rule


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
    turned = with_turn(state, seat=seat, phase=settlers.Phase.PLAY, dice=(1, 2))
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
