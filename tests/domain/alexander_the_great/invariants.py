"""Invariants of every position of the scenario, worked out from scratch."""

from itertools import permutations

from domain.alexander_the_great.board import Kind
from domain.alexander_the_great.events import AnyEvent, AuctionPaid, Marched
from domain.alexander_the_great.state import CHIP_KINDS, Advisor, Occasion, Phase, State
from tests.domain.settlers import invariants as base_invariants

ADVISOR_POINTS = {None: 0, Advisor.FIRST: 4, Advisor.SECOND: 3, Advisor.THIRD: 2}


def assert_sound(state: State) -> None:
    """All of it."""
    base, journey, board = state.base, state.journey, state.table.board
    ahead = [crossing.corner for crossing in board.route[journey.crossing + 1 :]]
    base_invariants.assert_all_there(base, journey.reserve or (), ahead)
    assert base.table.edition.bank == (19, 19, 19, 19, 19, 40)
    base_invariants.assert_in_order(base, journey.points)
    assert_chips_conserved(state)
    assert_nothing_built_ahead(state)
    assert_advisors(state)
    assert_end(state)


def assert_follows(before: State, event: AnyEvent, after: State) -> None:
    """Chips and the reserve keep their order, no chip won is lost; spent knights return to the
    deck; only a march brings Alexander on."""
    knights = event.knights if isinstance(event, AuctionPaid) else 0
    base_invariants.assert_follows(before.base, event, after.base, returned=knights)
    journey, then = before.journey, after.journey
    assert journey.chips == then.chips
    if isinstance(event, Marched):
        _is_next(before, event)
    else:
        assert then.crossing == journey.crossing
    reserve, left = journey.reserve or (), then.reserve or ()
    assert left == reserve[len(reserve) - len(left) :]
    assert journey.reserve is not None or then.reserve is None
    assert then.removed >= journey.removed
    for old, new in zip(journey.won, then.won, strict=True):
        assert all(n <= more for n, more in zip(old, new, strict=True))


def _is_next(before: State, event: Marched) -> None:
    """The next crossing, its chip the next in order; with a seven where a gate is there, and
    behind the last gate Persepolis (G11, G26)."""
    board, place = before.table.board, before.journey.crossing + 1
    is_last = place == len(board.route) - 2
    assert event.crossing == (place + 1 if is_last else place)
    number = board.chip_numbers[event.crossing]
    assert event.chip == (None if number is None else before.journey.chips[number])
    if board.route[place].kind is Kind.GATE:
        assert sum(before.base.turn.dice or ()) == 7


def assert_chips_conserved(state: State) -> None:
    """28 chips, 7 of each: won, ahead, out of the game, unseen or bid for."""
    journey, board = state.journey, state.table.board
    assert all(journey.chips.count(kind) == 7 for kind in CHIP_KINDS)
    ahead = [n for n in board.chip_numbers[journey.crossing + 1 :] if n is not None]
    won = sum(map(sum, journey.won))
    bid_for = journey.auction is not None and journey.auction.occasion is not Occasion.FOUNDING
    if state.phase is not Phase.OVER:
        assert won + journey.removed + len(ahead) + bid_for + 3 == 28
    for place, kind in enumerate(CHIP_KINDS):
        assert sum(own[place] for own in journey.won) <= 7, kind


def assert_nothing_built_ahead(state: State) -> None:
    """On no corner on or beside the way that lies ahead, but for crossings passed (G22)."""
    board, pieces = state.table.board, state.base.pieces
    on_the_way = sum(1 << crossing.corner for crossing in board.route)
    near = [board.topology.near_bits[crossing.corner] for crossing in board.route]
    ahead = near[state.journey.crossing + 1 :]
    assert not any(pieces.buildings & each & ~on_the_way for each in ahead)


def assert_advisors(state: State) -> None:
    """One a seat, each once, to seats with three chips; the more chips, the better (G20, G21)."""
    journey, seats, staying = state.journey, range(state.table.seats), state.base.staying()
    held = [advisor for advisor in journey.advisors if advisor is not None]
    assert len(held) == len(set(held))
    assert state.table.seats == 4 or Advisor.SECOND not in held
    worth = [ADVISOR_POINTS[advisor] for advisor in journey.advisors]
    assert all(state.chips(seat) >= 3 for seat in seats if worth[seat])
    if state.table.rules.version > 1:
        _no_advisor_is_idle(state)
    for one, other in permutations(seats, 2):
        if other in staying and journey.chooser is None and worth[one] > worth[other]:
            assert state.chips(one) >= state.chips(other)
    assert list(map(journey.advisor_points, seats)) == worth


def _no_advisor_is_idle(state: State) -> None:
    """No seat that left holds one; a free one is below all seats that could have it (G21)."""
    held, staying = state.journey.advisors, state.base.staying()
    assert all(held[seat] is None for seat in range(state.table.seats) if seat not in staying)
    in_play = [each for each in Advisor if each is not Advisor.SECOND or state.table.seats == 4]
    for free in set(in_play) - set(held):
        able = [held[seat] for seat in staying if state.chips(seat) >= 3]
        assert all(ADVISOR_POINTS[own] > ADVISOR_POINTS[free] for own in able)


def assert_end(state: State) -> None:
    """At Persepolis points, then chips decide; where all but one have left, it has won (G26)."""
    result, staying = state.base.standing.result, state.base.staying()
    is_there = state.journey.crossing == len(state.table.board.route) - 1
    assert not is_there or result is not None
    if result is None or result.reason == "target_points":
        return
    assert result.reason == ("persepolis" if is_there else "resignation")
    rank = {seat: (result.scores[seat], is_there and state.chips(seat)) for seat in staying}
    best = max(rank.values())
    assert result.winners == tuple(seat for seat in staying if rank[seat] == best)
