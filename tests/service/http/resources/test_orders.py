"""Standing orders over HTTP: answered at once, seen by their seat alone, ended and taken back."""

from typing import Any

import pytest

from service.app import create_app
from service.http.asking.auth import bot_token
from service.settings.config import Config
from service.store.append_script import answered_key, orders_key
from service.store.redis_store import RedisStore
from tests.service.api import Api, Person
from tests.service.http.ordering import codes, orders, put, scenario, told, trade_offered


@pytest.fixture
def cyd(api: Api) -> Person:
    return api.person("Cyd")


@pytest.fixture
def people(ada: Person, bob: Person, cyd: Person) -> list[Person]:
    return [ada, bob, cyd]


@pytest.fixture
def game(api: Api, people: list[Person]) -> str:
    """A game of the scenario, Ada to march."""
    return scenario(api, people)


@pytest.fixture
def auction(api: Api, game: str, ada: Person) -> str:
    """The same once Alexander has marched: Ada is to bid for a founding."""
    api.move(game, ada, {"type": "march"})
    assert api.view(game)["phase"] == "bid"
    return game


# Given and answered


def test_an_order_is_listed_with_its_values_and_its_end(api: Api, auction: str, bob: Person):
    listed = put(api, auction, bob, "bid_up_to", most=3)
    order = {"code": "bid_up_to", "values": {"most": 3}, "until": "auction", "asleep": False}
    assert listed["orders"] == [order]
    assert listed["withdrawn"] == []
    assert orders(api, auction, bob) == listed


def test_orders_answer_in_the_append_after_the_move(
    api: Api, auction: str, ada: Person, bob: Person, cyd: Person
):
    put(api, auction, bob, "bid_up_to", most=3)
    put(api, auction, cyd, "pass_auction")
    before = api.view(auction)["version"]
    made = api.move(auction, ada, {"type": "bid", "bid": 1})
    assert made["version"] == before + 1
    assert [each["type"] for each in made["events"]] == ["bid_made"]
    assert made["view"]["version"] == before + 1, "the view just after the move itself"
    assert told(api, auction, before) == [(0, "bid_made"), (1, "bid_made"), (2, "passed")]
    assert api.view(auction)["to_act"] == [0]


def test_an_order_answers_a_question_that_is_already_asked(api: Api, auction: str, ada: Person):
    before = api.view(auction)["version"]
    listed = put(api, auction, ada, "pass_auction")
    assert told(api, auction, before) == [(0, "passed")]
    assert listed["answered"] == [{"version": before + 1, "code": "pass_auction"}]


def test_proxies_settle_an_auction_at_once(
    api: Api, auction: str, ada: Person, bob: Person, cyd: Person
):
    put(api, auction, bob, "bid_up_to", most=4)
    put(api, auction, cyd, "bid_up_to", most=6)
    api.move(auction, ada, {"type": "pass"})
    view = api.view(auction)
    assert (view["phase"], view["to_act"]) == ("pay", [2])
    assert view["state"]["auction"]["high"] == {"seat": 2, "bid": 4}


def test_a_repeated_command_gets_its_own_event_again(
    api: Api, auction: str, ada: Person, bob: Person, cyd: Person
):
    put(api, auction, bob, "pass_auction")
    put(api, auction, cyd, "bid_up_to", most=2)
    version = api.view(auction)["version"]
    move = {"type": "bid", "bid": 1}
    first = api.act(auction, ada, "moves", move, version, key="once")
    assert (first.json["version"], first.json["latest"]) == (version + 1, version + 3)
    api.move(auction, ada, {"type": "pass"})
    again = api.act(auction, ada, "moves", move, version, key="once")
    assert again.json == first.json
    assert len(told(api, auction, version)) == 4


def test_the_next_command_names_the_last_event_of_the_append(
    api: Api, auction: str, ada: Person, bob: Person, cyd: Person
):
    put(api, auction, bob, "pass_auction")
    put(api, auction, cyd, "bid_up_to", most=2)
    made = api.move(auction, ada, {"type": "bid", "bid": 1})
    after = api.act(auction, ada, "moves", {"type": "pass"}, made["latest"])
    assert after.status_code == 201
    assert after.json["latest"] == after.json["version"]


def test_a_mover_that_is_late_learns_so(api: Api, auction: str, ada: Person, bob: Person):
    put(api, auction, bob, "pass_auction")
    made = api.move(auction, ada, {"type": "bid", "bid": 1})
    late = api.act(auction, ada, "moves", {"type": "pass"}, made["version"])
    assert (late.status_code, late.json["code"]) == (412, "stale_version")


def test_orders_ease_a_turn_of_settlers(api: Api, people: list[Person], ada: Person):
    game = scenario(api, people, ruleset="settlers", board="standard")
    put(api, game, ada, "move_on", end_turn=True)
    assert told(api, game)[-1][1] == "seat_taken", "founding is a choice"


# Ended and withdrawn


def test_an_order_ends_with_its_auction(api: Api, auction: str, people: list[Person]):
    ada, bob, cyd = people
    for who in people[1:]:
        put(api, auction, who, "pass_auction")
    api.move(auction, ada, {"type": "bid", "bid": 1})
    assert codes(api, auction, bob) == ["pass_auction"]
    api.move(auction, ada)
    assert codes(api, auction, bob) == codes(api, auction, cyd) == []


def test_an_order_is_withdrawn_at_a_word(api: Api, auction: str, ada: Person, bob: Person):
    put(api, auction, bob, "bid_up_to", most=3)
    put(api, auction, bob, "move_on")
    listed = api.ask("DELETE", f"/games/{auction}/orders/bid_up_to", bob, expect=200).json
    assert [each["code"] for each in listed["orders"]] == ["move_on"]
    api.ask("DELETE", f"/games/{auction}/orders", bob, expect=200)
    assert codes(api, auction, bob) == []
    api.move(auction, ada, {"type": "pass"})
    assert api.view(auction)["to_act"] == [1]


def test_an_order_given_again_has_the_new_values(api: Api, auction: str, bob: Person):
    put(api, auction, bob, "bid_up_to", most=3)
    listed = put(api, auction, bob, "bid_up_to", most=5)
    assert [each["values"] for each in listed["orders"]] == [{"most": 5}]


def test_orders_are_forgotten_at_the_end(
    api: Api, auction: str, store: RedisStore, people: list[Person]
):
    ada, bob, cyd = people
    put(api, auction, bob, "pass_auction")
    api.move(auction, ada, {"type": "pass"})
    assert store.client.exists(orders_key(auction), answered_key(auction)) == 2
    for who in people[:2]:
        api.act(auction, who, "resign", {}, version=False)
    assert api.view(auction)["status"] == "finished"
    assert store.client.exists(orders_key(auction), answered_key(auction)) == 0
    assert orders(api, auction, bob)["orders"] == orders(api, auction, bob)["answered"] == []
    put(api, auction, cyd, "move_on", expect=409)


def test_a_newer_order_replaces_an_older_one_that_answers_the_same(
    api: Api, auction: str, ada: Person, bob: Person
):
    put(api, auction, bob, "pass_auction")
    put(api, auction, bob, "bid_up_to", most=8)
    assert codes(api, auction, bob) == ["bid_up_to"]
    api.move(auction, ada, {"type": "bid", "bid": 1})
    assert told(api, auction)[-1] == (1, "bid_made")


def test_an_order_used_once_is_gone(api: Api, people: list[Person]):
    _, bob, _ = people
    game = scenario(api, people)
    put(api, game, bob, "accept_terms", give={"gold": 2}, get={"wool": 1})
    assert codes(api, game, bob) == ["accept_terms"]
    offered = trade_offered(api, game, people)
    assert offered["give"] == {"wool": 1}
    assert codes(api, game, bob) == []


# Refused


def test_only_a_seats_own_player_has_orders(api: Api, game: str, bob: Person, eve: Person):
    put(api, game, bob, "move_on")
    assert put(api, game, eve, "move_on", expect=403)["code"] == "no_seat"
    assert put(api, game, None, "move_on", expect=401)["code"] == "token_missing"
    for method in ("GET", "DELETE"):
        assert api.ask(method, f"/games/{game}/orders", eve).json["code"] == "no_seat"
        assert api.ask(method, f"/games/{game}/orders").status_code == 401


def test_each_seat_sees_its_own_alone(api: Api, auction: str, people: list[Person]):
    ada, bob, cyd = people
    put(api, auction, bob, "bid_up_to", most=3)
    put(api, auction, cyd, "pass_auction")
    api.move(auction, ada, {"type": "pass"})
    assert codes(api, auction, ada) == []
    assert orders(api, auction, ada)["answered"] == []
    assert {each["code"] for each in orders(api, auction, bob)["answered"]} == {"bid_up_to"}


def test_bots_take_no_orders(api: Api, ada: Person):
    terms = {"ruleset": "alexander_the_great", "seats": 3, "bots": ["random", "random"]}
    game = api.ask("POST", "/games", ada, json=terms, expect=201).json["game_id"]
    key = api.app.extensions["anabasis"].key
    bot = Person("", "", bot_token(key, game, 1))
    assert put(api, game, bot, "move_on", expect=403)["code"] == "no_right"


def test_orders_are_refused_by_name(api: Api, game: str, bob: Person):
    assert put(api, game, bob, "bid_wildly", expect=404)["code"] == "not_found"
    api.ask("DELETE", f"/games/{game}/orders/bid_wildly", bob, expect=404)
    refused = put(api, game, bob, "bid_up_to", expect=409, most=3)
    assert refused["code"] == "order_without_occasion"
    faults = put(api, game, bob, "bid_up_to", expect=422, most=0, least=1)["errors"]
    assert sorted(faults) == ["least", "most"]


def test_a_kind_that_is_gone_names_its_successor(api: Api, game: str, bob: Person):
    for code, successor in (
        ("refuse_unpayable", "refuse_above"),
        ("pass_beyond_means", "pass_above"),
    ):
        gone = put(api, game, bob, code, expect=410)
        assert (gone["code"], gone["successor"]) == ("order_gone", successor)
    gone = put(api, game, bob, "move_on", expect=410, despite_trade=True)
    assert gone["successor"] == "move_on end_turn"
    faults = put(api, game, bob, "move_on", expect=422, despite_trade=1)["errors"]
    assert [*faults] == ["despite_trade"]
    api.ask("DELETE", f"/games/{game}/orders/refuse_unpayable", bob, expect=200)


def test_an_order_of_a_kind_that_is_gone_is_withdrawn_and_its_player_notified(
    api: Api, store: RedisStore, auction: str, ada: Person, bob: Person
):
    put(api, auction, bob, "move_on")
    store.client.hset(orders_key(auction), "1 pass_beyond_means", b'[{},"game",1]')
    told_ = {"code": "pass_beyond_means", "values": {}, "successor": "pass_above"}
    put(api, auction, ada, "move_on")
    api.move(auction, ada, {"type": "bid", "bid": 1})
    assert api.view(auction)["to_act"] == [1]
    assert orders(api, auction, bob)["withdrawn"] == [told_], "kept until it is read"
    assert orders(api, auction, ada)["withdrawn"] == []
    put(api, auction, bob, "pass_above", most={"founding": 9})
    assert orders(api, auction, bob)["withdrawn"] == []
    store.client.hset(orders_key(auction), "1 refuse_unpayable", b'[{},"game",1]')
    api.ask("DELETE", f"/games/{auction}/orders/refuse_unpayable", bob, expect=200)
    assert orders(api, auction, bob)["withdrawn"] == []


def test_there_are_no_orders_before_the_start_or_in_a_study(api: Api, game: str, ada: Person):
    terms = {"ruleset": "alexander_the_great", "seats": 3}
    waiting = api.ask("POST", "/games", ada, json=terms, expect=201).json["game_id"]
    assert put(api, waiting, ada, "move_on", expect=409)["code"] == "not_started"
    put(api, game, ada, "pass_above", most={"hunger": 1})
    body = {"at": api.view(game)["version"]}
    study = api.ask("POST", f"/games/{game}/branches", ada, json=body, expect=201).json["game_id"]
    assert orders(api, study, ada)["orders"] == []
    assert put(api, study, ada, "move_on", expect=409)["code"] == "no_orders_in_study"


# The store


def other_process(store: RedisStore) -> Api:
    return Api(create_app(Config(rate_limit=False), store))


def test_a_process_that_knows_of_no_orders_follows_them(
    api: Api, store: RedisStore, auction: str, ada: Person, bob: Person
):
    elsewhere = other_process(store)
    elsewhere.view(auction)
    put(api, auction, bob, "pass_auction")
    elsewhere.move(auction, ada, {"type": "bid", "bid": 1})
    assert told(api, auction)[-1] == (1, "passed")


def test_a_withdrawn_order_is_followed_by_no_other_process(
    api: Api, store: RedisStore, auction: str, ada: Person, bob: Person
):
    elsewhere = other_process(store)
    put(elsewhere, auction, bob, "pass_auction")
    api.ask("DELETE", f"/games/{auction}/orders", bob, expect=200)
    elsewhere.move(auction, ada, {"type": "bid", "bid": 1})
    assert told(api, auction)[-1] == (0, "bid_made")


def test_a_game_without_orders_costs_no_read_of_them(
    api: Api, store: RedisStore, auction: str, ada: Person, monkeypatch: pytest.MonkeyPatch
):
    def read(*_: Any) -> Any:
        raise AssertionError("orders were read")

    monkeypatch.setattr(store, "orders", read)
    api.move(auction, ada, {"type": "pass"})
    assert store.client.exists(orders_key(auction)) == 0


def test_a_ruleset_shows_which_orders_exist(api: Api):
    listed = api.get("/rulesets/alexander_the_great")["orders"]
    by_code = {each["code"]: each for each in listed}
    assert by_code["bid_up_to"]["until"] == "auction"
    assert by_code["bid_up_to"]["values"]["properties"]["most"]["maximum"] == 120
    german = api.get("/rulesets/alexandros", headers={"Accept-Language": "de"})["orders"]
    assert german[0]["title"].startswith("Weiter")
