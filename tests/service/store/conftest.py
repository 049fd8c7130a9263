"""The toy ruleset, and a house of read models on a server in memory and on a real one."""

import pytest

from tests.projections.conftest import _toy_ruleset  # noqa: F401
from tests.service.store.house import House, fake_house


@pytest.fixture(params=["fakeredis", "server"])
def house(request: pytest.FixtureRequest) -> House:
    if request.param == "fakeredis":
        return fake_house()
    return House(request.getfixturevalue("real_store"))
