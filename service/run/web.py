"""The app of the web processes: made once by their parent; each process connects to the store.

Also the command that prints the API's description, for generators of clients and for linters.
"""

from functools import cache

import click
import msgspec
from flask import Flask

from service.app import create_app, one_line_refusals
from service.http.document.document import document
from service.redis.cluster import refuse_other_kind
from service.settings.config import Config
from service.store.redis_store import RedisStore
from service.store.schema import begin_writing

NO_STORE = "redis://127.0.0.1:1"
"""Stands for the store that an app needs; nothing connects to it."""


def application() -> Flask:
    """Return the app; if its store cannot be used, end the process with one line."""
    app, store = prepare()
    with one_line_refusals():
        refuse_other_kind(store.client)
        begin_writing(store.client)
    return app


@cache
def prepare() -> tuple[Flask, RedisStore]:
    """Make the app and its store without connecting; may end the process like ``application``."""
    config = Config.from_environment()
    with one_line_refusals():
        store = RedisStore.unconnected(config)
    return create_app(config, store), store


@click.command()
def openapi() -> None:
    """Print the API's description, OpenAPI 3.1 in JSON; no service needs to run."""
    app = create_app(Config(), RedisStore.of_url(NO_STORE))
    click.echo(msgspec.json.format(msgspec.json.encode(document(app)), indent=2))
