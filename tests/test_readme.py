"""The README is true: its ten lines play a whole game against a running service."""

import re
import subprocess
from pathlib import Path

from service.config import Config
from tests.service.running import running

README = (Path(__file__).parent.parent / "README.md").read_text("utf-8")


def ten_lines() -> list[str]:
    """The shell lines of the README's example."""
    block = re.search(r"```sh\n(.*?)```", README, re.DOTALL)
    assert block is not None
    return block.group(1).splitlines()


def test_the_ten_lines_play_a_game_to_its_end_and_verify_it(tmp_path: Path):
    lines = ten_lines()
    assert len(lines) == 10
    with running(tmp_path / "log", ANABASIS_DATA=str(tmp_path / "var")) as run:
        script = "\n".join(lines).replace("http://127.0.0.1:8000", run.address)
        played = subprocess.run(
            ["sh", "-c", script], capture_output=True, text=True, timeout=270, check=False
        )
    assert played.stderr == ""
    result, audited = played.stdout.splitlines()[-2:]
    assert "'reason'" in result
    assert '"valid":true' in audited


def test_every_variable_that_is_read_is_in_the_table():
    source = (Path(__file__).parent.parent / "service" / "config.py").read_text("utf-8")
    read = set(re.findall(r'"(ANABASIS_[A-Z_]+)"', source))
    assert len(read) >= 7
    assert {name for name in read if f"`{name}`" not in README} == set()


def test_the_defaults_in_the_table_are_the_true_ones():
    rows = dict(re.findall(r"\| (?:`PORT` or )?`(ANABASIS_\w+)` \|.*\| ([^|]+) \|", README))
    config = Config()
    assert rows["ANABASIS_PORT"] == str(config.port)
    assert rows["ANABASIS_HOST"] == config.host
    assert rows["ANABASIS_DATA"].strip("`") == str(config.data)
    assert rows["ANABASIS_WORKERS"] == str(config.workers)
    assert rows["ANABASIS_REPLICAS"] == str(config.replicas)
