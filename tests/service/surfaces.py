"""All that a world of games shows to somebody, with luck and time fixed."""

import logging
import random
import re
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from unittest.mock import patch

from domain.record import record
from domain.record.record import Event
from service.app import create_app
from service.notices.account_events.player_feeds import BEGINNING
from service.readmodels.read_models import ReadModels
from service.settings.config import Config
from service.worker.worker import Worker
from tests.service.api import BASE, Api, Person
from tests.service.at_once import at_once
from tests.service.conftest import fake_store

SECRETS_USERS = (
    "service.people.players",
    "service.http.resources.games",
    "service.game.ids",
    "service.people.sessions",
    "service.store.installation",
    "service.heads.keys",
)


# The server's own time is not fixed.
LAST_ID = re.compile(rb'"last_event_id":"[0-9-]+"|\(.Content-Length., .[0-9]+.\), ')


class FixedSecrets:
    """Stands in for ``secrets``: the same in every world."""

    def __init__(self) -> None:
        self._random = random.Random(7)

    def token_bytes(self, n: int) -> bytes:
        return self._random.randbytes(n)

    def token_hex(self, n: int) -> str:
        return self._random.randbytes(n).hex()

    def token_urlsafe(self, n: int) -> str:
        return self._random.randbytes(n).hex()


class World:
    """One service of its own, with a game of two or three that goes on."""

    def __init__(self, seats: int) -> None:
        self.store = fake_store()
        self.app = create_app(Config(rate_limit=False), self.store)
        self.api = Api(self.app)
        self.people = [self.api.person(name) for name in ("Ada", "Bob", "Cyd")[:seats]]
        self.eve = self.api.person("Eve")
        self.game = self.api.game(*self.people, undo="free", board="asia_minor")
        models = ReadModels(self.store.client)
        self.worker = Worker(self.store, models, at_once(self.app))

    @property
    def events(self) -> list[Event]:
        return record.decode(self.store.read(self.game))

    def viewer(self, seat: int | None) -> Person | None:
        return None if seat is None else self.people[seat]


@contextmanager
def fixed_luck_and_time(fixed: FixedSecrets, ticks: Iterator[int]) -> Iterator[None]:
    def now() -> str:
        minute, second = divmod(next(ticks), 60)
        return f"2026-11-21T{minute // 60:02}:{minute % 60:02}:{second:02}.000Z"

    # The day of a visit is noted with each request, also with those that move nothing.
    visited = SimpleNamespace(now=lambda: "2026-11-21T00:00:00.000Z")
    # An answer has an id if a line was logged meanwhile, and tasks that a browser's test left in
    # this process may be destroyed, with a line for each, in the middle of any request.
    asyncio_log_off = patch.object(logging.getLogger("asyncio"), "disabled", True)
    with (
        patch("service.machine.clock.now", now),
        patch("service.people.devices.clock", visited),
        asyncio_log_off,
    ):
        patches = [patch(f"{module}.secrets", fixed) for module in SECRETS_USERS]
        for each in patches:
            each.start()
        try:
            yield
        finally:
            for each in patches:
                each.stop()


def surfaces(world: World, seat: int | None) -> dict[str, bytes]:
    """Everything the API says to a viewer, by request."""
    who = world.viewer(seat)
    headers = who.headers if who else {}
    version = world.api.view(world.game)["version"]
    paths = [
        "",
        "/events",
        "/export",
        "/replay",
        "/verify",
        "/head",
        *(f"?at={n}" for n in range(1, version + 1)),
        *([] if seat is None else ["/moves"]),
    ]
    said = {path: _said(world, f"/games/{world.game}{path}", headers) for path in paths}
    text = {**headers, "Accept": "text/plain"}
    moments = ["", *(f"?at={n}" for n in range(1, version + 1))]
    said |= {f"text {at}": _said(world, f"/games/{world.game}{at}", text) for at in moments}
    said |= {f"picture {at}": _pictured(world, at, headers) for at in moments}
    lines = {**headers, "Accept": "application/x-ndjson"}
    said["ndjson"] = _said(world, f"/games/{world.game}/events", lines)
    said["stream"] = _streamed(world, headers, version)
    world.worker.catch_up()
    said["lobby"] = _said(world, "/games", headers)
    # Nobody reads it as it is: what anybody hears of it is made of it alone.
    said["summary"] = world.store.summaries.newest([world.game])[world.game].summary
    if who is not None:
        said["my games"] = LAST_ID.sub(b"", _said(world, "/me/games", headers))
        said["account stream"] = _told(world, who)
    return said


def _told(world: World, who: Person) -> bytes:
    """What the player's stream has told, but for the moments at which it was told."""
    feeds = world.app.extensions["anabasis"].player_feeds
    events = feeds.since(who.player_id, BEGINNING)
    return repr([(each.name, each.version) for each in events]).encode()


def _said(world: World, path: str, headers: dict[str, str]) -> bytes:
    answer = world.api.client.get(BASE + path, headers=headers)
    head = sorted((k, v) for k, v in answer.headers.items())
    return repr((answer.status, head)).encode() + answer.data


def _pictured(world: World, moment: str, headers: dict[str, str]) -> bytes:
    """The ETag of a picture: a digest of all that the picture is drawn from."""
    known = {**headers, "If-None-Match": "*"}
    path = f"/games/{world.game}/picture.svg{moment}"
    answer = world.api.client.get(BASE + path, headers=known)
    assert answer.status_code == 304
    return answer.headers["ETag"].encode()


def _streamed(world: World, headers: dict[str, str], version: int) -> bytes:
    answer = world.api.client.get(f"{BASE}/games/{world.game}/stream", headers=headers)
    said = b""
    for piece in answer.iter_encoded():
        said += piece
        if f"id: {version}\n".encode() in said:
            break
    answer.close()
    return said
