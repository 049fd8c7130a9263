import pytest

from service.app import create_app
from service.settings.config import Config
from service.store.redis_store import RedisStore
from tests.service.api import Api


@pytest.fixture
def real_api(real_store: RedisStore) -> Api:
    """The app over a real server."""
    return Api(create_app(Config(rate_limit=False), real_store))
