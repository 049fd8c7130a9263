"""Moves as text: each legal one spelled and parsed back, and other spellings a person may type."""

from pathlib import Path

import pytest

from domain.alexandros import RULESET
from domain.alexandros.wire.move_notation import format_move, parse_move
from domain.errors import Malformed, Refused
from tests import fixtures
from tests.domain.alexandros.given import CHANCE, given, given_deal
from tests.domain.alexandros.maps import AT_START
from tests.fixtures import moments

GAMES = fixtures.fixtures("alexandros")
LIMIT = 60


@pytest.mark.parametrize("path", GAMES, ids=fixtures.name_of)
def test_every_listed_move_of_a_game_is_parsed_back_however_it_is_typed(path: Path):
    for game in moments(path)[::3]:
        if game.timeline is None:
            continue
        state = game.state
        for seat in range(game.setup.seats):
            moves = RULESET.legal_moves(state, seat, LIMIT, None).moves
            spelled = [format_move(state, move) for move in moves]
            assert len(set(spelled)) == len(spelled)
            for move, text in zip(moves, spelled, strict=True):
                assert parse_move(state, text) == move
                assert parse_move(state, f"  {text.upper().replace(',', ' , ')} ") == move


def typed(scene, text: str):
    return RULESET.wire.moves.json(parse_move(scene.state, text))


def test_a_display_card_goes_by_its_symbol_or_its_slot():
    scene = given(AT_START, phase="choose_card", shown="LH")
    assert typed(scene, "Card Horse") == {"type": "choose_card", "from": "display", "slot": 1}
    assert typed(scene, "card slot 1") == typed(scene, "card horse")
    joker = {"type": "choose_card", "from": "display", "slot": 0, "joker": "soldier"}
    assert typed(scene, "card lyre as soldier") == joker
    assert typed(scene, "take lyre") == {"type": "take_card", "from": "display", "slot": 0}
    assert typed(scene, "card hand lyre") == {"type": "choose_card", "from": "hand", "card": "lyre"}


def test_of_two_like_display_cards_the_second_is_named_by_its_slot():
    scene = given(AT_START, phase="choose_card", shown="LL")
    moves = RULESET.legal_moves(scene.state, 0, 100, "choose_card").moves
    assert [format_move(scene.state, move) for move in moves[:2]] == ["card lyre", "card slot 1"]


def test_a_march_to_a_point_takes_the_first_way_that_is_listed():
    scene = given(AT_START, phase="march", marching="horse")
    listed = RULESET.legal_moves(scene.state, 0, 1000, "march").moves
    for move in listed:
        (x, y), (r, c) = move.path[-1], move.space
        first = next(m for m in listed if m.space == move.space and m.path[-1] == (x, y))
        assert parse_move(scene.state, f"march {r},{c} to {x},{y}") == first


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("march 2,2 to 9,1", "path_ends_elsewhere"),
        ("march 2,2 to 99,99", "no_such_point"),
        ("march 77,7 to 2,2", "no_such_space"),
        ("march 1,0 to 0,2", "space_not_of_symbol"),
    ],
)
def test_a_march_that_cannot_be_is_left_to_the_rules(text: str, code: str):
    scene = given(AT_START, phase="march", marching="horse")
    with pytest.raises(Refused) as refused:
        RULESET.decide(scene.state, 0, parse_move(scene.state, text), CHANCE)
    assert refused.value.code == code


def test_a_takeover_names_its_compensation():
    scene = given_deal()
    move = typed(scene, "take over 3,4 with 3,4 -1,6 give lyre 2 horse 1")
    assert move["governors"] == [[3, 4], [-1, 6]]
    assert move["compensation"] == {"horse": 1, "lyre": 2}
    assert "compensation" not in typed(scene, "take over 3,4 with 3,4")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("march 2,1", "march 2,1 to 2,2; march 2,1 via"),
        ("card lyra", "card lyre (or card slot 0"),
        ("take over 3,4", "take over 3,4 with"),
        ("occupy 3,4 with 3,4 give lyre 1", "occupy 3,4 with 3,4 5,6"),
        ("recall 3", "recall 3,4"),
        ("castle", "card lyre"),
        ("", "card lyre"),
        ("end end", "end"),
    ],
)
def test_a_malformed_move_is_answered_with_the_expected_form(text: str, expected: str):
    with pytest.raises(Malformed) as malformed:
        parse_move(given_deal().state, text)
    (message,) = malformed.value.errors["notation"]
    assert expected in message


def test_a_card_that_is_not_displayed_is_answered_with_those_that_are():
    scene = given(AT_START, phase="choose_card", shown="LH")
    with pytest.raises(Malformed, match="temple is not in the display, which shows lyre and horse"):
        parse_move(scene.state, "take temple")


def test_text_is_checked_as_strictly_as_json():
    with pytest.raises(Malformed, match="twice"):
        parse_move(given_deal().state, "occupy 3,4 with 3,4 3,4")
