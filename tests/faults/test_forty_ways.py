"""Data folders copied, moved, linked and renamed, stopped, killed or running: no game is lost."""

import os
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from service.server.data_folder import DataInUse
from service.server.embedded import EmbeddedServer, ServerFailed
from service.store.redis_store import RedisStore
from tests.contract.records import record

pytestmark = pytest.mark.faults

EVENTS = 5

Way = Callable[[Path, Path], list[Path]]
"""Does something to the data folder ``a`` and perhaps makes ``b``; the folders to be counted."""


def run(*command: str | Path, cwd: Path | None = None) -> None:
    subprocess.run(command, check=True, cwd=cwd, capture_output=True)


def copied(a: Path, b: Path) -> list[Path]:
    run("cp", "-a", a, b)
    return [b, a]


def copied_without_rights_and_times(a: Path, b: Path) -> list[Path]:
    os.umask(os.umask(0o022))
    run("cp", "-r", "--copy-contents", *(p for p in a.iterdir() if not p.is_socket()), made(b))
    return [b, a]


def copied_as_hard_links(a: Path, b: Path) -> list[Path]:
    run("cp", "-al", a, b)
    return [b, a]


def copied_into_itself(a: Path, b: Path) -> list[Path]:
    copied(a, b)
    b.rename(a / "inner")
    return [a / "inner", a]


def copied_twice(a: Path, b: Path) -> list[Path]:
    copied(a, b)
    return [*copied(b, b.with_name("c")), a]


def copied_to_a_long_path(a: Path, b: Path) -> list[Path]:
    return copied(a, b.with_name("b" * 150))


def copied_with_a_foreign_address(a: Path, b: Path) -> list[Path]:
    copied(a, b)
    address = a.with_name("precious") / "server.sock"
    (b / "server.json").write_text(f'{{"socket": "{address}"}}')
    return [b, a]


def copied_with_its_files_elsewhere(a: Path, b: Path) -> list[Path]:
    elsewhere = a.with_name("elsewhere")
    (a / "appendonlydir").rename(elsewhere)
    (a / "appendonlydir").symlink_to(elsewhere)
    return copied(a, b)


def copied_with_files_that_are_links(a: Path, b: Path) -> list[Path]:
    copied(a, b)
    for file in (b / "appendonlydir").iterdir():
        file.unlink()
        file.symlink_to(a / "appendonlydir" / file.name)
    return [b, a]


def copied_and_its_locks_removed(a: Path, b: Path) -> list[Path]:
    copied(a, b)
    for name in ("lock", "server.lock"):
        (b / name).unlink(missing_ok=True)
    return [b, a]


def archived_and_unpacked(a: Path, b: Path) -> list[Path]:
    archive = a.with_name("a.tar")
    run("tar", "-cf", archive, "--exclude=*.sock", ".", cwd=a)
    run("tar", "-xf", archive, cwd=made(b))
    return [b, a]


def restored_in_its_place(a: Path, b: Path) -> list[Path]:
    copied(a, b)
    shutil.rmtree(a)
    b.rename(a)
    return [a]


def renamed(a: Path, b: Path) -> list[Path]:
    a.rename(b)
    return [b]


def renamed_and_back(a: Path, b: Path) -> list[Path]:
    a.rename(b)
    b.rename(a)
    return [a]


def renamed_with_a_link_left(a: Path, b: Path) -> list[Path]:
    a.rename(b)
    a.symlink_to(b)
    return [a, b]


def renamed_with_its_parent(a: Path, b: Path) -> list[Path]:
    a.parent.rename(a.parent.with_name("moved"))
    return [a.parent.with_name("moved") / a.name]


def moved_to_another_disk(a: Path, b: Path) -> list[Path]:
    there = Path("/dev/shm") / f"anabasis-{os.getpid()}-{a.parent.name}"
    run("cp", "-a", a, there)
    shutil.rmtree(a)
    return [there]


def exchanged_with_another(a: Path, b: Path) -> list[Path]:
    with_games(b)
    aside = a.with_name("aside")
    a.rename(aside)
    b.rename(a)
    aside.rename(b)
    return [a, b]


def linked(a: Path, b: Path) -> list[Path]:
    b.symlink_to(a)
    return [b, a]


def linked_through_links(a: Path, b: Path) -> list[Path]:
    b.symlink_to("c")
    b.with_name("c").symlink_to(a)
    return [b, b.with_name("c"), a]


def spelled_otherwise(a: Path, b: Path) -> list[Path]:
    b.mkdir()
    return [Path(f"{b}/../{a.name}/./"), Path(f"/proc/self/root{a}"), Path(os.path.relpath(a)), a]


WAYS: list[Way] = [
    copied,
    copied_without_rights_and_times,
    copied_as_hard_links,
    copied_into_itself,
    copied_twice,
    copied_to_a_long_path,
    copied_with_a_foreign_address,
    copied_with_its_files_elsewhere,
    copied_with_files_that_are_links,
    copied_and_its_locks_removed,
    archived_and_unpacked,
    restored_in_its_place,
    renamed,
    renamed_and_back,
    renamed_with_a_link_left,
    renamed_with_its_parent,
    moved_to_another_disk,
    exchanged_with_another,
    linked,
    linked_through_links,
    spelled_otherwise,
]


def made(folder: Path) -> Path:
    folder.mkdir()
    return folder


def with_games(folder: Path) -> None:
    with EmbeddedServer(folder) as server:
        record(RedisStore.of_url(server.url), EVENTS)


@contextmanager
def stopped(folder: Path) -> Iterator[None]:
    with_games(folder)
    yield


@contextmanager
def killed(folder: Path) -> Iterator[None]:
    """As a power cut leaves it: nobody had the time to clear anything away."""
    child = os.fork()
    if child == 0:
        server = EmbeddedServer(folder)
        server.start()
        record(RedisStore.of_url(server.url), EVENTS)
        os.kill(server.pid, signal.SIGKILL)
        os.waitpid(server.pid, 0)
        os.kill(os.getpid(), signal.SIGKILL)
    os.waitpid(child, 0)
    yield


@contextmanager
def running(folder: Path) -> Iterator[None]:
    with EmbeddedServer(folder) as server:
        store = RedisStore.of_url(server.url)
        record(store, EVENTS)
        store.newest_version("g")  # a connection, by which a moved server is still reached
        yield
        assert server.is_running()
        assert store.newest_version("g") == EVENTS


class Ledger:
    """The games acknowledged in each folder."""

    def __init__(self) -> None:
        self.games: dict[Path, list[str]] = {}

    def visit(self, folder: Path) -> None:
        """Start a server on the folder, check the games it must hold, and add one."""
        games = self.games.setdefault(folder, [])
        with EmbeddedServer(folder) as server:
            store = RedisStore.of_url(server.url)
            assert store.newest_version("g") == EVENTS
            assert [game for game in games if store.newest_version(game) != 1] == []
            record(store, 1, game=f"{folder.name}-{len(games)}")
            games.append(f"{folder.name}-{len(games)}")

    def try_visit(self, folder: Path) -> None:
        """Visit it unless it says that a server runs on it, or on the files it links to."""
        with suppress(DataInUse, ServerFailed):
            self.visit(folder)


@pytest.fixture
def yard(tmp_path: Path) -> Iterator[Path]:
    """A folder for the data folders, beside something that is dear to somebody."""
    yard = made(tmp_path / "yard")
    made(yard / "precious")
    (yard / "precious" / "letter").write_text("dear")
    yield yard
    for folder in Path("/dev/shm").glob(f"anabasis-{os.getpid()}-*"):
        shutil.rmtree(folder)  # made by `moved_to_another_disk` in this very process


CASES = [
    *((running, way) for way in WAYS),
    # Every second way here, the others in `make faults`: each way is tried on a running one, too.
    *((killed, way) for way in WAYS[::2]),
    *(pytest.param(killed, way, marks=pytest.mark.long) for way in WAYS[1::2]),
    (stopped, copied),
    (stopped, copied_as_hard_links),
    (stopped, copied_with_a_foreign_address),
    (stopped, copied_with_its_files_elsewhere),
    (stopped, moved_to_another_disk),
    (stopped, exchanged_with_another),
]


@pytest.mark.parametrize(("state", "way"), CASES, ids=lambda part: part.__name__)
def test_no_game_is_lost(state: Callable[[Path], Iterator[None]], way: Way, yard: Path) -> None:
    ledger = Ledger()
    with state(yard / "a"):
        folders = way(yard / "a", yard / "b")
        for folder in folders:
            ledger.try_visit(folder) if state is running else ledger.visit(folder)
    for folder in folders:
        ledger.visit(folder)
    [letter] = yard.parent.glob("*/precious/letter")
    assert letter.read_text() == "dear"
