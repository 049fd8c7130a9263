"""Undo over HTTP: back and forth, asked for and answered, and refused where the game says so."""

import pytest

from tests.service.api import Api, Person


@pytest.fixture
def game(api: Api, ada: Person, bob: Person) -> str:
    return api.game(ada, bob, undo="free")


def test_undo_and_redo_lead_back_and_forth(api: Api, game: str, ada: Person):
    before = api.view(game, ada)["state"]
    after = api.move(game, ada)["view"]["state"]
    undone = api.act(game, ada, "undo", {"to": 3}).json
    assert (undone["events"][0]["type"], undone["view"]["head"]) == ("undone", 3)
    assert (undone["view"]["version"], undone["view"]["state"]) == (5, before)
    assert undone["view"]["undo"]["redo"] == 0
    redone = api.act(game, ada, "redo", {}).json
    assert (redone["view"]["head"], redone["view"]["state"]) == (4, after)
    answer = api.act(game, ada, "redo", {})
    assert (answer.status_code, answer.json["code"]) == (409, "nothing_to_redo")
    flags = [e["undone"] for e in api.get(f"/games/{game}/events")["events"]]
    assert flags == [False] * 6


def test_an_undone_move_is_marked_in_the_record_and_an_undo_is_not(api: Api, game: str, ada):
    api.move(game, ada)
    api.act(game, ada, "undo", {"to": 3})
    events = api.get(f"/games/{game}/events")["events"]
    assert [e["version"] for e in events if e["undone"]] == [4]


@pytest.mark.parametrize("to", [-1, 0, 1, 2, 4, 5, 99])
def test_an_undo_goes_back_only_to_an_event_of_the_line(api: Api, game: str, ada: Person, to: int):
    api.move(game, ada)
    answer = api.act(game, ada, "undo", {"to": to})
    assert (answer.status_code, answer.json["code"]) == (409, "undo_target_unknown")
    assert f"go back to move {to}:" in answer.json["detail"]


def test_consent_is_asked_for_given_refused_and_withdrawn(api: Api, ada: Person, bob: Person):
    game = api.game(ada, bob, undo="consent")
    api.move(game, ada)
    asked = api.act(game, ada, "undo", {"to": 3}).json["view"]["undo"]["request"]
    assert asked == {"seat": 0, "to": 3, "accepted": [], "waiting_for": [1]}
    again = api.act(game, ada, "undo", {"to": 3})
    assert (again.status_code, again.json["code"]) == (409, "undo_pending")
    own = api.act(game, ada, "undo/answer", {"accept": True}, version=False)
    assert (own.status_code, own.json["code"]) == (409, "no_undo_requested")
    refused = api.act(game, bob, "undo/answer", {"accept": False}, version=False).json
    assert refused["view"]["undo"]["request"] is None
    api.act(game, ada, "undo", {"to": 3})
    withdrawn = api.act(game, ada, "undo/answer", {"accept": False}, version=False).json
    assert withdrawn["view"]["undo"]["request"] is None
    api.act(game, ada, "undo", {"to": 3})
    given = api.act(game, bob, "undo/answer", {"accept": True}, version=False).json
    assert (given["events"][0]["type"], given["view"]["head"]) == ("undone", 3)


@pytest.mark.parametrize("accept", [True, False])
def test_an_answer_meant_for_another_wish_is_refused(
    api: Api, ada: Person, bob: Person, accept: bool
):
    game = api.game(ada, bob, undo="consent")
    api.move(game, ada)
    api.act(game, ada, "undo", {"to": 3})
    meant = {"accept": accept, "to": 3}
    api.act(game, ada, "undo/answer", {"accept": False}, version=False)
    ended = api.act(game, bob, "undo/answer", meant, version=False)
    assert (ended.status_code, ended.json["code"]) == (409, "no_undo_requested")
    while api.view(game)["to_act"] == [0]:
        api.move(game, ada)
    asked = api.act(game, ada, "undo", {"to": 4}).json["version"]
    answer = api.act(game, bob, "undo/answer", meant, version=False)
    assert (answer.status_code, answer.json["code"]) == (409, "another_undo_requested")
    assert answer.json["parameters"] == {"to": 4, "meant": 3}
    assert api.view(game)["version"] == asked
    done = api.act(game, bob, "undo/answer", {"accept": accept, "to": 4}, version=False)
    assert done.json["events"][0]["type"] == ("undone" if accept else "undo_declined")


def test_a_game_without_undo_says_so(api: Api, ada: Person, bob: Person):
    game = api.game(ada, bob, undo="off")
    api.move(game, ada)
    answer = api.act(game, ada, "undo", {"to": 3})
    assert (answer.status_code, answer.json["code"]) == (409, "undo_off")


def test_a_game_without_a_policy_of_its_own_asks_people_for_consent(api: Api, ada, bob):
    game = api.game(ada, bob)
    api.move(game, ada)
    asked = api.act(game, ada, "undo", {"to": 3}).json
    assert asked["events"][0]["type"] == "undo_requested"
    assert asked["view"]["undo"]["policy"] == "consent"
    assert api.get(f"/games/{game}/events")["events"][0]["data"]["undo"] == "by_seats"


@pytest.mark.parametrize("is_seated_later", [False, True])
def test_against_bots_alone_what_was_drawn_stays_drawn(api: Api, ada, is_seated_later: bool):
    bots = [] if is_seated_later else ["greedy"]
    terms = {"ruleset": "alexandros", "board": "tiny", "first_seat": 0, "bots": bots}
    view = api.ask("POST", "/games", ada, json=terms, expect=201).json
    game = view["game_id"]
    if is_seated_later:
        assert view["undo"]["policy"] == "consent"
        api.ask("POST", f"/games/{game}/seats", ada, json={"bot": "greedy"}, expect=201)
    assert api.view(game)["undo"]["policy"] == "drawn_stays"
    back = api.move(game, ada)["view"]["undo"]["you"]["back"]
    assert back == {"to": 3, "leave": None, "refused": "drawn_stays"}
    answer = api.act(game, ada, "undo", {"to": 3})
    assert (answer.status_code, answer.json["code"]) == (409, "drawn_stays")
    api.move(game, ada)
    assert api.act(game, ada, "undo", {"to": 4}).json["view"]["head"] == 4
