"""A disk that fills while games are played: moves are refused, and nothing told is lost."""

import resource
from pathlib import Path

import pytest

from domain.record.record import decode
from service.app import create_app
from service.config import Config
from service.store.embedded import EmbeddedServer
from service.store.redis_store import RedisStore
from tests.faults.checker import History, Move, check
from tests.service.api import Api
from tests.waiting import eventually

pytestmark = pytest.mark.faults

ROOM = 300
"""Bytes for which there is still room: less than a move takes."""


def test_a_move_that_finds_no_room_is_in_doubt_and_made_once_when_there_is_some(
    tmp_path: Path,
) -> None:
    with EmbeddedServer(tmp_path / "var") as server:
        store = RedisStore.of_url(server.url)
        api = Api(create_app(Config(rate_limit=False), store))
        ada, bob = api.person("Ada"), api.person("Bob")
        game = api.game(ada, bob)
        move, version = api.moves(game, ada)[0], api.view(game)["version"]
        [file] = server.folder.glob("appendonlydir/*.incr.aof")
        full = file.stat().st_size + ROOM, resource.RLIM_INFINITY
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, full)
        refused = api.act(game, ada, "moves", move, version, "once")
        assert (refused.status_code, refused.json["code"]) == (503, "store_unavailable")
        eventually(lambda: not server.is_running())
        assert file.stat().st_size > full[0] - ROOM, "half of the move was written"
        server.restart()
        told = [api.act(game, ada, "moves", move, version, "once") for _ in range(2)]
        assert told[0].status_code == 201
        assert told[0].data == told[1].data
        [event] = told[0].json["events"]
        acknowledged = Move(game, "once", 0, 1, "ok", event["version"], event["hash"])
        assert check(History([acknowledged]), {game: decode(store.read(game))}) == []
