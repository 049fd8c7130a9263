"""`anabasis admin invite` on a real server."""

import json

import pytest
from click.testing import CliRunner, Result

from service.app import create_app
from service.moderation.log import AdminLog
from service.run.cli import main
from service.settings.config import Config
from service.store.redis_store import RedisStore
from tests.service.api import Api

URL = "https://games.example/"


@pytest.fixture
def invite(redis_url: str):
    def run(*words: str, **env: str) -> Result:
        settings = {"ANABASIS_REDIS_URL": redis_url, "COLUMNS": "200", **env}
        return CliRunner().invoke(main, ["admin", "invite", *words], env=settings)

    return run


def come(api: Api, token: str):
    return api.ask("POST", "/players", json={"name": "Eve", "invitation": token})


def test_an_invitation_of_the_host_lets_in_until_it_is_revoked(real_store: RedisStore, invite):
    api = Api(create_app(Config(rate_limit=False, registration="invite"), real_store))
    link = invite("new", "--uses", "2", ANABASIS_URL=URL).stdout.strip()
    token = link.removeprefix(f"{URL}#invite=")
    eve = come(api, token).json["player_id"]
    (listed,) = map(json.loads, invite("list", "--json").stdout.splitlines())
    assert (listed["uses_left"], listed["players"]) == (1, [eve])
    made = listed["invitation_id"]
    assert invite("inviter", eve).stdout == f"host  {made}\n"
    assert invite("revoke", made).stdout == f"The invitation {made} is revoked.\n"
    assert come(api, token).json["code"] == "invitation_spent"
    again = invite("revoke", made)
    assert (again.exit_code, again.stderr.count("\n")) == (1, 1)
    assert made in again.stderr
    entries = list(AdminLog(real_store.client).entries())
    assert [each.action for each in entries] == ["invitation_made", "invitation_revoked"]
    assert token not in str(entries)


def test_without_an_address_of_the_service_the_token_is_printed(invite):
    made = json.loads(invite("new", "--json").stdout)
    assert made["link"] is None
    assert made["token"].startswith("anai_")
    assert invite("new").stdout.startswith("anai_")


@pytest.mark.parametrize(
    "words", [("new", "--uses", "0"), ("new", "--days", "x"), ("inviter", "p")]
)
def test_a_wrong_input_is_refused(invite, words: tuple[str, ...]):
    assert invite(*words).exit_code != 0
