"""Secrets never leave the server: twin worlds look the same to who may not see where they differ.

Two worlds play the same commands with the same secret, but in one of them two cards that a viewer
has never seen are swapped. The commitment function is replaced by an ideal one, which says nothing
of the value (the real one's strength is shown in tests/domain/test_record.py): whatever else
differs between the worlds' answers is a leak, to the byte.
"""

import hashlib
import itertools
import random
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest

from domain.alexandros.cards import DECK
from domain.kernel.game import Game, evolve
from domain.record import chance as chances
from domain.record import record
from domain.record.record import Event
from service.app import create_app
from service.config import Config
from service.run.worker import Worker
from service.store.read_models import ReadModels
from tests import rounds
from tests.service.api import BASE, Api, Person
from tests.service.at_once import at_once
from tests.service.conftest import fake_store

SECRETS_USERS = (
    "service.players",
    "service.http.games",
    "service.game.ids",
    "service.context",
    "service.heads.keys",
)
Position = tuple[str, int]
"""A card's place: the shuffle's label and the index in its order."""


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
def a_world(seats: int, swaps: dict[str, tuple[int, int]]) -> Iterator[World]:
    """A world in which the shuffles named by ``swaps`` have two cards swapped."""
    real = chances.Chance.shuffled
    ticks = itertools.count()
    fixed = FixedSecrets()

    def swapped(self: chances.Chance, label: str, items: Any) -> Any:
        order = list(real(self, label, items))
        if label in swaps:
            i, j = swaps[label]
            order[i], order[j] = order[j], order[i]
            if isinstance(self, chances.NotedChance):
                places = self.luck[-1]["result"]
                places[i], places[j] = places[j], places[i]
        return tuple(order)

    def ideal(salt: bytes, value: Any) -> str:
        return hashlib.sha256(salt).hexdigest()

    with (
        fixed_luck_and_time(fixed, ticks),
        patch.object(record, "commit", ideal),
        patch.object(chances.Chance, "shuffled", swapped),
    ):
        yield World(seats)


@contextmanager
def fixed_luck_and_time(fixed: FixedSecrets, ticks: Iterator[int]) -> Iterator[None]:
    def now() -> str:
        minute, second = divmod(next(ticks), 60)
        return f"2026-11-21T{minute // 60:02}:{minute % 60:02}:{second:02}.000Z"

    # The day of a visit is noted with each request, also with those that move nothing.
    visited = SimpleNamespace(now=lambda: "2026-11-21T00:00:00.000Z")
    with patch("service.clock.now", now), patch("service.accounts.devices.clock", visited):
        patches = [patch(f"{module}.secrets", fixed) for module in SECRETS_USERS]
        for each in patches:
            each.start()
        try:
            yield
        finally:
            for each in patches:
                each.stop()


def played(world: World, luck: random.Random, length: int) -> list[tuple[int, str, Any]]:
    """Play at random, taking back now and then; the commands that were accepted."""
    script: list[tuple[int, str, Any]] = []
    for _ in range(length):
        view = world.api.view(world.game)
        seat = view["to_act"][0]
        command = _random_command(world, view, seat, luck)
        if run(world, seat, *command).status_code == 201:
            script.append((seat, *command))
    return script


def _random_command(world: World, view: Any, seat: int, luck: random.Random) -> tuple[str, Any]:
    if luck.random() < 0.12 and view["head"] > 5:
        return "undo", {"to": view["head"] - luck.randint(1, 3)}
    if luck.random() < 0.05 and view["undo"]["redo"] is not None:
        return "redo", {}
    moves = world.api.moves(world.game, world.people[seat])
    by_type: dict[str, list[Any]] = {}
    for move in moves:
        if move["type"] != "resign" and (
            move["type"] != "end_turn" or not view["state"]["marching"]
        ):
            by_type.setdefault(move["type"], []).append(move)
    return "moves", luck.choice(by_type[luck.choice(sorted(by_type))])


def run(world: World, seat: int, path: str, body: Any) -> Any:
    return world.api.act(world.game, world.people[seat], path, body)


def unseen(events: list[Event], viewer: int | None) -> dict[str, list[int]]:
    """The places of cards that the viewer has not seen, on any line, by the shuffle's label."""
    seen: set[Position] = set()
    sizes = {"supply:0": len(DECK)}
    before: Game | None = None
    for event in events:
        after = evolve(before, event)
        if after.state is not None and event.type not in ("undone", "redone"):
            seen |= _seen_in(event, before, after, viewer, sizes)
        before = after
    return {
        label: [n for n in range(size) if (label, n) not in seen] for label, size in sizes.items()
    }


def _seen_in(
    event: Event, before: Game | None, after: Game, viewer: int | None, sizes: dict[str, int]
) -> set[Position]:
    if before is None or before.state is None:
        seats = after.setup.seats
        own = set() if viewer is None else {("supply:0", viewer)}
        return own | {("supply:0", seats), ("supply:0", seats + 1)}
    label, top = _top(before, sizes)
    if (order := event.data.get("supply")) is not None:
        fresh = f"supply:{before.state.cards.shuffles + 1}"
        sizes[fresh] = max(sizes.get(fresh, 0), len(order))
        all_new = {(fresh, n) for n in range(len(order))}
        return all_new | {(label, n) for n in range(top, sizes[label])}
    taken = {(label, n) for n in range(top, _top(after, sizes)[1])}
    secret = event.type == "card_taken" and event.seat != viewer
    return set() if secret else taken


def _top(game: Game, sizes: dict[str, int]) -> tuple[str, int]:
    label = f"supply:{game.state.cards.shuffles}"
    return label, sizes[label] - len(game.state.cards.supply)


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
        said["my games"] = _said(world, "/me/games", headers)
    return said


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


def twin_of(
    script: list[tuple[int, str, Any]],
    seats: int,
    swaps: dict[str, tuple[int, int]],
    viewer: int | None,
) -> dict[str, bytes] | None:
    """Return the viewer's answers in the twin world; None if hidden cards forbid the script."""
    with a_world(seats, swaps) as twin:
        for seat, path, body in script:
            if run(twin, seat, path, body).status_code != 201:
                return None
        return surfaces(twin, viewer)


@pytest.mark.parametrize("seeds", rounds.seeds(1, 4))
@pytest.mark.parametrize("seats", [2, 3])
def test_worlds_that_differ_in_unseen_cards_are_the_same_to_the_byte(seats, seeds):
    for seed in seeds:
        _compare_worlds(seats, random.Random(f"{seats} {seed}"))


def _compare_worlds(seats: int, luck: random.Random) -> None:
    with a_world(seats, {}) as world:
        script = played(world, luck, length=45)
        events = world.events
        assert world.api.view(world.game)["status"] == "live"
        heard = {viewer: surfaces(world, viewer) for viewer in (None, *range(seats))}
    compared = 0
    for viewer, own in heard.items():
        places = unseen(events, viewer)["supply:0"]
        deck = _deck(events)
        for _ in range(6):
            i, j = luck.sample(places, 2)
            if deck[i] != deck[j] and (
                other := twin_of(script, seats, {"supply:0": (i, j)}, viewer)
            ):
                assert other == own
                compared += 1
                break
    assert compared == seats + 1


def _deck(events: list[Event]) -> list[str]:
    dealt = next(e.data["dealt"] for e in events if e.data.get("dealt"))
    return [*dealt["hands"], *dealt["display"], *dealt["supply"]]


def test_the_twins_do_differ_for_a_viewer_with_access():
    """A check of the check: swapping a card of Bob's hand changes Bob's own answers."""
    with a_world(2, {}) as world:
        own = surfaces(world, 1)
        deck = _deck(world.events)
    other_place = next(n for n in range(4, 55) if deck[n] != deck[1])
    with a_world(2, {"supply:0": (1, other_place)}) as twin:
        assert surfaces(twin, 1) != own
        assert surfaces(twin, 0).keys() == own.keys()
