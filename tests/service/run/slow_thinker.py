"""A process like ``service.run.thinker`` whose bots are as slow as their names say."""

import os
import signal
import socket
import sys
from contextlib import suppress

import msgspec

from projections.bots_waiting import BotWaiting
from service.companions import receive, send
from service.run.turns import Ended, Ready


def main(number: int) -> None:
    with socket.socket(fileno=number) as worker, suppress(EOFError, ConnectionError):
        send(worker, Ready())
        while True:
            turn = msgspec.msgpack.decode(receive(worker), type=BotWaiting)
            if turn.bot == "forever":
                signal.pause()
            if turn.bot == "dying":
                os._exit(1)
            send(worker, Ended(moved=True))


if __name__ == "__main__":
    main(int(sys.argv[1]))
