"""The processes of a pool end with the one that asked them, killed or interrupted."""

import os
import signal
import subprocess
import sys
from concurrent.futures import Future
from pathlib import Path

import pytest

from service.machine.pools import process_pool
from tests.service.running import ROOT, is_alive
from tests.waiting import eventually

ASKING = """
import os, time
from service.machine.pools import process_pool

if __name__ == "__main__":
    with process_pool(2) as pool:
        asked = [pool.submit(os.getpid) for _ in range(2)]
        print(asked[0].result(), flush=True)
        list(pool.map(time.sleep, [300, 300]))
"""

INTERRUPTED = """
import threading, time
from service.machine.pools import process_pool
if __name__ == "__main__":
    threading.Thread(target=time.sleep, args=(600,), daemon=True).start()  # it takes signals, too
    print("started", flush=True)
    try:
        with process_pool(3) as pool:
            while True:
                pool.submit(time.sleep, 0.01).result()
    except KeyboardInterrupt:
        print("interrupted")
"""


def test_no_process_of_a_pool_outlives_a_killed_one(tmp_path):
    program = tmp_path / "asking.py"
    program.write_text(ASKING)
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        [sys.executable, str(program)], env=environment, stdout=subprocess.PIPE, text=True
    ) as asking:
        assert asking.stdout is not None
        worker = int(asking.stdout.readline())
        assert is_alive(worker)
        asking.send_signal(signal.SIGKILL)
    eventually(lambda: not is_alive(worker))


@pytest.mark.parametrize("processes", [1, 2, 3, 4])
def test_ctrl_c_while_processes_start_ends_all_at_once_without_a_traceback(
    tmp_path: Path, processes: int
) -> None:
    program = tmp_path / "program.py"
    program.write_text(INTERRUPTED)
    asking = subprocess.Popen(
        [sys.executable, program],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert asking.stdout
    assert asking.stdout.readline() == "started\n"
    while len(children_of(asking.pid)) < processes:  # at once: a wait would miss the moment
        assert asking.poll() is None
    os.killpg(asking.pid, signal.SIGINT)
    assert asking.communicate(timeout=50) == ("interrupted\n", "")


def children_of(pid: int) -> list[str]:
    """The child processes of one, the tracker of the pool's semaphores among them."""
    return Path(f"/proc/{pid}/task/{pid}/children").read_text().split()


def test_work_that_has_not_begun_is_dropped_where_the_asker_is_interrupted():
    asked: list[Future[int]] = []

    def ask() -> None:
        with process_pool(1) as pool:
            asked.extend(pool.submit(os.getpid) for _ in range(5_000))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ask()
    assert asked[-1].cancelled()
