"""The command that prints the API's description, for generators of clients and for linters."""

import click
import msgspec

from service.app import create_app
from service.http.document.document import document
from service.settings.config import Config
from service.store.redis_store import RedisStore

NO_STORE = "redis://127.0.0.1:1"
"""Named, for an app needs a store, and never asked."""


@click.command()
def openapi() -> None:
    """Print the API's description, OpenAPI 3.1 in JSON; no service needs to run."""
    app = create_app(Config(rate_limit=False), RedisStore.of_url(NO_STORE))
    click.echo(msgspec.json.format(msgspec.json.encode(document(app)), indent=2))
