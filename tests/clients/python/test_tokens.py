"""The client's part for tokens makes, lists and revokes them at a real service."""

import httpx
import pytest

from clients.python import Anabasis
from clients.python.errors import Forbidden, NotFound
from service.app import create_app
from service.settings.config import Config
from tests.service.conftest import fake_store


@pytest.fixture
def ada() -> Anabasis:
    app = create_app(Config(rate_limit=False), fake_store())
    public = Anabasis(transport=httpx.WSGITransport(app))
    return public.with_token(public.create_player("Ada")["token"])


def test_a_program_gets_a_token_of_its_own(ada: Anabasis):
    made = ada.tokens.create("Bot", ["play"], days=7)
    program = ada.with_token(made["token"])
    assert program.me()["name"] == "Ada"
    with pytest.raises(Forbidden):
        program.tokens.create("Wider", ["account"])
    (listed,) = ada.tokens.read()["tokens"]
    assert (listed["id"], listed["scopes"], "token" in listed) == (made["id"], ["play"], False)
    ada.tokens.revoke(made["id"])
    assert ada.tokens.read() == {"tokens": []}
    with pytest.raises(NotFound):
        ada.tokens.revoke(made["id"])
