"""Bots whose turns are over as soon as they begin, in the test's own process."""

import random
from collections.abc import Callable
from typing import Any

from flask import Flask

from projections.bots_waiting import BotWaiting
from service.worker.bell import Bell
from service.worker.bot_turns import play
from service.worker.seat import in_process
from service.worker.thinkers import Ended, TurnOutcome


class AtOnce:
    """Plays each turn when it is handed over."""

    def __init__(self, take: Callable[[BotWaiting], Ended]) -> None:
        self._take = take
        self._outcomes: list[TurnOutcome] = []

    def has_room(self) -> bool:
        return True

    def begin(self, turn: BotWaiting, **_: Any) -> bool:
        ended = self._take(turn)
        self._outcomes.append(TurnOutcome(turn, ended.moves, ended.fault))
        return True

    def ended(self, seconds: float, bell: Bell | None = None) -> list[TurnOutcome]:
        outcomes, self._outcomes = self._outcomes, []
        if bell and not outcomes:
            bell.wait(seconds)
        return outcomes

    def close(self) -> None:
        pass


def at_once(app: Flask, luck: random.Random | None = None) -> AtOnce:
    """Bots that play by the public API of an app."""
    seat_of, luck = in_process(app), luck or random.Random()
    return AtOnce(lambda turn: play(seat_of, turn, luck))
