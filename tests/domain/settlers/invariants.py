"""Invariants of every position of settlers, worked out from scratch; most also hold in a scenario,
which has cards, gold and closed corners besides."""

from collections import Counter
from collections.abc import Collection
from functools import lru_cache

from domain.grids.hexagonal import HexTopology, bits
from domain.settlers.board import Terrain
from domain.settlers.cards import DECK, DEVELOPMENTS, GoodAt
from domain.settlers.events import (
    AnyEvent,
    MonopolyPlayed,
    RoadBuildingPlayed,
    RobberMoved,
    YearOfPlentyPlayed,
)
from domain.settlers.state import Phase, Points, State, points, public_points
from tests.domain.settlers.slow_roads import slow_longest


def assert_sound(state: State) -> None:
    """Cards and pieces are all there, nothing stands where it may not, every point is due."""
    assert_all_there(state)
    assert_in_order(state)
    _the_best_have_won(state)


def assert_all_there(
    state: State, pile: Collection[GoodAt] = (), ahead: Collection[int] = ()
) -> None:
    """Goods, a pile among them, and pieces, none on or next to the corners that lie ahead."""
    _goods_are_all_there(state, pile)
    _development_cards_are_25(state)
    _pieces_are_limited_and_apart(state)
    _sets_agree(state, set(ahead))
    _roads_hang_together(state)


def assert_in_order(state: State, points: Points = points) -> None:
    """Roads, honours, points and the turn."""
    _roads_are_measured(state)
    _honours_are_due(state)
    _points_are_counted(state)
    _the_turn_is_in_order(state)
    _the_end_is_in_time(state, points)


def assert_follows(before: State, event: AnyEvent, after: State, returned: int = 0) -> None:
    """Development cards leave the game by being played alone, and knights return where a scenario
    takes them; what is built stays."""
    gone = held(before) - held(after)
    assert gone == Counter(played(event))
    assert held(after) - held(before) == Counter({"knight": returned} if returned else {})
    for seat in range(before.table.seats):
        assert before.pieces.roads[seat] & ~after.pieces.roads[seat] == 0
        assert before.built(seat) & ~after.built(seat) == 0
    assert 0 <= after.turn.number - before.turn.number <= 1


def held(state: State) -> Counter[str]:
    """The development cards of the deck and of all hands, by kind."""
    found: Counter[str] = Counter(state.cards.deck)
    for own in state.cards.developments:
        found.update(dict(zip(DEVELOPMENTS, own, strict=True)))
    return found


def played(event: AnyEvent) -> list[str]:
    """The development card that an event plays, if any."""
    match event:
        case RobberMoved(by_knight=True):
            return ["knight"]
        case RoadBuildingPlayed():
            return ["road_building"]
        case YearOfPlentyPlayed():
            return ["year_of_plenty"]
        case MonopolyPlayed():
            return ["monopoly"]
        case _:
            return []


def _goods_are_all_there(state: State, pile: Collection[GoodAt]) -> None:
    """S2"""
    cards, piled = state.cards, [state.table.edition.one[card] for card in pile]
    places = zip(cards.bank, *cards.hands, *piled, strict=True)
    assert tuple(sum(of) for of in places) == state.table.edition.bank
    assert min(min(counts) for counts in (cards.bank, *cards.hands)) >= 0
    assert all(sum(cards.hands[seat]) == 0 for seat in _left(state))


def _development_cards_are_25(state: State) -> None:
    """S2"""
    found, whole = held(state), Counter(DECK)
    assert found["knight"] + sum(state.cards.knights) == whole["knight"] == 14
    assert found["victory_point"] == whole["victory_point"] == 5
    assert all(found[kind] <= whole[kind] for kind in DEVELOPMENTS)
    own = state.cards.developments[state.turn.seat]
    assert all(0 <= new <= n for new, n in zip(state.turn.bought, own, strict=True))


def _pieces_are_limited_and_apart(state: State) -> None:
    """S2, S9"""
    pieces, seats = state.pieces, range(state.table.seats)
    for seat in seats:
        assert pieces.settlements[seat].bit_count() <= 5
        assert pieces.cities[seat].bit_count() <= 4
        assert pieces.roads[seat].bit_count() <= 15
    corners = [
        corner for of in (pieces.settlements, pieces.cities) for own in of for corner in bits(own)
    ]
    edges = [edge for own in pieces.roads for edge in bits(own)]
    assert len(set(corners)) == len(corners)
    assert len(set(edges)) == len(edges)
    for one, other in state.table.land.topology.edges:
        assert not {one, other} <= set(corners)


def _sets_agree(state: State, ahead: set[int]) -> None:
    """The sets that are kept for speed are those that the pieces and the next steps imply."""
    pieces, topology = state.pieces, state.table.land.topology
    built = {corner for seat in range(state.table.seats) for corner in bits(state.built(seat))}
    closed = {end for pair in topology.edges for end in pair if (built | ahead) & set(pair)}
    assert set(bits(pieces.buildings)) == built
    assert set(bits(pieces.closed)) == closed
    assert set(bits(pieces.paved)) == {edge for own in pieces.roads for edge in bits(own)}
    for seat, roads in enumerate(pieces.roads):
        ends = {end for edge in bits(roads) for end in topology.edges[edge]}
        assert set(bits(pieces.reach[seat])) == ends | set(bits(state.built(seat)))


def _roads_hang_together(state: State) -> None:
    """From every road one comes along own roads to an own building (S9)."""
    topology = state.table.land.topology
    for seat, roads in enumerate(state.pieces.roads):
        reached, rest = set(bits(state.built(seat))), set(bits(roads))
        while joined := {edge for edge in rest if reached & set(topology.edges[edge])}:
            reached |= {end for edge in joined for end in topology.edges[edge]}
            rest -= joined
        assert rest == set()


def _roads_are_measured(state: State) -> None:
    """S11"""
    for seat in range(state.table.seats):
        blocked = state.pieces.buildings & ~state.built(seat)
        length = _longest(state.table.land.topology, state.pieces.roads[seat], blocked)
        assert state.standing.roads[seat] == (0 if seat in _left(state) else length)


@lru_cache(maxsize=4096)
def _longest(topology: HexTopology, roads: int, blocked: int) -> int:
    return slow_longest(topology, roads, blocked)


def _honours_are_due(state: State) -> None:
    """S11"""
    standing, left = state.standing, _left(state)
    knights = [0 if seat in left else n for seat, n in enumerate(state.cards.knights)]
    _honour_is_due(standing.longest_road, standing.roads, least=5)
    _honour_is_due(standing.largest_army, tuple(knights), least=3)


def _honour_is_due(holder: int | None, sizes: tuple[int, ...], least: int) -> None:
    """The holder has the most, others perhaps as much; where nobody holds it, nobody is ahead."""
    most = max(sizes)
    if holder is None:
        assert most < least or sizes.count(most) > 1
    else:
        assert sizes[holder] == most >= least


def _points_are_counted(state: State) -> None:
    """S11, S12"""
    for seat in range(state.table.seats):
        built = (
            state.pieces.settlements[seat].bit_count() + 2 * state.pieces.cities[seat].bit_count()
        )
        honours = [state.standing.longest_road, state.standing.largest_army].count(seat)
        public = built + 2 * honours
        assert public_points(state, seat) == public
        assert points(state, seat) == public + state.cards.developments[seat][1]


def _the_turn_is_in_order(state: State) -> None:
    """S4, S5, S7"""
    turn, pieces = state.turn, state.pieces
    assert (turn.phase is Phase.DISCARD) == any(turn.owed)
    assert turn.offer is None or turn.phase in (Phase.PLAY, Phase.ROADS)
    assert 0 <= turn.free_roads <= 2
    assert turn.free_roads == 0 or turn.has_played_card
    is_due = state.table.rules.version > 1 and turn.free_roads > 0
    assert (turn.phase is Phase.ROADS) == is_due
    assert (turn.corner is not None) == (turn.phase is Phase.FOUND_ROAD)
    assert turn.dice is None or turn.phase is not Phase.ROLL
    layout = state.table.land.layout
    assert layout.terrains[pieces.robber] is not None
    if state.standing.dice == 0 and not any(state.cards.knights):
        assert layout.terrains[pieces.robber] == Terrain.DESERT


def _the_end_is_in_time(state: State, points: Points) -> None:
    """With the points that win, on one's own turn alone (S12)."""
    turn, result, target = state.turn, state.standing.result, state.table.options.target_points
    assert (turn.phase is Phase.OVER) == (result is not None)
    if result is None:
        assert turn.seat in state.staying()
        assert points(state, turn.seat) < target
        return
    assert result.scores == tuple(points(state, seat) for seat in range(state.table.seats))
    if result.reason == "target_points":
        assert result.winners == (turn.seat,)
        assert points(state, turn.seat) >= target


def _the_best_have_won(state: State) -> None:
    """A game that no target ended (S12)."""
    result = state.standing.result
    if result is not None and result.reason != "target_points":
        best = max(result.scores[seat] for seat in state.staying())
        assert result.winners == tuple(s for s in state.staying() if result.scores[s] == best)


def _left(state: State) -> set[int]:
    return set(range(state.table.seats)) - set(state.staying())
