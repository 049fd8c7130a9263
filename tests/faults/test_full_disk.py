"""A disk that fills while games are played: moves are refused, and nothing acknowledged is lost."""

import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner

from domain.record.record import decode
from service.app import create_app
from service.machine.os_errors import is_full, plain
from service.redis.errors import StoreFull
from service.run.cli import main
from service.server.embedded import EmbeddedServer
from service.settings.config import Config
from service.store.blocks.archive_storage import Folder
from service.store.redis_store import RedisStore
from tests.clusters import Node, free_ports
from tests.contract.records import append_of, record
from tests.faults.checker import History, Move, check
from tests.leaving_out import leave_out
from tests.programs import ANABASIS
from tests.service.api import Api
from tests.service.running import ROOT, running
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


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 4 MB."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=4m", "none", str(place)]
    if sys.platform != "linux" or subprocess.run(mount, check=False).returncode:
        leave_out("only root of a Linux machine can mount a small disk")
    yield place
    subprocess.run(["umount", "--lazy", str(place)], check=True)


def fill(disk: Path) -> Path:
    """Fill a disk to its last byte; return the file that does."""
    filler = disk / "filler"
    with filler.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(bytes(4096))
    assert is_full(disk)
    return filler


def test_a_run_outlives_a_full_disk_names_it_and_goes_on_once_there_is_room(
    disk: Path, tmp_path: Path
) -> None:
    with running(tmp_path / "log", ANABASIS_DATA=str(disk / "var")) as run:
        address = run.address
        filler = fill(disk)

        def told_of() -> bool:
            answer = httpx.post(f"{address}/api/v1/players", json={"name": "Ada"}, timeout=30.0)
            if answer.status_code == httpx.codes.SERVICE_UNAVAILABLE:
                assert answer.json()["code"] == "store_unavailable"
                return "disk of the event store is full" in answer.json()["detail"]
            return False

        eventually(told_of)
        eventually(lambda: f"the disk of {disk / 'var'} is full: the server ended" in run.told)
        found = CliRunner().invoke(main, ["doctor"], env={"ANABASIS_DATA": str(disk / "var")})
        assert "accepts no moves (The disk of the event store is full" in found.stdout
        filler.unlink()
        eventually(lambda: httpx.get(f"{address}/readyz", timeout=30.0).status_code == 200)
        assert run.ask("POST", "/api/v1/players", json={"name": "Ben"}).status_code == 201
        assert run.process.poll() is None


def test_a_start_on_a_full_disk_is_refused_in_one_line_that_names_it(
    disk: Path, tmp_path: Path
) -> None:
    with EmbeddedServer(disk / "var"):
        pass
    fill(disk)
    with running(tmp_path / "log", ANABASIS_DATA=str(disk / "var")) as run:
        assert run.wait() == 1
        [line] = run.told.splitlines()
    assert f"{disk / 'var'} cannot be written (the disk is full): make room." in line


def test_a_server_that_says_its_disk_is_full_is_quoted(disk: Path, tmp_path: Path) -> None:
    [port] = free_ports(1)
    with Node(disk / "node", port, {"appendfsync": "everysec"}) as node:
        store = RedisStore.of_url(f"redis://{node.address}")
        record(store, 2)
        filler = fill(disk)

        def refused() -> str:
            try:
                store.append(append_of(store.newest_version("g") + 1))
            except StoreFull as full:
                return full.place
            return ""

        assert eventually(refused) == "disk"
        api = Api(create_app(Config(rate_limit=False), store))
        answer = api.client.post("/api/v1/players", json={"name": "Ada"})
        assert "disk of the event store is full" in answer.json["detail"]
        filler.unlink()
        eventually(lambda: not refused())


def test_full_memory_of_the_server_is_named(tmp_path: Path) -> None:
    with EmbeddedServer(tmp_path / "var") as server:
        store = RedisStore.of_url(server.url)
        store.client.config_set("maxmemory", 1)
        with pytest.raises(StoreFull) as full:
            store.append(append_of(1))
        assert full.value.place == "memory"
        api = Api(create_app(Config(rate_limit=False), store))
        answer = api.client.post("/api/v1/players", json={"name": "Ada"})
        assert (answer.status_code, answer.json["code"]) == (503, "store_unavailable")
        assert "memory of the event store is full" in answer.json["detail"]


def test_a_block_and_a_backup_for_which_there_is_no_room_name_the_disk(
    disk: Path, tmp_path: Path
) -> None:
    fill(disk)
    with pytest.raises(OSError, match="No space") as full:
        Folder(disk).write("g/g-1.anb", bytes(100_000))
    assert plain(full.value) == f"the disk is full: '{disk}/g/g-1.anb'"
    with EmbeddedServer(tmp_path / "var") as server:
        record(RedisStore.of_url(server.url), 2)
        env = {"ANABASIS_REDIS_URL": server.url}
        refused = CliRunner().invoke(main, ["backup", f"{disk}/backup"], env=env)
    assert (refused.exit_code, refused.stderr.count("\n")) == (1, 1)
    assert f"{disk}/backup cannot be written (the disk is full)" in refused.stderr


@pytest.mark.parametrize("command", ["openapi", "doctor"])
def test_a_command_whose_output_finds_no_room_says_so_in_one_line(command: str) -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run(
            [ANABASIS, command],
            cwd=ROOT,
            env=os.environ | {"ANABASIS_PORT": "1"},
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert (done.returncode, done.stderr) == (
        1,
        "Error: Nothing more can be written: the disk is full.\n",
    )
