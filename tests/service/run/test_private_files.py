"""Every file that the service and its commands write is closed to others under any umask."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from tests.programs import ANABASIS
from tests.service.running import COMMAND, Running, running
from tests.waiting import eventually

AT_ALL_RIGHTS = ("sh", "-c", 'umask 0; exec "$0" "$@"')


def readable_by_others(folder: Path) -> Iterator[Path]:
    """Yield the files that another user can reach and read, from the folder on."""
    for path in folder.iterdir():
        with suppress(FileNotFoundError):  # a running server renames its files
            mode = path.lstat().st_mode
            if path.is_symlink() or not mode & 0o077:
                continue
            if path.is_dir():
                yield from readable_by_others(path)
            else:
                yield path


def finished_game(run: Running) -> None:
    """Play a game of bots to its end."""
    token = run.ask("POST", "/api/v1/players", json={"name": "Ada"}).json()["token"]
    game = {"ruleset": "alexandros", "board": "tiny", "bots": ["greedy", "greedy"]}
    game |= {"join": False, "options": {"target_score": 10}}
    owner = {"Authorization": f"Bearer {token}"}
    path = run.ask("POST", "/api/v1/games", json=game, headers=owner).json()["game_id"]
    where = f"/api/v1/games/{path}"
    eventually(lambda: run.ask("GET", where).json()["status"] == "finished", 60.0)


def test_nothing_that_a_run_an_archive_and_a_backup_write_can_be_read_by_others(
    tmp_path: Path,
) -> None:
    tmp_path.chmod(0o755)
    folders = {name: tmp_path / name for name in ("archive", "tmp")}
    for folder in folders.values():
        folder.mkdir(mode=0o755)
    settings = {
        "ANABASIS_DATA": str(tmp_path / "var"),
        "ANABASIS_ARCHIVE_URL": folders["archive"].as_uri(),
        "TMPDIR": str(folders["tmp"]),
    }
    served = {"ANABASIS_METRICS_PORT": "0", "ANABASIS_METRICS_HOST": "127.0.0.1"}
    log = tmp_path / "log"
    with running(log, (*AT_ALL_RIGHTS, *COMMAND), **settings, **served) as run:
        finished_game(run)
        for command in (("archive", "now", "--older-than", "0"), ("backup", f"{tmp_path}/backup")):
            call = (*AT_ALL_RIGHTS, ANABASIS, *command)
            subprocess.run(call, env=os.environ | settings, check=True, capture_output=True)
        assert [*folders["archive"].rglob("*.anb")]
        assert [*readable_by_others(tmp_path)] == [log]
