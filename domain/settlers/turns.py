"""Automatic consequences: the deal, the order of seats, honours and the end of the game."""

from domain.kernel.decider import Situation
from domain.record.chance import Chance
from domain.record.outcome import Outcome
from domain.record.setup import Setup
from domain.settlers import phases
from domain.settlers.board import shuffled_layout
from domain.settlers.cards import DECK
from domain.settlers.events import Dealt, Honours
from domain.settlers.places import longest
from domain.settlers.state import (
    LARGEST_ARMY_FROM,
    LONGEST_ROAD_FROM,
    TURN_LIMIT,
    Points,
    State,
    Table,
    public_points,
    with_item,
)


def deal(setup: Setup, chance: Chance) -> Dealt:
    """Return the opening, recomputable from the game's secret (see ``domain.record.chance``).

    Unless the host chose the first seat, the label ``first_seat`` draws it: a number below the
    number of seats. ``board.shuffled_layout`` lays the board. The deck (knights, victory points,
    road building, years of plenty, monopolies, in this order) is shuffled with the label
    ``developments`` and drawn from its top, item 0.
    """
    board, seat = setup.board, setup.first_seat
    first = chance.below("first_seat", setup.seats) if seat is None else seat
    # A board with terrains draws no layout. That changes no other draw, as each has its own label.
    layout = board.layout or shuffled_layout(board, setup.options.reds_apart, chance)
    return Dealt(first_seat=first, layout=layout, deck=chance.shuffled("developments", DECK))


def to_act(state: State) -> tuple[int, ...]:
    """Return the seats that may act: those that owe a discard, or the active and the asked ones."""
    turn = state.turn
    phase, offer = turn.phase, turn.offer
    if phase is phases.OVER:
        return ()
    if phase is phases.DISCARD:
        return tuple([seat for seat, owed in enumerate(turn.owed) if owed])
    # While free roads are due, no other move is allowed, not even an answer to an offer (S5).
    if offer is None or phase is phases.ROADS:
        return (turn.seat,)
    seat, resigned = turn.seat, state.standing.resigned
    answers = enumerate(offer.answers)
    asked = [n for n, answer in answers if answer is None and n != seat and not resigned >> n & 1]
    # The seat on turn first: callers take the others from index 1.
    return (seat, *asked)


def situation(state: State) -> Situation:
    """Return the answers about a position; the game does not wait for answers to offers (S10)."""
    turn, standing, acting = state.turn, state.standing, to_act(state)
    # The game waits for discards, so the clocks of those seats run. A seat that is asked to trade
    # loses no time.
    owed = acting if turn.phase is phases.DISCARD else acting[:1]
    return Situation(turn.seat, acting, owed, state.staying(), standing.result, turn.founded)


def founder(table: Table, founded: int) -> int:
    """Return the seat that builds the n-th settlement of the set-up, n from 0 (S4)."""
    seats = table.seats
    # S4: the second round goes backwards; it begins with the last seat of the first round.
    offset = founded if founded < seats else 2 * seats - 1 - founded
    return (table.first_seat + offset) % seats


def next_founding(state: State, founded: int, resigned: int) -> tuple[int, int]:
    """Return the next settlement of the set-up and its seat, skipping seats that left.

    After the last one, return the seat of the first turn.
    """
    last = 2 * state.table.seats
    # A seat that left builds nothing more; its turns in the set-up are skipped.
    while founded < last and resigned >> founder(state.table, founded) & 1:
        founded += 1
    if founded < last:
        return founded, founder(state.table, founded)
    return last, clockwise(state, state.table.first_seat, resigned)


def clockwise(state: State, seat: int, resigned: int) -> int:
    """Return the first seat that has not left, clockwise from ``seat``."""
    if not resigned >> seat & 1:
        return seat
    seats = state.table.seats
    # At least one seat stays: the game ends when only one is left.
    return next(n % seats for n in range(seat, seat + seats) if not resigned >> n % seats & 1)


def next_seat(state: State) -> int:
    """Return the seat of the next turn."""
    following = (state.turn.seat + 1) % state.table.seats
    return clockwise(state, following, state.standing.resigned)


def honours_after_road(state: State, length: int) -> Honours:
    """Return the honours after the acting seat's road has reached a length (S11)."""
    standing, seat = state.standing, state.turn.seat
    # A new road never shortens its own seat's longest road, and most do not lengthen it.
    if length <= standing.roads[seat]:
        return unchanged(state)
    roads = with_item(standing.roads, seat, length)
    holder = standing.longest_road
    # Strictly longer: a tie leaves the card where it is (S11).
    if length >= LONGEST_ROAD_FROM and _is_most(roads, seat):
        holder = seat
    return Honours(roads, holder, standing.largest_army)


def honours_after_settlement(state: State, corner: int) -> Honours:
    """Return the honours after a building that may break others' roads (S11)."""
    broken = [seat for seat in range(state.table.seats) if _breaks(state, seat, corner)]
    # The usual case: the search of whole networks below is rarely needed.
    if not broken:
        return unchanged(state)
    topology, standing, pieces = state.table.land.topology, state.standing, state.pieces
    roads = standing.roads
    for seat in broken:
        blocked = (pieces.buildings | 1 << corner) & ~state.built(seat)
        roads = with_item(roads, seat, longest(topology, pieces.roads[seat], blocked))
    longest_road = holder_of(roads, standing.longest_road, LONGEST_ROAD_FROM)
    return Honours(roads, longest_road, standing.largest_army)


def _is_most(sizes: tuple[int, ...], seat: int) -> bool:
    """True if a seat has more than every other; it then takes the honour, held or not (S11)."""
    return all(size < sizes[seat] for other, size in enumerate(sizes) if other != seat)


def _breaks(state: State, seat: int, corner: int) -> bool:
    """True if a building of the acting seat would break the road of a seat that stays."""
    edges = state.table.land.topology.corner_edge_bits[corner] & state.pieces.roads[seat]
    # With one road at the corner there is no trail through it to break.
    return seat != state.turn.seat and seat in state.staying() and edges.bit_count() > 1


def holder_of(sizes: tuple[int, ...], before: int | None, least: int) -> int | None:
    """Return the holder of an honour after a size has shrunk (S11).

    In a tie the old holder keeps it, if it is one of the best; otherwise nobody has it.
    """
    best = max(sizes)
    if best < least:
        return None
    if before is not None and sizes[before] == best:
        return before
    return sizes.index(best) if sizes.count(best) == 1 else None


def honours_after_knight(state: State) -> Honours:
    """Return the honours after the acting seat plays a knight (S11)."""
    standing, knights, seat = state.standing, state.cards.knights, state.turn.seat
    # Add this knight: its event has not been applied yet.
    armies = _armies(state, with_item(knights, seat, knights[seat] + 1))
    army = standing.largest_army
    if armies[seat] >= LARGEST_ARMY_FROM and _is_most(armies, seat):
        army = seat
    return Honours(standing.roads, standing.longest_road, army)


def _armies(state: State, knights: tuple[int, ...]) -> tuple[int, ...]:
    """Return the knights that count: those of seats that stay."""
    staying = state.staying()
    return tuple(n if seat in staying else 0 for seat, n in enumerate(knights))


def honours_after_leaving(state: State, seat: int) -> Honours:
    """Return the honours once a seat's roads and knights no longer count (S11)."""
    standing = state.standing
    # 0, so that it cannot keep or block the honour.
    roads = with_item(standing.roads, seat, 0)
    armies = with_item(_armies(state, state.cards.knights), seat, 0)
    longest_road = holder_of(roads, standing.longest_road, LONGEST_ROAD_FROM)
    army = holder_of(armies, standing.largest_army, LARGEST_ARMY_FROM)
    return Honours(roads, longest_road, army)


def unchanged(state: State) -> Honours:
    """Return the honours as they are."""
    standing = state.standing
    return Honours(standing.roads, standing.longest_road, standing.largest_army)


def victory(after: State, seat: int, points: Points) -> Outcome | None:
    """Return the outcome if the seat has the points to win (S12)."""
    # S12: nobody wins before the first turn, however low the target is.
    if after.turn.phase in phases.FOUNDING:
        return None
    if points(after, seat) < after.table.options.target_points:
        return None
    # Only the seat on turn wins, even if another has more points.
    return Outcome((seat,), _scores(after, points), "target_points")


def depends_on_unseen(
    before: State, after: State, seat: int, shown: tuple[Points, Points] = (public_points,) * 2
) -> bool:
    """True if another seat's hidden victory points may decide whether a move lets it win (S12).

    The functions in ``shown`` count the public points before and after the move.
    """
    winner, (earlier, later) = after.turn.seat, shown
    if winner == seat:
        return False
    points = later(after, winner)
    # A seat on turn that gained no points cannot win by the move: it would have won before.
    is_nearer = winner != before.turn.seat or points > earlier(before, winner)
    # Only the number of its cards counts, which is public; their kinds would reveal the answer.
    hidden = sum(after.cards.developments[winner])
    return is_nearer and points + hidden >= after.table.options.target_points


def ended_by_leaving(after: State, points: Points) -> Outcome | None:
    """Return the outcome if one seat is left."""
    staying = after.staying()
    return Outcome(staying, _scores(after, points), "resignation") if len(staying) == 1 else None


def ended_by_length(after: State, points: Points) -> Outcome | None:
    """Return the outcome past the turn limit: the seats with the most points win."""
    if after.turn.number <= TURN_LIMIT:
        return None
    scores, staying = _scores(after, points), after.staying()
    # Seats that left cannot win.
    best = max(scores[seat] for seat in staying)
    winners = tuple(seat for seat in staying if scores[seat] == best)
    return Outcome(winners, scores, "turn_limit")


def _scores(state: State, points: Points) -> tuple[int, ...]:
    return tuple(points(state, seat) for seat in range(state.table.seats))
