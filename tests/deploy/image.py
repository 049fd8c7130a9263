"""The image's recipe followed without an engine: its steps run in a root folder of the test's own.

The folder shows the system's programs and this Python; the rest is what the recipe
copies and makes. Needs Linux and root, for mounts of its own and for another user.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.clusters import free_ports
from tests.deploy.proxies import DEPLOY, ROOT
from tests.service.running import Running, running

LIVE = ("dev", "proc", "sys")
SHOWN = ("usr", "bin", "lib", "lib64", "sbin", "etc", *LIVE)
PYTHON = sys.base_prefix
"""Shown where it is: it knows its own place."""
LENT = "/lent"
LEFT_OUT = shutil.ignore_patterns("__pycache__", "node_modules", "*.pyc")
"""As Containerfile.dockerignore has it."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """The steps of the Containerfile, stage by stage."""

    build: list[tuple[str, str]]
    final: list[tuple[str, str]]

    @classmethod
    def read(cls) -> "Recipe":
        text = (DEPLOY / "Containerfile").read_text()
        text = re.sub(r"^\s*#.*\n", "", text, flags=re.MULTILINE).replace("\\\n", " ")
        steps = [tuple(line.split(None, 1)) for line in text.splitlines() if line.strip()]
        first, second = (n for n, (word, _) in enumerate(steps) if word == "FROM")
        return cls(steps[first + 1 : second], steps[second + 1 :])  # type: ignore[arg-type]

    def copied(self) -> Iterator[tuple[list[str], str]]:
        """The sources of each COPY of the build, and where they go."""
        for word, rest in self.build:
            if word == "COPY":
                *sources, target = rest.split()
                yield sources, target

    def runs(self) -> list[str]:
        return [rest for word, rest in self.build if word == "RUN"]

    def environment(self) -> dict[str, str]:
        """The variables of the finished image, but for its PATH."""
        return {name: value for name, value in _pairs(self.final).items() if name != "PATH"}

    def command(self) -> list[str]:
        by_word = dict(self.final)
        entry, argument = json.loads(by_word["ENTRYPOINT"]), json.loads(by_word["CMD"])
        return [*entry, *argument]


def _pairs(steps: Sequence[tuple[str, str]]) -> dict[str, str]:
    words = (word for name, rest in steps if name == "ENV" for word in shlex.split(rest))
    return dict(word.split("=", 1) for word in words)


class Image:
    """A root folder in which the recipe's steps are followed."""

    def __init__(self, root: Path) -> None:
        self.root, self.recipe = root, Recipe.read()
        for name in (*SHOWN, PYTHON, LENT, "src", "tmp", "opt/anabasis", "var/lib/anabasis"):
            (root / name.lstrip("/")).mkdir(parents=True, exist_ok=True)
        root.chmod(0o755)
        for sources, target in self.recipe.copied():
            for source in sources:
                _copy(ROOT / source, root / "src" / target)

    @property
    def venv(self) -> Path:
        return self.root / "opt" / "anabasis"

    def build(self, *, lent: bool) -> None:
        """Follow the steps; with ``lent`` the locked packages are those that are installed here."""
        locked, ours = self.recipe.runs()
        self._run(_lending() if lent else locked)
        self._run(ours)
        shutil.rmtree(self.root / "src")
        (self.root / "src").mkdir()

    @contextmanager
    def running(self, log: Path) -> Iterator[Running]:
        """The image's own command, as its user, on a root that nobody can write."""
        home = self.root / "var" / "lib" / "anabasis"
        user = dict(self.recipe.final)["USER"].replace(":", " ").split()
        os.chown(home, *map(int, user))
        script = (
            f"{self._mounts(writable='var/lib/anabasis')}"
            f"exec chroot {self.root} setpriv --reuid={user[0]} --regid={user[1]} --clear-groups "
            "--no-new-privs --bounding-set=-all --inh-caps=-all "
            f"/opt/anabasis/bin/{shlex.join(self.recipe.command())}"
        )
        settings = self.recipe.environment() | {"ANABASIS_PORT": str(*free_ports(1))}
        settings |= {"ANABASIS_HOST": "127.0.0.1"}
        with running(log, ("unshare", "--mount", "sh", "-ec", script), **settings) as run:
            yield run

    def _run(self, step: str) -> None:
        """Follow one step in the folder, as the build's user does."""
        variables = _pairs(self.recipe.build) | {"SOURCE_DATE_EPOCH": "1700000000"}
        pip = {name: value for name, value in os.environ.items() if name.startswith("PIP_")}
        path = f"{PYTHON}/bin:/usr/sbin:/usr/bin:/sbin:/bin"
        script = (
            f"{self._mounts(writable='opt src data')}"
            f"exec chroot {self.root} sh -ec {shlex.quote('cd /src; ' + step)}"
        )
        subprocess.run(
            ["unshare", "--mount", "sh", "-ec", script],
            env=pip | variables | {"PATH": path, "HOME": "/tmp"},
            check=True,
        )

    def _mounts(self, writable: str) -> str:
        """Shell: show the system in the folder, all of it read-only but for some places."""
        root = self.root
        shown = [(f"/{name}", name) for name in SHOWN]
        shown += [(PYTHON, PYTHON.lstrip("/"))] if not PYTHON.startswith("/usr/") else []
        shown += [(_packages(), LENT.lstrip("/"))]
        lines = ["mount --make-rprivate /", f"mount --bind {root} {root}"]
        for source, name in shown:
            lines.append(f"mount --rbind {source} {root}/{name}")
            if name not in LIVE:
                lines.append(f"mount -o remount,bind,ro {root}/{name}")
        for place in writable.split():
            (root / place).mkdir(exist_ok=True)
            lines.append(f"mount --bind {root}/{place} {root}/{place}")
        lines += [f"mount -t tmpfs tmpfs {root}/tmp", f"mount -o remount,bind,ro {root}"]
        return "\n".join(lines) + "\n"


def _lending() -> str:
    """Shell: the recipe's virtual environment, with the packages that are installed here."""
    return (
        "python3 -m venv --without-pip /opt/anabasis\n"
        "for packages in /opt/anabasis/lib/python3.*/site-packages; do\n"
        f'  echo {LENT} > "$packages/lent.pth"\n'
        "done"
    )


def _packages() -> str:
    return next(path for path in sys.path if path.endswith("site-packages"))


def _copy(source: Path, target: Path) -> None:
    if source.is_dir():
        shutil.copytree(source, target, ignore=LEFT_OUT, dirs_exist_ok=True)
        return
    target.mkdir(parents=True, exist_ok=True)
    shutil.copy(source, target)
