"""`anabasis admin first-host` on a real server."""

import pytest
from click.testing import CliRunner, Result

from service.app import create_app
from service.moderation.log import AdminLog
from service.run.cli import main
from service.settings.config import Config
from service.store.redis_store import RedisStore
from tests.service.api import Api, Person


@pytest.fixture
def first_host(redis_url: str):
    def run(*words: str) -> Result:
        settings = {"ANABASIS_REDIS_URL": redis_url, "ANABASIS_URL": "https://games.example/"}
        return CliRunner().invoke(main, ["admin", "first-host", *words], env=settings)

    return run


def test_the_link_signs_the_host_in_also_where_nobody_may_make_an_account(
    real_store: RedisStore, first_host
):
    api = Api(create_app(Config(rate_limit=False, registration="closed"), real_store))
    link = first_host("Ada").stdout.strip()
    address, _, code = link.partition("#transfer=")
    assert address == "https://games.example/"
    session = api.ask("POST", "/session", json={"transfer": code}, expect=201)
    cookie = session.headers["Set-Cookie"].partition("=")[2].partition(";")[0]
    me = api.get("/me", Person(session.json["player_id"], "Ada", cookie))
    assert (me["name"], me["role"]) == ("Ada", "host")
    actions = [each.action for each in AdminLog(real_store.client).entries()]
    assert actions == ["player_made_host", "player_link_made"]


@pytest.mark.parametrize("name", ["", " ", "x" * 41, "a\u202eb"])
def test_a_name_that_no_player_may_have_is_refused(first_host, name: str):
    refused = first_host(name)
    assert refused.exit_code != 0
    assert "NAME" in refused.stderr
