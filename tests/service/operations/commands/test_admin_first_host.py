"""`anabasis admin first-host` on a real server."""

import pytest
from click.testing import CliRunner, Result

from service.app import create_app
from service.moderation.actions import Act, perform
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


def test_where_there_is_a_host_already_nothing_is_done(real_store: RedisStore, first_host):
    api = Api(create_app(Config(rate_limit=False), real_store))
    assert first_host("Ada").exit_code == 0
    before = real_store.client.dbsize()
    refused = first_host("Eve")
    assert (refused.exit_code, refused.stdout, refused.stderr.count("\n")) == (1, "", 1)
    assert "anabasis admin role" in refused.stderr
    assert real_store.client.dbsize() == before
    own = api.app.extensions["anabasis"]
    (made, *_) = AdminLog(real_store.client).entries()
    perform(own, Act("player_role_ended", made.subject, "", "ada@host"))
    assert first_host("Eve").exit_code == 0


@pytest.mark.parametrize("name", ["", " ", "x" * 41, "a\u202eb"])
def test_a_name_that_no_player_may_have_is_refused(first_host, name: str):
    refused = first_host(name)
    assert refused.exit_code != 0
    assert "NAME" in refused.stderr
