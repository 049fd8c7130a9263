"""Previews: the position after a move, recorded nowhere and revealing nothing."""

import pytest

from tests.service.api import Api, Person


@pytest.fixture
def marching(api: Api, ada: Person, bob: Person) -> str:
    """A game in which Ada has chosen her card."""
    game = api.game(ada, bob)
    api.move(game, ada)
    return game


def previewed(api: Api, game: str, who: Person, move: dict, expect: int = 200) -> dict:
    return api.ask("POST", f"/games/{game}/preview", who, json=move, expect=expect).json


def test_a_preview_is_the_position_after_the_move(api: Api, ada: Person, marching: str):
    for move in api.moves(marching, ada, type="march"):
        seen = previewed(api, marching, ada, move)
        assert bool(seen["state"]["walls"]) == (len(move["path"]) > 1)
    before = api.view(marching, ada)["version"]
    made = api.move(marching, ada, move)
    assert made["version"] == before + 1
    assert seen["state"] == made["view"]["state"]


def test_a_move_that_turns_up_a_card_is_not_previewed(api: Api, ada: Person, bob: Person):
    game = api.game(ada, bob)
    choice = {"type": "choose_card", "from": "display", "slot": 0}
    assert previewed(api, game, ada, choice, 409)["code"] == "nothing_to_preview"
    api.move(game, ada)
    api.move(game, ada)
    drawing = {"type": "take_card", "from": "supply"}
    assert previewed(api, game, ada, drawing, 409)["code"] == "nothing_to_preview"


def test_a_preview_is_refused_as_the_move_would_be(
    api: Api, ada: Person, bob: Person, eve: Person, marching: str
):
    move = api.moves(marching, ada, type="march")[0]
    assert previewed(api, marching, bob, move, 409)["code"] == "not_your_turn"
    assert previewed(api, marching, eve, move, 403)["code"] == "no_seat"
    assert previewed(api, marching, ada, {"type": "march"}, 422)["code"] == "malformed"


def test_the_end_of_a_game_is_not_previewed_for_it_opens_every_hand(api: Api, ada, bob):
    game = api.game(ada, bob)
    assert previewed(api, game, ada, {"type": "resign"}, 409)["code"] == "nothing_to_preview"


def test_in_a_study_a_preview_shows_the_hands_that_its_player_sees(api: Api, ada: Person, bob):
    game = api.game(ada, bob)
    made = api.ask("POST", f"/games/{game}/branches", ada, json={"at": 3}, expect=201).json
    study = made["game_id"]
    chosen = api.move(study, ada, version=1)
    move = api.moves(study, ada, type="march")[0]
    seen = previewed(api, study, ada, move)
    assert all(seat["hand"] for seat in seen["state"]["seats"])
    made = api.move(study, ada, move, version=chosen["version"])
    assert seen["state"] == made["view"]["state"]
