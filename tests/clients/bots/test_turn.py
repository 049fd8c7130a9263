"""A bot takes its turn through the API alone, and does not stall when others move meanwhile."""

from random import Random
from typing import Any

import httpx
import pytest

from clients.bot_names import NAMES
from clients.bots import BOTS, UnknownBot, bot_named, bot_names, take_turn, take_turns
from clients.python import Refused
from tests.clients.python.canned_service import Canned, problem

TAKE, END = {"type": "take_card", "from": "supply"}, {"type": "end_turn"}
RESIGN = {"type": "resign"}


def view(version: int = 12, to_act: tuple[int, ...] = (1,), bot: str = "random") -> dict:
    seats = [{"seat": 0, "bot": None}, {"seat": 1, "bot": bot}]
    body = {"game_id": "g", "ruleset": "alexandros", "version": version, "seats": seats}
    return {**body, "viewer": {"seat": 1}, "to_act": to_act}


def listed(*moves: dict, **of_view: Any) -> httpx.Response:
    return httpx.Response(200, json={"moves": moves, "view": view(**of_view)})


def made(*moves: dict, version: int = 13, to_act: tuple[int, ...] = (0,)) -> httpx.Response:
    after = view(version, to_act)
    return httpx.Response(201, json={"version": version, "moves": moves, "view": after})


STALE = problem(412, "stale_version")


def test_a_seat_that_is_to_act_makes_one_move():
    service = Canned(listed(END), made())
    assert take_turn(service.client(), "g", Random(0)) == END
    assert service.asked[-1].headers["If-Match"] == '"12"'


def test_the_moves_of_a_turn_cost_one_request_each_and_one_before_them():
    service = Canned(listed(TAKE), made(END, to_act=(1,)), made(version=14))
    assert list(take_turns(service.client(), "g", Random(0))) == [TAKE, END]
    assert [request.method for request in service.asked] == ["GET", "POST", "POST"]
    assert [r.headers["If-Match"] for r in service.asked[1:]] == ['"12"', '"13"']


def test_a_turn_goes_on_where_others_have_moved_in_between():
    answers = [listed(TAKE), made(TAKE, to_act=(1,)), STALE, listed(END, version=14), made()]
    assert list(take_turns(Canned(*answers).client(), "g", Random(0))) == [TAKE, END]


def test_a_seat_that_is_not_to_act_does_nothing():
    service = Canned(listed(RESIGN, to_act=(0,)))
    assert take_turn(service.client(), "g", Random(0)) is None
    assert len(service.asked) == 1


def test_a_seat_that_its_player_has_taken_back_does_nothing():
    assert take_turn(Canned(problem(403, "no_seat")).client(), "g", Random(0)) is None


def test_the_bot_may_be_given_instead_of_named():
    service = Canned(listed(TAKE, END, bot="unheard_of"), made())
    assert take_turn(service.client(), "g", Random(0), lambda view, moves, luck: moves[1]) == END


def test_a_game_that_moved_on_is_read_again():
    service = Canned(listed(END), STALE, listed(TAKE, version=13), made())
    assert take_turn(service.client(), "g", Random(0)) == TAKE
    assert service.asked[-1].headers["If-Match"] == '"13"'


def test_a_game_that_never_stands_still_is_left_for_later():
    service = Canned(*[listed(END), STALE] * 9)
    assert take_turn(service.client(), "g", Random(0)) is None


def test_a_listed_move_that_is_refused_is_not_chosen_again():
    service = Canned(listed(TAKE, END), problem(409, "nothing_to_take"), made())
    assert take_turn(service.client(), "g", Random(0)) == END


def test_a_bot_plays_a_listed_move_when_its_own_wording_is_refused():
    own = {"type": "take_card", "from": "moon"}
    service = Canned(listed(END), problem(409, "nothing_to_take"), made())
    assert take_turn(service.client(), "g", Random(0), lambda view, moves, luck: own) == END


def test_a_game_that_refuses_every_listed_move_is_an_error():
    service = Canned(listed(TAKE, END), problem(409, "broken"))
    with pytest.raises(Refused):
        take_turn(service.client(), "g", Random(0))


def test_an_empty_list_is_nothing_to_do():
    assert take_turn(Canned(listed()).client(), "g", Random(0)) is None


def test_bots_are_known_by_ruleset_and_name():
    assert set(bot_names("alexandros")) == {"random", "patient", "greedy"}
    assert {(ruleset, name) for ruleset in NAMES for name in bot_names(ruleset)} == set(BOTS)
    assert bot_named("alexandros", "greedy") is BOTS["alexandros", "greedy"]


def test_an_unknown_bot_is_refused_with_a_list_of_bots():
    with pytest.raises(UnknownBot, match="random, patient, greedy"):
        bot_named("alexandros", "brilliant")
