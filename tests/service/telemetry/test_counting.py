"""Counts that wait in memory reach Prometheus once they are written."""

import os
import subprocess
import sys
from pathlib import Path

from prometheus_client.parser import text_string_to_metric_families

from service.telemetry.counting import FOLDER

COUNTS = """
import sys
from service.telemetry.counting import MOST_WAITING, count_from_now_on, flush
from service.telemetry.instruments import BOT_MOVES, DECIDE_SECONDS, LOG_LINES, REQUESTS

count_from_now_on()
BOT_MOVES.inc(2)
BOT_MOVES.inc()
for seconds in (0.0005, 0.0006, 0.01, 7.0):
    DECIDE_SECONDS.observe(seconds)
REQUESTS.of("games", "2xx").observe(0.02)
flush()
flush()
LOG_LINES["error"].inc()
for _ in range(MOST_WAITING + 1):
    BOT_MOVES.inc()
"""
TELLS = """
import os
from pathlib import Path
from prometheus_client import CollectorRegistry, generate_latest
from service.telemetry.exporter import Counts

registry = CollectorRegistry()
registry.register(Counts(Path(os.environ["PROMETHEUS_MULTIPROC_DIR"])))
print(generate_latest(registry).decode())
"""


def ran(script: str, folder: Path) -> str:
    command = [sys.executable, "-c", script]
    environment = os.environ | {FOLDER: str(folder)}
    return subprocess.run(
        command, env=environment, check=True, capture_output=True, text=True
    ).stdout


def test_amounts_are_summed_by_their_buckets_and_each_is_written_once(tmp_path: Path) -> None:
    ran(COUNTS, tmp_path)
    families = text_string_to_metric_families(ran(TELLS, tmp_path))
    told = {(s.name[9:], *s.labels.values()): s.value for f in families for s in f.samples}
    by_bound = {bound: told["decide_seconds_bucket", bound] for bound in ("0.0005", "0.01", "1.0")}
    assert by_bound == {"0.0005": 1, "0.01": 3, "1.0": 3}
    assert told["decide_seconds_bucket", "+Inf"] == told["decide_seconds_count",] == 4
    assert told["decide_seconds_sum",] == 0.0005 + 0.0006 + 0.01 + 7.0
    assert told["http_request_seconds_count", "games", "2xx"] == 1
    assert told["bot_moves_total",] == 10_004
    assert told["log_lines_total", "error"] == 1
