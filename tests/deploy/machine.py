"""A machine that the script sets a club up on: a root folder, and programs that only note."""

import os
import re
import shutil
import subprocess
from pathlib import Path

from tests.deploy.proxies import DEPLOY

SETUP = DEPLOY / "setup.sh"
ANSWERS = ("--yes", "--domain", "games.example", "--host", "Ada")


def programs(folder: Path) -> Path:
    """Programs that note how they are called, in the place of those that change a machine."""
    folder.mkdir()
    for name in ("apt-get", "systemd-sysusers", "runuser", "sleep", "systemctl", "userdel"):
        write(folder / name, f'echo "{name} $*" >>"$NOTED"')
    write(folder / "dpkg-query", "case $* in *Conffiles*) ;; *) echo ' installed' ;; esac")
    write(folder / "caddy", "echo v2.6.2")
    write(folder / "id", "echo 0")
    # The environment is one of the test's: only a program that can be seen is made.
    python = shutil.which("python3")
    body = f"""case $* in
      *"-m venv"*) mkdir -p "$3/bin" && touch "$3/pyvenv.cfg" && cp "$0" "$3/bin/python" &&
        printf '#!/bin/sh\\n' >"$3/bin/anabasis" && chmod +x "$3/bin/anabasis" ;;
      *"-m pip"*) echo "pip $*" >>"$NOTED" ;;
      *) exec {python} "$@" ;;
    esac"""
    write(folder / "python3", body)
    return folder


def write(file: Path, body: str) -> None:
    file.write_text(f"#!/bin/sh\n{body}\n")
    file.chmod(0o755)


class Machine:
    """A root folder of its own, in which the script runs as on a fresh machine."""

    def __init__(self, folder: Path) -> None:
        self.root, self.noted = folder / "root", folder / "noted"
        self.root.mkdir()
        self.bin, self.script = programs(folder / "bin"), SETUP

    def setup(self, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
        return self._run(str(self.script), *words, **more)

    def part(self, commands: str) -> subprocess.CompletedProcess[str]:
        """Run parts of the script that need systemd, or a root of their own, as a whole."""
        return self._run("-c", SETUP.read_text().replace('main "$@"', commands), str(SETUP))

    def _run(self, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
        path = f"{self.bin}:{os.environ['PATH']}"
        env = {"PATH": path, "NOTED": str(self.noted), "SETUP_ROOT": str(self.root)}
        return subprocess.run(
            ["/bin/sh", *words],
            env={**env, **more},
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
            check=False,
        )

    def done(self, *words: str) -> str:
        answer = self.setup(*words)
        assert answer.returncode == 0, answer.stderr
        return answer.stdout

    def take_newer_release(self) -> None:
        """Have further runs come from a checkout in which each unit differs."""
        repository = self.root.parent / "newer"
        shutil.copytree(DEPLOY, repository / "deploy")
        (repository / "pyproject.toml").touch()
        for unit in repository.glob("deploy/systemd/*"):
            unit.write_text(unit.read_text() + "# Newer.\n")
        self.script = repository / "deploy" / SETUP.name

    def files(self) -> dict[str, bytes]:
        every = (each for each in self.root.rglob("*") if each.is_file())
        return {str(each.relative_to(self.root)): each.read_bytes() for each in every}

    @property
    def settings_file(self) -> Path:
        return self.root / "etc/anabasis/anabasis.env"

    @property
    def caddyfile(self) -> Path:
        return self.root / "etc/caddy/Caddyfile"

    @property
    def settings(self) -> dict[str, str]:
        return dict(re.findall(r"(?m)^(\w+)='(.*)'$", self.settings_file.read_text()))

    def set(self, name: str, value: str) -> None:
        """Write a setting as a host does, in the place of an earlier one."""
        lines = self.settings_file.read_text().splitlines()
        kept = [line for line in lines if not line.startswith(f"{name}=")]
        self.settings_file.write_text("\n".join([*kept, f"{name}={value}", ""]))
