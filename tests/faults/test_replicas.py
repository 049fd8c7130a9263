"""Too few replicas: a move is neither acknowledged nor denied until they have it."""

from pathlib import Path
from typing import Any

import pytest

from service.app import create_app
from service.server.embedded import EmbeddedServer
from service.settings.config import Config
from service.store.redis_store import RedisStore
from tests.servers import frozen, replicate
from tests.service.api import Api
from tests.waiting import eventually

pytestmark = pytest.mark.faults


def test_a_move_sent_again_is_acknowledged_only_once_a_replica_has_it(tmp_path: Path) -> None:
    with EmbeddedServer(tmp_path / "first") as first, EmbeddedServer(tmp_path / "second") as second:
        replicate(first, second)
        config = Config(rate_limit=False)
        api = Api(create_app(config, RedisStore.of_url(first.url, replicas=1)))
        ada = api.person("Ada")
        game = api.game(ada, api.person("Bob"))
        version, move = api.view(game)["version"], api.moves(game, ada)[0]

        def send() -> Any:
            return api.act(game, ada, "moves", move, version, key="once")

        with frozen(second.pid):
            for _ in range(2):
                answer = send()
                assert (answer.status_code, answer.json["code"]) == (503, "unconfirmed")
                assert "may have been recorded" in answer.json["detail"]
        told = eventually(lambda: (answer := send()).status_code == 201 and answer)
        assert told.json["version"] == version + 1
        assert RedisStore.of_url(second.url).newest_version(game) == version + 1
