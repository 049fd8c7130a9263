"""`anabasis demo` against a running service: a whole game told, a link that works, code 0."""

import os
import re
import subprocess
import sys

import httpx

from tests.servers import Service
from tests.service.running import ROOT


def demo(*arguments: str) -> "subprocess.CompletedProcess[str]":
    """The command, to its end."""
    return subprocess.run(
        [sys.executable, "-m", "service.cli", "demo", *arguments],
        cwd=ROOT,
        env={name: value for name, value in os.environ.items() if "ANABASIS" not in name},
        capture_output=True,
        text=True,
        timeout=120.0,
        check=False,
    )


def test_the_demo_ends_with_the_score_and_a_link_to_the_record(service: Service) -> None:
    ended = demo("--url", service.web.address, "--target-score", "20")
    assert ended.returncode == 0, ended.stderr
    score, winner, replay, record, verified = ended.stdout.splitlines()[-5:]
    assert re.fullmatch(r"Final score: Ada \(greedy\) \d+, Blaise \(random\) \d+", score)
    assert winner.startswith("Winner: ")
    assert verified.startswith("Verified: ")
    page, link = replay.removeprefix("Replay: "), record.removeprefix("Record: ")
    assert page.startswith(service.web.address)
    assert httpx.get(page).raise_for_status().headers["Content-Type"].startswith("text/html")
    export = httpx.get(link).raise_for_status().json()
    assert (export["status"], export["complete"]) == ("finished", True)


def test_a_demo_of_an_unknown_board_is_one_line_and_an_exit_code(service: Service) -> None:
    ended = demo("--url", service.web.address, "--board", "atlantis")
    assert ended.returncode == 1
    [line] = ended.stderr.splitlines()
    assert "atlantis" in line
    assert "near_east" in line
