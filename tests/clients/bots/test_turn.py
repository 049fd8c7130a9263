"""A bot takes its turn through the API alone, and does not stall when others move meanwhile."""

from random import Random

import httpx
import pytest

from clients.bot_names import NAMES
from clients.bots import BOTS, UnknownBot, bot_named, bot_names, take_turn
from clients.python import Refused
from tests.clients.python.canned_service import Canned, problem

TAKE, END = {"type": "take_card", "from": "supply"}, {"type": "end_turn"}


def view(version: int = 12, to_act: tuple[int, ...] = (1,), bot: str = "random") -> httpx.Response:
    seats = [{"seat": 0, "bot": None}, {"seat": 1, "bot": bot}]
    body = {"game_id": "g", "ruleset": "alexandros", "version": version, "seats": seats}
    return httpx.Response(200, json={**body, "viewer": {"seat": 1}, "to_act": to_act})


def moves(*listed: dict, version: int = 12) -> httpx.Response:
    return httpx.Response(200, json={"version": version, "complete": True, "moves": listed})


MADE = httpx.Response(201, json={"version": 13, "events": [], "view": {}})
STALE = problem(412, "stale_version")


def test_a_seat_that_is_to_act_makes_one_move():
    service = Canned(view(), moves(END), MADE)
    assert take_turn(service.client(), "g", Random(0)) == END
    assert service.asked[-1].headers["If-Match"] == '"12"'


def test_a_seat_that_is_not_to_act_does_nothing():
    service = Canned(view(to_act=(0,)))
    assert take_turn(service.client(), "g", Random(0)) is None
    assert len(service.asked) == 1


def test_the_bot_may_be_given_instead_of_named():
    service = Canned(view(bot="unheard_of"), moves(TAKE, END), MADE)
    assert take_turn(service.client(), "g", Random(0), lambda view, moves, luck: moves[1]) == END


def test_a_game_that_moved_on_is_read_again():
    service = Canned(view(), moves(END), STALE, view(13), moves(TAKE, version=13), MADE)
    assert take_turn(service.client(), "g", Random(0)) == TAKE
    assert service.asked[-1].headers["If-Match"] == '"13"'


def test_a_list_of_another_version_than_the_view_is_read_again():
    service = Canned(view(), moves(END, version=13), view(13), moves(TAKE, version=13), MADE)
    assert take_turn(service.client(), "g", Random(0)) == TAKE


def test_a_game_that_never_stands_still_is_left_for_later():
    service = Canned(view(), *[moves(END), STALE, view()] * 9)
    assert take_turn(service.client(), "g", Random(0)) is None


def test_a_listed_move_that_is_refused_is_not_chosen_again():
    service = Canned(view(), moves(TAKE, END), problem(409, "nothing_to_take"), MADE)
    assert take_turn(service.client(), "g", Random(0)) == END


def test_a_bot_plays_a_listed_move_when_its_own_wording_is_refused():
    own = {"type": "take_card", "from": "moon"}
    service = Canned(view(), moves(END), problem(409, "nothing_to_take"), MADE)
    assert take_turn(service.client(), "g", Random(0), lambda view, moves, luck: own) == END


def test_a_game_that_refuses_every_listed_move_is_an_error():
    service = Canned(view(), moves(TAKE, END), problem(409, "broken"))
    with pytest.raises(Refused):
        take_turn(service.client(), "g", Random(0))


def test_an_empty_list_is_nothing_to_do():
    assert take_turn(Canned(view(), moves()).client(), "g", Random(0)) is None


def test_bots_are_known_by_ruleset_and_name():
    assert set(bot_names("alexandros")) == {"random", "patient", "greedy"}
    assert {(ruleset, name) for ruleset in NAMES for name in bot_names(ruleset)} == set(BOTS)
    assert bot_named("alexandros", "greedy") is BOTS["alexandros", "greedy"]


def test_an_unknown_bot_is_told_with_those_there_are():
    with pytest.raises(UnknownBot, match="random, patient, greedy"):
        bot_named("alexandros", "brilliant")
