"""The generator's process beside a server that stands still for half a second once."""

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from threading import Thread
from time import sleep

import pytest

from tests.benchmarks.load.latencies import Latencies
from tests.benchmarks.load.places import generated
from tests.benchmarks.load.plans import Plan

STILL = 0.5


@contextmanager
def standing_still() -> Iterator[int]:
    """A server that answers anything, and does not while it stands still; its port."""
    numbers = count()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        wbufsize = 4096  # one packet an answer, so that none waits for an acknowledgement

        def do_GET(self) -> None:
            if next(numbers) == 100:
                sleep(STILL)
            self.send_response(200)
            self.send_header("Content-Length", "2")
            self.end_headers()
            self.wfile.write(b"{}")

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield server.server_address[1]
        finally:
            server.shutdown()
            thread.join()


@pytest.mark.long
def test_the_generator_counts_from_the_schedule_what_a_closed_loop_overlooks():
    with standing_still() as port:
        report = generated(Plan("127.0.0.1", [port], {"lobby": 200.0}, 1.5, [], [], {}, lanes=1))
    corrected = Latencies.decoded(report.corrected["lobby"])
    naive = Latencies.decoded(report.naive["lobby"])
    assert not report.errors
    assert corrected.count > 200
    assert corrected.percentile(90) > STILL / 2 > naive.percentile(90)
