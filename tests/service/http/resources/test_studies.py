"""Studies over HTTP: branched off from any moment, played alone, and never a window on secrets."""

import json
from collections import Counter

import pytest

from clients.audit.core import canonical
from clients.audit.record import checks
from projections.exports import audit_export
from tests.service.api import Api, Person


def branched(api: Api, who: Person, game: str, at: int) -> dict:
    made = api.ask("POST", f"/games/{game}/branches", who, json={"at": at}, expect=201)
    assert made.headers["Location"].endswith(made.json["game_id"])
    return made.json


def test_a_study_is_played_alone_in_every_seat(api: Api, ada: Person, bob: Person, eve: Person):
    game = api.game(ada, bob)
    api.move(game, ada)
    study = branched(api, eve, game, 4)
    assert study["study"] == {"of": game, "at": 4}
    assert (study["status"], study["listed"], study["fair"]) == ("live", False, False)
    seats = set()
    while len(seats) < 2:
        view = api.view(study["game_id"], eve)
        seats.add(view["viewer"]["seat"])
        assert view["viewer"]["seat"] == view["to_act"][0]
        moves = api.moves(study["game_id"], eve)
        ending = [m for m in moves if m["type"] == "end_turn"]
        move = (ending or moves)[0]
        api.move(study["game_id"], eve, move, version=view["version"])


def test_a_study_of_a_finished_game_goes_on_from_the_very_position(
    api: Api, ada: Person, bob: Person
):
    game = api.game(ada, bob)
    api.move(game, ada)
    api.act(game, bob, "resign", {}, version=False)
    then = api.view(game, ada, at=4)["state"]
    study = branched(api, ada, game, 4)
    assert study["state"] == then


def test_a_study_of_a_live_game_keeps_my_hand_and_shows_no_other_true_one(
    api: Api, ada: Person, bob: Person
):
    game = api.game(ada, bob, board="asia_minor")
    mine = api.view(game, ada)["state"]["seats"][0]["hand"]
    true = api.view(game, bob)["state"]["seats"][1]["hand"]
    hands = [branched(api, ada, game, 3)["state"]["seats"] for _ in range(12)]
    assert all(seats[0]["hand"] == mine for seats in hands)
    assert any(seats[1]["hand"] != true for seats in hands)


def test_a_study_of_a_live_game_keeps_the_cards_that_others_took_openly(
    api: Api, ada: Person, bob: Person
):
    """However long ago: a game in memory has its newest moments alone."""
    game = api.game(ada, bob, board="near_east")
    taken: list[str] = []
    while len(taken) < 7:
        display = api.view(game)["state"]["display"]
        view = marched(api, game, ada)
        taken.append(display[0])
        marched(api, game, bob)
    assert view["version"] > 40
    counted = Counter(taken)
    for at in (view["version"], view["version"] + 3):
        hand = Counter(branched(api, bob, game, at)["state"]["seats"][0]["hand"])
        assert hand >= counted


def marched(api: Api, game: str, who: Person) -> dict:
    """Let a player take the display's first card, march and end the turn; the last view."""
    for type_ in ("choose_card", "march", "end_turn"):
        made = api.move(game, who, api.moves(game, who, type=type_)[0])
    return made["view"] | {"version": made["version"]}


def test_an_undone_event_can_be_branched_from(api: Api, ada: Person, bob: Person):
    game = api.game(ada, bob, undo="free")
    api.move(game, ada)
    api.act(game, ada, "undo", {"to": 3})
    assert branched(api, ada, game, 4)["phase"] == "march"


def test_a_finished_study_holds_but_for_its_luck(api: Api, ada: Person, bob: Person):
    game = api.game(ada, bob)
    study = branched(api, ada, game, 3)["game_id"]
    while api.view(study, ada)["status"] == "live":
        api.act(study, ada, "resign", {}, version=False)
    export = api.ask("GET", f"/games/{study}/export", ada).data
    assert audit_export(export).valid
    assert all(
        canonical(stated) == canonical(due) for *_, stated, due in checks(json.loads(export))
    )


@pytest.mark.parametrize("at", [0, -1, 99, "3", True, None])
def test_a_moment_that_is_none_is_refused(api: Api, ada: Person, bob: Person, at):
    game = api.game(ada, bob)
    answer = api.ask("POST", f"/games/{game}/branches", ada, json={"at": at})
    assert answer.status_code == 422
    assert "at" in answer.json["errors"]


def test_before_the_start_and_after_the_end_there_is_nothing_to_study(
    api: Api, ada: Person, bob: Person
):
    game = api.game(ada, bob)
    api.act(game, bob, "resign", {}, version=False)
    codes = [
        api.ask("POST", f"/games/{game}/branches", ada, json={"at": at}, expect=409).json["code"]
        for at in (2, 4)
    ]
    assert codes == ["not_started", "nothing_to_study"]


def test_the_same_key_makes_one_study(api: Api, ada: Person, bob: Person):
    game = api.game(ada, bob)
    headers = {"Idempotency-Key": "once"}
    made = [
        api.ask(
            "POST", f"/games/{game}/branches", ada, json={"at": 3}, headers=headers, expect=201
        ).json["game_id"]
        for _ in range(2)
    ]
    assert made[0] == made[1]


def test_a_study_needs_a_player_and_is_unlisted_to_others(api: Api, ada: Person, bob: Person):
    game = api.game(ada, bob)
    assert api.ask("POST", f"/games/{game}/branches", json={"at": 3}).status_code == 401
    study = branched(api, ada, game, 3)
    assert api.ask("GET", f"/games/{study['game_id']}", bob).status_code == 404
    shared = api.view(study["game_id"], bob, join_code=study["join_code"])
    assert shared["viewer"]["seat"] is None
