"""`anabasis demo` against a running service: a whole game printed, a link that works, code 0."""

import os
import re
import signal
import subprocess
from pathlib import Path

import httpx

from tests.programs import ANABASIS
from tests.servers import Service
from tests.service.running import ROOT, running
from tests.waiting import eventually

DEMO = (ANABASIS, "demo")


def demo(*arguments: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    """The command, to its end."""
    inherited = {name: value for name, value in os.environ.items() if "ANABASIS" not in name}
    return subprocess.run(
        [*DEMO, *arguments],
        cwd=ROOT,
        env=inherited | environment,
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


def test_the_demo_is_played_on_the_service_that_runs_on_the_folder(tmp_path: Path) -> None:
    data = str(tmp_path / "var")
    with running(tmp_path / "log", ANABASIS_DATA=data) as run:
        address = run.address
        ended = demo("--target-score", "10", ANABASIS_DATA=data)
    assert ended.returncode == 0, ended.stderr
    assert f"Replay: {address}" in ended.stdout
    assert "temporary" not in ended.stderr


def test_ctrl_c_twice_ends_a_demo_and_the_service_it_has_started(tmp_path: Path) -> None:
    with running(tmp_path / "log", DEMO, ANABASIS_DATA="none", TMPDIR=str(tmp_path)) as run:
        eventually(lambda: "Game " in run.told, 60.0)
        run.signal(signal.SIGINT)
        run.signal(signal.SIGINT)
        assert run.wait() == 130
    assert run.session() == {}
    assert [path.name for path in tmp_path.iterdir()] == ["log"]
    assert "Traceback" not in run.told
