"""The app of the web processes, and `anabasis openapi`: its description without a service."""

import json

from click.testing import CliRunner

from service.app import create_app
from service.run.cli import main
from service.settings.config import Config
from service.store.redis_store import RedisStore
from tests.service.api import Api


def test_the_printed_description_is_that_of_a_service_with_the_usual_settings(store: RedisStore):
    printed = CliRunner().invoke(main, ["openapi"], catch_exceptions=False)
    usual = Api(create_app(Config(), store))
    assert json.loads(printed.output) == usual.get("/openapi.json")
