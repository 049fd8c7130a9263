"""Examples for the API's description, taken from the answers that tests get.

``python -m tests.service.http.example_recording`` runs the tests of HTTP and writes the plainest
example of each operation to ``service/http/document/examples.json``.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from flask import Request, Response

from service.http.document.examples import FILE, JSON
from service.http.reading.bodies import BODY

ASKED = "ANABASIS_RECORD_EXAMPLES"
"""The variable that names the folder for what is recorded."""
TESTS = (
    "tests/service/http",
    "--ignore=tests/service/http/document",
    # Their texts are chosen to hurt.
    *("--ignore=tests/service/http/test_fuzz.py", "--ignore=tests/service/http/test_texts.py"),
    "--ignore=tests/service/http/test_visible_text.py",
)
MOST_BYTES = 12_000
Unpack = Callable[[Response], bytes]
"""Returns the body of an answer without the coding that it is sent in."""


class Recording:
    """The plainest example of each operation that a process has seen."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / f"{os.getpid()}.json"
        self._examples: dict[str, Any] = {}

    @classmethod
    def asked_for(cls) -> "Recording | None":
        """A recording if the environment names a folder for it."""
        folder = os.environ.get(ASKED)
        return None if folder is None else cls(Path(folder))

    def take(self, operation: str, request: Request, response: Response, unpack: Unpack) -> None:
        """Keep a successful answer in JSON if it is plainer than the one so far."""
        if not 200 <= response.status_code < 300:
            return
        example: dict[str, Any] = {}
        if (asked := request.environ.get(BODY)) is not None:
            example["request"] = asked
        if response.mimetype == JSON:
            example["answer"] = json.loads(unpack(response))
        known = self._examples.get(operation)
        if known is None or _rank(example) < _rank(known):
            self._examples[operation] = example
            self._file.write_text(json.dumps(self._examples))


def _rank(example: dict[str, Any]) -> tuple[bool, bool, int, int]:
    """Order examples: those that fit, with a body, that show most, and are short."""
    size = len(json.dumps(example))
    return size > MOST_BYTES, "request" not in example, _empty(example), size


def _empty(part: Any) -> int:
    """Count the values that show nothing."""
    if isinstance(part, dict):
        return sum(map(_empty, part.values())) if part else 1
    if isinstance(part, list):
        return min(map(_empty, part)) if part else 1
    return int(part is None)


def main() -> None:
    """Record, and say which examples are new, gone, or missing."""
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pytest", "-q", "-n", "2", *TESTS]
        subprocess.run(command, env=os.environ | {ASKED: folder}, check=False)
        found: dict[str, Any] = {}
        for part in sorted(Path(folder).glob("*.json")):
            for operation, example in json.loads(part.read_text()).items():
                if operation not in found or _rank(example) < _rank(found[operation]):
                    found[operation] = example
    kept = json.loads(FILE.read_text("utf-8")) if FILE.exists() else {}
    # An example that stands stays: only new operations change the file.
    FILE.write_text(json.dumps(found | kept, indent=1, sort_keys=True, ensure_ascii=False) + "\n")
    print("new:", *sorted(found.keys() - kept.keys()))


if __name__ == "__main__":
    main()
