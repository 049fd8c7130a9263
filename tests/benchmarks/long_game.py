"""A game of Alexandros that goes on past 500 events: players who lay as few walls as they can."""

import random
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import fakeredis
from tqdm import tqdm

from domain.record.record import Event
from service.app import create_app
from service.context import services
from service.server.embedded import EmbeddedServer
from service.settings.config import Config
from service.store.redis_store import RedisStore
from tests.service.api import Api

EVENTS = 520
TERMS = {
    "seats": 2,
    "board": "near_east",
    "options": {"target_score": 300},
    "first_seat": 0,
    "undo": "free",
    "seed": "000b",
}


def long_script(events: int = EVENTS) -> list[tuple[int, dict[str, Any]]]:
    """The seats and moves of a game from ``TERMS``, up to its event number ``events``.

    Equal seeds, boards, options and moves give equal games, so the script can be played anywhere.
    """
    client = fakeredis.FakeRedis(server=fakeredis.FakeServer())
    store = RedisStore(write=client, read=client, blocking=client)
    return _Table(store).play(events)


@contextmanager
def finished_game() -> Iterator[tuple[Api, str, int]]:
    """The long game, ended by a resignation, on a real server: api, id and last version."""
    with (
        tempfile.TemporaryDirectory(prefix="anabasis-bench-") as folder,
        EmbeddedServer(Path(folder)) as server,
    ):
        table = _Table(RedisStore.of_url(server.url))
        table.play(EVENTS)
        table.api.move(table.game, table.people[0], {"type": "resign"})
        yield table.api, table.game, table.api.view(table.game)["version"]


@lru_cache(maxsize=1)
def long_record() -> list[Event]:
    """The events of the finished long game."""
    with finished_game() as (api, game, _), api.app.app_context():
        return list(services().cache.current(game).events)


class _Table:
    def __init__(self, store: RedisStore) -> None:
        self.api = Api(create_app(Config(rate_limit=False), store))
        self.people = [self.api.person("Ada"), self.api.person("Bob")]
        self.game = self.api.game(*self.people, **TERMS)

    def play(self, events: int) -> list[tuple[int, dict[str, Any]]]:
        """Play on to an event; the seats and moves."""
        view, luck = self.api.view(self.game), random.Random(1)
        script = []
        with tqdm(total=events, unit="event", leave=False, disable=None) as bar:
            while view["version"] < events:
                seat = view["to_act"][0]
                who = self.people[seat]
                move = _thrifty(view, self.api.moves(self.game, who), luck)
                script.append((seat, move))
                answer = self.api.move(self.game, who, move, version=view["version"])
                view = answer["view"]
                bar.update()
        return script


def _thrifty(view: Any, moves: list[Any], luck: random.Random) -> Any:
    walls = {str(wall["side"]) for wall in view["state"]["walls"]}
    marches = [move for move in moves if move["type"] == "march"]
    if marches:
        return min(marches, key=lambda move: _new_walls(move["path"], walls))
    if view["phase"] == "actions" and view["state"]["actions_left"] == 2:
        return next((m for m in moves if m.get("from") == "supply"), moves[0])
    if view["phase"] == "actions":
        return next(move for move in moves if move["type"] == "end_turn")
    return luck.choice([move for move in moves if move["type"] != "resign"])


def _new_walls(path: list[Any], walls: set[str]) -> int:
    sides = (sorted(pair) for pair in pairwise(path))
    return sum(str(side) not in walls for side in sides)
