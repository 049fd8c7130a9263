"""The processes of a pool end with the one that asked them."""

import os
import signal
import subprocess
import sys

from tests.service.running import ROOT, is_alive
from tests.waiting import eventually

ASKING = """
import os, time
from service.pools import process_pool

if __name__ == "__main__":
    with process_pool(2) as pool:
        asked = [pool.submit(os.getpid) for _ in range(2)]
        print(asked[0].result(), flush=True)
        list(pool.map(time.sleep, [300, 300]))
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
