"""The checks that a request passes before its view, in their order."""

import logging
from functools import cache

from flask import Flask, Response
from redis import Redis
from werkzeug.exceptions import UnsupportedMediaType

from service.http.asking import closing, hosts, rates
from service.http.asking.auth import refuse_others
from service.http.reading import bodies
from service.settings.config import Config
from service.telemetry.request_ids import request_id
from service.webprocess.present import present_request

WITH_BODIES = frozenset({"POST", "PATCH", "PUT"})
TAKES_FORMS = "unsubscribing"
"""The blueprint that takes what mail programs send."""

log = logging.getLogger(__name__)


def add(app: Flask, config: Config, client: Redis) -> None:
    """Add the checks, in this order; the first refusal is answered."""
    if config.access_log:  # first, so that the answer to a refusal names it as well
        app.before_request(_name_request)
    if not config.proxies:
        app.before_request(_notice_proxy)
    if config.rate_limit:  # before all that refuses, so that a flood of refusals ends, too
        rates.limit(app, config.rate_limits)
    hosts.check(app, config.hosts)  # another host's request learns nothing but that it is one
    app.before_request(_refuse_other_content)
    app.before_request(refuse_others)
    closing.install(app, client)


def _name_request() -> None:
    request_id(present_request().environ)


def _notice_proxy() -> None:
    """Warn once of an unnamed proxy: all its clients would share one address's limits."""
    if "HTTP_X_FORWARDED_FOR" in present_request().environ:
        _warn_of_proxy()


@cache
def _warn_of_proxy() -> None:
    log.warning(
        "Requests come through a proxy (X-Forwarded-For), and all of them count for its address: "
        "set ANABASIS_PROXIES to the number of proxies before the service."
    )


def _refuse_other_content() -> Response | None:
    request = present_request()
    if request.environ.get("CONTENT_TYPE") == bodies.JSON:
        return None  # the usual word for it needs no parsing
    if request.blueprint == TAKES_FORMS:
        return None
    if request.method in WITH_BODIES and request.content_length and not request.is_json:
        raise UnsupportedMediaType
    return None
