"""The rules of the dice: yields of hexes (S4, S6), discards and the robber (S7)."""

from operator import add

from domain.grids.hexagonal import Hex
from domain.record.chance import Chance
from domain.settlers import refusals, turns
from domain.settlers.board import YIELDS, Built, victims_among
from domain.settlers.cards import Counts, GoodAt, card_at, plus, resource_cards
from domain.settlers.decide_trade import check_held
from domain.settlers.events import CardsDiscarded, DiceRolled, RobberMoved
from domain.settlers.moves import Discard
from domain.settlers.state import State, with_item


def roll(state: State, chance: Chance) -> DiceRolled:
    """Return the roll; dice are numbered along the line from 1 on, two a roll."""
    # Counted along the line: after an undo the same dice fall again, so an undo cannot change a
    # roll.
    before, seats = state.standing.dice, state.table.seats
    one, other = dice = (chance.die(before + 1), chance.die(before + 2))
    if one + other == 7:
        nothing = (state.table.edition.nothing,) * seats
        return DiceRolled(dice=dice, gains=nothing, owed=_owed(state))
    return DiceRolled(dice=dice, gains=gains(state, one + other), owed=(0,) * seats)


def _owed(state: State) -> tuple[int, ...]:
    """Return by seat half of each hand that is too large, rounded down (S7)."""
    above = state.table.edition.discard_above
    sizes = map(resource_cards, state.cards.hands)
    # Only resource cards count: the other goods are not cards (G10).
    return tuple(size // 2 if size > above else 0 for size in sizes)


def gains(state: State, rolled: int) -> tuple[Counts, ...]:
    """Return each seat's gains from a roll, as far as the bank can pay (S6)."""
    edition = state.table.edition
    gains = [edition.nothing] * state.table.seats
    # Each good by itself: a shortage of one does not affect the others (S6).
    for good, due in _due(state, rolled).items():
        for seat, n in enumerate(_rationed(due, state.cards.bank[good])):
            if n:
                gains[seat] = with_item(gains[seat], good, n)
    return tuple(gains)


def _due(state: State, rolled: int) -> dict[int, list[int]]:
    """Return by good the cards due to each seat; the robber's hex yields none (S7)."""
    pieces = state.pieces
    due: dict[int, list[int]] = {}
    for hex_, good, around in state.table.land.payers[rolled]:
        # Most hexes have no building early on; one mask spares the count by seat.
        if around & pieces.buildings and hex_ != pieces.robber:
            own = _yields(state, around)
            due[good] = list(map(add, due[good], own)) if good in due else own
    return due


def _yields(state: State, around: int) -> list[int]:
    """Return by seat the cards for its buildings on the corners of a hex; none if it has left."""
    pieces = state.pieces
    cards = [
        (settlements & around).bit_count() + 2 * (cities & around).bit_count()
        for settlements, cities in zip(pieces.settlements, pieces.cities, strict=True)
    ]
    # A seat that left keeps its buildings on the board but is paid nothing. Checked once for all
    # seats, as few games have such a seat.
    if state.standing.resigned:
        return [n if state.stays(seat) else 0 for seat, n in enumerate(cards)]
    return cards


def _rationed(due: list[int], left: int) -> list[int]:
    """Return the numbers paid: if the bank is short, only a sole claimant gets the rest (S6)."""
    if sum(due) <= left:
        return due
    share = left if sum(map(bool, due)) == 1 else 0
    return [share if n else 0 for n in due]


def second_settlement(state: State, corner: int) -> Counts:
    """Return a card for each hex around the second settlement (S4)."""
    land, edition = state.table.land, state.table.edition
    gains = edition.nothing
    for hex_ in land.topology.corner_hexes[corner]:
        # The terrain decides, not the token: the second settlement is paid without a roll (S4), and
        # the robber does not block it.
        good = YIELDS.get(land.layout.terrains[hex_])
        if good is not None:
            gains = plus(gains, edition.one[good])
    return gains


# Sevens and knights
def discard(state: State, seat: int, move: Discard) -> CardsDiscarded:
    """Return the cards a seat discards: half of its hand, of its choice (S7)."""
    owed, cards = state.turn.owed[seat], state.table.edition.counted(move.cards)
    if not owed:
        raise refusals.NothingOwed(seat=seat)
    if sum(cards) != owed:
        raise refusals.WrongNumber(given=sum(cards), due=owed)
    check_held(state, seat, cards)
    return CardsDiscarded(seat=seat, cards=cards)


def victims(state: State, seat: int, hex_: int) -> tuple[int, ...]:
    """Return the seats that can be robbed: with a building beside the hex, and cards (S7)."""
    return victims_among(robbable(state, seat), state.table.land.topology.hex_corner_bits[hex_])


def robbable(state: State, seat: int) -> Built:
    """Return the other seats that have resource cards, with their buildings (S7)."""
    hands = enumerate(state.cards.hands)
    return tuple([(n, state.built(n)) for n, hand in hands if n != seat and resource_cards(hand)])


def move_robber(  # noqa: PLR0913 - the whole move, and its chance
    state: State, seat: int, hex_: Hex, victim: int | None, chance: Chance, *, by_knight: bool
) -> RobberMoved:
    """Return the robber's move (S7).

    The n-th theft of the line (from 0) draws a position with the label ``theft:n`` and takes the
    card at that position of the victim's hand, sorted by resource.
    """
    topology = state.table.land.topology
    index = topology.hex_index.get(hex_)
    if index is None:
        raise refusals.NoSuchHex(hex=hex_)
    # S7: the robber must move to another hex.
    if index == state.pieces.robber:
        raise refusals.RobberStays(hex=hex_)
    # S7: a victim must be named if there is one, and none otherwise.
    legal = victims(state, seat, index)
    if victim not in legal and (legal or victim is not None):
        raise refusals.VictimNotThere(legal=list(legal))
    honours = turns.honours_after_knight(state) if by_knight else turns.unchanged(state)
    # Last: a refused move draws no chance.
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
    # The label has the number of the theft and not of the event: after an undo, another robbery
    # draws the same position, so nobody can fish for a card.
    position = chance.below(f"theft:{state.standing.thefts}", resource_cards(hand))
    return card_at(hand, position)
