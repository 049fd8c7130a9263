"""A process in which bots think: ``python -m service.worker.thinker SOCKET SECONDS``."""

import math
import os
import random
import select
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from time import process_time

import msgspec

from service.app import create_app
from service.http.resources import events, moves
from service.machine.companions import receive, send
from service.machine.this_process import name_process
from service.settings.config import Config
from service.telemetry import logs
from service.telemetry.counting import count_from_now_on, flush
from service.telemetry.tracing import trace_from_now_on
from service.worker.bot_turns import play
from service.worker.process_gauges import sample
from service.worker.seat import in_process
from service.worker.thinkers import Ready, Task

# Not wall-clock time: on a busy machine that would be a move or two, and handing over costs more.
TURN_SECONDS = 0.02
"""The processor time of a game's bots before another game's turn."""
# Handing over costs as much as half a move.
ALONE_SECONDS = 0.1
"""The same if no other game waits."""
# p95 of a person's move beside four bots that think, relative to none: 1.24 at 5, 1.02 at 10.
# Beside one busy process 10 leaves a bot a tenth of a core; 19 would leave it a hundredth.
NICENESS = 10
LATER_SECONDS = 5
"""Seconds after its time limit at which the process ends itself, unless its worker has done so."""


def main(number: int, seconds: float) -> None:
    """Play the turns that the worker hands over, until the worker ends."""
    name_process("bots")
    # A bot that thinks for a second must slow nobody's move.
    os.nice(NICENESS)
    config = replace(Config.from_environment(), rate_limit=False)
    logs.install(config.log)
    with socket.socket(fileno=number) as worker:
        count_from_now_on()
        trace_from_now_on("bots")
        app = create_app(config, resources=[moves.blp, events.blp])  # bots need no others
        seat_of = in_process(app)
        sample("bots", app.extensions["anabasis"])
        luck = random.Random()
        with suppress(EOFError, ConnectionError):
            send(worker, Ready())
            while True:
                task = msgspec.msgpack.decode(receive(worker), type=Task | None)
                if task is None:  # asked to hurry with a turn that is already over
                    continue
                signal.alarm(math.ceil(seconds) + LATER_SECONDS)
                share = ALONE_SECONDS if task.has_time else TURN_SECONDS
                # Includes reading the game, so that one that is slow to read does not delay the
                # worker.
                ended = play(seat_of, task.turn, luck, _until_enough(worker, share))
                signal.alarm(0)
                flush()  # its worker may end it at any moment
                send(worker, ended)


def _until_enough(worker: socket.socket, share: float) -> Callable[[], bool]:
    """Return a function that is true if a turn's time is over, or the worker wants it to end."""
    until = process_time() + share
    return lambda: process_time() >= until or bool(select.select([worker], [], [], 0)[0])


if __name__ == "__main__":
    main(int(sys.argv[1]), float(sys.argv[2]))
