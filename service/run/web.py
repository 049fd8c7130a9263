"""The app of the web processes: made once by their parent, its store reached by each of them."""

from functools import cache

from flask import Flask

from service.app import create_app, one_line_refusals
from service.redis.cluster import refuse_other_kind
from service.settings.config import Config
from service.store.redis_store import RedisStore
from service.store.schema import begin_writing


def application() -> Flask:
    """Return the app; where its store cannot be used the process ends with one line."""
    app, store = prepare()
    with one_line_refusals():
        refuse_other_kind(store.client)
        begin_writing(store.client)
    return app


@cache
def prepare() -> tuple[Flask, RedisStore]:
    """Make the app and its store, without connecting; may end the process as ``application``."""
    config = Config.from_environment()
    with one_line_refusals():
        store = RedisStore.unconnected(config)
    return create_app(config, store), store
