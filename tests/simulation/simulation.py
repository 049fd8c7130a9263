"""A whole simulated month: people, workers, receivers, and what was left behind."""

import heapq
import re
import ssl
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from random import Random
from typing import Any
from unittest.mock import patch

from flask import Flask

from domain.record.record import Event, decode
from projections.runner import Runner
from service.app import create_app, services_over
from service.context import Services
from service.game.outages import MARK, Timekeeper, wall_time
from service.notices.board_pictures import BoardPictures
from service.notices.mail import Mail
from service.notices.pinned_requests import Poster
from service.notices.push import Push
from service.notices.push_keys import push_keys
from service.notices.webhooks import Webhooks
from service.notices.work import notices_of
from service.redis.shards import SHARDS
from service.settings.config import Config
from service.store.redis_store import RedisStore
from service.worker.deadlines import Deadlines
from service.worker.worker import Worker
from tests.service.api import Api
from tests.service.at_once import at_once
from tests.service.notices.desk import Inline
from tests.simulation.calls import Story, story
from tests.simulation.checker import Address, Came, Checker, Reader
from tests.simulation.month import GRACE, GRID, START, Clock, People
from tests.simulation.plans import DAY, HOUR, ChannelPlan, MonthPlan
from tests.simulation.receivers import DOMAIN, Arrival, Inbox, Subscription, mail_of, text_of
from tests.simulation.workers import Fleet, Step

HOME = "https://games.example/"
CONFIRMATION = re.compile(r"#confirm=([\w.~-]+)")


@dataclass(frozen=True, slots=True)
class Town:
    """Where messages go: the receivers' addresses, and the authority of their certificates."""

    inbox: Inbox
    smtp_url: str
    web_url: str
    tls: ssl.SSLContext


class Simulation:
    """A month on a real store, with real receivers."""

    def __init__(
        self, url: str, town: Town, clock: Clock, plan: MonthPlan, seed: int, kill_rate: float
    ) -> None:
        self.url, self.town, self.clock, self.plan = url, town, clock, plan
        self.config = Config(
            rate_limit=False,
            url=HOME,
            smtp_url=town.smtp_url,
            mail_from="Anabasis <no-reply@games.example>",
            webhooks_private=True,
        )
        self.luck, self.kill_rate = Random(seed), kill_rate
        self.readers: list[Reader] = []
        self.subscriptions: dict[str, Subscription] = {}
        self.killed_at: list[int] = []
        self.changed = 0
        self._ticks = [START]
        self._apps: list[Flask] = []

    def run(self) -> None:
        """Simulate it all; at the end receivers take all that they are sent."""
        unpainted = patch.object(BoardPictures, "of", lambda *_: None)
        with patch("service.machine.clock.now", self.clock.now), unpainted:
            self.store = RedisStore.of_url(self.url)
            app = create_app(self.config, self.store)
            self.own: Services = app.extensions["anabasis"]
            self.people = People(Api(app), self.clock, self.plan, Random(self.luck.random()))
            self.fleet = Fleet(self.url, self._hire, Random(self.luck.random()), self.kill_rate)
            with self.fleet.immortal(), self.town.inbox.well_behaved():
                self._settle_in()
            self.town.inbox.arrivals.clear()
            self._pass(START + self.plan.length)
            self.people.leave()
            with self.fleet.immortal(), self.town.inbox.well_behaved():
                self._pass(START + self.plan.length + DAY + DAY // 12)

    # Channels
    def _settle_in(self) -> None:
        for number, planned in enumerate(self.plan.players):
            person, api = self.people.persons[number], self.people.api
            settings = {"locale": planned.locale, "time_zone": planned.zone}
            settings["quiet_hours"] = planned.night
            api.ask("PATCH", "/me", person, json=settings, expect=200)
            addresses = [self._channel(number, n, c) for n, c in enumerate(planned.channels)]
            self.readers.append(Reader(person.player_id, planned, tuple(addresses)))

    def _channel(self, number: int, own: int, plan: ChannelPlan) -> Address:
        api, person = self.people.api, self.people.persons[number]
        body = self._body(plan.kind, f"p{number}c{own}")
        made = api.ask("POST", "/me/channels", person, json=body, expect=201).json
        if plan.kind == "email":
            self._confirm(body["address"])
        changes = {"digest": plan.digest, "always": plan.always}
        api.ask("PATCH", f"/me/channels/{made['id']}", person, json=changes, expect=200)
        return Address(made["id"], body.get("address") or f"/{plan.kind}/p{number}c{own}", plan)

    def _body(self, kind: str, name: str) -> dict[str, Any]:
        if kind == "email":
            return {"kind": kind, "address": f"{name}@{DOMAIN}"}
        url = f"{self.town.web_url}/{kind}/{name}"
        if kind == "webhook":
            return {"kind": kind, "url": url}
        self.subscriptions[f"/{kind}/{name}"] = Subscription(url)
        return {"kind": kind, "subscription": self.subscriptions[f"/{kind}/{name}"].json}

    def _confirm(self, address: str) -> None:
        """Follow the link in the mail that has come."""
        self.fleet.work()
        [mail] = [each for each in self.town.inbox.arrivals if each.address == address]
        [token] = set(CONFIRMATION.findall(text_of(mail)))
        confirmed = {"json": {"token": token}, "expect": 200}
        self.people.api.ask("POST", "/me/channels/confirm", **confirmed)

    # Time
    def _pass(self, end: int) -> None:
        while self.clock.ms < end:
            if self.people.next_moment() <= self._ticks[0]:
                self.people.act()
                self._tick_after(GRACE)
            else:
                self._tick(heapq.heappop(self._ticks))

    def _tick_after(self, pause: int) -> None:
        heapq.heappush(self._ticks, self.clock.ms + pause)

    def _tick(self, moment: int) -> None:
        ticks = self.people.diary.ticks
        if ticks and ticks[-1] == moment:
            return
        self.clock.ms, self.changed = moment, 0
        self.store.client.set(MARK, wall_time())
        before = self.fleet.kills
        self.fleet.work()
        ticks.append(moment)
        if self.fleet.kills > before:
            self.killed_at.append(moment)
        if moment % GRID == 0:
            self._tick_after(GRID)
        if self.changed:
            self._tick_after(GRACE)
            for game_id in self.people.games:
                self.people.notice(game_id)

    # Workers
    def _hire(self, number: int, store: RedisStore) -> Sequence[Step]:
        own = self._parts(number, store)
        models = own.read_models
        notices = notices_of(own, self._senders(own), lanes=Inline())
        runner = Runner(store, [models.live(), notices.following])
        worker = Worker(store, models, at_once(self._apps[number], Random(self.luck.random())))
        time = Timekeeper(store.client, running=lambda: wall_time() / 1000, stores=wall_time)
        deadlines = Deadlines(own.commands, models, time)

        def project() -> None:
            runner.refresh()
            while news := store.wait_feeds(runner.checkpoints(range(SHARDS)), 0.0):
                runner.take(news)

        def play() -> int:
            project()
            ended = deadlines.expire_round()
            if ended:
                project()
            moves = worker.play_bots_once()
            self.changed += ended + moves
            return ended + moves

        def tell() -> int:
            project()
            return notices.round(self.clock.ms)

        return play, tell

    def _parts(self, number: int, store: RedisStore) -> Services:
        """Return new parts for a worker; routes are made once."""
        if len(self._apps) <= number:
            self._apps.append(create_app(self.config, store))
        own = services_over(self.config, store)
        self._apps[number].extensions["anabasis"] = own
        return own

    def _senders(self, own: Services) -> dict[Any, Any]:
        poster = Poster(allow_private=True, tls=self.town.tls)
        keys = partial(push_keys, own.read_models.client)
        push = Push(poster, keys, "postmaster@games.example", HOME)
        mail = Mail(self.config, own, self.town.tls)
        return {"push": push, "webhook": Webhooks(poster), "email": mail}

    # What is left
    def records(self) -> dict[str, list[Event]]:
        """Return every game's record."""
        return {game: decode(self.store.read(game)) for game in self.people.games}

    def stories(self) -> dict[str, Story]:
        """Return what the games called for."""
        return {game: story(game, events) for game, events in self.records().items()}

    def checker(self) -> Checker:
        """Return a checker of this month."""
        return Checker(self.stories(), self.people.diary)

    def came(self) -> list[Came]:
        """Return all notices that arrived, by channel and key, in order."""
        return list(self._came(self.town.inbox.arrivals))

    def refused(self) -> list[Came]:
        """Return all notices that receivers refused, in order."""
        return list(self._came(self.town.inbox.refused))

    def _came(self, arrivals: Sequence[Arrival]) -> Iterator[Came]:
        known = {a.target: a for reader in self.readers for a in reader.addresses}
        self._names = dict(self._mail_names())
        for arrival in arrivals:
            address = known[arrival.address]
            key = self._key(address, arrival)
            yield Came(address.id, key, arrival.at, arrival.told)

    def _key(self, address: Address, arrival: Any) -> str:
        match address.plan.kind:
            case "push":
                return str(self.subscriptions[address.target].read(arrival.content)["key"])
            case "webhook":
                return str(arrival.headers["webhook-id"])
            case _:
                return self._names[mail_of(arrival)["Message-ID"][1:33]]

    def _mail_names(self) -> Iterator[tuple[str, str]]:
        """Yield the names that mails have in their Message-ID, and the keys these are made of."""
        calls = [call for told in self.stories().values() for call in told.all().values()]
        hours = range(START, self.clock.ms + 2 * DAY, HOUR // 4)
        for reader in self.readers:
            keys = [call.key for call in calls if call.player == reader.id]
            for address in reader.addresses:
                for key in (*keys, *(f"digest:{address.id}:{at}" for at in hours)):
                    yield sha256(f"{key}\n{address.id}".encode()).hexdigest()[:32], key
