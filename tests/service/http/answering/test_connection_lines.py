"""Lines: pieces past the request reach the reader whole and in order, however slow it is."""

from socket import SO_SNDBUF, SOL_SOCKET, socketpair
from threading import Thread

import pytest

from service.http.answering.connection_lines import ConnectionLine
from service.machine.connections import TimedSocket

PIECE = bytes(range(256)) * 64


def test_a_slow_reader_gets_the_rest_of_a_piece_from_the_flush():
    ours, theirs = socketpair()
    ours.setsockopt(SOL_SOCKET, SO_SNDBUF, 4096)
    line, sent = ConnectionLine(TimedSocket(ours)), PIECE
    while line.send_now(PIECE):
        sent += PIECE
    read = []
    reader = Thread(target=lambda: read.extend(iter(lambda: theirs.recv(65536), b"")))
    reader.start()
    line.flush()
    assert line.send_now(b"last")
    ours.close()
    reader.join()
    theirs.close()
    assert b"".join(read) == sent + b"last"


def test_a_reader_that_is_gone_is_met_by_the_flush():
    ours, theirs = socketpair()
    theirs.close()
    line = ConnectionLine(TimedSocket(ours))
    assert not line.send_now(PIECE)
    with pytest.raises(OSError, match="Broken pipe"):
        line.flush()
    ours.close()
