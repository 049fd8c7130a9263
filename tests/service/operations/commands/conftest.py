"""The service on a real store, and `anabasis admin` beside it."""

import pytest
from click.testing import CliRunner, Result

from service.run.cli import main


@pytest.fixture
def admin(redis_url: str):
    """Run `anabasis admin`, or another command, on the store of the test."""

    def run(*words: str, command: str = "admin") -> Result:
        return CliRunner().invoke(
            main, [command, *words], env={"ANABASIS_REDIS_URL": redis_url, "COLUMNS": "200"}
        )

    return run
