"""Problems of requests that may be sent again later: outages, limits, and full queues."""

import logging
from collections.abc import Callable
from math import ceil
from typing import Any

from flask import Response, request

from service.context import services
from service.game.admission import TooManyListen
from service.game.commands import Contended
from service.http.answering.problem_details import localized_text, plain, problem
from service.http.asking.retirement_guard import retirement_guard
from service.machine.connections import TooManyConnections
from service.machine.turns import TooManyWait
from service.moderation.log import LogBusy
from service.people.allowances import AllowanceSpent
from service.people.rates import RateExceeded
from service.people.reports import ReportsFull
from service.people.waiting_line import LineFull, LineWaits
from service.pictures.animations.shelf import AnimationsBusy, ShareWaiting
from service.pictures.rounds import StudioBusy
from service.pictures.studio import PainterGone
from service.readmodels.selecting import ListsOutdated
from service.redis.errors import StoreFull, StoreRetired, StoreUnavailable, StoreUnsafe, Unconfirmed
from service.store.blocks.archive_storage import ArchiveUnreachable

# Most outages are a change of the primary, which is over in seconds.
RETRY_SECONDS = "1"
# A place becomes free only when another client leaves or its work is done.
ROOM_SECONDS = "15"

log = logging.getLogger(__name__)


def _unavailable(error: StoreUnavailable) -> Response:
    # A closed store and a full disk look like outages here, but only the operator can end them, so
    # they have texts of their own.
    if retired := retirement_guard().retirement_behind(error):
        return _retired(retired)
    if folder := services().store.full_folder:
        return _full(StoreFull("disk", f"the disk of {folder} is full: {error}"))
    log.warning("%s %s: %s", request.method, request.path, error)
    return _retried("store_unavailable", localized_text("problem.store_unavailable"))


def _full(error: StoreFull) -> Response:
    log.error("%s %s: %s", request.method, request.path, error)
    return _retried("store_unavailable", localized_text(f"problem.store_full.{error.place}"))


def _archive_unreachable(error: ArchiveUnreachable) -> Response:
    log.error("%s", error)
    return _retried("store_unavailable", localized_text("problem.archive_unreachable"))


def _unconfirmed(error: Unconfirmed) -> Response:
    log.warning("%s %s: %s", request.method, request.path, error)
    return _retried("unconfirmed", localized_text("problem.unconfirmed"))


def _unsafe(error: StoreUnsafe) -> Response:
    # Not logged here: the store's watch has logged it, once.
    return _retried("store_unavailable", localized_text(f"problem.store_unsafe.{error.case}"))


def _retired(error: StoreRetired) -> Response:
    services().retirement_notice.note(str(error))
    return _retried("store_unavailable", localized_text(f"problem.store_closed.{error.reason}"))


def _retried(code: str, detail: str) -> Response:
    """Return a 503 that asks for the same request again."""
    return problem(503, code, detail, headers={"Retry-After": RETRY_SECONDS})


def _too_many(code: str, seconds: str) -> Callable[[Any], Response]:
    """Return a function that answers errors that have a ``limit`` by a 429, to be retried later."""
    return lambda error: _limited(localized_text(f"problem.{code}", limit=error.limit), seconds)


def _limited(detail: str, seconds: str) -> Response:
    return problem(429, "too_many_requests", detail, headers={"Retry-After": seconds})


def _allowance_spent(error: AllowanceSpent) -> Response:
    detail = localized_text(
        f"problem.allowance.{error.kind}",
        amount=error.limit.amount,
        minutes=ceil(error.limit.get_expiry() / 60),
        wait=ceil(error.retry_after / 60),
    )
    return _limited(detail, str(error.retry_after))


def _rate_exceeded(error: RateExceeded) -> Response:
    amount, seconds = error.standing.most, error.standing.seconds
    detail = localized_text("problem.too_many_requests", amount=amount, seconds=seconds)
    return _limited(detail, str(error.retry_after))


def _in_line(error: LineWaits) -> Response:
    place = error.ticket
    minutes = ceil(place.seconds / 60)
    detail = localized_text("problem.in_line", place=place.place, minutes=minutes)
    headers = {"Retry-After": str(place.seconds)}
    return problem(429, "in_line", detail, headers=headers, ticket=place.ticket, place=place.place)


def _line_full(error: LineFull) -> Response:
    headers = {"Retry-After": str(error.seconds)}
    return problem(503, "line_full", localized_text("problem.line_full"), headers=headers)


def _painter_gone(_: PainterGone) -> Response:
    log.warning("%s %s: the process that paints ended", request.method, request.path)
    return _retried("pictures_busy", localized_text("problem.painter_gone"))


ANSWERS: dict[type[Exception], Any] = {
    TooManyConnections: _too_many("too_many_connections", ROOM_SECONDS),
    StoreUnavailable: _unavailable,
    StoreFull: _full,
    ArchiveUnreachable: _archive_unreachable,
    Unconfirmed: _unconfirmed,
    StoreUnsafe: _unsafe,
    StoreRetired: _retired,
    Contended: plain(503, "contended", {"Retry-After": RETRY_SECONDS}),
    LogBusy: plain(503, "contended", {"Retry-After": RETRY_SECONDS}),
    ReportsFull: plain(503, "reports_full", {"Retry-After": RETRY_SECONDS}),
    ListsOutdated: plain(503, "lists_outdated", {"Retry-After": ROOM_SECONDS}),
    TooManyListen: _too_many("too_many_listen", ROOM_SECONDS),
    TooManyWait: _too_many("too_many_wait", RETRY_SECONDS),
    AllowanceSpent: _allowance_spent,
    LineWaits: _in_line,
    LineFull: _line_full,
    RateExceeded: _rate_exceeded,
    StudioBusy: plain(503, "pictures_busy", {"Retry-After": RETRY_SECONDS}),
    PainterGone: _painter_gone,
    ShareWaiting: _too_many("animations_share", ROOM_SECONDS),
    AnimationsBusy: plain(503, "animations_busy", {"Retry-After": ROOM_SECONDS}),
}
"""The answer to each kind of error."""
