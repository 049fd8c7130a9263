"""Properties of every game on any board: conservation, round trips, legality, an end (A9)."""

import random

import pytest
from hypothesis import given as for_all
from hypothesis import settings
from hypothesis import strategies as st
from msgspec import structs

from domain.alexandros import RULESET
from domain.alexandros.cards import count_cards, in_order
from domain.alexandros.moves import AnyMove
from domain.alexandros.places import holdings, provinces_of
from domain.alexandros.state import State
from domain.alexandros.wire.notation import draw, position_of
from domain.record.chance import game_chance
from domain.record.setup import Setup
from domain.record.visibility import Audience, Viewer
from tests.domain.alexandros.drawn import parse
from tests.domain.alexandros.playing import GAMES, LIMIT, WIRE, play
from tests.domain.alexandros.strategies import boards


@settings(max_examples=80)
@for_all(GAMES)
def test_cards_walls_and_governors_are_conserved(game):
    for *_, state in play(**game, leave=0.01):
        cards = state.cards
        shown = sum(card is not None for card in cards.display)
        assert shown + len(cards.supply) + sum(map(sum, (*cards.hands, cards.discard))) == 55
        assert min(min(counts) for counts in (*cards.hands, cards.discard)) >= 0
        pieces = state.pieces
        assert pieces.red_walls & ~pieces.walls == 0
        assert 0 <= pieces.black_left <= 65
        assert 0 <= pieces.red_left <= 10
        assert pieces.red_left == 10 or pieces.black_left == 0
        assert all(len(spaces) <= 4 for spaces in pieces.governors)
        assert len({space for spaces in pieces.governors for space in spaces}) == sum(
            map(len, pieces.governors)
        )


@settings(max_examples=60)
@for_all(GAMES)
def test_no_province_is_held_by_two_and_scores_never_fall(game):
    for before, *_, state in play(**game, leave=0.01):
        provinces = provinces_of(state.table.board, state.pieces.walls)
        held = holdings(provinces, state.pieces)
        assert sum(len(h.governors) for h in held.values()) == sum(map(len, state.pieces.governors))
        for place, holding in held.items():
            for space in holding.governors:
                assert provinces.at[space] == place
                assert space in state.pieces.governors[holding.seat]
        pairs = zip(before.scores, state.scores, strict=True)
        assert all(earlier <= later for earlier, later in pairs)


@settings(max_examples=80)
@for_all(GAMES)
def test_every_listed_move_is_accepted(game):
    luck = random.Random(game["seed"])
    for state, _, _, chance, _, _ in play(**game):
        moves = RULESET.legal_moves(state, state.turn.seat, LIMIT, None).moves
        assert len(set(map(str, moves))) == len(moves)
        for move in luck.sample(moves, min(12, len(moves))):
            RULESET.decide(state, state.turn.seat, move, chance)


@settings(max_examples=60)
@for_all(GAMES)
def test_a_shown_position_is_parsed_to_the_same(game):
    for *_, state in play(**game, leave=0.02):
        assert parse(draw(position_of(state))) == position_of(state)


@settings(max_examples=50)
@for_all(GAMES, st.integers(0, 3))
def test_two_positions_that_differ_in_hidden_cards_alone_look_the_same(game, viewer):
    for *_, state in play(**game):
        if state.result is None:
            other = shuffled_unseen(state, viewer, game["seed"])
            assert WIRE.view(other, Viewer(viewer)) == WIRE.view(state, Viewer(viewer))


def shuffled_unseen(state: State, viewer: int, seed: int) -> State:
    """The state with supply and the other seats' hands dealt again, in the same numbers."""
    hands = list(state.cards.hands)
    hidden = [seat for seat in range(len(hands)) if seat != viewer]
    unseen = [*state.cards.supply, *(card for seat in hidden for card in in_order(hands[seat]))]
    random.Random(seed).shuffle(unseen)
    for seat in hidden:
        number = sum(hands[seat])
        hands[seat], unseen = count_cards(unseen[:number]), unseen[number:]
    cards = structs.replace(state.cards, hands=tuple(hands), supply=tuple(unseen))
    return structs.replace(state, cards=cards)


@settings(max_examples=60)
@for_all(GAMES)
def test_a_hidden_field_is_null_only_if_a_public_one_says_so(game):
    for _, _, _, _, event, _ in play(**game, leave=0.02):
        data = WIRE.events.json(event)
        visibility = RULESET.visibility.get(WIRE.events.type(event), {})
        if "supply" in visibility:
            assert (data["supply"] is not None) == data["reshuffled"]
        if visibility.get("drawn") is Audience.SEAT:
            assert (data["drawn"] is not None) == (data["from"] == "supply")
        assert event.reveals or not data.get("reshuffled")


# A9: every game ends where chance leads it; no seat resigns
HOSTILE = {
    "one of each": {"rows": ["TAHLS."], "start": [0, 0]},
    "a ring": {"rows": ["TAH", ".LS"], "start": [1, 1]},
    "one row": {"rows": ["T...A...H...L...S..."], "start": [0, 0]},
    "all symbols": {"rows": ["TAHLSTAHLS", "SLHATSLHA."], "start": [5, 1]},
    "very far": {"rows": ["." * 160 + "TAHLS"], "start": [0, 0]},
    "near and far": {"rows": ["TT" + "." * 120 + "TAHLS"], "start": [0, 0]},
}


@pytest.mark.parametrize("name", ["tiny", "asia_minor", "near_east"])
@pytest.mark.parametrize("seats", [2, 4])
def test_random_games_end_on_the_boards_of_the_house_a9(name, seats):
    for seed in range(4):
        *_, (*_, last) = play(WIRE.boards.read(name), seats, {}, seed, 3000)
        assert RULESET.situation(last).outcome is not None


@pytest.mark.parametrize("name", HOSTILE)
def test_random_games_end_on_hostile_boards_a9(name):
    for seed in range(6):
        *_, (*_, last) = play(WIRE.boards.read(HOSTILE[name]), 2 + seed % 3, {}, seed, 5000)
        assert RULESET.situation(last).outcome is not None


@settings(max_examples=50)
@for_all(boards(), st.integers(2, 4), st.integers(0, 2**32))
def test_random_games_end_on_any_board_a9(board, seats, seed):
    *_, (*_, last) = play(board, seats, {}, seed, 5000)
    assert RULESET.situation(last).outcome is not None


def test_seats_that_agree_to_lay_no_wall_play_on_for_25_rounds_and_no_more_a9():
    """All five symbol spaces touch Alexander's point: every march can have length 0."""
    ring = WIRE.boards.read(HOSTILE["a ring"])
    setup = Setup(ring, WIRE.options.read({}), 2, 0)
    chance = game_chance(bytes(32), [None, None])
    state = RULESET.initial_state(setup, RULESET.deal(setup, chance))
    while (outcome := RULESET.situation(state).outcome) is None:
        assert state.quiet_turns == state.turn.number <= state.quiet_limit == 50
        listed = RULESET.legal_moves(state, state.turn.seat, LIMIT, None).moves
        move = min(listed, key=idleness)
        state = RULESET.evolve(state, RULESET.decide(state, state.turn.seat, move, chance))
    assert (state.turn.number, state.pieces.walls) == (50, 0)
    assert outcome.reason == "no_progress"


@settings(max_examples=60)
@for_all(GAMES)
def test_quiet_turns_are_those_since_the_last_new_wall_or_point_a9(game):
    loud = 0
    for before, *_, after in play(**game, leave=0.01):
        if after.pieces.walls != before.pieces.walls or after.scores != before.scores:
            loud = before.turn.number
        assert after.quiet_turns == after.turn.number - loud


def idleness(move: AnyMove) -> tuple[int, int]:
    """Prefers to end the turn, then any choice of card, then the shortest march."""
    as_json = WIRE.moves.json(move)
    order = ["end_turn", "choose_card", "march"]
    rank = order.index(as_json["type"]) if as_json["type"] in order else len(order)
    return rank, len(as_json.get("path", []))
