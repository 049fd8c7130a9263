"""The greedy bot of settlers makes plainly good moves, in positions built by hand."""

from collections import Counter
from functools import partial
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from clients.bots.settlers.greedy import choose
from clients.bots.settlers.position import position_of
from domain.kernel.rulesets import ruleset_named
from domain.settlers.events import DiceRolled
from domain.settlers.moves import (
    AnswerTrade,
    BuildSettlement,
    OfferTrade,
    PlayRoadBuilding,
    WithdrawTrade,
)
from domain.settlers.state import Declined, Phase, State
from tests.clients.bots.settlers.table import choice, position_seen
from tests.domain.settlers.given import CHANCE, at_play, begun, with_hand, with_pieces
from tests.domain.settlers.slow_roads import path

RULES = ruleset_named("settlers")
TRIES = 60


seen = partial(position_seen, "settlers", seat=0)
chosen = partial(choice, "settlers", choose, seat=0)


def after(state: State, *moves: tuple[int, Any]) -> State:
    for seat, move in moves:
        state = RULES.evolve(state, RULES.decide(state, seat, move, CHANCE))
    return state


def pips(state: State) -> list[int]:
    return [sum(at) for at in position_of(seen(state)).land.corner_pips]


def settled(state: State | None = None) -> State:
    """Seat 0 with a settlement on a rich corner and a road, seats 1 and 2 with one each."""
    state = at_play(begun() if state is None else state)
    topology, rich = state.table.land.topology, pips(state)
    order, taken = sorted(range(len(rich)), key=lambda n: -rich[n]), set[int]()
    for seat in range(3):
        corner = next(n for n in order if n not in taken)
        taken |= {far for near in _near(topology, corner) for far in _near(topology, near)}
        roads = topology.corner_edges[corner][:1] if seat == 0 else ()
        state = with_pieces(state, seat, settlements=(corner,), roads=roads)
    return state


def _near(topology: Any, corner: int) -> set[int]:
    return {corner} | {topology.across(edge, corner) for edge in topology.corner_edges[corner]}


def test_it_founds_where_much_is_yielded():
    state = begun()
    assert pips(state)[chosen(state)["corner"]] >= max(pips(state)) - 1


def test_its_first_road_starts_at_its_settlement_and_leads_to_a_free_corner():
    founded = after(begun(), (0, RULES.wire.moves.read(chosen(begun()))))
    edge = chosen(founded)["edge"]
    assert founded.turn.corner in founded.table.land.topology.edges[edge]


def test_it_makes_a_settlement_a_city():
    assert chosen(with_hand(settled(), 0, (0, 0, 0, 2, 3)))["type"] == "build_city"


def test_it_ends_its_turn_with_nothing_in_hand():
    assert chosen(settled()) == {"type": "end_turn"}


def test_it_completes_a_purchase_with_the_bank_when_nobody_may_trade():
    state = with_hand(settled(), 0, (0, 0, 4, 2, 2))
    assert chosen(state) == {"type": "trade_with_bank", "give": "wool", "get": "ore"}


def test_it_keeps_the_cards_it_needs_when_it_discards():
    state = with_hand(settled(), 0, (0, 0, 7, 2, 3))
    turn = replace(state.turn, phase=Phase.DISCARD, owed=(6, 0, 0))
    given = chosen(replace(state, turn=turn))["cards"]
    assert given == {"wool": 6}


def test_the_robber_stands_by_another_and_not_by_oneself():
    state = with_hand(settled(), 1, (1, 0, 0, 0, 0))
    state = replace(state, turn=replace(state.turn, phase=Phase.ROBBER))
    move, topology = chosen(state), state.table.land.topology
    around = topology.hex_corners[topology.hex_index[tuple(move["hex"])]]
    assert not any(state.pieces.settlements[0] >> corner & 1 for corner in around)
    assert move["victim"] == 1


def robbing(*points: int, state: State | None = None) -> Counter[int]:
    """How often seat 0 robs each of three others, the last of them on the poorest corner.

    Each has a card and these public points.
    """
    if state is None:
        state = settled(begun(seats=4))
        worth = pips(state)
        # Not beside the desert alone: the robber stands there.
        poorest = worth.index(min(n for n in worth if n))
        state = with_pieces(state, 3, settlements=(poorest,))
    for seat in (1, 2, 3):
        state = with_hand(state, seat, (1, 0, 0, 0, 0))
    state = replace(state, turn=replace(state.turn, phase=Phase.ROBBER))
    view = seen(state)
    for seat, n in enumerate(points, 1):
        view["state"]["seats"][seat]["points"] = n
    listed = [RULES.wire.moves.json(m) for m in RULES.legal_moves(state, 0, 2000, None).moves]
    return Counter(choose(view, list(listed), Random(n))["victim"] for n in range(TRIES))


@pytest.mark.parametrize("leader", [1, 2, 3])
def test_it_robs_the_leader_by_public_points(leader: int):
    """S7"""
    points = [4 + (seat == leader) for seat in (1, 2, 3)]
    assert robbing(*points) == {leader: TRIES}


def test_luck_decides_between_leaders_and_favours_none():
    """S7"""
    robbed = robbing(4, 3, 4)
    assert {*robbed} == {1, 3}
    assert min(robbed.values()) > TRIES / 3


def test_it_never_blocks_its_own_towns_to_reach_the_leader():
    """S7"""
    state = at_play(begun(seats=4))
    at = state.table.land.topology.corner_hexes
    own, beside = next(
        (one, other)
        for one, around in enumerate(at)
        for other, hexes in enumerate(at)
        if other != one and {*hexes} <= {*around}
    )
    away = [n for n, hexes in enumerate(at) if not {*hexes} & {*at[own]}]
    for seat, corner in enumerate((own, beside, away[0], away[-1])):
        state = with_pieces(state, seat, settlements=(corner,))
    assert {*robbing(9, 3, 4, state=state)} == {3}


def with_knight(state: State) -> State:
    knights = ((1, 0, 0, 0, 0), *state.cards.developments[1:])
    turn = replace(state.turn, phase=Phase.ROLL, dice=None)
    return replace(state, turn=turn, cards=replace(state.cards, developments=knights))


def test_a_knight_drives_the_robber_away_before_the_roll():
    state = settled()
    corner = state.pieces.settlements[0].bit_length() - 1
    hexes = state.table.land.topology.corner_hexes[corner]
    productive = next(n for n in hexes if state.table.land.layout.tokens[n])
    robbed = replace(state, pieces=replace(state.pieces, robber=productive))
    assert chosen(with_knight(robbed))["type"] == "play_knight"


def test_a_knight_stays_in_hand_before_the_roll_when_the_robber_does_no_harm():
    state = settled()
    desert = state.table.land.layout.tokens.index(None)
    away = replace(state, pieces=replace(state.pieces, robber=desert))
    assert chosen(with_knight(away)) == {"type": "roll"}


def able_to_trade() -> State:
    """Seat 0 lacks an ore for a city, and has brick to spare; others have cards and ore."""
    state = with_hand(settled(), 0, (2, 0, 0, 2, 2))
    land, pieces = state.table.land, state.pieces
    ore = next(n for n, terrain in enumerate(land.layout.terrains) if terrain == "mountains")
    corners = [n for n in land.topology.hex_corners[ore] if not pieces.buildings >> n & 1]
    state = with_pieces(state, 1, settlements=tuple(corners[:1]))
    return with_hand(state, 1, (0, 0, 0, 0, 2))


def test_it_offers_spare_cards_for_missing_ones():
    move = chosen(able_to_trade())
    assert (move["type"], set(move["give"]), move["get"]) == ("offer_trade", {"brick"}, {"ore": 1})


def test_it_offers_once_a_turn():
    state = able_to_trade()
    offered = after(state, (0, RULES.wire.moves.read(chosen(state))))
    refused = after(offered, (1, AnswerTrade(False)), (2, AnswerTrade(False)))
    assert chosen(refused) == {"type": "withdraw_trade"}
    withdrawn = after(refused, (0, RULES.wire.moves.read(chosen(refused))))
    assert chosen(withdrawn)["type"] != "offer_trade"


def refused_by(*seats: int) -> State:
    """The same in a later turn of seat 0, after some seats have refused its offer."""
    state = able_to_trade()
    state = after(state, (0, RULES.wire.moves.read(chosen(state))))
    state = after(state, *((seat, AnswerTrade(False)) for seat in seats), (0, WithdrawTrade()))
    return replace(state, turn=replace(state.turn, has_offered=False))


def test_it_does_not_repeat_an_offer_that_one_seat_refused():
    """S10"""
    assert chosen(refused_by())["type"] == "offer_trade"
    assert chosen(refused_by(2))["type"] != "offer_trade"


def test_it_repeats_the_offer_once_the_hand_of_that_seat_has_changed():
    """S10"""
    gains = ((0,) * 5, (0,) * 5, (0, 0, 0, 0, 1))
    state = RULES.evolve(refused_by(2), DiceRolled(dice=(2, 2), gains=gains, owed=(0, 0, 0)))
    assert chosen(state)["type"] == "offer_trade"


@pytest.mark.parametrize(("brick", "is_hopeless"), [(2, True), (1, True), (0, False)])
def test_it_offers_no_less_than_what_was_refused(brick: int, is_hopeless: bool):
    """S10"""
    refused = Declined((brick, 0, 1 - min(1, brick), 0, 0), (0, 0, 0, 0, 1), (2,))
    state = replace(able_to_trade(), declined=(refused,))
    assert (chosen(state)["type"] != "offer_trade") == is_hopeless


def test_its_own_refusals_do_not_keep_it_from_offering():
    """S10"""
    state = able_to_trade()
    own = replace(state, declined=(Declined((1, 0, 0, 0, 0), (0, 0, 0, 0, 1), (0,)),))
    assert chosen(own)["type"] == "offer_trade"


def test_it_asks_for_nothing_that_the_others_cannot_have():
    """The bank and its own hand show how many cards of a kind the others hold (S2)."""
    state = with_hand(able_to_trade(), 1, (0, 0, 2, 0, 0))
    assert chosen(state)["type"] != "offer_trade"


def test_it_closes_with_the_seat_that_accepted():
    state = able_to_trade()
    accepted = after(state, (0, RULES.wire.moves.read(chosen(state))), (1, AnswerTrade(True)))
    assert chosen(accepted) == {"type": "close_trade", "seat": 1}


def asked(give: dict, get: dict, hand: tuple[int, ...], offering: State | None = None) -> dict:
    """Return seat 1's answer to an offer of seat 0, with these cards."""
    state = with_hand(settled(offering), 0, (2, 2, 2, 2, 2))
    state = with_hand(state, 1, hand)
    return chosen(after(state, (0, OfferTrade(give, get))), seat=1)


def test_it_accepts_a_trade_that_completes_a_city():
    assert asked({"ore": 1}, {"brick": 1}, (2, 0, 0, 2, 2))["accept"]


def test_it_refuses_to_give_needed_cards_for_others():
    assert not asked({"brick": 1}, {"ore": 1}, (0, 0, 0, 2, 3))["accept"]


def test_it_refuses_to_give_cards_it_does_not_have():
    answer = asked({"ore": 1}, {"lumber": 1}, (2, 0, 0, 2, 2))
    assert answer == {"type": "answer_trade", "accept": False}


def test_it_refuses_a_seat_near_victory():
    honours = replace(begun().standing, longest_road=0, largest_army=0)
    near = with_pieces(replace(begun(), standing=honours), 0, settlements=(0, 10, 20, 30))
    assert not asked({"ore": 1}, {"brick": 1}, (2, 0, 0, 2, 2), near)["accept"]


@pytest.mark.parametrize("length", [3, 4])
def test_it_wins_by_the_longest_road(length: int):
    state = at_play(begun(target_points=3))
    topology = state.table.land.topology
    ring = topology.hex_corners[topology.hex_index[0, 0]]
    roads = path(topology, *ring[: length + 1])
    state = with_pieces(state, 0, settlements=(ring[0],), roads=roads)
    lengths = (length, 0, 0)
    state = replace(state, standing=replace(state.standing, roads=lengths))
    missing = 5 - length
    move = chosen(with_hand(state, 0, (missing, missing, 0, 0, 0)))
    assert move["type"] == "build_road"


def test_it_lays_its_free_roads_towards_its_next_settlement():
    """S5"""
    state = settled()
    roads = ((0, 0, 1, 0, 0), *((0,) * 5,) * 2)
    state = replace(state, cards=replace(state.cards, developments=roads))
    state = with_hand(state, 0, (1, 1, 1, 1, 0))
    reach = {m.corner for m in settlements(state)}
    state = after(state, (0, PlayRoadBuilding()))
    while state.turn.phase is Phase.ROADS:
        move = chosen(state)
        assert move["type"] == "build_road"
        state = after(state, (0, RULES.wire.moves.read(move)))
    assert {m.corner for m in settlements(state)} > reach


def settlements(state: State) -> list[BuildSettlement]:
    listed = RULES.legal_moves(state, 0, 2000, None).moves
    return [move for move in listed if isinstance(move, BuildSettlement)]
