"""Recipes of ``domain/README.md`` followed on a copy of the tree."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
COPIED = ("domain", "projections", "service", "clients", "tests", "deploy")
LEFT_OUT = shutil.ignore_patterns("node_modules", "*.pyc.*", "e2e", "benchmarks", ".*")
"""Compiled modules are copied too, but for those that another process is still writing."""


def recipe(title: str) -> set[str]:
    """The files that a recipe names, in backticks, at the start of its numbered items."""
    text = (ROOT / "domain" / "README.md").read_text("utf-8")
    section = re.split(r"\n#+ ", text.split(f"# {title}\n")[1])[0]
    items = re.split(r"\n\d+\. ", section)[1:]
    return {
        file for item in items for file in re.findall(r"`([\w/<>.*]+\.\w+)`", item.split(":")[0])
    }


@dataclass
class Copy:
    """A copy of the tree, and the files written in it so far."""

    root: Path
    touched: set[str] = field(default_factory=set)

    @classmethod
    def at(cls, root: Path) -> "Copy":
        for name in COPIED:
            shutil.copytree(ROOT / name, root / name, ignore=LEFT_OUT)
        shutil.copy(ROOT / "pyproject.toml", root)
        return cls(root)

    def edit(self, edits: str) -> None:
        """Make the edits of a file beside this one: each replaces a text where it stands first."""
        for each in tomllib.loads((HERE / edits).read_text("utf-8"))["edit"]:
            path = self.root / each["file"]
            text = path.read_text("utf-8")
            assert each["find"] in text, each
            path.write_text(text.replace(each["find"], each["put"], 1), "utf-8")
            self.touched.add(each["file"])

    def add(self, tree: str) -> None:
        """Add all files of a tree beside this file."""
        for path in sorted((HERE / tree).rglob("*.*")):
            name = path.relative_to(HERE / tree).as_posix()
            if path.is_file() and "__pycache__" not in name:
                assert not (self.root / name).exists()
                (self.root / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(path, self.root / name)
                self.touched.add(name)

    def run(self, *command: str) -> str:
        """The output of a Python module run in the copy; fails as the module does."""
        done = subprocess.run(
            [sys.executable, "-m", *command],
            cwd=self.root,
            env={**os.environ, "PYTHONPATH": str(self.root)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def passes(self, *tests: str) -> None:
        """Run tests in the copy; every one passes, and there are some."""
        self.run("pytest", "-q", "-p", "no:cacheprovider", *tests)
