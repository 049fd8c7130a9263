"""The log as JSON: every line is an object, from any writer and with any content."""

import json
import logging
import subprocess
import sys
from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest

from service.telemetry import logs
from service.telemetry.redaction import plain
from tests.programs import ANABASIS
from tests.service.running import ROOT
from tests.service.telemetry.written import written_by


@pytest.fixture
def written() -> Iterator[StringIO]:
    with written_by("tests.json", logs.formatter("json")) as lines:
        yield lines


def told(written: StringIO) -> dict[str, Any]:
    [line] = written.getvalue().splitlines()
    fields: dict[str, Any] = json.loads(line)
    return fields


def test_a_line_says_when_who_and_what(written: StringIO) -> None:
    logging.getLogger("tests.json").warning("bot %s of game %s", "greedy", "abcd")
    fields = told(written)
    assert fields.pop("timestamp").endswith("Z")
    assert fields.pop("process") > 0
    message = "bot greedy of game abcd"
    assert fields == {"level": "warning", "logger": "tests.json", "message": message}


def test_a_line_names_the_game_that_it_is_about(written: StringIO) -> None:
    logging.getLogger("tests.json").error("broken", extra={"game_id": "abcd"})
    assert told(written)["game_id"] == "abcd"


def test_a_traceback_is_one_field_without_secrets(written: StringIO) -> None:
    fault = "cannot reach redis://:s3cret@db\nERROR forged"
    try:
        int(fault)
    except ValueError:
        logging.getLogger("tests.json").exception("trying again")
    fields = told(written)
    assert "s3cret" not in written.getvalue()
    assert "test_json_lines.py" in fields["exception"]
    assert all(line.startswith("    ") for line in fields["exception"].splitlines()[1:])


@pytest.mark.parametrize("sent", ['"}{', "\n", "\x1b[2J", "\u2028", "\ud800", "Cookie: x"])
def test_nothing_that_is_sent_ends_a_line_or_breaks_it(written: StringIO, sent: str) -> None:
    logging.getLogger("tests.json").error("GET /%s", sent, extra={"path": f"/{sent}"})
    assert written.getvalue().removesuffix("\n").isprintable()
    assert told(written)["path"] == plain(f"/{sent}")


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("import warnings; warnings.warn('old', stacklevel=1)", "old"),
        ("raise ValueError('gone')", "ended by an error"),
        (
            "import threading; t = threading.Thread(target=lambda: 1 / 0); t.start(); t.join()",
            "ended by an error",
        ),
        ("logs.tell_end('no store')", "no store"),
        ("logs.teller('json', print)('  It runs.\\n\\n  Stop: Ctrl-C')", "It runs. Stop: Ctrl-C"),
    ],
)
def test_what_a_process_says_by_itself_is_json_too(script: str, message: str) -> None:
    start = f"from service.telemetry import logs; logs.install('json'); {script}"
    command = [sys.executable, "-c", start]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    [line] = [json.loads(line) for line in (ran.stdout + ran.stderr).splitlines()]
    assert message in line["message"]


def test_a_command_that_fails_says_so_in_json() -> None:
    ran = subprocess.run(
        [ANABASIS, "projections", "show"],
        cwd=ROOT,
        env={"ANABASIS_LOG": "json", "ANABASIS_REDIS_URL": "redis://:s3cret@127.0.0.1:1"},
        capture_output=True,
        text=True,
        check=False,
    )
    [line] = ran.stderr.splitlines()
    assert ran.returncode == 1
    assert json.loads(line)["level"] == "critical"
    assert "s3cret" not in ran.stderr


def test_structlog_is_loaded_with_the_first_line_alone() -> None:
    script = (
        "import sys; from service.run import cli; from service.telemetry import logs; "
        "logs.install('json'); assert 'structlog' not in sys.modules"
    )
    assert subprocess.run([sys.executable, "-c", script], cwd=ROOT, check=False).returncode == 0
