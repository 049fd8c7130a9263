"""Sevens and knights: discarding, the robber's move and the theft (S7)."""

from domain.grids.hexagonal import Hex
from domain.record.chance import Chance
from domain.settlers import refusals, turns
from domain.settlers.cards import Counts, GoodAt, card_at, resource_cards
from domain.settlers.decide_trade import check_held
from domain.settlers.events import CardsDiscarded, RobberMoved
from domain.settlers.moves import Discard
from domain.settlers.state import State


def discard(state: State, seat: int, move: Discard) -> CardsDiscarded:
    """A seat's own choice of half of its cards."""
    owed, given = state.turn.owed[seat], state.table.edition.counted(move.cards)
    if not owed:
        raise refusals.NothingOwed(seat=seat)
    if sum(given) != owed:
        raise refusals.WrongNumber(given=sum(given), due=owed)
    check_held(state, seat, given)
    return CardsDiscarded(seat=seat, cards=given)


def victims(state: State, seat: int, hex_: int) -> tuple[int, ...]:
    """The seats with a building beside a hex and with cards."""
    around = state.table.land.hex_corner_bits[hex_]
    return tuple(
        other
        for other in range(state.table.seats)
        if other != seat
        and state.built(other) & around
        and resource_cards(state.cards.hands[other])
    )


def move_robber(  # noqa: PLR0913 - a place, a seat and by whose leave
    state: State, seat: int, hex_: Hex, victim: int | None, chance: Chance, *, by_knight: bool
) -> RobberMoved:
    """The robber's move; the n-th theft of the line (from 0) takes the card at the place drawn
    with the label ``theft:n`` among the victim's, laid out in the order of resources."""
    topology = state.table.land.topology
    place = topology.hex_index.get(hex_)
    if place is None:
        raise refusals.NoSuchHex(hex=hex_)
    if place == state.pieces.robber:
        raise refusals.RobberStays(hex=hex_)
    found = victims(state, seat, place)
    if victim not in found and (found or victim is not None):
        raise refusals.VictimNotThere(legal=list(found))
    honours = turns.honours_after_knight(state) if by_knight else turns.unchanged(state)
    stolen = None if victim is None else _stolen(state, victim, chance)
    return RobberMoved(
        hex=hex_,
        victim=victim,
        stolen=tuple(stolen if n in (seat, victim) else None for n in range(state.table.seats)),
        by_knight=by_knight,
        honours=honours,
    )


def _stolen(state: State, victim: int, chance: Chance) -> GoodAt:
    hand: Counts = state.cards.hands[victim]
    place = chance.below(f"theft:{state.standing.thefts}", resource_cards(hand))
    return card_at(hand, place)
