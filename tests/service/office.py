"""A worker that is asked to do its work, and a clock that stands still unless it is set."""

from datetime import UTC, datetime, timedelta

from service.game.outages import MARK, Timekeeper, wall_time
from service.readmodels.read_models import ReadModels
from service.worker.deadlines import Deadlines
from service.worker.worker import Worker
from tests.service.api import Api
from tests.service.at_once import at_once

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
DAY = timedelta(days=1)


class FakeClock:
    """A clock that stands still unless it is set."""

    def __init__(self) -> None:
        self.time = NOON

    def now(self) -> str:
        return self.time.isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def later(self, time: timedelta) -> str:
        self.time += time
        return self.now()


class Office:
    """A worker that is asked to do its work."""

    def __init__(self, api: Api) -> None:
        self.store = api.app.extensions["anabasis"].store
        self.read_models = ReadModels(self.store.client)
        self.worker = Worker(self.store, self.read_models, at_once(api.app))
        own, client = api.app.extensions["anabasis"], self.store.client
        self.time = Timekeeper(client, running=lambda: wall_time() / 1000, stores=wall_time)
        self.deadlines = Deadlines(own.commands, self.read_models, self.time)

    def work(self) -> int:
        self.worker.catch_up()
        done = self.expire()
        self.worker.catch_up()
        return done

    def expire(self) -> int:
        """Look once; another worker has looked all the time."""
        self.store.client.set(MARK, wall_time())
        return self.deadlines.expire_round()
