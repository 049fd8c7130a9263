"""One service for all tests here that leave it whole."""

from collections.abc import Iterator

import pytest

from tests.servers import Service, serving


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """Valkey and gunicorn with two workers, shared: tests make players and games of their own."""
    with serving(tmp_path_factory.mktemp("service")) as service:
        yield service
