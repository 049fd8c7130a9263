"""Bodies as web processes read them, before the application is entered."""

from types import SimpleNamespace
from typing import Any

import pytest
from gunicorn.http.body import Body, ChunkedReader
from gunicorn.http.unreader import IterUnreader

from service.machine import slices
from service.machine.connections import TimedSocket
from service.run.gunicorn_worker import _fetch_body
from service.settings.config import BODY_BYTES

BYTES = 10_000


def chunked(*chunks: bytes) -> Any:
    """A request with a body in these chunks, all of them already there."""
    sent = b"".join(b"%x\r\n%s\r\n" % (len(each), each) for each in (*chunks, b""))
    req = SimpleNamespace(headers=[], _expected_100_continue=False, force_close=lambda: None)
    req.body = Body(ChunkedReader(req, IterUnreader([sent])))
    return req


def test_others_are_served_while_thousands_of_chunks_are_read(monkeypatch: pytest.MonkeyPatch):
    turns: list[int] = []
    monkeypatch.setattr(slices, "SLICE_SECONDS", 0.0)
    monkeypatch.setattr(slices, "yield_control", lambda: turns.append(1))
    req = chunked(*[b"x"] * BYTES)
    _fetch_body(req, TimedSocket(None))
    assert req.body.read() == b"x" * BYTES
    assert len(turns) >= BYTES // 1024


@pytest.mark.parametrize("more", [0, 1])
def test_a_body_in_chunks_is_read_up_to_a_byte_more_than_is_taken(more: int):
    req, connection = chunked(b"x" * (BODY_BYTES + more), b"y" * more), TimedSocket(None)
    _fetch_body(req, connection)
    assert len(req.body.read()) == BODY_BYTES + more
    assert connection.has_unread == bool(more)
