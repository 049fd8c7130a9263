"""Standing orders in games with a deadline: after the clock, for absent players, at the end."""

from datetime import timedelta
from typing import Any

import pytest

from service.app import create_app
from service.game import time_expiry
from service.settings.config import Config
from service.store.append_script import answered_key, orders_key
from service.store.redis_store import RedisStore
from tests.service.api import Api, Person
from tests.service.bot_client import bot_client
from tests.service.office import DAY, FakeClock, Office

SKIP = {"per_move": "1d", "at_zero": "skip"}
BOT = {"per_move": "1d", "at_zero": "bot", "bot": "random"}
PASSED_BY_CLOCK = [(0, "time_expired", None), (0, "passed", "clock")]


@pytest.fixture
def people(api: Api, ada: Person, bob: Person) -> list[Person]:
    return [ada, bob, api.person("Cyd")]


def auction(api: Api, people: list[Person], deadline: Any) -> str:
    """A game of the scenario in its first auction: Ada is to bid."""
    terms = {"ruleset": "alexander_the_great", "board": "campaign", "seed": "0dd5", "undo": "free"}
    game = api.game(*people, **terms, deadline=deadline)
    api.move(game, people[0], {"type": "march"})
    assert (api.view(game)["phase"], api.view(game)["to_act"]) == ("bid", [0])
    return game


def put(api: Api, game: str, who: Person, code: str, **values: Any) -> Any:
    return api.ask("PUT", f"/games/{game}/orders/{code}", who, expect=200, json=values).json


def told(api: Api, game: str, after: int) -> list[tuple[int, str, str | None]]:
    events = api.get(f"/games/{game}/events", query_string={"after": after})["events"]
    return [(each["seat"], each["type"], each.get("by")) for each in events]


def is_sound(api: Api, game: str) -> bool:
    return bool(api.get(f"/games/{game}/verify")["valid"])


def elsewhere(store: RedisStore) -> Api:
    """Another process, which knows no game's orders."""
    return Api(create_app(Config(rate_limit=False), store))


# After the clock


@pytest.mark.parametrize("is_own", [True, False], ids=["one_process", "a_worker_apart"])
def test_orders_of_others_follow_a_skipped_turn_at_once(
    api: Api, store: RedisStore, people: list[Person], time: FakeClock, is_own: bool
):
    game = auction(api, people, SKIP)
    office = Office(api if is_own else elsewhere(store))
    for who in people[1:]:
        put(api, game, who, "pass_auction")
    before = api.view(game)["version"]
    time.later(DAY)
    assert office.work() == 1
    answers = [(1, "passed", None), (2, "passed", None)]
    assert told(api, game, before) == [*PASSED_BY_CLOCK, *answers]
    answered = api.get(f"/games/{game}/orders", people[1])["answered"]
    assert answered == [{"version": before + 3, "code": "pass_auction"}]
    assert office.work() == 0
    assert is_sound(api, game)


def test_an_order_given_while_the_clock_decides_is_followed(
    api: Api,
    store: RedisStore,
    people: list[Person],
    time: FakeClock,
    monkeypatch: pytest.MonkeyPatch,
):
    game = auction(api, people, SKIP)
    office, before, present = (
        Office(elsewhere(store)),
        api.view(game)["version"],
        time_expiry._events,
    )
    decided: list[Any] = []

    def overtaken(*args: Any) -> Any:
        decided.append(present(*args))
        if len(decided) == 1:
            put(api, game, people[1], "pass_auction")
        return decided[-1]

    monkeypatch.setattr(time_expiry, "_events", overtaken)
    time.later(DAY)
    assert office.work() == 1
    assert told(api, game, before) == [*PASSED_BY_CLOCK, (1, "passed", None)]
    assert [bool(events) for events in decided] == [True, True, False]


def undone_by_ada(api: Api, game: str, people: list[Person]) -> int:
    """Have Bob bid by hand and give an order, then Ada undo his bid: Bob is asked again."""
    ada, bob, _ = people
    before = api.move(game, ada, {"type": "bid", "bid": 1})["version"]
    api.move(game, bob, {"type": "bid", "bid": 2})
    put(api, game, bob, "bid_up_to", most=4)
    api.act(game, ada, "undo", {"to": before})
    assert api.view(game)["to_act"] == [1], "people decide"
    return int(api.view(game)["version"])


def test_the_end_of_a_seats_time_ends_the_wait_for_people_after_an_undo(
    api: Api, people: list[Person], time: FakeClock, office: Office
):
    game = auction(api, people, "1d")
    version = undone_by_ada(api, game, people)
    time.later(DAY)
    assert office.work() == 1
    assert told(api, game, version) == [(1, "time_expired", None), (1, "bid_made", None)]
    assert is_sound(api, game)


@pytest.mark.parametrize("at_zero", ["skip", "resign"])
def test_a_standing_order_comes_before_the_clocks_move(
    api: Api, people: list[Person], time: FakeClock, office: Office, at_zero: str
):
    """After an undo, which had left the answer to people."""
    game = auction(api, people, {**SKIP, "at_zero": at_zero})
    version = undone_by_ada(api, game, people)
    time.later(DAY)
    assert office.work() == 0, "no time has run out"
    assert told(api, game, version) == [(1, "bid_made", None)]
    assert api.view(game)["to_act"] == [2]
    assert is_sound(api, game)


def test_a_standing_order_comes_before_the_clocks_move_while_an_undo_is_asked_for(
    api: Api, people: list[Person], time: FakeClock, office: Office
):
    ada, bob, _ = people
    terms = {"ruleset": "alexander_the_great", "board": "campaign", "seed": "0dd5"}
    game = api.game(*people, **terms, undo="consent", deadline=SKIP)
    api.move(game, ada, {"type": "march"})
    version = api.move(game, ada, {"type": "bid", "bid": 1})["version"]
    api.act(game, ada, "undo", {"to": version - 1})
    put(api, game, bob, "bid_up_to", most=4)
    assert api.view(game)["to_act"] == [1], "people decide"
    time.later(DAY)
    assert office.work() == 0
    assert told(api, game, version + 1) == [(1, "bid_made", None)]
    assert is_sound(api, game)


# The clock of a seat


def test_an_answer_by_order_earns_the_increment_as_one_by_hand(
    api: Api, people: list[Person], time: FakeClock
):
    ada, bob, cyd = people
    game = auction(api, people, {"reserve": "5d", "increment": "12h"})
    api.move(game, ada, {"type": "bid", "bid": 1})
    time.later(DAY)
    api.move(game, bob, {"type": "bid", "bid": 2})
    put(api, game, bob, "bid_up_to", most=4)
    api.move(game, cyd, {"type": "pass"})
    version = api.move(game, ada, {"type": "bid", "bid": 3})["version"]
    assert told(api, game, version) == [(1, "bid_made", None)]
    assert api.view(game)["clock"]["seats"][1]["reserve"] == 4.5 * 86_400


def test_an_answer_by_order_shows_in_no_clock(
    api: Api, people: list[Person], time: FakeClock, office: Office
):
    games = [auction(api, people, {**SKIP, "idle_for": "2d"}) for _ in range(2)]
    put(api, games[0], people[1], "pass_auction")
    time.later(DAY)
    assert office.work() == 2
    api.move(games[1], people[1], {"type": "pass"})
    by_order, by_hand = (api.view(game)["clock"] for game in games)
    assert by_order == by_hand
    assert by_order["abandoned_at"] == (time.time + 2 * DAY).strftime("%Y-%m-%dT12:00:00.000Z")


# Absent players


def test_an_absent_players_orders_go_on_and_are_no_return(
    api: Api, people: list[Person], time: FakeClock, office: Office
):
    ada, bob, cyd = people
    game = auction(api, people, BOT)
    api.move(game, ada, {"type": "bid", "bid": 1})
    time.later(DAY)
    assert office.work() == 1
    bot_client(api.app, game, 1).move(game, {"type": "bid", "bid": 2}, api.view(game)["version"])
    put(api, game, bob, "bid_up_to", most=4)
    abandoned_at = api.view(game)["clock"]["abandoned_at"]
    time.later(timedelta(hours=1))
    api.move(game, cyd, {"type": "pass"})
    version = api.move(game, ada, {"type": "bid", "bid": 3})["version"]
    assert told(api, game, version) == [(1, "bid_made", "bot")], "before the bot could move"
    clock = api.view(game)["clock"]
    assert clock["seats"][1]["bot"] == "random"
    assert clock["abandoned_at"] > abandoned_at, "Ada and Cyd have moved"
    api.move(game, ada, {"type": "bid", "bid": 5})
    assert api.view(game)["to_act"] == [0], "the limit is passed by the order too"
    assert api.view(game)["clock"]["seats"][1]["bot"] == "random"
    assert is_sound(api, game)


def test_an_order_that_an_absent_player_gives_is_no_return_either(
    api: Api, people: list[Person], time: FakeClock, office: Office
):
    game = auction(api, people, BOT)
    time.later(DAY)
    assert office.work() == 1
    before = api.view(game)
    put(api, game, people[0], "pass_auction")
    assert told(api, game, before["version"]) == [(0, "passed", "bot")]
    clock = api.view(game)["clock"]
    assert clock["seats"][0]["bot"] == "random"
    assert clock["abandoned_at"] == before["clock"]["abandoned_at"], "no player has moved"
    api.act(game, people[0], "undo", {"to": before["version"]})
    made = api.move(game, people[0], {"type": "bid", "bid": 1})
    assert "by" not in made["events"][0]
    assert made["view"]["clock"]["seats"][0]["bot"] is None
    assert is_sound(api, game)


# The end


def test_orders_are_forgotten_when_the_game_is_abandoned(
    api: Api, store: RedisStore, people: list[Person], time: FakeClock, office: Office
):
    game = auction(api, people, "1d")
    put(api, game, people[1], "pass_auction")
    put(api, game, people[2], "pass_above", most={"bridge": 2})
    api.move(game, people[0], {"type": "bid", "bid": 1})
    assert store.client.exists(orders_key(game), answered_key(game)) == 2
    time.later(30 * DAY)
    assert office.work() == 1
    assert api.view(game)["status"] == "abandoned"
    assert store.client.exists(orders_key(game), answered_key(game)) == 0
    assert api.get(f"/games/{game}/orders", people[2])["orders"] == []
    refused = api.ask("PUT", f"/games/{game}/orders/move_on", people[2], json={})
    assert (refused.status_code, refused.json["code"]) == (409, "game_abandoned")


def test_the_orders_of_a_forgotten_player_answer_no_more(
    api: Api, people: list[Person], office: Office
):
    ada, bob, cyd = people
    game = auction(api, people, None)
    put(api, game, bob, "pass_auction")
    put(api, game, cyd, "pass_auction")
    office.worker.catch_up()
    api.ask("DELETE", "/me", bob, expect=204)
    version = api.move(game, ada, {"type": "pass"})["version"]
    assert told(api, game, version) == []
    assert api.view(game)["to_act"] == [1]
    listed = api.get(f"/games/{game}/orders", cyd)["orders"]
    assert [each["code"] for each in listed] == ["pass_auction"]
