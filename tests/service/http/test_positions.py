"""Positions in one answer: the list of moves with the view, and a move with those after it."""

from typing import Any

import pytest

from tests.service.api import Api, Person


@pytest.fixture
def game(api: Api, ada: Person, bob: Person) -> str:
    return api.game(ada, bob)


def play(api: Api, game: str, who: Person, move: Any, expect: int = 201, **more: Any) -> Any:
    query, headers = more.pop("query", "?moves=true"), {"If-Match": "*", **more}
    path = f"/games/{game}/moves{query}"
    return api.ask("POST", path, who, json=move, headers=headers, expect=expect).json


def test_a_list_of_moves_brings_the_view_where_it_is_asked_for(api, game, ada):
    plain = api.get(f"/games/{game}/moves", ada)
    assert "view" not in plain
    both = api.get(f"/games/{game}/moves", ada, query_string={"view": "true"})
    assert both == {**plain, "view": api.view(game, ada)}


def test_a_move_brings_the_seats_next_ones_where_they_are_asked_for(api, game, ada):
    move = api.moves(game, ada)[0]
    made = play(api, game, ada, move)
    assert made["moves"] == api.moves(game, ada)
    assert made["view"] == api.view(game, ada)


def test_a_move_brings_no_moves_unasked(api, game, ada):
    assert "moves" not in play(api, game, ada, api.moves(game, ada)[0], query="")


def test_a_repeated_key_gets_the_first_answer_again_with_its_moves(api, game, ada, bob):
    move = api.moves(game, ada)[0]
    first = play(api, game, ada, move, **{"Idempotency-Key": "k"})
    play(api, game, bob, {"type": "resign"})
    assert play(api, game, ada, move, **{"Idempotency-Key": "k"}) == first


def test_nothing_is_to_be_done_once_the_game_is_over(api, game, ada):
    made = play(api, game, ada, {"type": "resign"})
    assert (made["view"]["status"], made["moves"]) == ("finished", [])


def test_a_flag_is_true_or_false_and_a_move_with_another_is_not_made(api, game, ada):
    before = api.view(game)["version"]
    refused = play(api, game, ada, api.moves(game, ada)[0], expect=422, query="?moves=many")
    assert refused["errors"] == {"moves": ["must be true or false; given: 'many'."]}
    assert api.view(game)["version"] == before
