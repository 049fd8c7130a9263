"""Standing orders over HTTP and undo: switched off, put to sleep, woken and standing again."""

import pytest

from tests.service.api import Api, Person
from tests.service.http.ordering import codes, orders, put, scenario, told, trade_offered


@pytest.fixture
def people(api: Api, ada: Person, bob: Person) -> list[Person]:
    return [ada, bob, api.person("Cyd")]


@pytest.fixture
def auction(api: Api, people: list[Person]) -> str:
    """A game of the scenario in its first auction: Ada is to bid."""
    game = scenario(api, people)
    api.move(game, people[0], {"type": "march"})
    assert api.view(game)["phase"] == "bid"
    return game


def asleep(api: Api, game: str, who: Person) -> dict[str, bool]:
    return {order["code"]: order["asleep"] for order in orders(api, game, who)["orders"]}


def test_a_player_who_undoes_an_answer_by_order_switches_the_order_off(
    api: Api, auction: str, ada: Person, bob: Person
):
    put(api, auction, bob, "pass_auction")
    put(api, auction, bob, "pass_above", most={"hunger": 2})
    api.move(auction, ada, {"type": "bid", "bid": 1})
    version = api.view(auction)["version"]
    api.act(auction, bob, "undo", {"to": version - 1})
    assert codes(api, auction, bob) == ["pass_above"]
    assert api.view(auction)["to_act"] == [1]
    api.move(auction, bob, {"type": "bid", "bid": 2})


def test_anothers_undo_of_an_answer_puts_the_order_to_sleep(
    api: Api, auction: str, ada: Person, bob: Person
):
    put(api, auction, bob, "bid_up_to", most=4)
    put(api, auction, bob, "move_on")
    start = api.view(auction)["version"]
    api.move(auction, ada, {"type": "bid", "bid": 1})
    api.act(auction, ada, "undo", {"to": start})
    assert asleep(api, auction, bob) == {"bid_up_to": True, "move_on": False}
    api.move(auction, ada, {"type": "bid", "bid": 3})
    assert api.view(auction)["to_act"] == [1], "it answers nothing"
    api.move(auction, bob, {"type": "bid", "bid": 4})
    assert asleep(api, auction, bob) == {"bid_up_to": False, "move_on": False}, "its player acted"


def test_the_limit_of_an_absent_player_is_not_found_by_undoing(
    api: Api, auction: str, ada: Person, bob: Person
):
    """Six tries found it before; now only the first answer is shown."""
    put(api, auction, bob, "bid_up_to", most=4)
    start, answers = api.view(auction)["version"], []
    for bid in range(1, 7):
        made = api.move(auction, ada, {"type": "bid", "bid": bid})
        answers += told(api, auction, made["version"])
        api.act(auction, ada, "undo", {"to": start})
    assert answers == [(1, "bid_made")]


def test_the_silence_of_an_order_shows_its_limit_once_at_most(
    api: Api, auction: str, ada: Person, bob: Person
):
    """A pass that does not come reveals as much as one that does."""
    put(api, auction, bob, "pass_above", most={"founding": 3})
    start = api.view(auction)["version"]
    api.move(auction, ada, {"type": "bid", "bid": 1})
    api.act(auction, ada, "undo", {"to": start})
    assert asleep(api, auction, bob) == {"pass_above": True}
    api.move(auction, ada, {"type": "bid", "bid": 3})
    assert api.view(auction)["to_act"] == [1]


def test_an_order_asleep_wakes_when_it_is_given_again(
    api: Api, auction: str, ada: Person, bob: Person
):
    put(api, auction, bob, "bid_up_to", most=4)
    start = api.view(auction)["version"]
    api.move(auction, ada, {"type": "bid", "bid": 1})
    api.act(auction, ada, "undo", {"to": start + 1})
    assert api.view(auction)["to_act"] == [1]
    woken = put(api, auction, bob, "bid_up_to", most=4)
    assert [each["asleep"] for each in woken["orders"]] == [False]
    assert told(api, auction)[-1] == (1, "bid_made")


def test_an_order_that_sleeps_is_not_passed_over_for_another(
    api: Api, auction: str, ada: Person, bob: Person
):
    put(api, auction, bob, "bid_on", most={"founding": 0})
    put(api, auction, bob, "bid_up_to", most=4)
    start = api.view(auction)["version"]
    api.move(auction, ada, {"type": "bid", "bid": 1})
    api.act(auction, ada, "undo", {"to": start})
    api.move(auction, ada, {"type": "bid", "bid": 1})
    assert api.view(auction)["to_act"] == [1], "the order for all auctions does not pass"


def test_orders_go_on_once_a_request_to_undo_is_declined(
    api: Api, people: list[Person], ada: Person, bob: Person
):
    game = scenario(api, people, undo="consent")
    api.move(game, ada, {"type": "march"})
    version = api.move(game, ada, {"type": "bid", "bid": 1})["version"]
    api.act(game, ada, "undo", {"to": version - 1})
    put(api, game, bob, "bid_up_to", most=4)
    assert api.view(game)["to_act"] == [1], "people decide while it is pending"
    api.act(game, bob, "undo/answer", {"accept": False})
    assert told(api, game)[-2:] == [(1, "undo_declined"), (1, "bid_made")]


def test_after_an_undo_orders_wait_although_another_order_is_withdrawn(
    api: Api, auction: str, ada: Person, bob: Person
):
    """People decide after an undo until the next move, also when other events are recorded."""
    api.move(auction, ada, {"type": "bid", "bid": 1})
    version = api.move(auction, bob, {"type": "bid", "bid": 2})["version"]
    put(api, auction, bob, "bid_up_to", most=4)
    api.act(auction, ada, "undo", {"to": version - 1})
    api.ask("DELETE", f"/games/{auction}/orders/move_on", ada, expect=200)
    assert api.view(auction)["to_act"] == [1]
    assert asleep(api, auction, bob) == {"bid_up_to": False}


def test_an_order_used_once_stands_again_once_its_answer_is_undone(api: Api, people: list[Person]):
    ada, bob, _ = people
    game = scenario(api, people)
    put(api, game, bob, "accept_terms", give={"gold": 2}, get={"wool": 1})
    trade_offered(api, game, people)
    accepted = api.view(game)["version"]
    api.act(game, ada, "undo", {"to": accepted - 2})
    assert asleep(api, game, bob) == {"accept_terms": True}
    api.act(game, ada, "redo", {})
    assert codes(api, game, bob) == [], "the answer stands again, and has used it up"
    api.act(game, bob, "undo", {"to": accepted - 1})
    assert asleep(api, game, bob) == {"accept_terms": True}, "else it would accept again"
    api.move(game, bob, {"type": "answer_trade", "accept": False})
    assert asleep(api, game, bob) == {"accept_terms": False}


def offered_by_ada(api: Api, people: list[Person], hand_of: Person) -> tuple[str, list[str]]:
    """A game in which Ada may offer, and the goods of another's hidden hand."""
    game = scenario(api, people)
    ada = people[0]
    api.move(game, ada, {"type": "march"})
    while api.view(game)["phase"] == "bid":
        api.move(game, people[api.view(game)["to_act"][0]], {"type": "pass"})
    seats = api.view(game, hand_of)["state"]["seats"]
    return game, [good for good in seats[people.index(hand_of)]["hand"] if good != "gold"]


def test_terms_asleep_show_nothing_of_the_hand_by_their_silence(api: Api, people: list[Person]):
    """Beside a refusal they did: a whole hand in eleven offers."""
    ada, bob, _ = people
    game, goods = offered_by_ada(api, people, bob)
    put(api, game, bob, "refuse_every_offer")
    put(api, game, bob, "accept_terms", give=dict.fromkeys(goods, 5), get={"gold": 1})
    start = api.view(game)["version"]
    held = api.view(game, bob)["state"]["seats"][1]["hand"]
    most = max(goods, key=held.__getitem__)
    api.move(game, ada, {"type": "offer_trade", "give": {"gold": 1}, "get": {most: 1}})
    api.act(game, ada, "undo", {"to": start})
    assert asleep(api, game, bob) == {"refuse_every_offer": False, "accept_terms": True}
    for good in goods:
        for number in range(1, 5):
            ask = {"type": "offer_trade", "give": {"gold": 1}, "get": {good: number}}
            made = api.move(game, ada, ask)
            assert told(api, game, made["version"]) == []
            api.move(game, ada, {"type": "withdraw_trade"})


def test_any_order_that_a_player_gives_wakes_the_others(api: Api, people: list[Person]):
    """Otherwise the order just given would be ignored."""
    ada, bob, _ = people
    game, _ = offered_by_ada(api, people, bob)
    put(api, game, bob, "refuse_offers")
    start = api.view(game)["version"]
    offer = {"type": "offer_trade", "give": {"gold": 1}, "get": {"wool": 1}}
    api.move(game, ada, offer)
    api.act(game, ada, "undo", {"to": start})
    put(api, game, bob, "refuse_every_offer")
    assert asleep(api, game, bob) == {"refuse_offers": False, "refuse_every_offer": False}
    api.move(game, ada, offer)
    assert told(api, game)[-1] == (1, "trade_answered")


def test_a_redo_wakes_what_its_undo_put_to_sleep_and_nothing_else(
    api: Api, auction: str, ada: Person, bob: Person
):
    put(api, auction, bob, "pass_above", most={"founding": 1})
    start = api.view(auction)["version"]
    api.move(auction, ada, {"type": "bid", "bid": 1})
    api.act(auction, ada, "undo", {"to": start})
    assert asleep(api, auction, bob) == {"pass_above": True}
    api.act(auction, ada, "redo", {})
    assert asleep(api, auction, bob) == {"pass_above": False}
    api.act(auction, ada, "undo", {"to": start})
    api.move(auction, ada, {"type": "bid", "bid": 2})
    api.act(auction, ada, "undo", {"to": start})
    api.act(auction, ada, "redo", {})
    assert asleep(api, auction, bob) == {"pass_above": True}, "another undo put it to sleep"


def test_terms_stand_though_a_resignation_is_undone_and_redone(api: Api, people: list[Person]):
    ada, bob, cyd = people
    game = scenario(api, people)
    start = api.view(game)["version"]
    api.act(game, cyd, "resign", {}, version=False)
    api.act(game, ada, "undo", {"to": start})
    put(api, game, bob, "accept_terms", give={"gold": 1}, get={"wool": 1})
    api.act(game, ada, "redo", {})
    assert codes(api, game, bob) == ["accept_terms"]
    api.act(game, ada, "undo", {"to": start})
    assert codes(api, game, bob) == ["accept_terms"]
