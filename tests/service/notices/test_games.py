"""What counts as seen: a look, or a move by hand; never what an order did."""

from typing import Any

import pytest

from domain.record.record import decode
from projections.notices import DueNotice
from projections.summary import Beginning
from service.notices.games import Games
from service.notices.notice_hold import NoticeHold
from service.store.append_script import answered_key
from tests.service.notices.desk import Desk


@pytest.fixture
def bidding(api, ada, bob, eve) -> str:
    """An auction in which an order of Eve's has answered Bob's bid in the same append."""
    terms = {"ruleset": "alexander_the_great", "board": "campaign", "seed": "0dd5"}
    game = str(api.game(ada, bob, eve, **terms))
    api.move(game, ada, {"type": "march"})
    path = f"/games/{game}/orders/bid_up_to"
    api.ask("PUT", path, eve, json={"most": 3}, expect=200)
    api.move(game, ada, {"type": "bid", "bid": 1})
    api.move(game, bob, {"type": "bid", "bid": 2})
    return game


def is_seen(desk: Desk, game: str, seat: int) -> bool:
    """Whether the last event counts as seen by a seat's player."""
    own: Any = desk.own
    last = decode(own.store.read(game))[-1]
    began = Beginning(last.version, last.hash, last.recorded_at)
    games = Games(own.store, own.notices.seen, NoticeHold(own.freezes))
    return games.is_seen(DueNotice("ended", game, seat, began, 0))


def test_what_an_order_did_is_not_seen_also_when_its_game_has_forgotten_it(desk, bidding):
    assert not is_seen(desk, bidding, 2)
    desk.own.read_models.client.delete(answered_key(bidding))
    assert not is_seen(desk, bidding, 2)


def test_what_a_player_did_by_hand_is_seen(desk, api, ada, bidding):
    api.move(bidding, ada, {"type": "pass"})
    assert is_seen(desk, bidding, 0)
    assert not is_seen(desk, bidding, 1)
