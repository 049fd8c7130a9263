"""The Flask application, put together from its parts."""

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any

from flask import Flask, Response
from werkzeug.exceptions import UnsupportedMediaType
from werkzeug.middleware.proxy_fix import ProxyFix

from service.accounts.devices import Devices
from service.accounts.passkeys import Passkeys
from service.accounts.sign_in_links import SignInLinks
from service.allowances import Allowances
from service.animations.shelf import Animations
from service.config import BODY_BYTES, Config
from service.context import InstallationKey, Services
from service.game.commands import Commands
from service.game.live import Live, Room
from service.game.observing import NoObserver
from service.game.open_games import OpenGames
from service.game.ordered import OrderedGames
from service.game.quiet_clocks import QuietClocks
from service.game.snapshots import Snapshots
from service.game.state_cache import StateCache
from service.game.unfinished import Unfinished
from service.heads.keys import SigningKeys
from service.heads.log import HeadLog
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
from service.invitations import Invitations
from service.notices.feeds import Feeds
from service.notices.parts import notice_parts
from service.players import REMEMBERED, Players
from service.present import present_request
from service.store.broken import Breaks
from service.store.closed_notice import ClosedNotice
from service.store.closings import Closings
from service.store.configured import name_of
from service.store.contract import StoreRefused, StoreUnavailable
from service.store.read_models import ReadModels
from service.store.redis_store import RedisStore
from service.store.remembered import Remembered
from service.store.schema import begin_writing
from service.store.snapshots import SnapshotStore
from service.telemetry import requests
from service.telemetry.logs import tell_end
from service.telemetry.metered import CountingObserver, MeteredCommands, is_metered, metered_store
from service.telemetry.request_ids import request_id
from service.visits import Visits

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


def services_over(config: Config, store: RedisStore) -> Services:
    """Return new services over a store: all that an application keeps from request to request."""
    kept = Remembered(store.client, REMEMBERED)
    broken, closings = Breaks(store.client, kept), Closings(store.client, kept)
    snapshots = Snapshots(SnapshotStore(store.client))
    observer = CountingObserver() if is_metered() else NoObserver()
    is_closed = _closed_by(broken, closings)
    states = StateCache(store, config.cache_bytes, snapshots, broken.of, observer)
    people = Players(store.client, kept)
    closed_notice = ClosedNotice(store.client)
    return Services(
        config=config,
        store=store,
        cache=states,
        commands=_commands(store, states, people, closings),
        players=people,
        devices=Devices(store.client, kept),
        passkeys=Passkeys(store.client),
        sign_in_links=SignInLinks(store.client),
        ordered=OrderedGames(store.client),
        invitations=Invitations(store.client),
        open_games=OpenGames(store.client, config.open_games, is_closed),
        visits=Visits(store.client),
        feeds=Feeds(store.client),
        notices=notice_parts(store.client, config),
        heads=HeadLog(store.client),
        breaks=broken,
        closings=closings,
        signing=SigningKeys(store.client),
        read_models=ReadModels(store.client),
        remembered=kept,
        live=Live(store, states, _room(config), is_closed=closed_notice.tell),
        closed_notice=closed_notice,
        animations=Animations(store.client),
        allowances=Allowances(store.client, config.new_players) if config.rate_limit else None,
        read_key=InstallationKey(store.client),
    )


def _closed_by(broken: Breaks, closings: Closings) -> Callable[[str], bool]:
    """Return whether a game takes no commands: its record is broken, or the host has closed it."""
    return lambda game_id: (closings.of(game_id) or broken.of(game_id)) is not None


def _commands(
    store: RedisStore, states: StateCache, people: Players, closings: Closings
) -> Commands:
    quiet, unfinished = QuietClocks(people.quiet_hours), Unfinished(store.client)
    parts = states, quiet, unfinished, closings.check
    return (
        MeteredCommands(metered_store(store), *parts) if is_metered() else Commands(store, *parts)
    )


def _room(config: Config) -> Room:
    return Room(config.streams, config.streams_each, config.streams_address)


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
