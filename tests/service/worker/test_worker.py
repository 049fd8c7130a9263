"""The worker: read models kept up to date, bots played through the public API, a prompt end."""

import os
import random
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Event, Thread
from typing import Any
from unittest.mock import Mock

import pytest
from flask import Flask

from service.app import create_app
from service.heads.log import HeadLog, LogContended
from service.heads.recorder import HeadRecorder
from service.notices.contract import Message, NoticeChannel
from service.notices.work import notices_of
from service.operations.verifier.verifier import Verifier
from service.readmodels.read_models import ReadModels, rebuild
from service.redis.errors import StoreUnavailable
from service.redis.leases import SLICES, Leases
from service.redis.shards import SHARDS, shard_of
from service.settings.config import Config
from service.store.broken_games import BrokenRecords, Mark
from service.store.redis_store import RedisStore
from service.worker import worker as working
from service.worker.worker import Duties, Scope, Worker
from tests.programs import ANABASIS
from tests.service.api import Api, Person
from tests.service.at_once import at_once
from tests.service.readmodels.stored_games import dump
from tests.service.stored_records import replace_entry
from tests.service.worker.workers import worker_of
from tests.waiting import eventually

DEADLINE = 30.0


@contextmanager
def running(*workers: Worker) -> Iterator[None]:
    threads = [Thread(target=worker.run) for worker in workers]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        for worker in workers:
            worker.stop()
        for thread in threads:
            thread.join()


def bots_game(api: Api, who: Person, bots: int = 1, **terms: Any) -> str:
    """A game on the tiny board of this person and bots, or of bots alone."""
    given = {"ruleset": "alexandros", "seats": 2, "board": "tiny", "bots": ["random"] * bots}
    joins = {"join": bots < 2}
    made = api.ask("POST", "/games", who, json={**given, **joins, **terms}, expect=201).json
    return str(made["game_id"])


def test_two_workers_record_the_end_of_a_game_once(api, store, own, ada, played):
    workers = [
        Worker(
            store,
            ReadModels(store.client),
            at_once(api.app, random.Random(1)),
            Duties(heads=HeadRecorder(store, own.heads)),
        )
        for _ in range(2)
    ]
    with running(*workers):
        eventually(lambda: own.heads.size() == 1)
        api.act(played, ada, "resign", {}, version=False)
        version = api.view(played)["version"]
        eventually(lambda: own.heads.place(played).version == version)
    assert own.heads.size() == 2


def test_a_contended_log_of_heads_is_one_line(api, store, monkeypatch, caplog):
    """No traceback: other workers are at work, and this one is again in a moment."""
    working_one = Worker(
        store,
        ReadModels(store.client),
        at_once(api.app, random.Random(1)),
        Duties(heads=HeadRecorder(store, HeadLog(store.client))),
    )
    monkeypatch.setattr(HeadRecorder, "record", Mock(side_effect=LogContended))
    with running(working_one):
        eventually(lambda: "changed the log of heads too often" in caplog.text)
    assert "Traceback" not in caplog.text


def test_a_worker_verifies_records_beside_all_else(api, store, own, ada, played, monkeypatch):
    monkeypatch.setattr(working, "VERIFY_SECONDS", 0.01)
    broken = BrokenRecords(store.client)
    broken.mark(played, Mark(3, "it was mended since"))
    worker = Worker(
        store,
        ReadModels(store.client),
        at_once(api.app, random.Random(1)),
        Duties(verifier=Verifier(store, broken, own.heads, 7)),
    )
    with running(worker):
        eventually(lambda: broken.marks() == {})
        eventually(lambda: broken.walks([shard_of(played)])[shard_of(played)][0].games)


# Catching up and playing, a step at a time


def test_catching_up_brings_a_new_game_into_the_lobby_and_my_games(api, store, ada):
    worker = worker_of(api, store)
    game = api.game(ada, api.person("Bob"), title="Here")
    assert api.get("/games")["games"] == []
    worker.catch_up()
    [row] = api.get("/games")["games"]
    assert (row["game_id"], row["title"], row["seats"][0]["name"]) == (game, "Here", "Ada")
    [row] = api.get("/me/games", ada, query_string={"waiting": "true"})["games"]
    assert (row["game_id"], row["seat"], row["waiting"]) == (game, 0, True)


def test_a_round_makes_one_move_for_each_bot_that_waits(api, store, ada):
    worker = worker_of(api, store)
    games = [bots_game(api, ada, first_seat=1) for _ in range(2)]
    worker.catch_up()
    before = [api.view(game)["version"] for game in games]
    assert worker.play_bots_once() == 2
    assert [api.view(game)["version"] for game in games] == [v + 1 for v in before]


def test_bots_play_a_whole_game_by_the_public_api(api, store, ada):
    worker = worker_of(api, store)
    game = bots_game(api, ada, bots=2)
    rounds = 0
    while worker.catch_up() and worker.play_bots_once():
        rounds += 1
    assert api.view(game)["status"] == "finished"
    assert rounds > 10
    [row] = api.get("/games", query_string={"status": "finished"})["games"]
    assert row["result"] == api.view(game)["result"]


def test_a_stale_model_makes_no_bot_move_twice(api, store, ada):
    worker = worker_of(api, store)
    game = bots_game(api, ada, bots=2)
    worker.catch_up()
    moves = [worker.play_bots_once() for _ in range(3)]
    assert api.get(f"/games/{game}/verify")["valid"]
    assert api.view(game)["version"] == 3 + sum(moves)


def test_a_record_that_breaks_holds_up_neither_bots_nor_read_models(api, store, ada, caplog):
    worker = worker_of(api, store)
    broken, sound = (bots_game(api, ada, first_seat=1) for _ in range(2))
    worker.catch_up()
    damage(store, broken, 3)
    api.app.extensions["anabasis"].cache.forget(broken)
    before = api.view(sound)["version"]
    assert worker.play_bots_once() == 1
    assert (store.newest_version(broken), api.view(sound)["version"]) == (3, before + 1)
    assert [record for record in caplog.records if record.exc_info] == []
    late = bots_game(api, ada)
    worker.catch_up()
    assert late in [row["game_id"] for row in api.get("/games")["games"]]


def damage(store: RedisStore, game: str, version: int) -> None:
    """Change the time of an event where it is stored."""
    entry = store.read(game)[version - 1]
    damaged = entry.replace(b',"20', b',"30', 1)
    replace_entry(store, game, version, damaged)


# Running


def test_a_running_worker_shows_a_game_and_plays_it_to_the_end(real_api, redis_url):
    api = real_api
    with running(worker_of(api, RedisStore.of_url(redis_url))):
        game = bots_game(api, api.person("Ada"), bots=2)
        eventually(lambda: api.get("/games")["games"])
        finished = {"query_string": {"status": "finished"}}
        eventually(lambda: api.get("/games", **finished)["games"], DEADLINE)
    assert api.view(game)["status"] == "finished"


def test_two_workers_at_once_do_no_harm(real_api, real_store, redis_url):
    api = real_api
    ada = api.person("Ada")
    with running(*(worker_of(api, RedisStore.of_url(redis_url)) for _ in range(2))):
        games = [bots_game(api, ada, bots=2) for _ in range(2)]
        finished = {"query_string": {"status": "finished"}}
        eventually(lambda: api.get("/games", **finished)["total"] == 2, DEADLINE)
    for game in games:
        assert api.get(f"/games/{game}/verify")["valid"]
    worker_of(api, real_store).catch_up()
    generations = ReadModels(real_store.client).generations
    live = dump(generations)
    rebuild(real_store, generations, lambda: None)
    assert dump(generations) == live


@dataclass
class Given:
    """A share that the test decides on."""

    present: frozenset[int]
    released: bool = False

    def parts(self) -> frozenset[int]:
        return self.present

    def release(self) -> None:
        self.released = True


def test_a_worker_follows_the_shards_it_holds_and_those_it_takes_over(api, store, ada):
    ours, others = (bots_game(api, ada, first_seat=1) for _ in range(2))
    while shard_of(ours) == shard_of(others):
        others = bots_game(api, ada, first_seat=1)
    share = Given(frozenset({shard_of(ours)}))
    worker = Worker(store, ReadModels(store.client), at_once(api.app), scope=Scope(share))
    with running(worker):
        eventually(lambda: api.view(ours)["version"] > 3)
        listed = [row["game_id"] for row in api.get("/games")["games"]]
        assert ours in listed  # beside others that happened to be of its shard
        assert others not in listed
        assert api.view(others)["version"] == 3
        share.present = frozenset({shard_of(others)})
        eventually(lambda: api.view(others)["version"] > 3)
    assert share.released


def test_a_worker_leaves_the_bots_of_others_games_alone(api, store, ada):
    game = bots_game(api, ada, first_seat=1)
    share = Given(frozenset())
    worker = Worker(store, ReadModels(store.client), at_once(api.app), scope=Scope(share))
    worker.catch_up()
    assert worker.play_bots_once() == 0
    share.present = frozenset({shard_of(game)})
    assert worker.play_bots_once() == 1


class SlowAnimator:
    """An animator whose film is not done before the test says so."""

    def __init__(self) -> None:
        self.begun, self.may_end, self.closed = Event(), Event(), Event()

    def make_next(self, _: Any) -> bool:
        self.begun.set()
        self.may_end.wait(DEADLINE)
        return False

    def close(self) -> None:
        self.closed.set()


def test_bots_play_on_while_an_animation_is_made(api, store, ada):
    animator: Any = SlowAnimator()
    with running(Worker(store, ReadModels(store.client), at_once(api.app), Duties(animator))):
        assert animator.begun.wait(DEADLINE)
        game = bots_game(api, ada, bots=2)
        eventually(lambda: api.view(game)["status"] == "finished", DEADLINE)
        animator.may_end.set()
    assert animator.closed.is_set()


def test_a_worker_goes_on_when_the_store_is_back(api, store, ada, monkeypatch):
    monkeypatch.setattr(working, "BACKOFF_SECONDS", 0.01)
    away = Event()
    away.set()
    wait_feeds = store.wait_feeds

    def unavailable(*args: Any) -> Any:
        if away.is_set():
            raise StoreUnavailable("gone fishing")
        return wait_feeds(*args)

    monkeypatch.setattr(store, "wait_feeds", unavailable)
    worker = worker_of(api, store)
    with running(worker):
        game = api.game(ada, api.person("Bob"))
        away.clear()
        [row] = eventually(lambda: api.get("/games")["games"])
    assert row["game_id"] == game


@contextmanager
def process(redis_url: str) -> Iterator["subprocess.Popen[bytes]"]:
    """The command ``anabasis worker``."""
    started = subprocess.Popen(
        [ANABASIS, "worker"],
        env={**os.environ, "ANABASIS_REDIS_URL": redis_url},
    )
    try:
        yield started
    finally:
        started.kill()
        started.wait()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_worker_process_ends_when_it_is_asked_to(real_api, redis_url, number):
    with process(redis_url) as worker:
        bots_game(real_api, real_api.person("Ada"), bots=2)
        eventually(lambda: real_api.get("/games")["games"])
        worker.send_signal(number)
        assert worker.wait(DEADLINE) == 0


def test_a_worker_process_ends_though_its_server_hangs(real_api, redis_url, embedded_server):
    with process(redis_url) as worker:
        bots_game(real_api, real_api.person("Ada"), bots=2)
        eventually(lambda: real_api.get("/games")["games"])
        os.kill(embedded_server.pid, signal.SIGSTOP)
        try:
            worker.send_signal(signal.SIGTERM)
            worker.wait(DEADLINE)
        finally:
            os.kill(embedded_server.pid, signal.SIGCONT)


def test_a_worker_without_a_server_says_so_and_ends(tmp_path):
    with process(f"unix://{tmp_path}/nobody.sock") as worker:
        assert worker.wait(DEADLINE) == 1


# Notices


@dataclass
class Taken:
    """A receiver that notes the messages that it takes."""

    keys: list[str] = field(default_factory=list)

    def send(self, channel: NoticeChannel, message: Message) -> None:
        self.keys.append(message.key)


def test_workers_that_share_notices_send_each_once_also_when_one_ends(real_store: RedisStore):
    """Two workers over a real server; one ends, and the other takes its slices over."""
    app = create_app(Config(rate_limit=False, notice_grace=0), real_store)
    api, taken = Api(app), Taken()
    workers = [notifying(app, taken) for _ in range(2)]
    ada, bob = api.person("Ada"), api.person("Bob")
    for person in (ada, bob):
        body = {"kind": "webhook", "url": f"https://hooks.example/{person.name}"}
        api.ask("POST", "/me/channels", person, json=body, expect=201)
    with running(workers[0]):
        with running(workers[1]):
            games = [api.game(ada, bob) for _ in range(5)]
            eventually(lambda: len(taken.keys) >= len(games), DEADLINE)
        games += [api.game(bob, ada) for _ in range(5)]
        eventually(lambda: len(taken.keys) >= len(games), DEADLINE)
    assert sorted(key.split(":")[1] for key in taken.keys) == sorted(games)


def notifying(app: Flask, receiver: Taken) -> Worker:
    own = app.extensions["anabasis"]
    share = Leases(own.store.client, "notices", SLICES)
    notices = notices_of(own, {"webhook": receiver}, share=share)
    shards = Leases(own.store.client, "projections", SHARDS)
    models = ReadModels(own.store.client)
    return Worker(own.store, models, at_once(app), Duties(notices=notices), Scope(shards))
