"""The Flask application, put together from its parts."""

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any

from flask import Flask, Response
from werkzeug.exceptions import UnsupportedMediaType
from werkzeug.middleware.proxy_fix import ProxyFix

from service.config import BODY_BYTES, Config
from service.context import services_over
from service.http import (
    animations,
    audit_page,
    devices,
    docs,
    events,
    exports,
    extensions,
    feeds,
    games,
    heads,
    health,
    hosting,
    invitations,
    lobby,
    moves,
    notices,
    oembed,
    orders,
    passkeys,
    pauses,
    pictures,
    players,
    rematches,
    replays,
    seats,
    session,
    shared_pages,
    signing_in,
    statistics,
    studies,
    unsubscribing,
    vacations,
    web,
)
from service.http import (
    rulesets as rulesets_http,
)
from service.http.plumbing import (
    bodies,
    closing,
    compression,
    document,
    headers,
    hosts,
    problems,
    rates,
)
from service.http.plumbing.auth import refuse_others
from service.http.plumbing.deadlines import TERMS_FORM
from service.http.plumbing.parsing import Resource
from service.present import present_request
from service.store.configured import name_of
from service.store.contract import StoreRefused, StoreUnavailable
from service.store.redis_store import RedisStore
from service.store.schema import begin_writing
from service.telemetry import requests
from service.telemetry.logs import tell_end
from service.telemetry.request_ids import request_id

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

log = logging.getLogger(__name__)

BASE = "/api/v1"
BOOT_FAILED = 3
"""The exit code at which gunicorn's master gives up, instead of trying again for ever."""
WITH_BODIES = frozenset({"POST", "PATCH", "PUT"})


class Anabasis(Flask):
    """The application; all its functions are plain ones."""

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function as it is; Flask looks each up, at each request, for a coroutine."""
        return func

    def wsgi_app(
        self, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> Iterable[bytes]:
        """Answer with the headers that all answers carry, those to errors included."""
        return super().wsgi_app(environ, headers.completing(environ, start_response))


def create_app(
    config: Config | None = None,
    store: RedisStore | None = None,
    *,
    resources: Sequence[Resource] | None = None,
) -> Flask:
    """Return the application over a store; both from the environment when left out.

    With ``resources`` it serves only these, without pages or API document.
    """
    config = config or Config.from_environment()
    store = store or _connected(config)
    app = Anabasis("anabasis", static_folder=None)
    app.config.update(MAX_CONTENT_LENGTH=BODY_BYTES, PROPAGATE_EXCEPTIONS=False)
    app.url_map.merge_slashes = False  # a redirect would name the host that the client named
    _trust(app, config.proxies)
    app.extensions["anabasis"] = services_over(config, store)
    if resources is None:
        requests.measure(app)
        _add_resources(app)
    else:
        _mount(app, [(resource, BASE) for resource in resources])
    problems.register(app, web.missing)
    _add_checks(app, config, store)
    app.after_request(compression.compress(app))
    return app


def _connected(config: Config) -> RedisStore:
    with one_line_refusals():
        store = RedisStore.connect(config)
        begin_writing(store.client, name_of(config))
        return store


@contextmanager
def one_line_refusals() -> Iterator[None]:
    """End the process with one line where the configured store cannot be used."""
    try:
        yield
    except (StoreRefused, StoreUnavailable) as error:
        tell_end(str(error))
        raise SystemExit(BOOT_FAILED) from None


def _add_resources(app: Flask) -> None:
    """Add every resource and page of the service."""
    recorded = (events, exports, replays, statistics, pictures, animations)
    beside = (orders, extensions, pauses, vacations)
    playing = (games, seats, hosting, moves, *beside, *recorded, rematches, studies)
    people = (players, devices, passkeys, signing_in, feeds, invitations, session, notices)
    every = (*people, rulesets_http, lobby, *playing, heads, oembed, health)
    resources = [*((each.blp, BASE) for each in every), (feeds.secret_blp, None)]
    _mount(app, resources)
    document.register(app, resources, {"DeadlineTerms": TERMS_FORM})
    app.register_blueprint(health.blp, name="probes")
    for page in (docs, audit_page, shared_pages, unsubscribing, web):
        app.register_blueprint(page.blp)


def _mount(app: Flask, resources: Sequence[document.Mounted]) -> None:
    for resource, prefix in resources:
        app.register_blueprint(resource, url_prefix=prefix)


def _add_checks(app: Flask, config: Config, store: RedisStore) -> None:
    """Add what a request passes before its view, in this order; the first refusal is answered."""
    if config.access_log:  # first, so that the answer to a refusal names it as well
        app.before_request(_name_request)
    if not config.proxies:
        app.before_request(_notice_proxy)
    if config.rate_limit:  # before all that refuses, so that a flood of refusals ends, too
        rates.limit(app, config.rate_limits)
    hosts.check(app, config.hosts)  # another host's request learns nothing but that it is one
    app.before_request(_refuse_other_content)
    app.before_request(refuse_others)
    closing.install(app, store.client)


def _trust(app: Flask, proxies: int) -> None:
    """Trust the last proxies for the client's address, the scheme and the host."""
    if proxies:
        fixed = ProxyFix(app.wsgi_app, x_for=proxies, x_proto=proxies, x_host=proxies)
        app.wsgi_app = fixed  # type: ignore[method-assign]


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
    if request.blueprint == unsubscribing.blp.name:
        return None  # mail programs send a form
    if request.method in WITH_BODIES and request.content_length and not request.is_json:
        raise UnsupportedMediaType
    return None
