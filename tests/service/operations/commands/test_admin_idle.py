"""`anabasis admin idle` on a real server: it lists, and does nothing."""

import json

import pytest
from click.testing import CliRunner, Result

from service.app import create_app
from service.run.cli import main
from service.settings.config import Config
from service.store.redis_store import RedisStore
from tests.service.api import Api


@pytest.fixture
def idle(redis_url: str):
    def run(*words: str, **env: str) -> Result:
        settings = {"ANABASIS_REDIS_URL": redis_url, "COLUMNS": "200", **env}
        return CliRunner().invoke(main, ["admin", "idle", *words], env=settings)

    return run


def test_it_lists_who_would_be_deleted_and_when(real_store: RedisStore, idle):
    api = Api(create_app(Config(rate_limit=False), real_store))
    ada, _ = api.person("Ada"), api.person("Bob")
    real_store.client.hset(f"player:{ada.player_id}", "created_at", "2020-01-01T00:00:00.000Z")
    listed = idle("--json", ANABASIS_IDLE_ACCOUNTS="730")
    (account,) = map(json.loads, listed.stdout.splitlines())
    assert (account["name"], account["last_used"]) == ("Ada", "2020-01-01")
    assert account["stage"] == "found"
    assert listed.stderr == "1 idle account.\n"
    assert ada.player_id in idle("--days", "730").stdout
    assert api.get("/me", ada)["name"] == "Ada"


@pytest.mark.parametrize("words", [(), ("--days", "3"), ("--days", "x")])
def test_without_days_it_says_so_in_one_line(idle, words: tuple[str, ...]):
    refused = idle(*words)
    assert refused.exit_code != 0
    assert "--days" in refused.stderr
    assert not refused.stdout
