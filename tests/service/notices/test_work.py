"""The worker's part in notices: the time that it goes by, and the trips that it makes."""

from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest

from service.notices.work import earlier_clock
from service.redis.leases import SLICES
from tests.service.notices.desk import Desk
from tests.service.one_slot import SlotClient


def test_of_two_clocks_the_earlier_counts(store, time):
    """A machine whose clock is an hour ahead sends nothing too soon."""
    client = store.client
    stores = round(client.time()[0])
    time.time = datetime.fromtimestamp(stores, UTC) + timedelta(hours=1)
    assert earlier_clock(client)() < (stores + 60) * 1000
    time.time = datetime.fromtimestamp(stores, UTC) - timedelta(hours=1)
    assert earlier_clock(client)() == (stores - 3_600) * 1000


def test_a_round_with_nothing_to_do_asks_all_slices_at_once(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
):
    trips = Counter[str]()
    ask, collect = SlotClient.execute_command, SlotClient.pipeline

    def asked(client, *args, **options):
        trips["commands"] += 1
        return ask(client, *args, **options)

    def collected(client, *args, **options):
        trips["pipelines"] += 1
        return collect(client, *args, **options)

    monkeypatch.setattr(SlotClient, "execute_command", asked)
    monkeypatch.setattr(SlotClient, "pipeline", collected)
    assert desk.notices.round(desk.now, range(SLICES)) == 0
    assert trips == {"pipelines": 2}


def test_a_round_without_slices_does_nothing(desk: Desk):
    assert desk.notices.round(desk.now, ()) == 0
