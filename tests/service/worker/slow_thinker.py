"""A process like ``service.worker.thinker`` whose bots are as slow as their names say.

It imports next to nothing, as many tests start it.
"""

import os
import signal
import socket
import sys
from contextlib import suppress

import msgspec

from service.machine.companions import receive, send


def main(number: int) -> None:
    with socket.socket(fileno=number) as worker, suppress(EOFError, ConnectionError):
        send(worker, {"type": "ready"})
        while True:
            task = msgspec.msgpack.decode(receive(worker))
            if task is None:
                continue
            bot = task["turn"]["bot"]
            if bot == "obliging":
                receive(worker)
            if bot == "forever":
                signal.pause()
            if bot == "dying":
                os._exit(1)
            send(worker, {"type": "ended", "moves": 1})


if __name__ == "__main__":
    main(int(sys.argv[1]))
