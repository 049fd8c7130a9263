"""What hexes yield: to a roll (S6), and to the second settlement of the set-up (S4)."""

from domain.record.chance import Chance
from domain.settlers.board import YIELDS
from domain.settlers.cards import Counts, plus, resource_cards
from domain.settlers.events import DiceRolled
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
        if around & pieces.buildings:
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
