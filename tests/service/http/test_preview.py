"""Previews: what a move would lead to, recorded nowhere and revealing nothing."""

import pytest

from tests.service.desk import Desk, Person


@pytest.fixture
def marching(desk: Desk, ada: Person, bob: Person) -> str:
    """A game in which Ada has chosen her card."""
    game = desk.game(ada, bob)
    desk.move(game, ada)
    return game


def previewed(desk: Desk, game: str, who: Person, move: dict, expect: int = 200) -> dict:
    return desk.ask("POST", f"/games/{game}/preview", who, json=move, expect=expect).json


def test_a_preview_is_the_position_after_the_move(desk: Desk, ada: Person, marching: str):
    for move in desk.moves(marching, ada, type="march"):
        seen = previewed(desk, marching, ada, move)
        assert bool(seen["state"]["walls"]) == (len(move["path"]) > 1)
    before = desk.view(marching, ada)["version"]
    made = desk.move(marching, ada, move)
    assert made["version"] == before + 1
    assert seen["state"] == made["view"]["state"]


def test_a_move_that_turns_up_a_card_is_not_previewed(desk: Desk, ada: Person, bob: Person):
    game = desk.game(ada, bob)
    choice = {"type": "choose_card", "from": "display", "slot": 0}
    assert previewed(desk, game, ada, choice, 409)["code"] == "nothing_to_preview"
    desk.move(game, ada)
    desk.move(game, ada)
    drawing = {"type": "take_card", "from": "supply"}
    assert previewed(desk, game, ada, drawing, 409)["code"] == "nothing_to_preview"


def test_a_preview_is_refused_as_the_move_would_be(
    desk: Desk, ada: Person, bob: Person, eve: Person, marching: str
):
    move = desk.moves(marching, ada, type="march")[0]
    assert previewed(desk, marching, bob, move, 409)["code"] == "not_your_turn"
    assert previewed(desk, marching, eve, move, 403)["code"] == "no_seat"
    assert previewed(desk, marching, ada, {"type": "march"}, 422)["code"] == "malformed"


def test_the_end_of_a_game_is_not_previewed_for_it_opens_every_hand(desk: Desk, ada, bob):
    game = desk.game(ada, bob)
    assert previewed(desk, game, ada, {"type": "resign"}, 409)["code"] == "nothing_to_preview"
