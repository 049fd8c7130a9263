"""The animator: the part of the worker that makes animations, frame by frame."""

import logging
from collections.abc import Callable, Iterator

from service.game.removals import Removals
from service.game.state_cache import History, StateCache
from service.people.names import Names
from service.pictures.animations.animation_requests import Claim
from service.pictures.animations.frames import WIDTHS, durations, moments_shown
from service.pictures.animations.shelf import Animations, ClaimLost, FilmTooLarge
from service.pictures.painter import Film
from service.pictures.studio import Studio
from service.pictures.subjects import Look, Subject, subject_at
from service.redis.errors import StoreUnavailable

# A request may be what kills the workers that try it.
MOST_TRIES = 3
"""The most tries of a request."""

log = logging.getLogger(__name__)


class _Stopped(Exception):
    """The worker is stopping."""


class Animator:
    """Makes one animation at a time; a process of its own draws the frames."""

    def __init__(
        self, animations: Animations, histories: StateCache, names: Names, removals: Removals
    ) -> None:
        self._animations = animations
        self._histories = histories
        self._names, self._removals = names, removals
        # Keeps nothing, as no frame is drawn twice.
        self._studio = Studio(most_bytes=0)

    def make_next(self, stopping: Callable[[], bool] = lambda: False) -> bool:
        """Make the animation that waits longest; False if none waits. Raises StoreUnavailable."""
        claim = self._animations.claim()
        if claim is None:
            return False
        try:
            self._make(claim, stopping)
        except ClaimLost:
            log.info("animation %s is now made by another worker", claim.id)
        return True

    def close(self) -> None:
        """End the process that draws."""
        self._studio.close()

    def _make(self, claim: Claim, stopping: Callable[[], bool]) -> None:
        if claim.tries > MOST_TRIES:
            log.error(
                "animation of game %s: workers ended over it",
                claim.request.game_id,
                extra={"game_id": claim.request.game_id},
            )
            self._animations.fail(claim, "worker_lost")
            return
        try:
            self._animations.finish(claim, self._film(claim, stopping))
        except (ClaimLost, StoreUnavailable):
            raise
        except _Stopped:
            self._animations.release(claim)
        except FilmTooLarge as found:
            log.warning(
                "animation of game %s: %s",
                claim.request.game_id,
                found,
                extra={"game_id": claim.request.game_id},
            )
            self._animations.fail(claim, "too_large")
        except Exception:
            log.exception(
                "animation of game %s",
                claim.request.game_id,
                extra={"game_id": claim.request.game_id},
            )
            self._animations.fail(claim, "not_drawn")

    def _film(self, claim: Claim, stopping: Callable[[], bool]) -> bytes:
        request = claim.request
        history = self._histories.current(request.game_id)
        moments = moments_shown(map(history.at, range(1, request.version + 1)))
        pictures: list[bytes] = []
        for subject in self._subjects(claim, history, moments):
            if stopping():
                raise _Stopped
            # Before each frame, as this is also the sign of life that keeps the claim.
            self._animations.advance(claim, len(pictures), len(moments))
            pictures.append(self._studio.png(subject))
        self._animations.advance(claim, len(moments), len(moments))
        return self._studio.film(Film(pictures, durations(len(moments)), request.format))

    def _subjects(self, claim: Claim, history: History, moments: list[int]) -> Iterator[Subject]:
        request = claim.request
        removed = self._removals.marks.of(request.game_id)
        look = Look(request.language, request.shape, WIDTHS[request.shape], removed)
        names = self._names.in_game(history.game)
        for version in moments:
            yield subject_at(request.game_id, history, version, names.__getitem__, look)
