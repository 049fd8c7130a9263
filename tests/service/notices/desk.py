"""A worker's notices step by step: a clock that is set, and receivers that note what they get."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any

from flask import Flask

from domain.record.times import milliseconds
from projections.runner import Runner
from service.context import Services
from service.notices.contract import ChannelKind, Message, NoticeChannel, Sender
from service.notices.lanes import Job, Lanes
from service.notices.work import NoticeWork, notices_of
from service.redis.shards import SHARDS
from tests.service.api import Api, Person
from tests.service.office import FakeClock

GRACE = timedelta(minutes=2)
SECOND, HOUR, DAY = timedelta(seconds=1), timedelta(hours=1), timedelta(days=1)


@dataclass
class Receiver:
    """Takes messages by all kinds of channels; ``answers`` are raised in turn, None for a yes."""

    got: list[tuple[NoticeChannel, Message]] = field(default_factory=list)
    answers: list[Exception | None] = field(default_factory=list)
    before: Callable[[NoticeChannel], None] = lambda _: None

    def send(self, channel: NoticeChannel, message: Message) -> None:
        self.before(channel)
        answer = self.answers.pop(0) if self.answers else None
        if answer is not None:
            raise answer
        self.got.append((channel, message))

    @property
    def kinds(self) -> list[str]:
        return [message.kind for _, message in self.got]

    @property
    def keys(self) -> list[str]:
        return [message.key for _, message in self.got]


class Inline:
    """Runs each job at once."""

    def start(self, kind: ChannelKind, host: str, job: Job) -> bool:
        job()
        return True

    def wait_idle(self, timeout: float) -> bool:
        return True


@dataclass
class Desk:
    """The notices of one service, and of a worker that may be replaced by another."""

    api: Api
    clock: FakeClock
    receiver: Receiver
    lanes: Lanes = field(default_factory=Inline)
    senders: Mapping[ChannelKind, Sender] | None = None

    def __post_init__(self) -> None:
        self.start()

    @property
    def own(self) -> Services:
        services: Services = self.api.app.extensions["anabasis"]
        return services

    @property
    def now(self) -> int:
        return milliseconds(self.clock.now())

    def start(self) -> None:
        """Begin with a new worker, which knows nothing."""
        kinds: tuple[ChannelKind, ...] = ("email", "push", "webhook")
        senders = self.senders or dict.fromkeys(kinds, self.receiver)
        self.notices: NoticeWork = notices_of(
            self.own, senders, lanes=self.lanes, clock=lambda: self.now
        )
        self.runner = Runner(self.own.store, [self.notices.following])

    def follow(self) -> None:
        self.runner.refresh()
        self.runner.catch_up(range(SHARDS))

    def work(self, slices: Collection[int] | None = None) -> None:
        """One round of all that a worker does for notices."""
        self.follow()
        self.notices.round(self.now, slices)

    def later(self, time: timedelta) -> None:
        """Set the clock, then work."""
        self.clock.later(time)
        self.work()

    def channel(self, who: Person, number: int = 1, **settings: Any) -> str:
        """A webhook of a player's, with these settings."""
        body = {"kind": "webhook", "url": f"https://hooks.example/{who.name}/{number}"}
        made = self.api.ask("POST", "/me/channels", who, json=body, expect=201).json
        if settings:
            self.api.ask("PATCH", f"/me/channels/{made['id']}", who, json=settings, expect=200)
        return str(made["id"])

    def state(self, who: Person) -> tuple[str, str | None]:
        """The state of the player's first channel, and why."""
        shown = self.api.get("/me/notices", who)["channels"][0]
        return shown["state"], shown["reason"]

    def log(self, who: Person) -> list[tuple[str, str, str | None, int]]:
        """Kind, state, reason and attempts of the player's deliveries, newest first."""
        entries = self.api.get("/me/notices/log", who)["deliveries"]
        return [(e["kind"], e["state"], e["reason"], e["attempts"]) for e in entries]


def desk_of(app: Flask, clock: FakeClock, lanes: Lanes | None = None) -> Desk:
    """A desk over an app whose clock is set; notices wait for two minutes."""
    own: Services = app.extensions["anabasis"]
    parts = replace(own.notices, email=True, grace=GRACE // timedelta(milliseconds=1))
    app.extensions["anabasis"] = replace(own, notices=parts)
    return Desk(Api(app), clock, Receiver(), lanes or Inline())


def pending(desk: Desk) -> list[bytes]:
    """The pending notices of all slices."""
    client: Any = desk.own.read_models.client
    return [member for key in client.keys("{n*}:pending") for member in client.zrange(key, 0, -1)]
