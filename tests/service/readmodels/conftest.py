"""The toy ruleset, and read models on a server in memory and on a real one."""

import pytest

from tests.projections.conftest import _toy_ruleset  # noqa: F401
from tests.service.readmodels.stored_games import StoredGames, fake_stored_games


@pytest.fixture(params=["fakeredis", "server"])
def stored(request: pytest.FixtureRequest) -> StoredGames:
    if request.param == "fakeredis":
        return fake_stored_games()
    return StoredGames(request.getfixturevalue("real_store"))
