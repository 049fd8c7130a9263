"""Worlds that play the same commands, by the same secret and clock, with orders of one seat."""

from dataclasses import replace
from functools import cache
from typing import Any
from unittest.mock import patch
from urllib.parse import urlsplit

import msgspec
from flask import Flask

from service.machine import clock
from service.notices.contract import NoticeItem
from service.notices.mail_logs import MOST, Words, moves_since, subject_of
from service.readmodels.read_models import ReadModels
from service.worker.worker import Worker
from tests.service.api import BASE, Api, Person
from tests.service.at_once import at_once
from tests.service.conftest import fake_app, fake_store, renewed
from tests.service.notices.desk import Desk, Receiver
from tests.service.surfaces import surfaces

SCENARIO = {
    "ruleset": "alexander_the_great",
    "board": "campaign",
    "seed": "0dd5",
    "undo": "free",
}
EVENING = "2026-11-21T23:00:00.000Z"
PRIVATE = 2
"""The seat with orders."""


class Steps:
    """Seconds that pass with moves alone: a request that gives an order takes no time."""

    def __init__(self) -> None:
        self.second = 0

    def __iter__(self) -> "Steps":
        return self

    def __next__(self) -> int:
        return self.second


@cache
def _app() -> Flask:
    """The app that worlds have one after another."""
    return fake_app()


class World:
    """One service of its own, with a game of the scenario in which one seat has orders."""

    def __init__(self, steps: Steps, **terms: Any) -> None:
        self.steps, self.store = steps, fake_store()
        self.app = renewed(_app(), self.store)
        self.api = Api(self.app)
        self.people = [self.api.person(name) for name in ("Ada", "Bob", "Cyd")]
        self.eve = self.api.person("Eve")
        self.game = self.api.game(*self.people, **SCENARIO | terms)
        models = ReadModels(self.store.client)
        self.worker = Worker(self.store, models, at_once(self.app))
        self.desk = desk_of(self.app)
        for who in self.people:
            self.desk.channel(who)

    def viewer(self, seat: int | None) -> Person | None:
        return None if seat is None else self.people[seat]

    def order(self, code: str, values: dict[str, Any]) -> None:
        path = f"/games/{self.game}/orders/{code}"
        self.api.ask("PUT", path, self.people[PRIVATE], json=values, expect=200)

    def play(self, orders: list[tuple[str, dict[str, Any]]]) -> None:
        """March, bid for two rounds against the private seat, and take one bid back."""
        ada, bob, cyd = self.people
        self._move(ada, {"type": "march"})
        for code, values in orders:
            self.order(code, values)
        self._move(ada, {"type": "bid", "bid": 1})
        self._tell()
        self._move(bob, {"type": "bid", "bid": 2})
        self._by_hand(cyd, {"type": "bid", "bid": 3})
        self._tell()
        self._move(ada, {"type": "pass"})
        self._tell()
        self._move(bob, {"type": "bid", "bid": 4})
        self._by_hand(cyd, {"type": "pass"})
        self._tell()

    def _by_hand(self, who: Person, move: Any) -> None:
        """Make a move that an order may have made already, at the same time."""
        if self.people[self.api.view(self.game)["to_act"][0]] is who:
            self.api.move(self.game, who, move)

    def _move(self, who: Person, move: Any) -> None:
        self.steps.second += 1
        self.api.move(self.game, who, move)

    def told(self, seat: int | None) -> dict[str, bytes]:
        """Everything that others than the private seat hear, of its orders too."""
        said = surfaces(self, seat)  # type: ignore[arg-type]
        headers = (self.viewer(seat) or self.eve).headers
        for method in ("GET", "DELETE"):
            path = f"{BASE}/games/{self.game}/orders"
            answer = self.api.client.open(path, method=method, headers=headers)
            said[f"{method} orders"] = repr(answer.status).encode() + answer.data
        if seat is not None:
            said |= self._noticed(self.people[seat])
        return said

    def _tell(self) -> None:
        """Send notices, without a tick of the world's clock."""
        with patch("service.machine.clock.now", lambda: EVENING):
            self.desk.work()

    def _noticed(self, who: Person) -> dict[str, bytes]:
        """What a player hears though no page is open: notices in order, their log, and feeds."""
        got = [m for channel, m in self.desk.receiver.got if channel.player == who.player_id]
        made = self.api.ask("POST", "/me/feeds", who, json={}, expect=201).json
        feeds = [self.api.client.get(urlsplit(address).path).data for address in made.values()]
        log = self.api.ask("GET", "/me/notices/log", who, expect=200).data
        items = [item for message in got for item in message.items]
        return {
            "notices": msgspec.json.encode(got),
            "mails": b"".join(map(self._mail_log, items)),
            "log": log,
            "feeds": b"".join(feeds),
        }

    def _mail_log(self, item: NoticeItem) -> bytes:
        """All that the moves in a mail are told from."""
        own = self.desk.own
        history = own.cache.at_least(item.game_id, item.version)
        events = moves_since(history, item)[-MOST:]
        words = Words(own.names, own.removals, "en")
        return subject_of(item, history, events, words) if events else b""


def desk_of(app: Flask) -> Desk:
    """A worker's notices; none waits for a grace."""
    own = app.extensions["anabasis"]
    app.extensions["anabasis"] = replace(own, notices=replace(own.notices, grace=0))
    return Desk(Api(app), clock, Receiver())
