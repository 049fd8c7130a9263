"""The embedded server: one owner a folder, nothing lost however owner or server end."""

import fcntl
import os
import re
import shutil
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Timer

import pytest
from redis import Redis
from redis.exceptions import AuthenticationError

from service.operations.doctor.machine import check_folder
from service.server.data_folder import (
    DataFolderUnusable,
    DataInUse,
    running_address,
    running_url,
    socket_path,
)
from service.server.embedded import EmbeddedServer, ServerFailed
from service.store.redis_store import RedisStore
from tests.contract.records import append_of, record
from tests.waiting import eventually

LEAVE_BEHIND = """
import os, sys, signal
from pathlib import Path
from service.machine import processes
from service.server.embedded import EmbeddedServer
processes._LIBC = None
server = EmbeddedServer(Path(sys.argv[1]))
server.start()
print(server.pid, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "var"


@pytest.fixture
def server(folder: Path) -> Iterator[EmbeddedServer]:
    with EmbeddedServer(folder) as server:
        yield server


@pytest.fixture
def left_behind(folder: Path) -> Iterator[int]:
    """A server whose owner was killed and which went on."""
    command = [sys.executable, "-c", LEAVE_BEHIND, str(folder)]
    killed = subprocess.run(command, stdout=subprocess.PIPE, check=False)
    assert killed.returncode == -signal.SIGKILL
    pid = int(killed.stdout)
    yield pid
    if is_alive(pid):
        os.kill(pid, signal.SIGKILL)


def test_appended_events_are_there_after_a_stop_and_a_start(folder: Path) -> None:
    with EmbeddedServer(folder) as server:
        record(RedisStore.of_url(server.url), 5)
    with EmbeddedServer(folder) as server:
        assert RedisStore.of_url(server.url).newest_version("g") == 5


def test_appended_events_are_there_after_the_server_was_killed(server: EmbeddedServer) -> None:
    store, address = RedisStore.of_url(server.url), server.url
    record(store, 5)
    os.kill(server.pid, signal.SIGKILL)
    eventually(lambda: not server.is_running())
    server.restart()
    assert server.url == address
    assert store.newest_version("g") == 5
    assert store.append(append_of(6)).version == 6


def test_a_stopped_server_leaves_no_process_no_socket_and_no_address(folder: Path) -> None:
    with EmbeddedServer(folder) as server:
        pid = server.pid
        assert running_url(folder) == server.url
    assert not is_alive(pid)
    assert running_url(folder) is None
    assert not list(folder.glob("*.sock"))


def test_a_folder_has_one_owner_that_names_itself(server: EmbeddedServer, folder: Path) -> None:
    server.announce("http://127.0.0.1:8000/")
    with pytest.raises(DataInUse) as refused:
        EmbeddedServer(folder).start()
    assert str(refused.value.owner) == f"process {os.getpid()}, http://127.0.0.1:8000/"
    assert running_address(folder) == "http://127.0.0.1:8000/"
    assert RedisStore.of_url(server.url).newest_version("g") == 0


def test_the_note_of_an_older_version_is_shown_and_names_no_address(
    server: EmbeddedServer, folder: Path
) -> None:
    (folder / "lock").write_text("process 12, http://127.0.0.1:8000/")
    with pytest.raises(DataInUse, match="process 12, http"):
        EmbeddedServer(folder).start()
    assert running_address(folder) is None


def test_a_stopped_servers_folder_may_be_owned_again(folder: Path) -> None:
    first = EmbeddedServer(folder)
    first.start()
    first.stop()
    with EmbeddedServer(folder) as second:
        assert not second.owner_was_killed


def test_a_server_left_behind_by_a_killed_owner_gives_way_and_loses_nothing(
    folder: Path, left_behind: int
) -> None:
    url = running_url(folder)
    assert url is not None
    record(RedisStore.of_url(url), 5)
    with EmbeddedServer(folder) as server:
        assert server.owner_was_killed
        assert not is_alive(left_behind)
        assert RedisStore.of_url(server.url).newest_version("g") == 5


def test_a_server_ends_with_its_owner_however_that_ends(folder: Path) -> None:
    script = LEAVE_BEHIND.replace("processes._LIBC = None", "")
    command = [sys.executable, "-c", script, str(folder)]
    killed = subprocess.run(command, stdout=subprocess.PIPE, check=False)
    eventually(lambda: not is_alive(int(killed.stdout)))
    eventually(lambda: running_url(folder) is None)


def test_a_fork_of_the_owner_does_not_stop_the_server(server: EmbeddedServer) -> None:
    child = os.fork()
    if child == 0:
        server.stop()
        os._exit(0)
    os.waitpid(child, 0)
    assert Redis.from_url(server.url).ping()


def test_ctrl_c_at_the_terminal_does_not_reach_the_server(server: EmbeddedServer) -> None:
    assert os.getpgid(server.pid) != os.getpgid(0)


def test_the_password_is_kept_from_other_users_and_off_the_command_line(
    server: EmbeddedServer, folder: Path
) -> None:
    password = folder / "password"
    assert stat.S_IMODE(password.stat().st_mode) == 0o600
    assert password.read_text() not in Path(f"/proc/{server.pid}/cmdline").read_text()
    socket = Redis.from_url(server.url).connection_pool.connection_kwargs["path"]
    with pytest.raises(AuthenticationError):
        Redis(unix_socket_path=socket, protocol=2).ping()


def test_other_users_do_not_look_into_the_folder(server: EmbeddedServer, folder: Path) -> None:
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def opened(folder: Path) -> set[str]:
    """Return the names of files that anyone but the owner may use."""
    found = [folder, *folder.rglob("*")]
    return {path.name for path in found if stat.S_IMODE(path.lstat().st_mode) & 0o077}


def test_a_folder_that_others_could_read_is_closed_to_them_with_a_warning(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    before = os.umask(0o022)
    try:
        folder.mkdir(mode=0o755)
        with EmbeddedServer(folder) as server:
            record(RedisStore.of_url(server.url), 1)
        for path in [folder, *folder.rglob("*")]:
            path.chmod(0o755 if path.is_dir() else 0o644)
        with EmbeddedServer(folder) as server:
            record(RedisStore.of_url(server.url), 1, game="another")
            assert opened(folder) == set()
    finally:
        os.umask(before)
    assert ["was open to other users" in line for line in caplog.messages] == [True, True]


def test_a_folder_that_holds_other_things_too_keeps_its_rights_but_not_on_the_games(
    folder: Path,
) -> None:
    folder.mkdir()
    (folder / "letter").write_text("dear")
    folder.chmod(0o755)
    (folder / "letter").chmod(0o644)
    with EmbeddedServer(folder) as server:
        record(RedisStore.of_url(server.url), 1)
        assert opened(folder) == {folder.name, "letter"}


def test_a_link_in_a_foreign_folder_leads_nothing_astray(folder: Path) -> None:
    letter = folder.with_name("letter")
    letter.write_text("dear")
    folder.mkdir()
    for name in ("password.new", "identity", "server.lock", "heads.json", "server.json"):
        (folder / name).symlink_to(letter)
    with EmbeddedServer(folder) as server:
        record(RedisStore.of_url(server.url), 1)
    assert letter.read_text() == "dear"
    (folder / "lock").symlink_to(letter)
    with pytest.raises(DataFolderUnusable):
        EmbeddedServer(folder).start()
    assert letter.read_text() == "dear"


@pytest.mark.parametrize("name", ["lock", "password", "identity", "server.json", "server.log"])
def test_a_folder_in_which_others_have_files_of_our_names_is_left_alone(
    folder: Path, name: str
) -> None:
    folder.mkdir()
    (folder / name).write_text("theirs")
    with pytest.raises(DataFolderUnusable, match=f"it holds other files, such as {name}"):
        EmbeddedServer(folder).start()
    assert [(each.name, each.read_text()) for each in folder.iterdir()] == [(name, "theirs")]
    assert "Set ANABASIS_DATA" in "".join(map(str, check_folder(folder)))


def test_a_copy_is_reported_once_and_has_a_password_of_its_own(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with EmbeddedServer(folder) as server:
        record(RedisStore.of_url(server.url), 5)
    copy = shutil.copytree(folder, folder.with_name("copy"))
    for _ in range(2):
        with EmbeddedServer(copy) as server:
            assert RedisStore.of_url(server.url).newest_version("g") == 5
    assert [line for line in caplog.messages if "is a copy" in line] == [
        f"{copy} is a copy of another data folder: from now on it is a folder of its own, with all "
        "its games and its own password. The other folder is not touched."
    ]
    assert (copy / "password").read_text() != (folder / "password").read_text()


def test_two_folders_with_the_same_files_do_not_run_at_once(folder: Path) -> None:
    other = folder.with_name("other")
    other.mkdir()
    with EmbeddedServer(folder) as server:
        (other / "appendonlydir").symlink_to(folder / "appendonlydir")
        with pytest.raises(ServerFailed, match="links to those of another data folder"):
            EmbeddedServer(other).start()
        record(RedisStore.of_url(server.url), 5)
    with EmbeddedServer(folder) as server:
        assert RedisStore.of_url(server.url).newest_version("g") == 5


def test_a_server_that_is_just_ending_is_waited_for(folder: Path) -> None:
    """Killed, it gives up its locks one after another: here the last of them, a moment late."""
    with EmbeddedServer(folder):
        pass
    files = os.open(folder / "appendonlydir", os.O_RDONLY)
    fcntl.flock(files, fcntl.LOCK_EX)
    ending = Timer(0.1, os.close, [files])
    ending.start()
    with EmbeddedServer(folder) as server:
        assert server.is_running()
    ending.join()


def test_a_long_path_leaves_nothing_under_tmp(tmp_path: Path) -> None:
    folder = tmp_path / ("x" * 150)
    with EmbeddedServer(folder):
        place = socket_path(folder).parent
        assert place.parent == Path("/tmp")
        assert stat.S_IMODE(place.stat().st_mode) == 0o700
    assert not place.exists()


def test_a_password_that_was_never_written_out_is_made_again(folder: Path) -> None:
    (folder / "appendonlydir").mkdir(parents=True)
    (folder / "password.new").write_text("half")
    with EmbeddedServer(folder):
        assert len((folder / "password").read_text()) == 64


@pytest.mark.parametrize("text", [None, b"", b"\xff", b"x\nappendonly no\n"])
def test_a_password_that_is_none_of_ours_is_made_again(folder: Path, text: bytes | None) -> None:
    with EmbeddedServer(folder) as server:
        record(RedisStore.of_url(server.url), 5)
    (folder / "password").unlink()
    if text is not None:
        (folder / "password").write_bytes(text)
    with EmbeddedServer(folder) as server:
        assert re.fullmatch("[0-9a-f]{64}", (folder / "password").read_text())
        assert RedisStore.of_url(server.url).newest_version("g") == 5


@pytest.mark.parametrize("text", [b"half", b'{"id":"\xff","inode":1}'])
def test_an_identity_that_cannot_be_read_is_made_again(folder: Path, text: bytes) -> None:
    with EmbeddedServer(folder) as server:
        record(RedisStore.of_url(server.url), 5)
    (folder / "identity").write_bytes(text)
    with EmbeddedServer(folder) as server:
        assert RedisStore.of_url(server.url).newest_version("g") == 5


def test_nobody_reaches_the_server_over_the_network(server: EmbeddedServer) -> None:
    assert Redis.from_url(server.url, decode_responses=True).config_get("port") == {"port": "0"}


@pytest.mark.parametrize("name", ["x" * 150, "Æ ø'\"\\ var"])
def test_long_and_odd_folder_names_do(tmp_path: Path, name: str) -> None:
    folder = tmp_path / name
    with EmbeddedServer(folder) as server:
        record(RedisStore.of_url(server.url), 1)
    assert list(folder.glob("appendonlydir/*"))
    with EmbeddedServer(folder) as server:
        assert RedisStore.of_url(server.url).newest_version("g") == 1


def test_a_start_that_fails_shows_the_end_of_the_servers_log(folder: Path) -> None:
    with EmbeddedServer(folder) as server:
        record(RedisStore.of_url(server.url), 5)
    for log in folder.glob("appendonlydir/*.incr.aof"):
        log.write_bytes(b"*3\r\n$no\r\n" + log.read_bytes())
    with pytest.raises(ServerFailed, match="Bad file format"):
        EmbeddedServer(folder).start()
    assert running_url(folder) is None


def test_after_a_start_that_failed_the_folder_is_free(folder: Path) -> None:
    for _ in range(2):
        with pytest.raises(ServerFailed, match="ended"):
            EmbeddedServer(folder, binary="/bin/false").start()


def test_a_binary_that_cannot_be_run_is_named(folder: Path) -> None:
    with pytest.raises(ServerFailed, match="/no/such/server"):
        EmbeddedServer(folder, binary="/no/such/server").start()


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(DataFolderUnusable, match="ANABASIS_DATA"):
        EmbeddedServer(tmp_path / "file" / "var").start()


def test_a_folder_on_a_full_disk_is_named(folder: Path) -> None:
    # No file may grow at all: every write fails, as on a full disk.
    limit = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))"
    start = f"from service.server.embedded import EmbeddedServer; EmbeddedServer({str(folder)!r})"
    command = [sys.executable, "-c", f"{limit}; {start}.start()"]
    ended = subprocess.run(command, stderr=subprocess.PIPE, text=True, check=False)
    assert f"DataFolderUnusable: The data folder {folder} cannot be written" in ended.stderr


def test_a_server_that_cannot_end_yet_is_asked_again(folder: Path) -> None:
    server = EmbeddedServer(folder)
    server.start()
    with Redis.from_url(server.url) as client:
        client.config_set("appendonly", "no")
        client.config_set("appendonly", "yes")  # it ends when its new file is written, not before
    process = server._process
    server.stop()
    assert process is not None
    assert process.returncode == 0, "it was killed"
