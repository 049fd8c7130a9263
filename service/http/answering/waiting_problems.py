"""Problems of requests that may be sent again later: outages, limits, and rooms that are full."""

import logging
from math import ceil
from typing import Any

from flask import Response, request

from service.context import services
from service.game.commands import Contended
from service.game.live import TooManyListen
from service.http.answering.problem_details import problem, worded
from service.http.asking.closing import closing_guard
from service.machine.turns import TooManyWait
from service.people.allowances import AllowanceSpent
from service.people.rates import RateExceeded
from service.pictures.animations.shelf import AnimationsBusy, ShareWaiting
from service.pictures.rounds import StudioBusy
from service.pictures.studio import PainterGone
from service.redis.errors import StoreClosed, StoreFull, StoreUnavailable, StoreUnsafe, Unconfirmed
from service.store.blocks.outside import ArchiveUnreachable
from service.webprocess.connections import TooManyConnections

RETRY_SECONDS = "1"
ROOM_SECONDS = "15"

log = logging.getLogger(__name__)


def _too_many_connections(error: TooManyConnections) -> Response:
    headers = {"Retry-After": ROOM_SECONDS}
    detail = worded("problem.too_many_connections", limit=error.limit)
    return problem(429, "too_many_requests", detail, headers=headers)


def _unavailable(error: StoreUnavailable) -> Response:
    if closing := closing_guard().closing_behind(error):
        return _closed(closing)
    if folder := services().store.full_folder:
        return _full(StoreFull("disk", f"the disk of {folder} is full: {error}"))
    log.warning("%s %s: %s", request.method, request.path, error)
    return _retried("store_unavailable", worded("problem.store_unavailable"))


def _full(error: StoreFull) -> Response:
    log.error("%s %s: %s", request.method, request.path, error)
    return _retried("store_unavailable", worded(f"problem.store_full.{error.place}"))


def _archive_unreachable(error: ArchiveUnreachable) -> Response:
    log.error("%s", error)
    return _retried("store_unavailable", worded("problem.archive_unreachable"))


def _unconfirmed(error: Unconfirmed) -> Response:
    log.warning("%s %s: %s", request.method, request.path, error)
    return _retried("unconfirmed", worded("problem.unconfirmed"))


def _unsafe(error: StoreUnsafe) -> Response:
    """Not logged here: the store's watch has done so, once."""
    return _retried("store_unavailable", worded(f"problem.store_unsafe.{error.case}"))


def _closed(error: StoreClosed) -> Response:
    services().closed_notice.note(str(error))
    return _retried("store_unavailable", worded(f"problem.store_closed.{error.reason}"))


def _contended(_: Contended) -> Response:
    return _retried("contended", worded("problem.contended"))


def _retried(code: str, detail: str) -> Response:
    """Return a 503 that asks for the same request again."""
    return problem(503, code, detail, headers={"Retry-After": RETRY_SECONDS})


def _too_many_listen(error: TooManyListen) -> Response:
    headers = {"Retry-After": ROOM_SECONDS}
    detail = worded("problem.too_many_listen", limit=error.limit)
    return problem(429, "too_many_requests", detail, headers=headers)


def _too_many_wait(error: TooManyWait) -> Response:
    headers = {"Retry-After": RETRY_SECONDS}
    detail = worded("problem.too_many_wait", limit=error.limit)
    return problem(429, "too_many_requests", detail, headers=headers)


def _allowance_spent(error: AllowanceSpent) -> Response:
    detail = worded(
        f"problem.allowance.{error.kind}",
        amount=error.limit.amount,
        minutes=ceil(error.limit.get_expiry() / 60),
        wait=ceil(error.retry_after / 60),
    )
    headers = {"Retry-After": str(error.retry_after)}
    return problem(429, "too_many_requests", detail, headers=headers)


def _rate_exceeded(error: RateExceeded) -> Response:
    headers = {"Retry-After": str(error.retry_after)}
    detail = worded("problem.too_many_requests", limit=error.limit)
    return problem(429, "too_many_requests", detail, headers=headers)


def _studio_busy(_: StudioBusy) -> Response:
    return _retried("pictures_busy", worded("problem.pictures_busy"))


def _painter_gone(_: PainterGone) -> Response:
    log.warning("%s %s: the process that paints ended", request.method, request.path)
    return _retried("pictures_busy", worded("problem.painter_gone"))


def _share_waiting(error: ShareWaiting) -> Response:
    headers = {"Retry-After": ROOM_SECONDS}
    detail = worded("problem.animations_share", limit=error.limit)
    return problem(429, "too_many_requests", detail, headers=headers)


def _animations_busy(_: AnimationsBusy) -> Response:
    detail = worded("problem.animations_busy")
    return problem(503, "animations_busy", detail, headers={"Retry-After": ROOM_SECONDS})


ANSWERS: dict[type[Exception], Any] = {
    TooManyConnections: _too_many_connections,
    StoreUnavailable: _unavailable,
    StoreFull: _full,
    ArchiveUnreachable: _archive_unreachable,
    Unconfirmed: _unconfirmed,
    StoreUnsafe: _unsafe,
    StoreClosed: _closed,
    Contended: _contended,
    TooManyListen: _too_many_listen,
    TooManyWait: _too_many_wait,
    AllowanceSpent: _allowance_spent,
    RateExceeded: _rate_exceeded,
    StudioBusy: _studio_busy,
    PainterGone: _painter_gone,
    ShareWaiting: _share_waiting,
    AnimationsBusy: _animations_busy,
}
"""The answer to each kind of error."""
