"""Development cards between roll and march, and roads laid around it: S5, G11, G25."""

import pytest
from msgspec.structs import replace

from domain.alexander_the_great.cards import Good
from domain.alexander_the_great.moves import March
from domain.alexander_the_great.rules import VERSIONS
from domain.alexander_the_great.state import Advisor, Phase
from domain.settlers.cards import Resource
from domain.settlers.moves import (
    BuildRoad,
    BuyDevelopmentCard,
    EndTurn,
    PlayKnight,
    PlayMonopoly,
    PlayRoadBuilding,
    PlayYearOfPlenty,
    Resign,
    Roll,
)
from tests.domain.alexander_the_great.given import (
    about_to_march,
    about_to_roll,
    after_the_robber,
    begun,
    built,
    given,
    with_advisors,
    with_base,
    with_cards,
    with_journey,
    with_turn,
)

EDGES = begun().table.board.topology.edges
START = 150
"""A corner away from the way."""


def dealt_cards(state, *cards: int):
    """Seat 0 between roll and march with development cards by kind."""
    held = ((*cards, *(0,) * (5 - len(cards))), *((0,) * 5,) * 3)
    state = with_cards(built(with_turn(state, dice=(1, 2)), 0, START), developments=held)
    return with_journey(state, has_to_march=True)


def test_one_card_may_be_played_between_roll_and_march():
    """S5"""
    state = with_cards(dealt_cards(begun(), 1, 0, 1, 1, 1), bank=(9,) * 6)
    cards = (PlayKnight((0, 0)), PlayRoadBuilding(), PlayYearOfPlenty({Good.ORE: 2}))
    cards = (*cards, PlayMonopoly(Resource.ORE))
    kinds = {type(move) for move in given(state).legal()}
    assert kinds == {March, Resign, *map(type, cards)}
    for card in cards:
        after = given(state).when(card).state
        assert after.base.turn.has_played_card
        if after.phase is Phase.MARCH:
            assert given(after).legal() == [March(), Resign()]
            given(after).when(cards[0]).then_refused("card_already_played", "S5")
        given(state).when(card, seat=1).then_refused("not_your_turn", "S5")
    for other in (BuyDevelopmentCard(), EndTurn(), Roll(), BuildRoad(0)):
        given(state).when(other).then_refused("not_now", "G13")


def test_a_card_bought_in_the_same_turn_is_not_played_before_the_march_either():
    """S5"""
    state = with_turn(dealt_cards(begun(), 1), bought=(1, 0, 0, 0, 0))
    given(state).when(PlayKnight((0, 0))).then_refused("card_not_in_hand", "S5")
    assert given(state).legal() == [March(), Resign()]


def test_while_a_seven_is_owed_no_card_is_played_and_after_it_one_may_be():
    """S5, S7"""
    held = ((1, 0, 0, 0, 0), *((0,) * 5,) * 3)
    state = with_cards(about_to_march(3, (3, 4)), developments=held)
    given(state).when(PlayKnight((0, 0))).then_refused("not_now", "S5")
    after = after_the_robber(state)
    assert after.phase is Phase.MARCH
    assert PlayKnight in {type(move) for move in given(after).legal()}


@pytest.mark.parametrize("dice", [None, (1, 2)])
def test_roads_are_laid_before_the_march_and_he_marches_once(dice):
    """S5, G11"""
    state = dealt_cards(begun(), 0, 0, 1)
    if dice is None:
        rolling = with_turn(about_to_roll(state, seven=False), dice=None)
        state = with_journey(rolling, has_to_march=False)
    waits = state.phase
    state = given(state).when(PlayRoadBuilding()).state
    for _ in range(2):
        assert state.phase is Phase.ROADS
        given(state).when(March()).then_refused("not_now", "G13")
        roads = given(state).legal()
        assert {type(move) for move in roads} == {BuildRoad, Resign}
        state = given(state).when(roads[0]).state
    assert state.phase is waits
    state = given(state).when(March()).state if dice else given(state).when(Roll(), March()).state
    assert state.journey.crossing == 0


def test_roads_laid_after_the_march_bring_no_second_march():
    """S5, G11"""
    state = with_journey(dealt_cards(begun(), 0, 0, 1), has_to_march=False)
    state = given(state).when(PlayRoadBuilding()).state
    for _ in range(2):
        state = given(state).when(given(state).legal()[0]).state
    assert state.phase is Phase.PLAY
    given(state).when(March()).then_refused("not_now", "G13")


def test_a_winning_road_counts_before_march_and_auction():
    """S5, G25"""
    state = dealt_cards(begun(target_points=5), 0, 1, 1)
    state = with_base(state, standing=replace(state.base.standing, roads=(3, 0, 0, 0)))
    way = a_way_from(state, START, 5)
    bits = sum(1 << edge for edge in way[:3])
    pieces = state.base.pieces
    ends = sum(1 << end for end in {e for n in way[:3] for e in EDGES[n]})
    pieces = replace(
        pieces,
        roads=(bits, 0, 0, 0),
        paved=bits,
        reach=(pieces.reach[0] | ends, 0, 0, 0),
    )
    state = with_advisors(with_base(state, pieces=pieces), (Advisor.THIRD, None, None, None))
    state = with_cards(state, developments=((0, 0, 1, 0, 0), *((0,) * 5,) * 3))
    after = given(state).when(PlayRoadBuilding(), BuildRoad(way[3]), BuildRoad(way[4])).state
    assert after.base.standing.result.winners == (0,)
    assert (after.phase, after.journey.crossing) == (Phase.OVER, -1)


def a_way_from(state, corner: int, length: int) -> list[int]:
    """The edges of a way along new corners."""
    topology, seen, way = state.table.board.topology, {corner}, []
    while len(way) < length:
        ahead = ((e, topology.across(e, corner)) for e in topology.corner_edges[corner])
        edge, corner = next((edge, far) for edge, far in ahead if far not in seen)
        seen.add(corner)
        way.append(edge)
    return way


def test_in_the_first_version_no_card_is_played_between_roll_and_march():
    state = dealt_cards(begun(rules=VERSIONS[0]), 1)
    given(state).when(PlayKnight((0, 0))).then_refused("not_now", "G13")
    assert given(state).legal() == [March(), Resign()]
