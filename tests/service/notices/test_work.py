"""The worker's part in notices: the time that it goes by."""

from datetime import UTC, datetime, timedelta

from service.notices.work import earlier_clock


def test_of_two_clocks_the_earlier_counts(store, time):
    """A machine whose clock is an hour ahead sends nothing too soon."""
    client = store.client
    stores = round(client.time()[0])
    time.time = datetime.fromtimestamp(stores, UTC) + timedelta(hours=1)
    assert earlier_clock(client)() < (stores + 60) * 1000
    time.time = datetime.fromtimestamp(stores, UTC) - timedelta(hours=1)
    assert earlier_clock(client)() == (stores - 3_600) * 1000
