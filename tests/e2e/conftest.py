"""One service of each kind for all tests here that leave it whole."""

from collections.abc import Iterator

import pytest

from clients.python import Anabasis
from tests.e2e.web import browsers
from tests.e2e.web.prepared_games import person
from tests.servers import Service, serving


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """Valkey and gunicorn with two workers, shared: tests make players and games of their own."""
    with serving(tmp_path_factory.mktemp("service")) as service:
        yield service


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of `anabasis run`, for every browser."""
    with browsers.served(tmp_path_factory.mktemp("web")) as address:
        yield address


@pytest.fixture(scope="session")
def api(site: str) -> Anabasis:
    """A player's client, to prepare games with."""
    return person(site, "Maker").client
