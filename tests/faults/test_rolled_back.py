"""A rolled-back store: the read models and the bots follow the current record."""

import os
import random
import shutil
import signal
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Thread

import pytest
from redis import Redis

from projections.bots_waiting import BOTS_ALONE, WITH_PEOPLE
from service.app import create_app
from service.readmodels.read_models import ReadModels, rebuild
from service.redis.shards import SHARDS
from service.server.embedded import EmbeddedServer
from service.settings.config import Config
from service.store.redis_store import RedisStore
from service.worker.worker import Worker
from tests.servers import replicate
from tests.service.api import Api, Person
from tests.service.at_once import at_once
from tests.service.readmodels.stored_games import dump
from tests.waiting import eventually

pytestmark = pytest.mark.faults

RECORD = "appendonlydir"


class RestorableService:
    """A service on an embedded server of its own, whose store can be put back."""

    def __init__(self, folder: Path) -> None:
        self.backup = folder / "backup"
        self.server = EmbeddedServer(folder / "var")
        self.server.start()
        self._front = folder / "front.sock"
        self._stand_before(self.server)
        self.password = _address(self.server)["password"]
        self.store = RedisStore.of_url(f"unix://:{self.password}@{self._front}")
        self.api = Api(create_app(Config(rate_limit=False), self.store))
        self.models = ReadModels(self.store.client)

    def _stand_before(self, server: EmbeddedServer) -> None:
        self._front.unlink(missing_ok=True)
        self._front.symlink_to(_address(server)["path"])

    def worker(self) -> Worker:
        return Worker(self.store, self.models, at_once(self.api.app, random.Random(1)))

    def back_up(self) -> None:
        shutil.copytree(self.server.folder / RECORD, self.backup)

    def fail_over(self, replica: EmbeddedServer) -> None:
        """Let the replica take the dead server's place, at the same address."""
        self._kill()
        Redis.from_url(replica.url).config_set("requirepass", self.password)
        self._stand_before(replica)

    def restore(self) -> None:
        """Restore the backup, losing everything recorded since."""
        self._kill()
        self.server.stop()
        shutil.rmtree(self.server.folder / RECORD)
        shutil.copytree(self.backup, self.server.folder / RECORD)
        (self.server.folder / "heads.json").unlink()
        self.server = EmbeddedServer(self.server.folder)
        self.server.start()
        self._stand_before(self.server)

    def _kill(self) -> None:
        os.kill(self.server.pid, signal.SIGKILL)
        eventually(lambda: not self.server.is_running())

    def shown(self) -> bytes:
        """All that the read models hold, but for the numbers of their generations."""
        return dump(self.models.generations)

    def rebuilt(self) -> bytes:
        """Rebuild the read models and return their content."""
        rebuild(self.store, self.models.generations, lambda: None)
        return self.shown()


def _address(server: EmbeddedServer) -> dict[str, str]:
    """The server's socket and password."""
    return Redis.from_url(server.url).connection_pool.connection_kwargs


@contextmanager
def working(worker: Worker) -> Iterator[None]:
    thread = Thread(target=worker.run)
    thread.start()
    try:
        yield
    finally:
        worker.stop()
        thread.join()


@pytest.fixture
def restorable(tmp_path: Path) -> Iterator[RestorableService]:
    service = RestorableService(tmp_path)
    try:
        yield service
    finally:
        service.server.stop()


def game_with_bot(api: Api, who: Person, title: str = "with a bot") -> str:
    terms = {"ruleset": "alexandros", "board": "tiny", "seats": 2, "bots": ["random"]}
    made = api.ask("POST", "/games", who, json={**terms, "title": title, "first_seat": 0})
    return str(made.json["game_id"])


def is_mine(api: Api, game: str, who: Person) -> bool:
    return any(move["type"] != "resign" for move in api.moves(game, who))


def play(api: Api, who: Person, game: str, moves: int, luck: random.Random) -> None:
    """Make so many moves, each as soon as the bot is done."""
    for _ in range(moves):
        eventually(lambda: is_mine(api, game, who))
        legal = [move for move in api.moves(game, who) if move["type"] != "resign"]
        api.move(game, who, luck.choice(legal))


def assert_right(restorable: RestorableService) -> None:
    """Assert that the read models come to match a rebuild and no bot is left to move."""
    eventually(lambda: _has_settled(restorable))
    shown = restorable.shown()
    assert restorable.rebuilt() == shown


def _has_settled(restorable: RestorableService) -> bool:
    """True if the read models have applied the whole record and no bot may move."""
    ends = {shard: end for shard, end in restorable.store.feed_ends().items() if end != "0-0"}
    reached = restorable.models.live().checkpoints()
    level = {shard: mark.split()[0] for shard, mark in reached.items()} == ends
    orders = (WITH_PEOPLE, BOTS_ALONE)
    return level and not any(restorable.models.bots_waiting(order)[0] for order in orders)


@pytest.mark.parametrize("worker_lives_on", [True, False], ids=["running", "started later"])
def test_a_restored_backup_that_is_played_on_shows_the_new_record(restorable, worker_lives_on):
    api, luck = restorable.api, random.Random(3)
    ada = api.person("Ada")
    with ExitStack() as first:
        first.enter_context(working(restorable.worker()))
        games = [game_with_bot(api, ada, f"game {number}") for number in range(4)]
        for game in games:
            play(api, ada, game, 2, luck)
        restorable.back_up()
        for game in games:
            play(api, ada, game, 3, luck)
        lost = game_with_bot(api, ada, "lost")
        eventually(lambda: lost in restorable.shown().decode())
        if not worker_lives_on:
            first.close()
        restorable.restore()
        with ExitStack() as second:
            if not worker_lives_on:
                second.enter_context(working(restorable.worker()))
            for game in games:
                play(api, ada, game, 4, luck)
                eventually(lambda game=game: is_mine(api, game, ada))
            assert_right(restorable)
    assert lost not in restorable.shown().decode()


def test_an_emptied_store_shows_nothing_and_new_games_are_played(restorable):
    api, luck = restorable.api, random.Random(3)
    with working(restorable.worker()):
        api.game(api.person("Ada"), api.person("Bob"))
        eventually(lambda: api.get("/games")["games"])
        restorable.store.client.flushall()
        eventually(lambda: api.get("/games")["games"] == [])
        game = game_with_bot(api, ada := api.person("Ada"))
        play(api, ada, game, 9, luck)
        eventually(lambda: is_mine(api, game, ada))
        assert {event["seat"] for event in api.get(f"/games/{game}/events")["events"]} >= {0, 1}
        assert [g["game_id"] for g in api.get("/me/games", ada)["games"]] == [game]
        assert_right(restorable)


def test_read_models_of_another_time_are_set_right(restorable):
    api, luck, client = restorable.api, random.Random(3), restorable.store.client
    ada = api.person("Ada")
    with working(restorable.worker()):
        game = game_with_bot(api, ada)
        play(api, ada, game, 2, luck)
        eventually(lambda: _has_settled(restorable))
        restorable.back_up()
        play(api, ada, game, 3, luck)
        eventually(lambda: _has_settled(restorable))
    newer = _dumped(client)
    restorable.restore()
    _load(client, newer)
    with working(restorable.worker()):
        play(api, ada, game, 1, luck)
        eventually(lambda: _has_settled(restorable))
        assert_right(restorable)
        older = _dumped(client)
        play(api, ada, game, 2, luck)
        eventually(lambda: _has_settled(restorable))
        _load(client, older)
        assert_right(restorable)


def test_read_models_without_their_pointers_come_back(restorable):
    api, client = restorable.api, restorable.store.client
    with working(restorable.worker()):
        game = game_with_bot(api, api.person("Ada"))
        eventually(lambda: game in restorable.shown().decode())
        restorable.rebuilt()
        for shard in range(SHARDS):
            client.hdel(f"{{s{shard:02}}}:models", "live", "last")
        eventually(lambda: game in restorable.shown().decode())
        assert_right(restorable)


@pytest.mark.parametrize("models", ["behind", "ahead"])
def test_a_promoted_replica_that_lacks_the_last_moves_is_played_on(restorable, tmp_path, models):
    luck, api = random.Random(3), restorable.api
    ada = api.person("Ada")
    with EmbeddedServer(tmp_path / "replica") as replica, working(restorable.worker()):
        replicate(restorable.server, replica)
        games = [game_with_bot(api, ada, f"game {number}") for number in range(3)]
        for game in games:
            play(api, ada, game, 2, luck)
        eventually(lambda: _has_settled(restorable))
        promoted = Redis.from_url(replica.url)
        eventually(lambda: _dumped(promoted) == _dumped(restorable.store.client))
        promoted.replicaof("no", "one")
        lost = game_with_bot(api, ada, "lost")
        for game in games:
            play(api, ada, game, 3, luck)
        eventually(lambda: lost in restorable.shown().decode() and _has_settled(restorable))
        if models == "ahead":
            _load(promoted, _dumped(restorable.store.client))
        restorable.fail_over(replica)
        for game in games:
            play(api, ada, game, 3, luck)
            eventually(lambda game=game: is_mine(api, game, ada))
        assert_right(restorable)
        assert lost not in restorable.shown().decode()


def _dumped(client: Redis) -> dict[bytes, bytes]:
    """The read models as the server writes them; nothing may change them meanwhile."""
    keys = list(client.scan_iter("{s??}:models*"))
    return {key: client.dump(key) for key in keys}


def _load(client: Redis, dumped: dict[bytes, bytes]) -> None:
    """Put the read models back as they were dumped."""
    with client.pipeline(transaction=True) as pipeline:
        pipeline.delete(*_dumped(client))
        for key, value in dumped.items():
            pipeline.restore(key, 0, value)
        pipeline.execute()
