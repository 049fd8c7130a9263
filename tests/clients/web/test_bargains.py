"""Trades and auctions on the page: what is offered to a seat that lacks the means."""

import json
from pathlib import Path
from typing import Any

import pytest
from quickjs import Context

import clients
from service.pictures.sources import link_modules

WEB = Path(clients.__file__).parent / "web"
PURSE = {"brick": 2, "lumber": 0, "ore": 1}


@pytest.fixture(scope="module")
def ask() -> Any:
    """Call an exported function with arguments; an argument may be a function's source."""
    entries = {
        "bargain": "settlers/bargain.js",
        "bidding": "alexander_the_great/bidding.js",
    }
    modules = link_modules(WEB, entries, {"ui/texts.js": "picture/texts.js"})
    context = Context()
    context.eval(modules.script)

    def call(function: str, *arguments: Any) -> Any:
        given = ", ".join(each if isinstance(each, str) else json.dumps(each) for each in arguments)
        return json.loads(str(context.eval(f"JSON.stringify({function}({given}))")))

    return call


def test_a_counter_offer_begins_with_no_goods_that_the_player_lacks(ask: Any):
    offer = {"give": {"wool": 1}, "get": {"brick": 1, "lumber": 1, "ore": 3}}
    begun = {"give": {"brick": 1, "ore": 1}, "get": {"wool": 1}}
    assert ask("bargain.counterTerms", offer, PURSE) == begun


@pytest.mark.parametrize(
    ("give", "get", "gap"),
    [
        ({"brick": 2}, {"wool": 1}, None),
        ({}, {"wool": 1}, "empty"),
        ({"brick": 1}, {}, "empty"),
        ({"brick": 1, "ore": 1}, {"ore": 1}, "same"),
        ({"brick": 3}, {"wool": 1}, "short"),
        ({"lumber": 1}, {"wool": 1}, "short"),
    ],
)
def test_terms_can_be_sent_only_if_the_service_would_take_them(
    ask: Any, give: dict[str, int], get: dict[str, int], gap: str | None
):
    assert ask("bargain.gapIn", {"give": give, "get": get}, PURSE) == gap


@pytest.mark.parametrize(
    ("seat", "still_in", "listed", "is_offered"),
    [
        (1, [0, 1], "{ has: (type) => type === 'pass' }", False),
        (1, [0, 1], "{ has: () => true }", True),
        (1, [0, 1], "null", True),
        (1, [1], "null", False),
        (2, [0, 1], "null", False),
    ],
    ids=["can only pass", "can bid", "waits", "has won", "has passed"],
)
def test_an_order_to_bid_up_to_a_limit_is_offered_to_who_may_still_bid(
    ask: Any, seat: int, still_in: list[int], listed: str, is_offered: bool
):
    assert ask("bidding.mayBidUp", seat, {"in": still_in}, listed) is is_offered
