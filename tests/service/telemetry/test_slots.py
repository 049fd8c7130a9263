"""Numbers of processes: each its own, those of the dead given again with what they counted."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from service.machine.processes import spawn
from service.run import metrics_endpoint
from service.run.metrics_endpoint import FOLDER, Metrics, MetricsUnavailable, metrics_of
from service.settings.config import Config
from service.telemetry.exporter import Counts
from service.telemetry.slots import SPACE, Slots

ALL_SERIES = """
from service.telemetry.counting import count_from_now_on
from service.telemetry.instruments import REQUESTS
count_from_now_on()
for number in range(50):
    for status in "12345":
        REQUESTS.of(f"resource_{number}", f"{status}xx")
"""


@contextmanager
def living(slots: Slots) -> Iterator[int]:
    """A forked process with a number of its own, which is yielded; killed at the end."""
    reading, writing = os.pipe()
    held, end = os.pipe()
    if (child := os.fork()) == 0:
        os.close(end)
        os.write(writing, bytes([slots.own()]))
        os.read(held, 1)
        os._exit(0)
    os.close(held)
    yield os.read(reading, 1)[0]
    os.kill(child, 9)
    os.waitpid(child, 0)
    for each in (reading, writing, end):
        os.close(each)


def test_each_process_has_a_number_of_its_own_and_the_next_takes_a_dead_ones(
    tmp_path: Path,
) -> None:
    slots = Slots(tmp_path)
    assert slots.own() == slots.own() == 0
    with living(slots) as one, living(slots) as two:
        assert (one, two) == (1, 2)
    with living(slots) as three:
        assert three == 1
    assert slots.own() == 0


def test_levels_of_the_dead_are_forgotten_and_counts_are_kept(tmp_path: Path) -> None:
    slots = Slots(tmp_path)
    names = [f"{kind}_{number}.db" for kind in ("gauge_livesum", "counter") for number in (0, 1)]
    for name in names:
        (tmp_path / name).touch()
    with living(slots) as number:
        assert number == 0
        (tmp_path / "gauge_livesum_0.db").touch()
        Slots(tmp_path).forget_dead()
        left = {file.name for file in tmp_path.glob("*.db")}
        assert left == {*(f"{kind}_0.db" for kind in SPACE), "counter_1.db"}


def test_a_number_begins_without_the_levels_of_whoever_had_it(tmp_path: Path) -> None:
    (tmp_path / "gauge_livemax_0.db").write_bytes(b"old")
    (tmp_path / "histogram_0.db").write_bytes(b"old")
    Slots(tmp_path).own()
    assert (tmp_path / "gauge_livemax_0.db").read_bytes()[:3] == bytes(3)
    assert (tmp_path / "histogram_0.db").read_bytes()[:3] == b"old"


def test_the_room_of_a_processs_files_is_taken_before_it_counts(tmp_path: Path) -> None:
    Slots(tmp_path).own()
    for kind, size in SPACE.items():
        status = (tmp_path / f"{kind}_0.db").stat()
        assert status.st_size == size <= 512 * status.st_blocks


def test_the_files_have_room_for_all_series(tmp_path: Path) -> None:
    environment = {**os.environ, FOLDER: str(tmp_path)}
    subprocess.run([sys.executable, "-c", ALL_SERIES], env=environment, check=True)
    assert {f.name: f.stat().st_size for f in tmp_path.glob("*.db")} == {
        f"{kind}_0.db": size for kind, size in SPACE.items()
    }


def test_the_folder_goes_with_its_run_and_that_of_a_killed_one_with_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(metrics_endpoint.tempfile, "gettempdir", lambda: str(tmp_path))
    monkeypatch.setattr(metrics_endpoint.tempfile, "tempdir", str(tmp_path))
    left, other = tmp_path / "anabasis-metrics-left", tmp_path / "anabasis-metrics-other"
    for folder in (left, other):
        folder.mkdir()
        (folder / "slots").touch()
        (folder / "counter_0.db").touch()
    (other / "letter.txt").touch()
    with Metrics("127.0.0.1", 0) as metrics:
        own = Path(metrics.variables[FOLDER])
        assert sorted(tmp_path.iterdir()) == sorted([other, own])
    assert list(tmp_path.iterdir()) == [other]


def test_the_folder_of_a_run_that_goes_on_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(metrics_endpoint.tempfile, "tempdir", str(tmp_path))
    theirs = tmp_path / "anabasis-metrics-theirs"
    theirs.mkdir()
    with living(Slots(theirs)), Metrics("127.0.0.1", 0):
        assert theirs.exists()


def test_the_process_that_is_scraped_gets_its_folder_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told: list[object] = []

    def noted(command: Sequence[str], *, env: Mapping[str, str], **more: Any) -> Any:
        told.append(dict(env))
        return spawn(command, env=env, **more)

    monkeypatch.setenv("ANABASIS_REDIS_URL", "redis://:secret@localhost")
    monkeypatch.setattr(metrics_endpoint, "spawn", noted)
    with Metrics("127.0.0.1", 0) as metrics:
        metrics.tend()
        assert "anabasis_build_info" in httpx.get(metrics.address, timeout=60.0).text
        assert told == [{FOLDER: metrics.variables[FOLDER]}]


def test_a_port_in_use_is_refused_with_the_remedy() -> None:
    with Metrics("127.0.0.1", 0) as metrics:
        port = int(metrics.address.rpartition(":")[2].partition("/")[0])
        with pytest.raises(MetricsUnavailable, match="ANABASIS_METRICS_PORT"):
            Metrics("127.0.0.1", port)


def test_the_port_of_the_game_is_refused_as_such() -> None:
    with socket.create_server(("127.0.0.1", 0)) as game:
        port = game.getsockname()[1]
        told = r"is the game's own \(ANABASIS_PORT\): choose .* ANABASIS_METRICS_PORT"
        with pytest.raises(MetricsUnavailable, match=told):
            metrics_of(Config(port=port, metrics_port=port), {})


def test_an_address_that_cannot_be_bound_has_one_plain_reason() -> None:
    with pytest.raises(MetricsUnavailable, match=r"cannot be used \([^()]+\): choose"):
        Metrics("192.0.2.1", 0)


def test_metrics_are_off_unless_a_port_is_named_and_nobody_else_serves_them() -> None:
    assert metrics_of(Config(), {}) is None
    assert metrics_of(Config(metrics_port=0), {FOLDER: "/run"}) is None


def test_a_file_that_a_process_is_just_making_breaks_no_scrape(tmp_path: Path) -> None:
    (tmp_path / "counter_0.db").touch()
    assert [metric.name for metric in Counts(tmp_path).collect()] == ["anabasis_build_info"]
