"""Stand-ins over HTTP: offered to the others, agreed to, played by the worker, and ended."""

from collections import Counter
from typing import Any

import pytest

from domain.record.times import milliseconds, moment
from service.context import Services
from service.http.asking.auth import bot_token
from service.machine import clock
from tests.service.api import Api, Person
from tests.service.office import Office


@pytest.fixture
def office(api: Api) -> Office:
    return Office(api)


def stop(own: Services, *people: Person, field: Any = "suspended", days: float = 7) -> None:
    until = milliseconds(moment(clock.now_ms())) + round(days * 86_400_000)
    for person in people:
        own.players.stop(person.player_id, field, f"{until} Stalled three games.")


def resume(own: Services, person: Person) -> None:
    own.players.stop(person.player_id, "suspended", "")


def agree(api: Api, game: str, who: Person, seat: int, **more: Any) -> Any:
    return api.act(game, who, "stand-in", {"seat": seat}, **{"version": False, **more})


def offer(seat: int, agreed: list[int], waiting_for: list[int], *, possible: bool) -> Any:
    return {
        "seat": seat,
        "bot": None,
        "agreed": agreed,
        "waiting_for": waiting_for,
        "plays": False,
        "possible": possible,
    }


def playing(seat: int, agreed: list[int]) -> Any:
    return {
        "seat": seat,
        "bot": "greedy",
        "agreed": agreed,
        "waiting_for": [],
        "plays": True,
        "possible": False,
    }


def moves_of(api: Api, game: str, seat: int) -> list[str | None]:
    """Who made the moves of a seat: a bot, or (None) its player."""
    events = api.get(f"/games/{game}/events")["events"]
    kinds = {"seat_taken", "stand_in_agreed"}
    return [e.get("by") for e in events if e["seat"] == seat and e["type"] not in kinds]


def work(office: Office) -> int:
    """Let the worker make the moves of bots that are due."""
    office.work()
    made = 0
    while moves := office.worker.play_bots_once():
        made += moves
        office.work()
    return made


def turn(api: Api, game: str, who: Person) -> None:
    """Make moves until it is another's turn."""
    seat = api.view(game, who)["viewer"]["seat"]
    while api.view(game)["to_act"] == [seat]:
        api.move(game, who)


def test_the_worker_plays_for_a_suspended_player_until_they_move_again(
    api: Api, own: Services, office: Office, ada: Person, bob: Person
):
    game = api.game(ada, bob)
    turn(api, game, ada)
    stop(own, bob)
    assert work(office) == 0
    assert api.view(game)["to_act"] == [1]
    assert api.view(game, ada)["stand_ins"] == [offer(1, [], [0], possible=True)]
    made = agree(api, game, ada, 1)
    assert made.status_code == 201
    assert made.json["view"]["stand_ins"] == [playing(1, [0])]
    assert api.view(game)["stand_ins"] == [playing(1, [0])]
    assert work(office) > 0
    assert api.view(game)["to_act"] == [0]
    assert set(moves_of(api, game, 1)) == {"bot"}
    turn(api, game, ada)
    resume(own, bob)
    assert api.view(game)["stand_ins"] == [playing(1, [0])]
    api.move(game, bob)
    assert api.view(game, ada)["stand_ins"] == []
    assert work(office) == 0
    assert moves_of(api, game, 1)[-1] is None
    assert api.get(f"/games/{game}/verify")["valid"]


def test_a_player_comes_back_before_the_bot_moves_again(
    api: Api, own: Services, office: Office, ada: Person, bob: Person
):
    game = api.game(ada, bob)
    stop(own, bob)
    agree(api, game, ada, 1)
    assert api.act(game, bob, "return", {}, version=False).json["code"] == "suspended"
    bot = Person("", "", bot_token(own.key, game, 1))
    assert api.act(game, bot, "return", {}, version=False).status_code == 403
    resume(own, bob)
    back = api.act(game, bob, "return", {}, version=False).json
    assert (back["events"][0]["type"], back["view"]["stand_ins"]) == ("came_back", [])
    assert api.act(game, bob, "return", {}, version=False).json["code"] == "not_absent"
    turn(api, game, ada)
    assert work(office) == 0
    assert api.get(f"/games/{game}/verify")["valid"]


def test_of_three_both_others_agree_and_of_two_stopped_neither_is_asked(
    api: Api, own: Services, ada: Person, bob: Person, eve: Person
):
    game, other = api.game(ada, bob, eve), api.game(ada, bob, eve)
    stop(own, bob)
    assert api.view(game, eve)["stand_ins"] == [offer(1, [], [0, 2], possible=True)]
    asked = agree(api, game, ada, 1).json
    assert asked["events"][0]["data"] == {
        "absent": 1,
        "stopped": [1],
        "bot": "greedy",
        "begins": False,
    }
    assert asked["view"]["stand_ins"] == [offer(1, [0], [2], possible=False)]
    assert agree(api, game, ada, 1).json["code"] == "stand_in_agreed"
    assert agree(api, game, eve, 1).json["view"]["stand_ins"] == [playing(1, [0, 2])]
    stop(own, eve, field="banned")
    assert agree(api, other, ada, 1).json["view"]["stand_ins"] == [
        playing(1, [0]),
        offer(2, [], [0], possible=True),
    ]
    assert api.get(f"/games/{game}/verify")["valid"]
    assert api.get(f"/games/{other}/verify")["valid"]


def test_a_suspension_is_shown_to_the_others_at_the_table_alone(
    api: Api, own: Services, ada: Person, bob: Person, eve: Person
):
    game = api.game(ada, bob)
    seen = [api.ask("GET", f"/games/{game}", who) for who in (ada, bob, eve, None)]
    stop(own, bob)
    then = [api.ask("GET", f"/games/{game}", who) for who in (ada, bob, eve, None)]
    assert [a.data == b.data for a, b in zip(seen, then, strict=True)] == [False, True, True, True]
    assert [a.headers["ETag"] == b.headers["ETag"] for a, b in zip(seen, then, strict=True)] == [
        False,
        True,
        True,
        True,
    ]
    marked = then[0].headers["ETag"]
    again = api.ask("GET", f"/games/{game}", ada, headers={"If-None-Match": marked})
    assert again.status_code == 304
    assert api.view(game, ada, at=3)["stand_ins"] == [offer(1, [], [0], possible=True)]
    api.move(game, ada, version=int(marked.strip('"').partition("-")[0]))
    assert api.view(game, ada, at=3)["stand_ins"] == []


@pytest.mark.parametrize("at_zero", ["skip", "resign", "bot"])
def test_where_a_clock_goes_on_nobody_sees_a_suspension(
    api: Api, own: Services, ada: Person, bob: Person, at_zero: str
):
    game = api.game(ada, bob, deadline={"per_move": "1d", "at_zero": at_zero})
    before = [api.ask("GET", f"/games/{game}", who) for who in (ada, None)]
    stop(own, bob)
    after = [api.ask("GET", f"/games/{game}", who) for who in (ada, None)]
    assert [each.data for each in before] == [each.data for each in after]
    assert [each.headers["ETag"] for each in before] == [each.headers["ETag"] for each in after]
    refused = agree(api, game, ada, 1)
    assert (refused.status_code, refused.json["code"]) == (409, "clock_goes_on")


def test_nobody_sees_when_a_player_for_whom_a_bot_plays_may_play_again(
    api: Api, own: Services, ada: Person, bob: Person
):
    game = api.game(ada, bob)
    stop(own, bob)
    agree(api, game, ada, 1)
    before = [api.ask("GET", f"/games/{game}", who) for who in (ada, bob, None)]
    resume(own, bob)
    after = [api.ask("GET", f"/games/{game}", who) for who in (ada, bob, None)]
    assert [each.data for each in before] == [each.data for each in after]
    assert [each.headers["ETag"] for each in before] == [each.headers["ETag"] for each in after]


def test_with_a_deadline_that_only_reminds_a_bot_may_stand_in(
    api: Api, own: Services, office: Office, ada: Person, bob: Person
):
    game = api.game(ada, bob, deadline={"per_move": "1d", "at_zero": "nudge"})
    stop(own, bob)
    assert agree(api, game, ada, 1).status_code == 201
    turn(api, game, ada)
    assert work(office) > 0
    assert api.view(game)["to_act"] == [0]
    assert api.get(f"/games/{game}/verify")["valid"]


def test_an_agreement_that_no_rule_allows_is_refused(
    api: Api, own: Services, ada: Person, bob: Person, eve: Person
):
    game = api.game(ada, bob)
    assert agree(api, game, ada, 1).json["code"] == "not_stopped"
    stop(own, bob, days=-1)
    assert agree(api, game, ada, 1).json["code"] == "not_stopped"
    stop(own, bob)
    assert agree(api, game, ada, 0).json["code"] == "own_stand_in"
    assert agree(api, game, ada, 7).status_code == 409
    assert agree(api, game, bob, 0).json["code"] == "suspended"
    assert agree(api, game, eve, 1).status_code == 403
    assert api.act(game, ada, "stand-in", {}, version=False).status_code == 422
    assert agree(api, game, ada, 1, version=2).status_code == 412
    first = agree(api, game, ada, 1, key="k")
    assert agree(api, game, ada, 1, key="k").json == first.json
    assert agree(api, game, ada, 1).json["code"] == "stand_in_plays"


def test_a_bot_agrees_to_nothing(api: Api, own: Services, ada: Person, bob: Person, eve: Person):
    game = api.game(ada, bob, eve)
    stop(own, bob, eve)
    agree(api, game, ada, 1)
    bot = Person("", "", bot_token(own.key, game, 1))
    assert agree(api, game, bot, 2).status_code == 403


def test_an_offer_costs_a_view_no_trip_to_the_store(
    api: Api, own: Services, ada: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
):
    game, kind, trips = api.game(ada, bob), type(own.read_models.client), Counter[bool]()
    ask, collect, is_offered = kind.execute_command, kind.pipeline, False

    def asked(client, *args, **options):
        trips[is_offered] += 1
        return ask(client, *args, **options)

    def collected(client, *args, **options):
        trips[is_offered] += 1
        return collect(client, *args, **options)

    api.view(game, ada)
    monkeypatch.setattr(kind, "execute_command", asked)
    monkeypatch.setattr(kind, "pipeline", collected)
    api.view(game, ada)
    monkeypatch.undo()
    stop(own, bob)
    assert api.view(game, ada)["stand_ins"]
    is_offered = True
    monkeypatch.setattr(kind, "execute_command", asked)
    monkeypatch.setattr(kind, "pipeline", collected)
    assert api.view(game, ada)["stand_ins"]
    assert trips[True] <= trips[False] > 0


def test_a_bot_stands_in_for_a_player_who_has_deleted_the_account(
    api: Api, ada: Person, bob: Person
):
    game = api.game(ada, bob)
    api.ask("DELETE", "/me", bob, expect=204)
    assert api.view(game, ada)["stand_ins"] == [offer(1, [], [0], possible=True)]
    assert agree(api, game, ada, 1).status_code == 201
    assert api.view(game)["stand_ins"][0]["plays"]
    assert api.get(f"/games/{game}/verify")["valid"]
