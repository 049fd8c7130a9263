"""Moves that need no turn: made at any version, or for an older one if the rules say so."""

from unittest.mock import patch

import pytest

from domain.kernel.rulesets import ruleset_named
from domain.wire.moves import Move
from service.http.reading import bodies
from tests.service.api import Api, Person

RESIGN = {"type": "resign"}
ANY = {"If-Match": "*"}


@pytest.fixture
def game(api: Api, ada: Person, bob: Person) -> str:
    """A game at version 4 in which seat 0 has moved and is still to act."""
    made = api.game(ada, bob)
    api.move(made, ada)
    return made


@pytest.fixture
def resigning_is_independent():
    """And so is choosing a card, which was done since."""
    moves = ruleset_named("alexandros").wire.moves
    is_it = property(lambda move: moves.json(move)["type"] in ("resign", "choose_card"))
    with patch.object(Move, "is_independent", is_it):
        yield


def test_a_move_for_any_version_is_made_if_the_seat_may_make_it(api: Api, game: str, ada, bob):
    move = next(move for move in api.moves(game, ada) if move["type"] != "resign")
    path = f"/games/{game}/moves"
    early = api.ask("POST", path, bob, json=move, headers=ANY)
    assert (early.status_code, early.json["code"]) == (409, "not_your_turn")
    assert api.ask("POST", path, ada, json=move, headers=ANY, expect=201).json["version"] == 5
    assert api.ask("POST", path, bob, json=RESIGN, headers=ANY, expect=201).json["version"] == 6


def test_an_older_version_is_stale_when_the_rules_call_no_move_independent(api, game, bob):
    assert api.act(game, bob, "moves", RESIGN, version=3).status_code == 412


@pytest.mark.parametrize("move", [RESIGN, {"notation": "resign"}])
def test_an_independent_move_is_made_for_an_older_version(
    api: Api, game: str, bob: Person, resigning_is_independent, move
):
    assert api.act(game, bob, "moves", move, version=3).json["version"] == 5


def test_a_moves_body_is_read_once(api, game, bob, resigning_is_independent):
    """Also where it is looked at in two positions before it is decided."""
    with patch.object(bodies, "decode_json", wraps=bodies.decode_json) as decoded:
        assert api.act(game, bob, "moves", RESIGN, version=3).json["version"] == 5
    assert decoded.call_count == 1


def test_a_move_for_an_older_version_is_stale_unless_it_is_independent(
    api: Api, game: str, ada: Person, bob: Person, resigning_is_independent
):
    others = ({"type": "end_turn"}, {"type": "nonsense"}, {"notation": "?"}, {"type": 1})
    for move in others:
        assert api.act(game, bob, "moves", move, version=3).status_code == 412
    assert api.act(game, ada, "moves", RESIGN, version=3).status_code == 412
    assert api.act(game, bob, "moves", RESIGN, version=2).status_code == 412
