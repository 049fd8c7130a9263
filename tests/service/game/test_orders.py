"""Following orders: bounded appends, and orders of another form."""

from typing import Any

import msgspec
import pytest

from service.game import orders
from service.game.commands import Commands
from service.game.orders import OrderRecord, book_of
from service.store.append_script import orders_key
from service.store.contract import StoredOrders
from service.store.redis_store import RedisStore
from tests.service.api import Api, Person
from tests.service.office import Office


def die(*_: object) -> None:
    raise SystemExit


@pytest.fixture
def auction(api: Api, ada: Person, bob: Person, eve: Person) -> str:
    """A game of the scenario in its first auction."""
    terms = {"ruleset": "alexander_the_great", "board": "campaign", "seed": "0dd5"}
    game = api.game(ada, bob, eve, **terms)
    api.move(game, ada, {"type": "march"})
    return game


def order(api: Api, game: str, who: Person, code: str, **values: Any) -> None:
    api.ask("PUT", f"/games/{game}/orders/{code}", who, json=values, expect=200)


def test_what_does_not_fit_into_one_append_follows_in_the_next(
    api: Api,
    store: RedisStore,
    auction: str,
    ada: Person,
    bob: Person,
    eve: Person,
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(orders, "MOST_ANSWERS", 1)
    order(api, auction, bob, "bid_up_to", most=4)
    order(api, auction, eve, "bid_up_to", most=6)
    made = api.move(auction, ada, {"type": "pass"})
    assert [each["type"] for each in made["events"]] == ["passed"]
    view = api.view(auction)
    assert (view["phase"], view["state"]["auction"]["high"]) == ("pay", {"seat": 2, "bid": 4})
    assert sorted(store.answered(auction).values()) == ["bid_up_to"] * 3


def test_a_worker_goes_on_where_a_process_died_between_two_appends(
    api: Api,
    store: RedisStore,
    auction: str,
    ada: Person,
    bob: Person,
    eve: Person,
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(orders, "MOST_ANSWERS", 1)
    order(api, auction, bob, "bid_up_to", most=4)
    order(api, auction, eve, "bid_up_to", most=6)
    with monkeypatch.context() as dying:
        dying.setattr(Commands, "finish_orders", die)
        with pytest.raises(SystemExit):
            api.move(auction, ada, {"type": "pass"})
    assert len(store.answered(auction)) == 1
    Office(api).expire()
    assert sorted(store.answered(auction).values()) == ["bid_up_to"] * 3
    assert api.app.extensions["anabasis"].commands.unfinished.some() == []


def test_an_order_of_a_kind_that_is_gone_is_withdrawn(api: Api, auction: str):
    game = api.app.extensions["anabasis"].cache.current(auction).game
    kept = {
        "1 pass_beyond_means": b'[{},"game",1]',
        "1 move_on": b'[{"despite_trade":true},"game",2]',
        "2 move_on": b'[{"despite_trade":false},"game",3]',
    }
    gone, switched, standing = book_of(game, StoredOrders("r", kept))
    assert (gone.code, gone.order.successor) == ("pass_beyond_means", "pass_above")
    assert (switched.code, switched.order.successor) == ("move_on", "move_on end_turn")
    assert (standing.code, standing.order.end_turn) == ("move_on", False)


def test_orders_of_another_form_are_passed_over(api: Api, auction: str):
    game = api.app.extensions["anabasis"].cache.current(auction).game
    kept = {
        name: msgspec.json.encode(OrderRecord(values, "game", rank))
        for rank, (name, values) in enumerate(
            [("1 bid_on", {"most": {"hunger": 2}}), ("1 pay_by", {"last": []}), ("1 gone", {})]
        )
    }
    assert [each.order.code for each in book_of(game, StoredOrders("r", kept))] == ["bid_on"]


def test_orders_that_another_release_wrote_stay_as_they_are(
    api: Api, store: RedisStore, auction: str, ada: Person, bob: Person
):
    order(api, auction, bob, "move_on")
    later = {"2 from_the_future": b'[{},"game",7]', "2 pay_by": b'[{"first":["mithril"]},"game",8]'}
    store.client.hset(orders_key(auction), mapping=later)
    api.move(auction, ada, {"type": "bid", "bid": 1})
    order(api, auction, bob, "bid_up_to", most=1)
    kept = store.client.hgetall(orders_key(auction))
    assert {name: kept[name.encode()] for name in later} == later
