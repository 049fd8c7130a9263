"""The worker: keeps the read models up to date, plays bots, minds deadlines, makes animations."""

import logging
import random
import time
from collections.abc import Callable, Iterator
from itertools import islice
from threading import Event, Thread

import httpx
from flask import Flask

from projections.bots_waiting import BOTS_ALONE, WITH_PEOPLE, BotWaiting
from projections.runner import Runner
from service.animations.animator import Animator
from service.clients import Anabasis, Patience, take_turn
from service.context import Services
from service.http.plumbing.auth import bot_token
from service.run.deadlines import Deadlines
from service.store.contract import SHARDS, EventStore, StoreUnavailable
from service.store.read_models import ReadModels

WAIT_SECONDS = 0.5
BACKOFF_SECONDS = 0.5
LEAVE_SECONDS = 1.0
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0
ALONE_EACH_ROUND = 5
"""Moves in games of bots alone before people's games are looked at again: about 0.1 s."""

ClientFor = Callable[[str, int], Anabasis]
"""The client that plays a bot's seat of a game."""

log = logging.getLogger(__name__)


def in_process(app: Flask) -> ClientFor:
    """Bots' clients that drive an app without a network, with tokens made by the key it knows."""
    public = Anabasis(transport=httpx.WSGITransport(app), patience=Patience(retries=0))
    own: Services = app.extensions["anabasis"]
    return lambda game_id, seat: public.with_token(bot_token(own.key, game_id, seat))


def animator_of(app: Flask) -> Animator:
    """Return an animator with the parts of an app."""
    own: Services = app.extensions["anabasis"]
    return Animator(own.animations, own.cache, own.players)


class Worker:
    """One process's work, a thread for each kind of it; a second worker does no harm."""

    def __init__(  # noqa: PLR0913 - a part for each kind of work
        self,
        store: EventStore,
        read_models: ReadModels,
        client_for: ClientFor,
        luck: random.Random | None = None,
        animator: Animator | None = None,
        *,
        deadlines: Deadlines | None = None,
    ) -> None:
        self._store = store
        self._runner = Runner(store, read_models.live())
        self._bots = Bots(read_models, client_for, luck or random.Random())
        self._animator = animator
        self._deadlines = deadlines
        self._stopping = False
        self._due = 0.0
        self._news = Event()
        self._left = Event()

    def catch_up(self) -> int:
        """Apply all that is recorded now to the read models; the number of feed lines read."""
        self._runner.refresh()
        return self._runner.catch_up(range(SHARDS))

    def play_bots_once(self) -> int:
        """Make one move for each waiting bot; return the number of moves made."""
        return self._bots.play_round(lambda: self._stopping)

    def stop(self) -> None:
        """Finish the step in hand, then let ``run`` return; may be called by a signal's handler."""
        # Nothing but this: a handler that takes a lock can meet it held by the code it interrupted.
        self._stopping = True

    def run(self) -> None:
        """Work until stopped."""
        bots = Thread(target=self._play, name="bots", daemon=True)
        animations = Thread(target=self._animate, name="animations", daemon=True)
        deadlines = Thread(target=self._mind_deadlines, name="deadlines", daemon=True)
        bots.start()
        animations.start()
        deadlines.start()
        self._attempt(self.catch_up)
        while not self._stopping:
            self._attempt(self._project)
        self._news.set()
        self._left.set()
        bots.join(LEAVE_SECONDS)
        animations.join(LEAVE_SECONDS)
        deadlines.join(LEAVE_SECONDS)

    def _project(self) -> None:
        """Wait for news and apply it; see now and then whether models or feeds were changed."""
        if time.monotonic() >= self._due:
            self._runner.refresh()
            self._due = time.monotonic() + WAIT_SECONDS
        after = self._runner.checkpoints(range(SHARDS))
        self._runner.take(self._store.wait_feeds(after, WAIT_SECONDS))
        self._news.set()

    def _play(self) -> None:
        while not self._stopping:
            self._news.clear()
            self._attempt(self.play_bots_once)
            self._news.wait(WAIT_SECONDS)

    def _mind_deadlines(self) -> None:
        deadlines = self._deadlines
        while deadlines and not self._stopping:
            self._attempt(lambda: deadlines.expire_round(lambda: self._stopping))
            self._left.wait(WAIT_SECONDS)

    def _animate(self) -> None:
        """Make animations, one at a time; bots and read models go on meanwhile."""
        animator = self._animator
        while animator and not self._stopping:
            self._attempt(lambda: self._animate_all(animator))
            self._left.wait(WAIT_SECONDS)
        if animator:
            animator.close()

    def _animate_all(self, animator: Animator) -> None:
        while not self._stopping and animator.make_next(lambda: self._stopping):
            pass

    def _attempt(self, step: Callable[[], object]) -> None:
        try:
            step()
        except StoreUnavailable as error:
            log.warning("trying again: %s", error)
            time.sleep(BACKOFF_SECONDS)
        except Exception:
            log.exception("trying again")
            time.sleep(BACKOFF_SECONDS)


class Bots:
    """Plays the bots in rounds; one that fails is tried again later and delays no other."""

    def __init__(
        self,
        read_models: ReadModels,
        client_for: ClientFor,
        luck: random.Random,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._read_models = read_models
        self._client_for = client_for
        self._luck = luck
        self._clock = clock
        self._pauses: dict[BotWaiting, tuple[float, float]] = {}
        self._next = {WITH_PEOPLE: 0, BOTS_ALONE: 0}

    def play_round(self, stopping: Callable[[], bool]) -> int:
        """Move once for each bot that people wait for, then for a few that play among themselves.

        Return the number of moves made. Paused bots are left out. Where many wait a round is for
        some of them, and the next one for those after them.
        """
        now = self._clock()
        self._pauses = {t: p for t, p in self._pauses.items() if now < p[0] + LONGEST_PAUSE}
        with_people = self._moves(WITH_PEOPLE, stopping)
        alone = self._moves(BOTS_ALONE, stopping)
        return sum(with_people) + sum(islice(filter(None, alone), ALONE_EACH_ROUND))

    def _moves(self, order: str, stopping: Callable[[], bool]) -> Iterator[bool]:
        """Play the bots of an order one by one; whether each has moved."""
        waiting, self._next[order] = self._read_models.bots_waiting(order, self._next[order])
        return (self._move(turn) for turn in waiting if not stopping())

    def _move(self, turn: BotWaiting) -> bool:
        due, pause = self._pauses.get(turn, (0.0, FIRST_PAUSE))
        if self._clock() < due:
            return False
        try:
            move = take_turn(self._client_for(turn.game_id, turn.seat), turn.game_id, self._luck)
        except Exception:
            log.exception("bot %s at seat %d of game %s", turn.bot, turn.seat, turn.game_id)
            self._pauses[turn] = self._clock() + pause, min(2 * pause, LONGEST_PAUSE)
            return False
        self._pauses.pop(turn, None)
        return move is not None
