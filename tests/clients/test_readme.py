"""The README of the clients is true: its bot plays a game and a study to their ends."""

import re
import subprocess
import sys
from pathlib import Path

from tests.service.running import ROOT, running


def test_the_bot_plays_a_game_and_a_study_to_their_ends(tmp_path: Path):
    readme = (ROOT / "clients" / "README.md").read_text("utf-8")
    program, *_ = re.findall(r"```python\n(.*?)```", readme, re.DOTALL)
    with running(tmp_path / "log", ANABASIS_DATA=str(tmp_path / "var")) as run:
        played = subprocess.run(
            [sys.executable, "-c", program.replace("http://127.0.0.1:8000", run.address)],
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=270,
            check=False,
        )
    assert played.stderr == ""
    game, study = played.stdout.splitlines()
    assert re.match("game .*'reason'", game)
    assert re.match("study .*'reason'", study)
