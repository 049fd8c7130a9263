"""The service on a real store, and its commands beside it."""

import pytest
from click.testing import CliRunner, Result

from service.app import create_app
from service.run.cli import main
from service.settings.config import Config
from service.store.redis_store import RedisStore
from tests.service.api import Api


@pytest.fixture
def api(real_store: RedisStore) -> Api:
    return Api(create_app(Config(rate_limit=False), real_store))


@pytest.fixture
def admin(redis_url: str):
    """Run `anabasis admin`, or another command, on the store of the test."""

    def run(*words: str, command: str = "admin") -> Result:
        return CliRunner().invoke(
            main, [command, *words], env={"ANABASIS_REDIS_URL": redis_url, "COLUMNS": "200"}
        )

    return run
