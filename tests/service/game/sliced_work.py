"""A process under gevent that reads input while it works in slices; prints the slices it took.

Run by itself, for gevent changes the whole process.
"""

from gevent import monkey

monkey.patch_all()

import socket  # noqa: E402

import gevent  # noqa: E402

from service.machine.slices import yield_control  # noqa: E402

MOST = 100


def main() -> None:
    """Give others their turn until one of them has read what was sent before."""
    near, far = socket.socketpair()
    reading = gevent.spawn(near.recv, 1)
    gevent.sleep(0)
    far.send(b"x")
    slices = 0
    while not reading.ready() and slices < MOST:
        yield_control()
        slices += 1
    print(slices)


if __name__ == "__main__":
    main()
