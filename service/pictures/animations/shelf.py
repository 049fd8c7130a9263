"""The shelf of animations in Redis: requests that wait, and a few finished films."""

from collections.abc import Iterator
from contextlib import contextmanager
from secrets import token_hex
from typing import Any, cast

import msgspec
from redis import Redis
from redis.exceptions import WatchError

from service.machine import clock
from service.pictures.animations.animation_requests import (
    AnimationRequest,
    Claim,
    Failure,
    Progress,
    State,
)
from service.redis.error_translation import translated_errors

KEPT_SECONDS = 24 * 3600
MOST_KEPT = 24
MOST_BYTES = 3_000_000
MOST_WAITING = 20
# So it takes four addresses to fill the queue, not one.
MOST_WAITING_EACH = 5
"""The most requests of one address that may wait."""
# Joining the frames takes longest.
CLAIM_SECONDS = 60
"""The longest pause between two signs of life of a worker."""

WAITING, KEPT = "{animations}:waiting", "{animations}:kept"
ROUND = "{animations}:round"
"""The round whose requests are being made."""
ROUND_MILLISECONDS = 1e14
"""More than the milliseconds of any time, so that the time is the fraction of a request's place."""


class AnimationsBusy(Exception):
    """Too many animations wait already."""


class ShareWaiting(Exception):
    """An address already has the most requests that may wait, which is ``limit``."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        super().__init__(str(limit))


class ClaimLost(Exception):
    """Another worker has taken the request, or it is gone."""


class FilmTooLarge(Exception):
    """A film is larger than any that is kept."""


class Animations:
    """Requests and films by the request's id; all can be made again, and expire after a day.

    Every method may raise StoreUnavailable.
    """

    # In Redis, the only place that web processes and workers share. It evicts nothing by itself, so
    # films are bounded in number and size, and the oldest is dropped. All keys share a hash tag, as
    # a transaction needs them in one slot.

    def __init__(self, client: Redis) -> None:
        self._client: Any = client  # redis-py does not type bytes answers

    def state(self, animation_id: str) -> State | None:
        """Return the state of an animation, None if it was not requested."""
        with translated_errors():
            fields = self._client.hmget(
                _request_key(animation_id), "status", "done", "of", "reason"
            )
        return None if fields[0] is None else _state(*fields)

    def film(self, animation_id: str) -> bytes | None:
        """Return a finished film, None if there is none."""
        with translated_errors():
            film: bytes | None = self._client.get(_film(animation_id))
        return film

    def place(self, request: AnimationRequest, address: str) -> State:
        """Place a request from an address; a failed one may be placed again.

        Raises AnimationsBusy, ShareWaiting.
        """
        animation_id, placed = request.id, msgspec.json.encode(request)
        fields = {"order": placed, "status": "queued", "done": 0, "of": 0, "tries": 0, "reason": ""}
        with translated_errors():
            place = self._next_place(address)
            pipeline = self._client.pipeline(transaction=True)
            pipeline.hset(_request_key(animation_id), mapping={**fields, "address": address})
            pipeline.expire(_request_key(animation_id), KEPT_SECONDS)
            pipeline.zadd(WAITING, {animation_id: place}, nx=True)
            pipeline.execute()
        return State("queued")

    def _next_place(self, address: str) -> float:
        """Return the place in the queue: the round after the address's last one, then the time."""
        waiting = self._client.zrange(WAITING, 0, -1, withscores=True)
        if len(waiting) >= MOST_WAITING:
            raise AnimationsBusy
        own = [place for animation_id, place in waiting if self._is_of(animation_id, address)]
        if len(own) >= MOST_WAITING_EACH:
            raise ShareWaiting(MOST_WAITING_EACH)
        # Each address has one request in a round, so none waits behind all those of another.
        present = int(self._client.get(ROUND) or 0) if waiting else 0
        return max(present, *map(int, own), 0) + 1 + clock.now_ms() / ROUND_MILLISECONDS

    def _is_of(self, animation_id: bytes, address: str) -> bool:
        return bool(
            self._client.hget(_request_key(animation_id.decode()), "address") == address.encode()
        )

    def claim(self) -> Claim | None:
        """Return the next request that no other worker makes, None if there is none.

        A worker without a sign of life for CLAIM_SECONDS loses its claim.
        """
        with translated_errors():
            waiting = [each.decode() for each in self._client.zrange(WAITING, 0, -1)]
            return next(filter(None, map(self._claim, waiting)), None)

    def _claim(self, animation_id: str) -> Claim | None:
        owner = token_hex(8)
        if not self._client.set(_claim(animation_id), owner, nx=True, ex=CLAIM_SECONDS):
            return None
        placed = self._client.hget(_request_key(animation_id), "order")
        if placed is None:  # it has waited so long that it has expired
            self._client.zrem(WAITING, animation_id)
            return None
        self._client.set(
            ROUND, int(self._client.zscore(WAITING, animation_id) or 0), ex=KEPT_SECONDS
        )
        tries = self._client.hincrby(_request_key(animation_id), "tries", 1)
        return Claim(animation_id, msgspec.json.decode(placed, type=AnimationRequest), owner, tries)

    def advance(self, claim: Claim, done: int, of: int) -> None:
        """Report the number of frames drawn, which is also a sign of life. Raises ClaimLost."""
        with self._while_claimed(claim) as pipeline:
            pipeline.hset(
                _request_key(claim.id), mapping={"status": "working", "done": done, "of": of}
            )
            pipeline.expire(_claim(claim.id), CLAIM_SECONDS)

    def finish(self, claim: Claim, film: bytes) -> None:
        """Keep a film; the oldest ones go. Raises ClaimLost, FilmTooLarge."""
        if len(film) > MOST_BYTES:
            raise FilmTooLarge(f"{len(film)} bytes are more than {MOST_BYTES}")
        with translated_errors():
            kept = [each.decode() for each in self._client.zrange(KEPT, 0, -MOST_KEPT)]
        with self._while_claimed(claim) as pipeline:
            for oldest in kept:
                pipeline.delete(_request_key(oldest), _film(oldest))
                pipeline.zrem(KEPT, oldest)
            pipeline.set(_film(claim.id), film, ex=KEPT_SECONDS)
            pipeline.zadd(KEPT, {claim.id: clock.now_ms()})
            _end(pipeline, claim, "done")

    def fail(self, claim: Claim, reason: Failure) -> None:
        """Give a request up; it may be placed again. Raises ClaimLost."""
        with self._while_claimed(claim) as pipeline:
            pipeline.hset(_request_key(claim.id), "reason", reason)
            _end(pipeline, claim, "failed")

    def release(self, claim: Claim) -> None:
        """Leave a request to the next worker; this try does not count. Raises ClaimLost."""
        with self._while_claimed(claim) as pipeline:
            pipeline.hset(
                _request_key(claim.id), mapping={"status": "queued", "tries": claim.tries - 1}
            )
            pipeline.delete(_claim(claim.id))

    @contextmanager
    def _while_claimed(self, claim: Claim) -> Iterator[Any]:
        """Yield a transaction that is only executed while the claim is held. Raises ClaimLost."""
        with translated_errors(), self._client.pipeline(transaction=True) as pipeline:
            pipeline.watch(_claim(claim.id))
            if pipeline.get(_claim(claim.id)) != claim.owner.encode():
                raise ClaimLost
            pipeline.multi()
            yield pipeline
            try:
                pipeline.execute()
            except WatchError:
                raise ClaimLost from None


def _state(status: bytes, done: bytes | None, of: bytes | None, reason: bytes | None) -> State:
    why = cast("Failure", reason.decode()) if reason else None
    return State(cast("Progress", status.decode()), int(done or 0), int(of or 0), why)


def _end(pipeline: Any, claim: Claim, status: Progress) -> None:
    pipeline.hset(_request_key(claim.id), "status", status)
    pipeline.hdel(_request_key(claim.id), "address")  # it only counts while the request waits
    pipeline.expire(_request_key(claim.id), KEPT_SECONDS)
    pipeline.zrem(WAITING, claim.id)
    pipeline.delete(_claim(claim.id))


def _request_key(animation_id: str) -> str:
    return f"{{animations}}:order:{animation_id}"


def _claim(animation_id: str) -> str:
    return f"{{animations}}:claim:{animation_id}"


def _film(animation_id: str) -> str:
    return f"{{animations}}:film:{animation_id}"
