"""The store in a gunicorn worker's world: patched by gevent, with many greenlets at once."""

import subprocess
import sys

from tests.service.running import ROOT

GREENLETS = """
from gevent import monkey
monkey.patch_all()
import sys
import gevent
from service.redis import connecting
from service.store.contract import WrongVersion
from service.store.redis_store import RedisStore
from tests.contract.records import append_of, record

connecting.TIMEOUT = 120.0  # a busy machine lets greenlets wait longer for a connection
store = RedisStore.of_url(sys.argv[1])
ends = store.feed_ends()
listener = gevent.spawn(store.wait_feeds, ends, 30.0)
gevent.spawn(record, store, 1, game="first").get(timeout=30)
assert listener.get(timeout=30)

def write(number):
    try:
        return store.append(append_of(1, game="contested", command=str(number))).version
    except WrongVersion:
        return 0

writers = [gevent.spawn(write, number) for number in range(200)]
games = [gevent.spawn(record, store, 3, game=f"game-{n}") for n in range(200)]
gevent.joinall([*writers, *games], timeout=240, raise_error=True)
assert sum(writer.value for writer in writers) == 1
assert all(store.newest_version(f"game-{n}") == 3 for n in range(200))
print("ends well")
"""


def test_two_hundred_greenlets_share_one_store(redis_url: str) -> None:
    command = [sys.executable, "-c", GREENLETS, redis_url]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ended.stdout == "ends well\n", ended.stderr
    assert "Traceback" not in ended.stderr
