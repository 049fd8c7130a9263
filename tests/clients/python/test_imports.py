"""The library brings finished games from other servers, and takes them away again."""

import httpx
import pytest

from clients.python import Anabasis, Invalid, NotFound
from service.app import create_app
from service.settings.config import Config
from tests import fixtures
from tests.service.conftest import fake_store

FILE = fixtures.FOLDER / "alexandros/luck-tiny-bots.json.gz"


@pytest.fixture
def service() -> Anabasis:
    app = create_app(Config(), fake_store())
    return Anabasis("http://local.test", transport=httpx.WSGITransport(app))


def test_a_game_is_imported_listed_and_deleted(service: Anabasis):
    ada = service.with_token(service.create_player("Ada")["token"])
    document = fixtures.load(FILE)
    game = ada.import_game(document)["game_id"]
    assert ada.import_game(document)["game_id"] == game == document["game_id"]
    assert [row["game_id"] for row in ada.imports()["imports"]] == [game]
    exported = service.export(game)
    assert exported.pop("imported")["by"] == ada.me()["player_id"]
    assert exported["events"] == document["events"]
    ada.delete_import(game)
    with pytest.raises(NotFound):
        service.export(game)


def test_a_forged_game_is_refused(service: Anabasis):
    ada = service.with_token(service.create_player("Ada")["token"])
    document = fixtures.load(FILE)
    del document["events"][-1]
    with pytest.raises(Invalid) as refused:
        ada.import_game(document)
    assert refused.value.code == "import_refused"
