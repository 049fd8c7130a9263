"""The worker: read models, bots, deadlines, notices, animations, heads, verifier, archive."""

import logging
import threading
import time
from collections.abc import Callable
from contextlib import suppress

from projections.runner import Runner
from service.animations.animator import Animator
from service.archive.work import Archive
from service.context import Services
from service.heads.log import LogContended
from service.heads.recorder import HeadRecorder
from service.notices.work import Notices
from service.run.bell import Bell
from service.run.bots import Bots
from service.run.deadlines import Deadlines
from service.run.thinkers import Thinking
from service.store.closed_notice import PAUSE_SECONDS
from service.store.contract import SHARDS, EventStore, StoreUnavailable, shard_of
from service.store.leases import Everything, Share
from service.store.read_models import ReadModels
from service.telemetry.instruments import ROUND_FAULTS, ROUNDS
from service.telemetry.surveying import Survey
from service.telemetry.tracing import span
from service.verifier.verifier import Verifier

WAIT_SECONDS = 0.5
HEADS_SECONDS = 2.0
VERIFY_SECONDS = 5.0
ARCHIVE_SECONDS = 60.0
BACKOFF_SECONDS = 0.5
GATHER_SECONDS = 0.01
"""Seconds to wait for more after news: successive moves of bots are applied in one go."""
LEAVE_SECONDS = 1.0

log = logging.getLogger(__name__)


def animator_of(own: Services) -> Animator:
    """Return an animator with the parts of a service."""
    return Animator(own.animations, own.cache, own.players)


class Worker:
    """One process's work, a thread for each kind of it.

    Of the feeds' shards, and the bots of their games, it sees to its ``share``.
    """

    def __init__(  # noqa: PLR0913 - a part for each kind of work
        self,
        store: EventStore,
        read_models: ReadModels,
        thinking: Thinking,
        animator: Animator | None = None,
        *,
        deadlines: Deadlines | None = None,
        notices: Notices | None = None,
        heads: HeadRecorder | None = None,
        verifier: Verifier | None = None,
        archive: Archive | None = None,
        share: Share | None = None,
        is_open: Callable[[str], bool] = lambda _: True,
        survey: Survey | None = None,
        is_closed: Callable[[], bool] = lambda: False,
    ) -> None:
        self._store = store
        followers = [notices.following] if notices else []
        self._runner = Runner(store, [read_models.live(), *followers])
        self._notices = notices
        self._heads = heads
        self._verifier = verifier
        self._archive = archive
        self._share = share or Everything(SHARDS)
        self._is_open = is_open
        self._is_closed = is_closed
        self._followed: frozenset[int] = frozenset()
        self._bots = Bots(read_models, thinking, self._is_ours)
        self._animator = animator
        self._survey = survey
        self._deadlines = deadlines
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
        return self._bots.play_round(lambda: self._stopping)

    def stop(self) -> None:
        """Finish the step in hand, then let ``run`` return; may be called by a signal's handler."""
        # Nothing but this: a handler that takes a lock can meet it held by the code it interrupted.
        self._stopping = True

    def run(self) -> None:
        """Work until stopped."""
        beside = (
            *(self._play, self._animate, self._mind_deadlines),
            *(self._plan_notices, self._deliver_notices, self._record_heads),
            *(self._verify, self._seal, self._look_at_store),
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
            thread.join(LEAVE_SECONDS)

    def _leave(self) -> None:
        """Let other workers take over at once; they would after a few seconds in any case."""
        with suppress(StoreUnavailable):
            self._share.release()
            if self._deadlines:
                self._deadlines.leave()
            if self._notices:
                self._notices.leave()

    def _is_ours(self, game_id: str) -> bool:
        return shard_of(game_id) in self._share.held() and self._is_open(game_id)

    def _project(self) -> None:
        """Wait for news and apply it; see now and then whether models or feeds were changed."""
        held = self._share.held()
        if not held:
            self._followed = held
            time.sleep(WAIT_SECONDS)  # as long as it would wait for news
            return
        if time.monotonic() >= self._due or held - self._followed:
            self._runner.refresh(held)
            self._due = time.monotonic() + WAIT_SECONDS
        if taken := held - self._followed:
            self._runner.look_again(taken)
            self._runner.catch_up(taken, lambda shard: shard in self._share.held())
        self._followed = held
        after = self._runner.checkpoints(held)
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
        deadlines = self._deadlines
        while deadlines and not self._stopping:
            self._attempt(lambda: deadlines.expire_round(lambda: self._stopping))
            self._left.wait(WAIT_SECONDS)

    def _plan_notices(self) -> None:
        while self._notices and not self._stopping:
            self._attempt(self._notices.plan)
            self._left.wait(WAIT_SECONDS)

    def _deliver_notices(self) -> None:
        """Deliver beside the planning, however long that takes: claims have to be renewed."""
        while self._notices and not self._stopping:
            self._attempt(self._notices.deliver)
            self._left.wait(WAIT_SECONDS)

    def _record_heads(self) -> None:
        heads = self._heads
        while heads and not self._stopping:
            self._attempt(lambda: self._record_due(heads))
            self._left.wait(HEADS_SECONDS)

    def _record_due(self, heads: HeadRecorder) -> None:
        try:
            heads.record(self._share.held(), lambda: not self._stopping)
        except LogContended as error:
            log.warning("trying again: %s", error)

    def _verify(self) -> None:
        verifier, left = self._verifier, self._left
        while verifier and not self._stopping:
            self._attempt(
                lambda: verifier.verify_due(
                    self._share.held(), left.wait, lambda: not self._stopping
                )
            )
            left.wait(VERIFY_SECONDS)

    def _seal(self) -> None:
        archive, left = self._archive, self._left
        while archive and not self._stopping:
            self._attempt(
                lambda: archive.work(self._share.held(), left.wait, lambda: not self._stopping)
            )
            left.wait(ARCHIVE_SECONDS)

    def _look_at_store(self) -> None:
        if self._survey:
            self._survey.run(self._left)

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
        work = threading.current_thread().name
        try:
            with span(f"worker {work}"):
                step()
            ROUNDS.of(work).inc()
        except StoreUnavailable as error:
            ROUND_FAULTS.of(work).inc()
            if self._is_closed():
                time.sleep(PAUSE_SECONDS)
                return
            log.warning("trying again: %s", error)
            time.sleep(BACKOFF_SECONDS)
        except Exception:
            ROUND_FAULTS.of(work).inc()
            log.exception("trying again")
            time.sleep(BACKOFF_SECONDS)
