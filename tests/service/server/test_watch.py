"""The watch: a folder or a setting that would lose records is noticed, and reported once."""

import logging
import os
import shutil
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from redis import Redis
from redis.exceptions import ResponseError

from service.app import create_app
from service.operations.doctor.server import check_server
from service.redis.errors import StoreRefused, StoreUnsafe
from service.redis.shards import stream_key
from service.server.embedded import EmbeddedServer
from service.server.watch import LOOK_SECONDS, FolderWatch, StoreWatch
from service.settings.config import Config
from service.store.redis_store import RedisStore
from tests.clusters import ClusterServers
from tests.contract.records import append_of, record
from tests.service.api import Api
from tests.waiting import eventually

SAFE = {"appendonly": "yes", "maxmemory-policy": "noeviction"}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[EmbeddedServer]:
    with EmbeddedServer(tmp_path / "var") as server:
        yield server


@pytest.fixture
def store(server: EmbeddedServer) -> RedisStore:
    """A store as web processes have it, connected already."""
    store = RedisStore.of_url(server.url, folder=FolderWatch(server.folder, server.mark))
    record(store, 2)
    store.find_command("g", "command-1")
    return store


def taken_away(folder: Path) -> Callable[[], object]:
    aside = folder.with_name("aside")
    folder.rename(aside)
    return lambda: aside.rename(folder)


def replaced_by_a_copy(folder: Path) -> Callable[[], object]:
    aside = folder.with_name("aside")
    folder.rename(aside)
    shutil.copytree(aside, folder, ignore=shutil.ignore_patterns("*.sock"))

    def back() -> None:
        folder.rename(folder.with_name("copy"))
        aside.rename(folder)

    return back


def emptied(folder: Path) -> Callable[[], object]:
    aside = folder.with_name("aside")
    (folder / "appendonlydir").rename(aside)
    return lambda: aside.rename(folder / "appendonlydir")


def restored_file_by_file(folder: Path) -> Callable[[], object]:
    """As rsync does it: each file is written beside the old one and takes its name."""
    [file] = folder.glob("appendonlydir/*.incr.aof")
    aside = file.with_name("aside")
    aside.hardlink_to(file)
    shutil.copy2(file, file.with_name("new"))
    file.with_name("new").rename(file)
    return lambda: aside.rename(file)


LOSSES = {
    taken_away: "folder_gone",
    replaced_by_a_copy: "folder_replaced",
    emptied: "files_gone",
    restored_file_by_file: "files_gone",
}


@pytest.mark.parametrize("lose", LOSSES, ids=lambda lose: lose.__name__)
def test_without_its_files_nothing_is_accepted_until_they_are_back(
    lose: Any, server: EmbeddedServer, store: RedisStore
) -> None:
    put_back = lose(server.folder)
    for ask in (
        lambda: store.append(append_of(3)),
        lambda: store.find_command("g", "command-2"),
        store.check,
    ):
        with pytest.raises(StoreUnsafe) as refused:
            ask()
        assert refused.value.case == LOSSES[lose]
    put_back()
    store.check()
    assert store.newest_version("g") == 2
    assert store.append(append_of(3)).version == 3


def test_a_process_that_has_accepted_nothing_yet_notices_another_file_too(
    server: EmbeddedServer, store: RedisStore
) -> None:
    idle = RedisStore.of_url(server.url, folder=FolderWatch(server.folder, server.mark))
    restored_file_by_file(server.folder)
    with pytest.raises(StoreUnsafe) as refused:
        idle.append(append_of(3))
    assert refused.value.case == "files_gone"
    assert store.newest_version("g") == 2


def test_an_older_copy_written_over_the_file_is_noticed_by_new_processes_and_in_time_by_all(
    server: EmbeddedServer, store: RedisStore
) -> None:
    [file] = server.folder.glob("appendonlydir/*.incr.aof")
    older = file.read_bytes()
    store.append(append_of(3))
    file.write_bytes(older)
    forked = RedisStore.of_url(server.url, folder=FolderWatch(server.folder, server.mark))
    for ask in (
        lambda: forked.append(append_of(4)),
        store.check,
        lambda: store.append(append_of(4)),
    ):
        with pytest.raises(StoreUnsafe) as refused:
            ask()
        assert refused.value.case == "files_gone"
    assert store.newest_version("g") == 3
    server.stop()
    assert server.trouble


def test_files_rewritten_from_the_servers_memory_end_the_trouble(
    server: EmbeddedServer, store: RedisStore
) -> None:
    [file] = server.folder.glob("appendonlydir/*.incr.aof")
    file.write_bytes(b"")
    with pytest.raises(StoreUnsafe):
        store.check()
    store.client.bgrewriteaof()
    eventually(lambda: not file.exists())
    store.check()
    assert store.append(append_of(3)).version == 3


def test_a_move_that_was_written_to_a_folder_that_went_meanwhile_is_not_acknowledged(
    server: EmbeddedServer, store: RedisStore
) -> None:
    class LosesFolder(Redis):
        put_back: Callable[[], object] | None = None

        def evalsha(self, *arguments: Any) -> Any:
            reply = super().evalsha(*arguments)
            self.put_back = self.put_back or taken_away(server.folder)
            return reply

    client = LosesFolder.from_url(server.url)
    folder = FolderWatch(server.folder, server.mark)
    losing = RedisStore(write=client, read=client, blocking=client, folder=folder)
    with pytest.raises(StoreUnsafe):
        losing.append(append_of(3))
    assert client.put_back
    client.put_back()
    assert losing.append(append_of(3)).repeated


def test_a_rewrite_of_the_append_only_file_is_no_loss(
    server: EmbeddedServer, store: RedisStore
) -> None:
    before = set(server.folder.glob("appendonlydir/*"))
    store.client.bgrewriteaof()
    eventually(lambda: not before & set(server.folder.glob("appendonlydir/*.aof")))
    assert store.append(append_of(3)).version == 3
    store.check()


@pytest.mark.parametrize(
    ("unsafe", "safe", "case"),
    [
        (("appendonly", "no"), ("appendonly", "yes"), "appendonly"),
        (
            ("maxmemory-policy", "allkeys-lru"),
            ("maxmemory-policy", "noeviction"),
            "maxmemory_policy",
        ),
    ],
)
def test_a_setting_that_loses_games_stops_appends_until_it_is_corrected(
    server: EmbeddedServer, unsafe: Any, safe: Any, case: str
) -> None:
    store = RedisStore.of_url(server.url)
    store.client.config_set(*unsafe)
    for ask in (store.check, lambda: store.append(append_of(1))):
        with pytest.raises(StoreUnsafe) as refused:
            ask()
        assert refused.value.case == case
    assert store.newest_version("g") == 0
    store.client.config_set(*safe)
    eventually(lambda: is_kept(store))
    assert store.append(append_of(1)).version == 1


UNSAFE = [
    ("appendonly", "no", "yes", "appendonly"),
    ("maxmemory-policy", "allkeys-lru", "noeviction", "maxmemory_policy"),
]


def is_kept(store: RedisStore) -> bool:
    try:
        store.check()
    except StoreUnsafe:
        return False
    return True


def without_config(server: EmbeddedServer) -> str:
    """The address of a server for a user who may not read its settings."""
    rights = ("on", ">secret", "~*", "&*", "+@all", "-config")
    Redis.from_url(server.url).execute_command("ACL", "SETUSER", "guest", *rights)
    return server.url.replace("unix://:", "unix://guest:").replace(
        (server.folder / "password").read_text(), "secret"
    )


@pytest.mark.parametrize("address", [lambda server: server.url, without_config])
@pytest.mark.parametrize(("name", "unsafe", "safe", "case"), UNSAFE)
def test_the_first_append_after_a_setting_became_unsafe_is_refused_and_writes_nothing(
    server: EmbeddedServer, address: Any, name: str, unsafe: str, safe: str, case: str
) -> None:
    store, host = RedisStore.of_url(address(server)), Redis.from_url(server.url)
    store.append(append_of(1))
    host.config_set(name, unsafe)
    with pytest.raises(StoreUnsafe) as refused:
        store.append(append_of(2))
    assert (refused.value.case, store.newest_version("g")) == (case, 1)
    host.config_set(name, safe)
    eventually(lambda: is_kept(store))
    assert store.append(append_of(2)).version == 2


def test_a_master_of_a_cluster_is_noticed_by_the_first_append_to_it(
    cluster_servers: ClusterServers,
) -> None:
    cluster_servers.empty()
    store = RedisStore.of_url(cluster_servers.url, replicas=1)
    store.append(append_of(1))
    master = cluster_servers.master_of(stream_key("g")).client
    master.config_set("maxmemory-policy", "allkeys-lru")
    try:
        with pytest.raises(StoreUnsafe):
            store.append(append_of(2))
        with pytest.raises(StoreUnsafe):  # to answer again is to acknowledge
            RedisStore.of_url(cluster_servers.url, replicas=1).find_command("g", "command-1")
    finally:
        master.config_set("maxmemory-policy", "noeviction")
    assert store.append(append_of(2)).version == 2


def test_nothing_is_accepted_until_the_file_is_whole_again(server: EmbeddedServer) -> None:
    store = RedisStore.of_url(server.url)
    record(store, 2)
    store.client.config_set("appendonly", "no")
    with pytest.raises(StoreUnsafe):
        store.append(append_of(3))
    store.client.config_set("rdb-key-save-delay", 500_000)  # microseconds a key: it takes a while
    store.client.config_set("appendonly", "yes")
    about: Any = store.client.info("persistence")
    assert about["aof_rewrite_in_progress"]
    with pytest.raises(StoreUnsafe):
        store.append(append_of(3))
    eventually(lambda: is_kept(store))
    assert store.append(append_of(3)).version == 3
    os.kill(server.pid, signal.SIGKILL)
    eventually(lambda: not server.is_running())
    server.restart()
    assert store.newest_version("g") == 3


@pytest.mark.parametrize("address", [lambda server: server.url, without_config])
def test_a_server_that_loses_games_is_refused_at_the_start(
    server: EmbeddedServer, address: Any
) -> None:
    Redis.from_url(server.url).config_set("appendonly", "no")
    with pytest.raises(StoreRefused, match="appendonly no"):
        RedisStore.of_url(address(server)).verify_settings()


@pytest.mark.parametrize(("sync", "lost"), [("everysec", "last second"), ("no", "half minute")])
def test_a_server_that_syncs_late_is_warned_of_once_and_shown_by_readiness(
    server: EmbeddedServer, caplog: pytest.LogCaptureFixture, sync: str, lost: str
) -> None:
    store = RedisStore.of_url(server.url)
    api = Api(create_app(Config(), store))
    assert "appendfsync" not in api.client.get("/readyz").json
    store.client.config_set("appendfsync", sync)
    for _ in range(2):
        assert api.client.get("/readyz").json["appendfsync"] == sync
    [warning] = caplog.messages
    assert f"appendfsync {sync}" in warning
    assert lost in warning
    [told] = [each for each in check_server(store, "it", server.url) if lost in each.text]
    assert told.level == "warning"
    store.client.config_set("appendfsync", "always")
    assert "appendfsync" not in api.client.get("/readyz").json


class Looked:
    """A watch with a clock of its own on settings that a test makes."""

    def __init__(self) -> None:
        self.now = 0.0
        self.asked = 0
        self.settings: dict[str, str] | Exception = SAFE
        self.watch = StoreWatch(self._read, clock=lambda: self.now)

    def _read(self) -> dict[str, str]:
        self.asked += 1
        if isinstance(self.settings, Exception):
            raise self.settings
        return self.settings


def test_settings_are_asked_for_well_within_a_minute_and_not_for_each_append() -> None:
    looked = Looked()
    for second in range(60):
        looked.now = float(second)
        for _ in range(100):
            looked.watch.guard()
    assert looked.asked == 60 / LOOK_SECONDS - 1


def test_trouble_that_has_ended_refuses_nothing_more() -> None:
    looked = Looked()
    looked.settings = {**SAFE, "appendonly": "no"}
    assert looked.watch.look(fresh=True)
    looked.settings = SAFE
    looked.watch.guard()
    looked.watch.guard()
    assert looked.asked == 2


def test_trouble_is_logged_once_and_so_is_its_end(caplog: pytest.LogCaptureFixture) -> None:
    looked = Looked()
    looked.settings = {**SAFE, "appendonly": "no"}
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            looked.watch.look(fresh=True)
        looked.settings = SAFE
        for _ in range(3):
            looked.watch.look(fresh=True)
    trouble, end = caplog.messages
    assert "appendonly no" in trouble
    assert "CONFIG SET appendonly yes" in trouble
    assert "again" in end


def test_settings_that_may_not_be_read_stop_nothing_and_forget_nothing() -> None:
    looked = Looked()
    looked.settings = ResponseError("no permission")
    assert looked.watch.look(fresh=True) is None
    looked.settings = {**SAFE, "appendonly": "no"}
    assert looked.watch.look(fresh=True)
    looked.settings = ResponseError("no permission")
    assert looked.watch.look(fresh=True)
