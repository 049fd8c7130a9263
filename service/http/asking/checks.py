"""The checks that a request passes before its view, in their order."""

import logging
from collections.abc import Callable, Sequence
from functools import cache, partial

from flask import Flask, Request
from redis import Redis
from werkzeug.exceptions import UnsupportedMediaType

from service.context import present_request
from service.http.asking import hosts, retirement_guard
from service.http.asking.allowances import note
from service.http.asking.auth import (
    MEANT,
    SAFE,
    account,
    address,
    is_bot_account,
    refuse_others,
)
from service.http.reading import bodies
from service.people.rates import BOT_SHARE, RateExceeded, Rates
from service.settings.config import Config
from service.telemetry.request_ids import request_id

WITH_BODIES = frozenset({"POST", "PATCH", "PUT"})
TAKES_FORMS = "unsubscribing"
"""The blueprint that takes the forms that mail programs send."""
# The store itself refuses an append while it is closed, so these need no trip to ask before.
BY_APPEND = frozenset({None, "moves", "rulesets", "unsubscribing"})
"""Blueprints whose requests write by an append alone, or not at all; None for unknown paths."""
PAGE = "web"
"""The blueprint of the page's files."""
NEW_PLAYERS = frozenset({"players.create_player", "session.begin"})

Check = Callable[[], None]

log = logging.getLogger(__name__)


def add(app: Flask, config: Config, client: Redis) -> None:
    """Add the checks, in this order; the first refusal is answered."""
    checks: list[Check] = []
    # First, so that the answer to a refusal names the request as well.
    if config.access_log:
        checks.append(_name_request)
    if not config.proxies:
        checks.append(_notice_proxy)
    # Before all checks that refuse, so that refused requests count, too.
    if config.rate_limit:
        checks.append(_rates_check(config.rate_limits))
    # Before any check of the request's content: a request for another host learns nothing more.
    if config.hosts:
        checks.append(hosts.check_of(config.hosts))
    guard = retirement_guard.install_guard(app, client)
    # One hook for all of them: Flask looks each hook up again for every request.
    app.before_request(partial(_check, checks, guard.refuse_writes))


def _check(checks: Sequence[Check], refuse_writes: Check) -> None:
    """Run the checks for every request, then those for requests that write."""
    for check in checks:
        check()
    request = present_request()
    if request.method in SAFE:
        return
    _refuse_other_content(request)
    if MEANT in request.environ:
        refuse_others(request.environ[MEANT])
    if request.blueprint not in BY_APPEND:
        refuse_writes()


def _rates_check(limits: str) -> Check:
    """Return the check of a request's rates, by account and by address, in each process."""
    # By address as well, since anybody can make any number of players.
    rates, bot_rates = Rates(limits), Rates(limits, times=BOT_SHARE)

    def count() -> None:
        endpoint = present_request().endpoint
        if endpoint is None or _is_free(endpoint):
            return
        where = address()
        # A new player counts for the address, even if the request has a token.
        is_new = endpoint in NEW_PLAYERS
        who = where if is_new else account()
        counting = bot_rates if not is_new and is_bot_account() else rates
        try:
            counting.hit(who, where)
        except RateExceeded as exceeded:
            note(exceeded.standing)
            raise
        for standing in counting.standings(who):
            note(standing)

    return count


@cache
def _is_free(endpoint: str) -> bool:
    """True for the page's files, and for probes."""
    # One page asks for thirty files at once, and probes must see that a flooded service is alive.
    blueprint, _, view = endpoint.rpartition(".")
    return blueprint == PAGE or view in hosts.PROBES


def _name_request() -> None:
    request_id(present_request().environ)


def _notice_proxy() -> None:
    """Warn once of a proxy that the settings do not name."""
    # All clients behind it would share the limits of one address.
    if "HTTP_X_FORWARDED_FOR" in present_request().environ:
        _warn_of_proxy()


@cache
def _warn_of_proxy() -> None:
    log.warning(
        "Requests come through a proxy (X-Forwarded-For), and all of them count for its address: "
        "set ANABASIS_PROXIES to the number of proxies before the service."
    )


def _refuse_other_content(request: Request) -> None:
    if request.environ.get("CONTENT_TYPE") == bodies.JSON:
        return  # most clients send just this, which needs no parsing
    if request.blueprint == TAKES_FORMS:
        return
    if request.method in WITH_BODIES and request.content_length and not request.is_json:
        raise UnsupportedMediaType
