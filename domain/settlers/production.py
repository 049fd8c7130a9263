"""What hexes yield: to a roll (S6), and to the second settlement of the set-up (S4)."""

from domain.chance import Chance
from domain.settlers.board import YIELDS
from domain.settlers.cards import NOTHING, ONE, PLACE, Counts, counts_of, plus, resource_cards
from domain.settlers.events import DiceRolled
from domain.settlers.state import State


def roll(state: State, chance: Chance) -> DiceRolled:
    """The roll: dice are numbered along the line from 1 on, two a roll."""
    thrown = state.standing.dice
    dice = (chance.die(thrown + 1), chance.die(thrown + 2))
    none = (0,) * state.table.seats
    if sum(dice) == 7:
        nothing = (NOTHING,) * state.table.seats
        return DiceRolled(dice=dice, gains=nothing, owed=_owed(state))
    return DiceRolled(dice=dice, gains=gains(state, sum(dice)), owed=none)


def _owed(state: State) -> tuple[int, ...]:
    """Half, rounded down, of hands with more than the cards allowed (S7)."""
    above = state.table.discard_above
    sizes = map(resource_cards, state.cards.hands)
    return tuple(size // 2 if size > above else 0 for size in sizes)


def gains(state: State, rolled: int) -> tuple[Counts, ...]:
    """Each seat's gains from a roll, as far as the bank can pay (S6)."""
    due = [[0] * 6 for _ in range(state.table.seats)]
    pieces = state.pieces
    for hex_, place, corners in state.table.land.payers[rolled]:
        if hex_ == pieces.robber:
            continue
        for seat, own in enumerate(due):
            settlements, cities = pieces.settlements[seat], pieces.cities[seat]
            own[place] += sum(
                (settlements >> corner & 1) + 2 * (cities >> corner & 1) for corner in corners
            )
    for place, left in enumerate(state.cards.bank):
        _ration(due, place, left)
    return tuple(map(counts_of, due))


def _ration(due: list[list[int]], place: int, left: int) -> None:
    """What the bank cannot pay in full goes to nobody, or in part to the only seat due (S6)."""
    if sum(own[place] for own in due) <= left:
        return
    entitled = [own for own in due if own[place]]
    for own in entitled:
        own[place] = left if len(entitled) == 1 else 0


def second_settlement(state: State, corner: int) -> Counts:
    """One card for each hex around the second settlement (S4)."""
    land = state.table.land
    found = NOTHING
    for hex_ in land.topology.corner_hexes[corner]:
        resource = YIELDS.get(land.layout.terrains[hex_])
        if resource is not None:
            found = plus(found, ONE[PLACE[resource]])
    return found
