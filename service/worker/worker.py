"""The worker: read models, bots, deadlines, notices, the directory, heads, verifier, archive."""

import logging
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

from projections.contract import Model
from projections.runner import Runner
from service.context import Services
from service.game.directory_upkeep import DirectoryUpkeep
from service.heads.log import LogContended
from service.heads.recorder import HeadRecorder
from service.moderation.idle_accounts import IdleAccounts
from service.notices.account_events.teller import AccountEvents
from service.notices.work import NoticeWork
from service.operations.archive.work import Archive
from service.operations.verifier.verifier import Verifier
from service.pictures.animations.animator import Animator
from service.readmodels.read_models import ReadModels
from service.readmodels.renewal import Renewal
from service.redis.errors import StoreUnavailable
from service.redis.leases import Everything, Share
from service.redis.retirement import PAUSE_SECONDS
from service.redis.shards import SHARDS, shard_of
from service.store.contract import EventStore
from service.telemetry.instruments import ROUND_FAULTS, ROUNDS
from service.telemetry.tracing import span
from service.worker.bell import Bell
from service.worker.bots import Bots
from service.worker.deadlines import Deadlines
from service.worker.store_survey import Survey
from service.worker.thinkers import Thinking

# So the end of a seat's time is recorded within about a second.
WAIT_SECONDS = 0.5
"""Seconds between looks for work."""
HEADS_SECONDS = 2.0
VERIFY_SECONDS = 5.0
ARCHIVE_SECONDS = 60.0
RENEW_SECONDS = 5.0
DIRECTORY_SECONDS = 2.0
IDLE_SECONDS = 600.0
BACKOFF_SECONDS = 0.5
# Successive moves of bots are then applied together.
GATHER_SECONDS = 0.01
"""Seconds to wait for more after news."""
LEAVE_SECONDS = 1.0

log = logging.getLogger(__name__)


def animator_of(own: Services) -> Animator:
    """Return an animator with the parts of a service."""
    return Animator(own.animations, own.cache, own.names, own.removals)


@dataclass(frozen=True, slots=True)
class Duties:
    """A worker's work besides read models and bots; None for work left to other workers."""

    animator: Animator | None = None
    deadlines: Deadlines | None = None
    notices: NoticeWork | None = None
    heads: HeadRecorder | None = None
    verifier: Verifier | None = None
    archive: Archive | None = None
    survey: Survey | None = None
    renewal: Renewal | None = None
    directory: DirectoryUpkeep | None = None
    idle: IdleAccounts | None = None


@dataclass(frozen=True, slots=True)
class Scope:
    """The bounds of a worker's work: its share of the feeds' shards, and which games are open.

    While the store ``is_retired``, its refusals are not logged.
    """

    share: Share = field(default_factory=lambda: Everything(SHARDS))
    is_open: Callable[[str], bool] = lambda _: True
    is_retired: Callable[[], bool] = lambda: False


NO_DUTIES, EVERYWHERE = Duties(), Scope()


class Worker:
    """One process's work, a thread for each kind of it."""

    def __init__(
        self,
        store: EventStore,
        read_models: ReadModels,
        thinking: Thinking,
        duties: Duties = NO_DUTIES,
        scope: Scope = EVERYWHERE,
    ) -> None:
        self._store, self._duties, self._scope = store, duties, scope
        # The lists first: a player who gets news of a turn finds it there.
        models: list[Model] = [read_models.live(), AccountEvents(read_models.client)]
        if duties.notices:
            models.append(duties.notices.following)
        self._runner = Runner(store, models)
        self._bots = Bots(read_models, thinking, self._is_ours)
        self._followed: frozenset[int] = frozenset()
        self._stopping = False
        self._due = 0.0
        self._news = Bell()
        self._left = threading.Event()

    def catch_up(self) -> int:
        """Bring the read models up to date; return the number of feed lines read."""
        self._runner.refresh()
        return self._runner.catch_up(range(SHARDS))

    def play_bots_once(self) -> int:
        """Make one move for each waiting bot; return the number of moves made."""
        return self._bots.play_round(self._is_stopping)

    def stop(self) -> None:
        """Finish the present step, then let ``run`` return; a signal's handler may call it."""
        # Nothing more: a handler that takes a lock may find it held by the code it interrupts.
        self._stopping = True

    def run(self) -> None:
        """Work until stopped."""
        beside = (
            self._play,
            self._animate,
            self._mind_deadlines,
            self._plan_notices,
            self._deliver_notices,
            self._record_heads,
            self._verify,
            self._seal,
            self._look_at_store,
            self._renew_lists,
            self._keep_directory,
            self._end_idle_accounts,
        )
        threading.current_thread().name = "project"
        threads = [
            threading.Thread(target=work, name=work.__name__.strip("_"), daemon=True)
            for work in beside
        ]
        for thread in threads:
            thread.start()
        while not self._stopping:
            self._attempt(self._project)
        self._news.ring()
        self._left.set()
        self._leave()
        for thread in threads:
            # Not longer: the threads are daemons, and every step is atomic.
            thread.join(LEAVE_SECONDS)

    def _leave(self) -> None:
        """Let other workers take over at once, instead of after a few seconds."""
        with suppress(StoreUnavailable):
            self._scope.share.release()
            if deadlines := self._duties.deadlines:
                deadlines.leave()
            if notices := self._duties.notices:
                notices.leave()

    def _shards(self) -> frozenset[int]:
        return self._scope.share.parts()

    def _is_stopping(self) -> bool:
        return self._stopping

    def _goes_on(self) -> bool:
        return not self._stopping

    def _is_ours(self, game_id: str) -> bool:
        return shard_of(game_id) in self._shards() and self._scope.is_open(game_id)

    def _project(self) -> None:
        """Wait for news and apply it; check every WAIT_SECONDS for changed models or feeds."""
        shards = self._shards()
        if not shards:
            self._followed = shards
            time.sleep(WAIT_SECONDS)  # as long as it would wait for news
            return
        if time.monotonic() >= self._due or shards - self._followed:
            self._runner.refresh(shards)
            self._due = time.monotonic() + WAIT_SECONDS
        if taken := shards - self._followed:
            self._runner.look_again(taken)
            self._runner.catch_up(taken, lambda shard: shard in self._shards())
        self._followed = shards
        after = self._runner.checkpoints(shards)
        news = self._store.wait_feeds(after, WAIT_SECONDS)
        self._runner.take(news)
        if news or taken:
            self._news.ring()
            time.sleep(GATHER_SECONDS)

    def _play(self) -> None:
        while not self._stopping:
            self._news.silence()
            self._attempt(self.play_bots_once)
            self._attempt(lambda: self._bots.rest(WAIT_SECONDS, self._news))
        self._bots.close()

    def _mind_deadlines(self) -> None:
        if deadlines := self._duties.deadlines:
            self._repeat(lambda: deadlines.expire_round(self._is_stopping), WAIT_SECONDS)

    def _plan_notices(self) -> None:
        if notices := self._duties.notices:
            self._repeat(notices.plan, WAIT_SECONDS)

    def _deliver_notices(self) -> None:
        """Deliver in a thread of its own, as claims must be renewed however long planning takes."""
        if notices := self._duties.notices:
            self._repeat(notices.deliver, WAIT_SECONDS)

    def _record_heads(self) -> None:
        if heads := self._duties.heads:
            self._repeat(lambda: self._record_due(heads), HEADS_SECONDS)

    def _record_due(self, heads: HeadRecorder) -> None:
        try:
            heads.record(self._shards(), self._goes_on)
        except LogContended as error:
            log.warning("trying again: %s", error)

    def _verify(self) -> None:
        if verifier := self._duties.verifier:
            wait, goes_on = self._left.wait, self._goes_on
            self._repeat(lambda: verifier.verify_due(self._shards(), wait, goes_on), VERIFY_SECONDS)

    def _seal(self) -> None:
        if archive := self._duties.archive:
            wait, goes_on = self._left.wait, self._goes_on
            self._repeat(lambda: archive.work(self._shards(), wait, goes_on), ARCHIVE_SECONDS)

    def _look_at_store(self) -> None:
        if survey := self._duties.survey:
            survey.run(self._left)

    def _renew_lists(self) -> None:
        if renewal := self._duties.renewal:
            wait, goes_on = self._left.wait, self._goes_on
            self._repeat(lambda: renewal.renew(self._shards(), wait, goes_on), RENEW_SECONDS)

    def _keep_directory(self) -> None:
        if directory := self._duties.directory:
            wait, goes_on = self._left.wait, self._goes_on
            self._repeat(lambda: directory.work(self._shards(), wait, goes_on), DIRECTORY_SECONDS)

    def _end_idle_accounts(self) -> None:
        if idle := self._duties.idle:
            # The worker with shard 0 does it for all.
            self._repeat(lambda: 0 in self._shards() and idle.work(self._goes_on), IDLE_SECONDS)

    def _animate(self) -> None:
        """Make animations, one at a time; bots and read models go on meanwhile."""
        if animator := self._duties.animator:
            self._repeat(lambda: self._animate_all(animator), WAIT_SECONDS)
            animator.close()

    def _animate_all(self, animator: Animator) -> None:
        while not self._stopping and animator.make_next(self._is_stopping):
            pass

    def _repeat(self, step: Callable[[], object], seconds: float) -> None:
        """Attempt a step until stopped, each time ``seconds`` after the last one ended."""
        while not self._stopping:
            self._attempt(step)
            self._left.wait(seconds)

    def _attempt(self, step: Callable[[], object]) -> None:
        work = threading.current_thread().name
        try:
            with span(f"worker {work}"):
                step()
            ROUNDS.of(work).inc()
        except StoreUnavailable as error:
            ROUND_FAULTS.of(work).inc()
            if self._scope.is_retired():
                time.sleep(PAUSE_SECONDS)
                return
            log.warning("trying again: %s", error)
            time.sleep(BACKOFF_SECONDS)
        except Exception:
            ROUND_FAULTS.of(work).inc()
            log.exception("trying again")
            time.sleep(BACKOFF_SECONDS)
