"""`anabasis run` on a cluster of six nodes: a whole game with all that is beside it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import trustme

from clients.python import Anabasis
from tests.clusters import ClusterServers
from tests.service.notices.receivers import Receiver
from tests.service.running import Running, running
from tests.waiting import eventually

FINISHED_SECONDS = 60.0


@pytest.fixture
def hooks() -> Iterator[Receiver]:
    """A receiver of notices, whose authority is trusted."""
    authority = trustme.CA()
    with authority.cert_pem.tempfile() as trusted, pytest.MonkeyPatch.context() as patch:
        patch.setenv("SSL_CERT_FILE", trusted)
        with Receiver(authority).serving() as receiver:
            yield receiver


@pytest.fixture
def run(cluster_url: str, hooks: Receiver, tmp_path: Path) -> Iterator[Running]:
    """Launcher, web service and worker; a replica confirms each move."""
    settings = {
        "ANABASIS_REDIS_URL": cluster_url,
        "ANABASIS_REPLICAS": "1",
        "ANABASIS_WORKERS": "1",
        "ANABASIS_NOTICE_GRACE": "0",
        "ANABASIS_WEBHOOKS_PRIVATE": "on",
    }
    with running(tmp_path / "log", ANABASIS_DATA=str(tmp_path), **settings) as run:
        assert run.address
        yield run


def test_a_whole_game_is_played_watched_and_reported(
    run: Running, hooks: Receiver, cluster_servers: ClusterServers
) -> None:
    public = Anabasis(run.address)
    ada = public.with_token(public.create_player("Ada")["token"])
    ada.notices.add_webhook(hooks.url())
    own = {"ruleset": "alexandros", "board": "tiny", "seats": 2, "bots": ["greedy"]}
    waiting = ada.create_game(**own, first_seat=1)["game_id"]
    watched = ada.create_game(
        **{**own, "bots": ["greedy", "random"], "join": False, "board": "asia_minor"}
    )["game_id"]
    versions = [event["version"] for event in ada.stream(watched)]
    assert versions == [*range(1, len(versions) + 1)]
    assert ada.view(watched)["result"]["reason"] != "resignation"
    assert ada.verify(watched)["valid"]
    eventually(lambda: watched in listed(ada, "finished"), FINISHED_SECONDS)
    eventually(lambda: waiting in [g["game_id"] for g in ada.my_games(waiting=True)["games"]])
    assert waiting in hooks.take().body.decode()
    ada.resign(waiting)
    eventually(lambda: waiting in listed(ada, "finished"))
    assert len(cluster_servers.masters()) == 3
    assert all(node.client.dbsize() for node in cluster_servers.masters())


def listed(who: Anabasis, status: str) -> list[str]:
    """The games in the lobby with a status."""
    return [row["game_id"] for row in who.lobby(status=status)["games"]]
