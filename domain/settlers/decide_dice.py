"""Dice: what hexes yield (S4, S6), and what a seven or a knight brings (S7)."""

from domain.grids.hexagonal import Hex
from domain.record.chance import Chance
from domain.settlers import refusals, turns
from domain.settlers.board import YIELDS
from domain.settlers.cards import Counts, GoodAt, card_at, plus, resource_cards
from domain.settlers.decide_trade import check_held
from domain.settlers.events import CardsDiscarded, DiceRolled, RobberMoved
from domain.settlers.moves import Discard
from domain.settlers.state import State


def roll(state: State, chance: Chance) -> DiceRolled:
    """The roll: dice are numbered along the line from 1 on, two a roll."""
    thrown = state.standing.dice
    dice = (chance.die(thrown + 1), chance.die(thrown + 2))
    none = (0,) * state.table.seats
    if sum(dice) == 7:
        nothing = (state.table.edition.nothing,) * state.table.seats
        return DiceRolled(dice=dice, gains=nothing, owed=_owed(state))
    return DiceRolled(dice=dice, gains=gains(state, sum(dice)), owed=none)


def _owed(state: State) -> tuple[int, ...]:
    """Half, rounded down, of hands with more than the cards allowed (S7)."""
    above = state.table.edition.discard_above
    sizes = map(resource_cards, state.cards.hands)
    return tuple(size // 2 if size > above else 0 for size in sizes)


def gains(state: State, rolled: int) -> tuple[Counts, ...]:
    """Each seat's gains from a roll, as far as the bank can pay (S6)."""
    pieces = state.pieces
    payers = [payer for payer in state.table.land.payers[rolled] if payer[0] != pieces.robber]
    buildings = [_paid_for(state, seat) for seat in range(state.table.seats)]
    due: dict[int, list[int]] = {}
    for _, place, around in payers:
        if around & pieces.buildings:  # most hexes pay nobody
            own = due.setdefault(place, [0] * len(buildings))
            for seat, (settlements, cities) in enumerate(buildings):
                own[seat] += (settlements & around).bit_count() + 2 * (cities & around).bit_count()
    paid = tuple((place, _rationed(own, state.cards.bank[place])) for place, own in due.items())
    nothing = state.table.edition.nothing
    return tuple(_gain(nothing, paid, seat) for seat in range(len(buildings)))


def _paid_for(state: State, seat: int) -> tuple[int, int]:
    """The corners of a seat's settlements and cities; who has left is paid for none."""
    if state.standing.resigned >> seat & 1:
        return (0, 0)
    return (state.pieces.settlements[seat], state.pieces.cities[seat])


def _rationed(due: list[int], left: int) -> list[int]:
    """What the bank cannot pay in full goes to nobody, or in part to the only seat due (S6)."""
    if sum(due) <= left:
        return due
    share = left if sum(map(bool, due)) == 1 else 0
    return [share if n else 0 for n in due]


def _gain(nothing: Counts, paid: tuple[tuple[int, list[int]], ...], seat: int) -> Counts:
    found = list(nothing)
    for place, own in paid:
        found[place] = own[seat]
    return tuple(found)


def second_settlement(state: State, corner: int) -> Counts:
    """One card for each hex around the second settlement (S4)."""
    land, edition = state.table.land, state.table.edition
    gains = edition.nothing
    for hex_ in land.topology.corner_hexes[corner]:
        place = YIELDS.get(land.layout.terrains[hex_])
        if place is not None:
            gains = plus(gains, edition.one[place])
    return gains


# Sevens and knights
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
    if not around & state.pieces.buildings:  # most hexes, when all robberies are listed
        return ()
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
    # S7: one that could be robbed must be named, and none where nobody can be.
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
