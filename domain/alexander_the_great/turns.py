"""Automatic consequences: the deal, draws from the reserve, the route, and Persepolis."""

from msgspec.structs import replace

from domain.alexander_the_great.board import Board, Kind
from domain.alexander_the_great.cards import EDITION
from domain.alexander_the_great.events import Dealt, Draws
from domain.alexander_the_great.rules import Options
from domain.alexander_the_great.state import (
    CHIPS,
    DRAWN_AT_FIRST,
    Journey,
    Occasion,
    Phase,
    State,
)
from domain.kernel.decider import Situation
from domain.record.chance import Chance
from domain.record.outcome import Outcome
from domain.record.setup import Setup
from domain.settlers import state as base_state
from domain.settlers import turns as base_turns
from domain.settlers.cards import DECK, EACH_RESOURCE, INDEX, RESOURCES

RESERVE_OF_EACH = {3: 15, 4: EACH_RESOURCE}
"""The cards of each resource in the reserve, by number of seats (G4)."""


def deal(setup: Setup, chance: Chance) -> Dealt:
    """Return the opening, recomputable from the game's secret (see ``domain.record.chance``).

    The first seat, unless the host chose it, is a number below that of the seats, with the label
    ``first_seat``. The deck is shuffled as in settlers, with the label ``developments``. The chips
    (seven of each, in the order of their kinds) are shuffled with the label ``chips``; the first 25
    lie on the route, in its order. The reserve (all cards in the order of resources) is shuffled
    with the label ``reserve``. Seat 0 draws its top five cards, seat 1 the next five and so on;
    then each draws one for the first turn (G8).
    The robber's desert, unless the host chose it, is a number below that of the deserts, with the
    label ``robber``; deserts are numbered in reading order.
    """
    board, seats = setup.board, setup.seats
    first = chance.below("first_seat", seats) if setup.first_seat is None else setup.first_seat
    cards = [INDEX[resource] for resource in RESOURCES for _ in range(RESERVE_OF_EACH[seats])]
    # One shuffle for hands, draws and reserve: all of them follow from one label.
    reserve = chance.shuffled("reserve", cards)
    hands = [reserve[DRAWN_AT_FIRST * seat :][:DRAWN_AT_FIRST] for seat in range(seats)]
    rest = reserve[DRAWN_AT_FIRST * seats :]
    return Dealt(
        first_seat=first,
        robber=board.topology.hexes[_robbers_desert(board, setup.options, chance)],
        deck=chance.shuffled("developments", DECK),
        chips=chance.shuffled("chips", CHIPS),
        hands=tuple(map(EDITION.tally, hands)),
        draws=rest[:seats],
        reserve=rest[seats:],
    )


def _robbers_desert(board: Board, options: Options, chance: Chance) -> int:
    """Return the desert of the host's choice, or one drawn by lot (G3)."""
    deserts = board.deserts
    if 0 < options.robber <= len(deserts):
        return deserts[options.robber - 1]
    return deserts[chance.below("robber", len(deserts))]


def draws(journey: Journey, seats: int, staying: tuple[int, ...]) -> Draws:
    """Return each seat's draw at the start of a turn, while the reserve can serve all (G8)."""
    reserve = journey.reserve
    # Only seats that stay count: those that left draw nothing (G8).
    if reserve is None or len(reserve) < len(staying):
        return (None,) * seats
    # Not strict: the rest of the reserve stays.
    cards = dict(zip(staying, reserve, strict=False))
    return tuple(cards.get(seat) for seat in range(seats))


def to_act(state: State) -> tuple[int, ...]:
    """Return the seats that may act: the next one of an auction, otherwise as in settlers."""
    seat = _called(state)
    return base_turns.to_act(state.base) if seat is None else (seat,)


def situation(state: State) -> Situation:
    """Return the answers about a position: as in settlers, unless one seat alone has to act."""
    base, seat = base_turns.situation(state.base), _called(state)
    if seat is None:
        # There is no set-up, so a turn has no stages.
        return replace(base, stage=0)
    return replace(base, to_act=(seat,), owed=(seat,), stage=0)


def _called(state: State) -> int | None:
    """Return the seat that has to bid, pay or choose an advisor, None if there is none."""
    journey = state.journey
    if state.base.turn.phase is base_state.Phase.OVER:
        return None
    if journey.chooser is not None:
        return journey.chooser
    return None if journey.auction is None else journey.auction.seat


def acting(base: base_state.State, seat: int) -> base_state.State:
    """Return the base with the given seat active: any seat may win a founding (G18)."""
    return replace(base, turn=replace(base.turn, seat=seat))


def can_march(state: State) -> bool:
    """True if Alexander can march this turn: over a gate only if a seven was rolled (G11)."""
    dice = state.base.turn.dice
    ahead = state.table.board.route[state.journey.crossing + 1 :]
    is_gate = bool(ahead) and ahead[0].kind is Kind.GATE
    # Without dice it is the first turn, which has no roll (G9).
    return not is_gate or (dice is not None and sum(dice) == 7)


def is_barred(state: State) -> bool:
    """True if a gate holds Alexander back this turn, and he has not yet marched in it (G11)."""
    turn = state.base.turn
    is_past = state.phase is Phase.PLAY or (state.phase is Phase.ROADS and turn.dice is not None)
    return is_past and state.journey.marched_in != turn.number and not can_march(state)


def destination(board: Board, crossing: int) -> int:
    """Return the crossing that the next march leads to."""
    last = len(board.route) - 1
    # Persepolis lies right behind the last gate, so a march over that gate arrives there (G26).
    return last if crossing + 1 >= last - 1 else crossing + 1


def chip_at(state: State, crossing: int) -> Occasion | None:
    """Return the chip laid on a crossing at the start (G2)."""
    number = state.table.board.chip_numbers[crossing]
    return None if number is None else state.journey.chips[number]


def chips_passed(state: State) -> int:
    """Return the number of chips turned up."""
    numbers = state.table.board.chip_numbers[: state.journey.crossing + 1]
    return sum(number is not None for number in numbers)


def is_free(state: State, crossing: int) -> bool:
    """True if a settlement could stand on a crossing (G18)."""
    board = state.table.board
    return not state.base.pieces.buildings & board.topology.near_bits[board.route[crossing].corner]


def depends_on_unseen(before: State, after: State, seat: int) -> bool:
    """True if hidden victory points may decide whether another seat wins by a seat's move (G25)."""
    shown = before.journey.public_points, after.journey.public_points
    return base_turns.depends_on_unseen(before.base, after.base, seat, shown)


def reached_persepolis(state: State) -> Outcome:
    """Return the outcome at Persepolis: most points, then most chips, or shared (G26)."""
    scores = tuple(state.journey.points(state.base, seat) for seat in range(state.table.seats))
    staying = state.base.staying()
    # Chips only break a tie of points (G26); seats that left cannot win.
    best = max((scores[seat], state.chips(seat)) for seat in staying)
    winners = tuple(seat for seat in staying if (scores[seat], state.chips(seat)) == best)
    return Outcome(winners, scores, "persepolis")
