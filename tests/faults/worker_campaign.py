"""Two workers under load; one is killed again and again in the middle of a batch."""

import json
import os
import signal
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from threading import Event as Flag
from threading import Thread
from time import monotonic
from typing import Any, Protocol, Self

import pytest
import trustme
from msgspec.structs import replace

from domain.record.record import GENESIS, Event, canonical, decode, digest, encode
from domain.record.times import milliseconds
from service.app import create_app
from service.game.outages import MARK
from service.machine import clock
from service.machine.processes import spawn, stop
from service.notices.lanes import EACH_HOST
from service.operations.archive.progress import followers, places
from service.readmodels.read_models import ReadModels
from service.redis.leases import LEASE_SECONDS, WORKS, holders
from service.redis.shards import SHARDS
from service.server.embedded import EmbeddedServer
from service.settings.config import Config
from service.store.contract import Append
from service.store.redis_store import RedisStore
from tests.programs import ANABASIS
from tests.servers import descendants
from tests.service.api import Api
from tests.service.conftest import fake_store
from tests.service.notices.receivers import Receiver
from tests.service.running import is_alive
from tests.waiting import eventually

PATIENCE = 60.0
STOP_SECONDS = 15.0
COMMAND = (ANABASIS, "worker")


class Work(Protocol):
    """One kind of the workers' work: something to do for every kill, and the expected result."""

    def add(self, number: int) -> None:
        """Give the workers more to do."""

    def is_done(self) -> bool:
        """True once all of it is done."""

    def check(self) -> None:
        """Assert that nothing was left out and nothing was done twice."""


class Campaign:
    """A server of its own and two worker processes; a context manager."""

    def __init__(self, server: EmbeddedServer) -> None:
        self.url = server.url
        self.store = RedisStore.of_url(server.url)
        self.models = ReadModels(self.store.client)
        config = Config(rate_limit=False, webhooks_private=True)
        self.api = Api(create_app(config, self.store))
        self._authority = trustme.CA()
        self.hooks = Receiver(self._authority)
        self.workers: list[subprocess.Popen[bytes]] = []
        self.lags: list[float] = []
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        # Somebody has looked at the clock all the time: no outage is given back.
        self.store.client.set(MARK, milliseconds(clock.now()))
        self._stack.enter_context(self.hooks.serving())
        self._trusted = self._stack.enter_context(self._authority.cert_pem.tempfile())
        for _ in range(2):
            self._start()
        self.await_two()
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def kill_one(self, load: Callable[[], object]) -> None:
        """Kill the older worker while it is behind, and start another; note how long lines wait.

        It is stopped first, so that it is known to have lines before it that it has not applied.
        """
        victim = self.workers.pop(0)
        [shards] = [
            h.parts for h in holders(self.store.client, "projections") if h.pid == victim.pid
        ]
        bots = descendants(victim.pid)
        while True:
            load()
            os.kill(victim.pid, signal.SIGSTOP)
            if self.is_behind(shards):
                break
            os.kill(victim.pid, signal.SIGCONT)
        os.kill(victim.pid, signal.SIGKILL)
        killed = monotonic()
        victim.wait()
        self._start()
        eventually(lambda: not self.is_behind(range(SHARDS)), PATIENCE)
        self.lags.append(monotonic() - killed)
        eventually(lambda: not any(map(is_alive, bots)))
        self.await_two()

    def is_behind(self, shards: Sequence[int] | frozenset[int]) -> bool:
        """True if a read model, or notices, have not applied all lines of some of these shards."""
        for model in followers(self.store.client).values():
            reached = places(self.store, model)
            if any(at != end for at, end in map(reached.__getitem__, shards)):
                return True
        return False

    def await_two(self) -> None:
        """Return once two workers share all work."""
        eventually(lambda: all(map(self._is_shared, WORKS)), PATIENCE)

    def _is_shared(self, work: str) -> bool:
        held = [h for h in holders(self.store.client, work) if h.seconds < LEASE_SECONDS]
        return [len(worker.parts) for worker in held] == [WORKS[work] // 2] * 2

    def _start(self) -> None:
        inherited = {n: v for n, v in os.environ.items() if not n.startswith("ANABASIS_")}
        own = {"ANABASIS_REDIS_URL": self.url, "SSL_CERT_FILE": self._trusted}
        notices = {"ANABASIS_WEBHOOKS_PRIVATE": "on", "ANABASIS_NOTICE_GRACE": "0"}
        worker = spawn(COMMAND, env=inherited | own | notices)
        self._stack.callback(stop, worker, STOP_SECONDS)
        self.workers.append(worker)


class Copies:
    """Games recorded at a stroke: copies of one that was played beforehand.

    Each states its own id: the workers close a game whose record is another's.
    """

    def __init__(self, campaign: Campaign, name: str, entries: Sequence[bytes]) -> None:
        self._store, self._name, self._events = campaign.store, name, decode(entries)
        self.games: list[str] = []

    def add(self, number: int = 1) -> None:
        """Record so many more."""
        for _ in range(number):
            game = f"{self._name}{len(self.games)}"
            entries = tuple(renamed(self._events, game))
            self._store.append(Append(game, "copied", "f", 1, GENESIS, entries))
            self.games.append(game)

    def types(self, game: str) -> Counter[str]:
        """Return the number of a game's events so far, by type."""
        return Counter(event.type for event in decode(self._store.read(game)))


class Played:
    """Games that people play meanwhile, and others that lie there: the read models' work."""

    def __init__(self, campaign: Campaign) -> None:
        self._campaign = campaign
        self.copies = Copies(campaign, "played", played_beforehand(moves=6))

    def add(self, number: int) -> None:
        self.copies.add(100)

    def is_done(self) -> bool:
        return not self._campaign.is_behind(range(SHARDS))

    def check(self) -> None:
        applied = self._campaign.models.generations.sizes()["applied"]
        store = self._campaign.store
        told = {line.game_id for s in range(SHARDS) for line in store.feed(s, limit=1_000_000)}
        assert applied == len(told)


class Overdue:
    """Turns whose time was up before: the deadlines' work."""

    def __init__(self, campaign: Campaign) -> None:
        terms = {"deadline": {"per_move": "10m", "at_zero": "skip"}}
        entries = played_beforehand(moves=0, **terms)
        self.copies = Copies(campaign, "overdue", entries)

    def add(self, number: int) -> None:
        self.copies.add(4)

    def is_done(self) -> bool:
        return all(self.copies.types(game)["time_expired"] for game in self.copies.games)

    def check(self) -> None:
        ends = {self.copies.types(game)["time_expired"] for game in self.copies.games}
        assert ends == {1}


class Bots:
    """Games that bots play from beginning to end."""

    def __init__(self, campaign: Campaign) -> None:
        self._api, self._store = campaign.api, campaign.store
        self._made = made_for_bots()
        self._begun: dict[str, int] = {}

    def add(self, number: int) -> None:
        game, entries = next(self._made)
        self._store.append(Append(game, "copied", "f", 1, GENESIS, tuple(entries)))
        self._begun[game] = len(entries)

    def is_done(self) -> bool:
        views = (self._api.view(game) for game in self._begun)
        return all(view["status"] == "finished" for view in views)

    def check(self) -> None:
        for game, begun in self._begun.items():
            assert self._api.get(f"/games/{game}/verify")["valid"]
            moves = decode(self._store.read(game))[begun:]
            assert len({event.command for event in moves}) == len(moves)


class Notices:
    """Turns that webhooks announce to players: the notices' work.

    If a worker is killed while a receiver answers, the message is sent again with the same key,
    so receivers drop it. This can happen only to messages on their way.
    """

    def __init__(self, campaign: Campaign) -> None:
        self._campaign, self._hooks = campaign, campaign.hooks
        ada, bob = campaign.api.person("Ada"), campaign.api.person("Bob")
        hook = {"kind": "webhook", "url": self._hooks.url()}
        campaign.api.ask("POST", "/me/channels", ada, json=hook, expect=201)
        entries = campaign.store.read(campaign.api.game(ada, bob))
        self.copies = Copies(campaign, "notices", entries)
        self._came: Counter[str] = Counter()
        self._said: dict[str, set[bytes]] = {}

    def add(self, number: int) -> None:
        self.copies.add(4)

    def is_done(self) -> bool:
        self._take()
        return {key.split(":")[1] for key in self._came} >= set(self.copies.games)

    def check(self) -> None:
        self._take()
        told = Counter(key.split(":")[1] for key in self._came)
        assert {told[game] for game in self.copies.games} == {1}
        assert all(len(said) == 1 for said in self._said.values())
        again = sum(self._came.values()) - len(self._came)
        print(f"{len(self._came)} notices, {again} of them sent again by another worker")
        assert again <= EACH_HOST * len(self._campaign.lags)

    def _take(self) -> None:
        while not self._hooks.received.empty():
            request = self._hooks.take()
            key = request.headers["webhook-id"]
            self._came[key] += 1
            said = canonical(json.loads(request.body)["data"])
            self._said.setdefault(key, set()).add(said)


def renamed(events: Sequence[Event], game: str) -> Iterator[bytes]:
    """The entries of a game under another id."""
    prev = GENESIS
    for event in events:
        data = {**event.data, "game_id": game} if event.type == "created" else event.data
        changed = replace(event, data=data, prev=prev)
        prev = digest(changed)
        yield encode(replace(changed, hash=prev))


def played_beforehand(moves: int, **terms: Any) -> list[bytes]:
    """The record of a game of two people, begun an hour ago."""
    store = fake_store()
    api = Api(create_app(Config(rate_limit=False), store))
    with pytest.MonkeyPatch.context() as patch:
        past = (datetime.now(UTC) - timedelta(hours=1)).isoformat(timespec="milliseconds")
        patch.setattr(clock, "now", lambda: past.replace("+00:00", "Z"))
        people = [api.person("Ada"), api.person("Bob")]
        game = api.game(*people, **terms)
        for _ in range(moves):
            api.move(game, people[api.view(game)["to_act"][0]])
    return store.read(game)


def made_for_bots() -> Iterator[tuple[str, list[bytes]]]:
    """Games of two bots that have just begun; a record states the id of its game."""
    store = fake_store()
    api = Api(create_app(Config(rate_limit=False), store))
    terms = {"ruleset": "alexandros", "board": "tiny", "bots": ["random", "random"], "join": False}
    ada = api.person("Ada")
    while True:
        game = api.ask("POST", "/games", ada, json=terms, expect=201).json["game_id"]
        yield game, store.read(game)


@contextmanager
def people_playing(api: Api) -> Iterator[None]:
    """Two people move one after the other, game after game, all the while."""
    stop = Flag()
    thread = Thread(target=_play, args=(api, stop))
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


def _play(api: Api, until: Flag) -> None:
    people = [api.person("Cleo"), api.person("Dan")]
    game = api.game(*people)
    while not until.wait(0.05):
        view = api.view(game)
        if view["status"] == "finished":
            game = api.game(*people)
        else:
            api.move(game, people[view["to_act"][0]])
