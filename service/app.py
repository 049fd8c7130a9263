"""The Flask application, put together from its parts."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.routing import Rule

from service.context import services_over
from service.http.answering import compression, headers, problems
from service.http.asking import checks
from service.http.page import pages, web
from service.http.reading.parsing import Resource
from service.http.resources import api
from service.redis.errors import StoreRefused, StoreUnavailable
from service.settings.config import BODY_BYTES, Config
from service.store.configured_store import name_of
from service.store.redis_store import RedisStore
from service.store.schema import begin_writing
from service.telemetry import requests
from service.telemetry.logs import tell_end

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

BOOT_FAILED = 3
"""The exit code at which gunicorn's master gives up, instead of trying again forever."""


class Route(Rule):
    """A route whose URL builders are compiled when they are first called."""

    # Few are ever called. `_compile_builder` is private to werkzeug; `test_app` fails without it.

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        compiled = cache(partial(super()._compile_builder, append_unknown))
        return lambda rule, /, **values: compiled()(rule, **values)


class Application(Flask):
    """The application, whose functions are all synchronous."""

    url_rule_class = Route

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function unchanged."""
        # Flask would check at each request whether each function is a coroutine.
        return func

    def wsgi_app(
        self, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> Iterable[bytes]:
        """Answer with the headers that all answers have, including those to errors."""
        return super().wsgi_app(environ, partial(headers.start, environ, start_response))


def create_app(
    config: Config | None = None,
    store: RedisStore | None = None,
    *,
    resources: Sequence[Resource] | None = None,
) -> Flask:
    """Return the application over a store; both come from the environment by default.

    With ``resources`` it serves only these, without pages or the API's document.
    """
    config = config or Config.from_environment()
    store = store or _connected(config)
    app = Application("anabasis", static_folder=None)
    app.config.update(MAX_CONTENT_LENGTH=BODY_BYTES, PROPAGATE_EXCEPTIONS=False)
    app.url_map.merge_slashes = False  # a redirect would name the host that the client named
    _trust(app, config.proxies)
    app.extensions["anabasis"] = services_over(config, store)
    if resources is None:
        requests.measure(app)
        api.add_all(app, config)
        pages.add(app)
    else:
        api.add_some(app, resources)
    problems.register(app, web.not_found_page)
    checks.add(app, config, store.client)
    app.after_request(compression.compress(app))
    return app


def _connected(config: Config) -> RedisStore:
    with one_line_refusals():
        store = RedisStore.connect(config)
        begin_writing(store.client, name_of(config))
        return store


@contextmanager
def one_line_refusals() -> Iterator[None]:
    """End the process with one line if the configured store cannot be used."""
    try:
        yield
    except (StoreRefused, StoreUnavailable) as error:
        tell_end(str(error))
        raise SystemExit(BOOT_FAILED) from None


def _trust(app: Flask, proxies: int) -> None:
    """Trust the last proxies for the client's address, the scheme and the host."""
    if proxies:
        fixed = ProxyFix(app.wsgi_app, x_for=proxies, x_proto=proxies, x_host=proxies)
        app.wsgi_app = fixed  # type: ignore[method-assign]
