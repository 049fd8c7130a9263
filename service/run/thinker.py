"""A process in which bots think: ``python -m service.run.thinker SOCKET SECONDS``."""

import logging
import math
import random
import signal
import socket
import sys
from dataclasses import replace

import msgspec

from projections.bots_waiting import BotWaiting
from service.app import create_app
from service.companions import receive, send
from service.config import Config
from service.run import logs
from service.run.outcomes import Ready
from service.run.turns import in_process, play

LATER_SECONDS = 5
"""By how much later than its worker would the process ends itself: the worker may be dead."""


def main(number: int, seconds: float) -> None:
    """Play the turns that the worker hands over, until it goes."""
    logs.install()
    logging.basicConfig(level=logging.WARNING, format=logs.LINE)
    with socket.socket(fileno=number) as worker:
        client_for = in_process(create_app(replace(Config.from_environment(), rate_limit=False)))
        luck = random.Random()
        try:
            send(worker, Ready())
            while True:
                turn = msgspec.msgpack.decode(receive(worker), type=BotWaiting)
                signal.alarm(math.ceil(seconds) + LATER_SECONDS)
                ended = play(client_for, turn, luck)
                signal.alarm(0)
                send(worker, ended)
        except (EOFError, ConnectionError):
            return


if __name__ == "__main__":
    main(int(sys.argv[1]), float(sys.argv[2]))
