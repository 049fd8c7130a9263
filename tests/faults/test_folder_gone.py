"""`anabasis run` whose data folder is taken away: it says so at once and acknowledges no move."""

import shutil
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import CliRunner

from clients.python import Anabasis
from service.run.cli import main
from service.server.data_folder import running_url
from service.server.embedded import EmbeddedServer
from service.store.redis_store import RedisStore
from tests.service.running import PLAIN, Running, running
from tests.waiting import eventually

pytestmark = pytest.mark.faults

DETAILS = {
    "en": "The folder in which the event store keeps the games is gone",
    "de": "Der Ordner, in dem der Ereignisspeicher die Partien aufbewahrt, ist weg",
    "nl": "De map waarin de gebeurtenissen van de partijen worden bewaard, is weg",
    "da": "Mappen, som spillenes hændelser gemmes i, er væk",
}


class Game:
    """A live game, asked for over plain HTTP."""

    def __init__(self, run: Running) -> None:
        self.address = run.address
        self.ada, bob = (self._player(name) for name in ("Ada", "Bob"))
        terms = {"ruleset": "alexandros", "board": "tiny", "seats": 2, "first_seat": 0}
        self.id = self.ada.create_game(**terms)["game_id"]
        bob.take_seat(self.id)
        listed = self.ada.moves(self.id, type="choose_card")
        self.version, self.moves = listed["version"], listed["moves"]

    def move(self) -> httpx.Response:
        headers = {
            "Authorization": f"Bearer {self.ada.token}",
            "If-Match": f'"{self.version}"',
            "Idempotency-Key": "the move",
        }
        path = f"{self.address}/api/v1/games/{self.id}/moves"
        return httpx.post(path, json=self.moves[0], headers=headers, timeout=20.0, verify=PLAIN)

    def ready(self, language: str = "en") -> httpx.Response:
        headers = {"Accept-Language": language}
        return httpx.get(f"{self.address}/readyz", headers=headers, timeout=20.0, verify=PLAIN)

    def _player(self, name: str) -> Anabasis:
        client = Anabasis(self.address)
        return client.with_token(client.create_player(name)["token"])


@pytest.fixture
def run(tmp_path: Path) -> Iterator[Running]:
    """A run of the test's own, to be ended by it."""
    with _a_run(tmp_path) as run:
        yield run


@pytest.fixture(scope="module")
def lasting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A run that the tests share: each leaves it as it was, with its folder in its place."""
    with _a_run(tmp_path_factory.mktemp("lasting")) as run:
        yield run


@contextmanager
def _a_run(folder: Path) -> Iterator[Running]:
    with running(folder / "log", ANABASIS_DATA=str(folder / "var")) as run:
        assert run.address
        yield run


def assert_refused(answer: httpx.Response) -> Any:
    assert (answer.status_code, answer.json()["code"]) == (503, "store_unavailable")
    return answer.json()["detail"]


def test_while_the_folder_is_gone_it_is_not_ready_and_every_move_is_refused(run: Running) -> None:
    game = Game(run)
    run.data.rename(run.data.with_name("aside"))
    for language, detail in DETAILS.items():
        assert assert_refused(game.ready(language)).startswith(detail)
    for _ in range(20):
        assert_refused(game.move())
    shutil.copytree(run.data.with_name("aside"), run.data, ignore=shutil.ignore_patterns("*.sock"))
    assert assert_refused(game.ready()).startswith("Another folder")
    assert_refused(game.move())
    run.data.rename(run.data.with_name("copy"))
    run.data.with_name("aside").rename(run.data)
    assert game.ready().status_code == 200
    assert game.move().status_code == 201
    run.signal(signal.SIGTERM)
    assert run.wait() == 0
    assert "every game is kept" in run.told
    with EmbeddedServer(run.data) as server:
        assert RedisStore.of_url(server.url).newest_version(game.id) == game.version + 1


def test_the_doctor_reports_a_service_that_lacks_its_folder(lasting: Running) -> None:
    port = lasting.address.rstrip("/").rpartition(":")[2]
    where = {"ANABASIS_DATA": str(lasting.data), "ANABASIS_PORT": port}
    assert " accepts moves" in CliRunner().invoke(main, ["doctor"], env=where).stdout
    aside = lasting.data.rename(lasting.data.with_name("aside"))
    found = CliRunner().invoke(main, ["doctor", "--quiet"], env=where)
    aside.rename(lasting.data)
    assert f"accepts no moves ({DETAILS['en']}" in found.stdout
    assert found.exit_code == 2


def test_the_last_words_are_true_when_the_folder_was_removed(run: Running) -> None:
    game = Game(run)
    shutil.rmtree(run.data)
    assert_refused(game.move())
    eventually(lambda: "the data folder" in run.told)
    run.signal(signal.SIGINT)
    assert run.wait() == 1
    assert "every game is kept" not in run.told
    assert f"Stopped, and the data folder {run.data} is gone" in run.told
    assert "Traceback" not in run.told


def test_a_second_run_in_the_place_of_a_folder_that_was_moved_touches_neither(
    run: Running, tmp_path: Path
) -> None:
    game = Game(run)
    aside = run.data.with_name("aside")
    run.data.rename(aside)
    with running(tmp_path / "second", ANABASIS_DATA=str(run.data)) as second:
        other = Game(second)
        run.signal(signal.SIGTERM)
        assert run.wait() == 1
        assert "is another folder than before" in run.told
        assert other.ready().status_code == 200
        assert other.move().status_code == 201
    with EmbeddedServer(aside) as server:
        assert RedisStore.of_url(server.url).newest_version(game.id) == game.version
    with EmbeddedServer(run.data) as server:
        assert RedisStore.of_url(server.url).newest_version(other.id) == other.version + 1


def test_a_copy_of_a_running_folder_runs_beside_it_and_says_that_it_is_one(
    lasting: Running, tmp_path: Path
) -> None:
    game = Game(lasting)
    copy = tmp_path / "copy"
    shutil.copytree(lasting.data, copy, ignore=shutil.ignore_patterns("*.sock"))
    with running(tmp_path / "second", ANABASIS_DATA=str(copy)) as second:
        assert second.address
        assert f"{copy} is a copy of another data folder" in second.told
        assert (copy / "password").read_text() != (lasting.data / "password").read_text()
        assert game.move().status_code == 201
        assert RedisStore.of_url(running_url(copy) or "").newest_version(game.id) == game.version
    assert game.ready().status_code == 200
    assert "is a copy" not in lasting.told


def test_appendonly_no_is_noticed_while_it_runs_and_reported(lasting: Running) -> None:
    game = Game(lasting)
    store = RedisStore.of_url(running_url(lasting.data) or "")
    store.client.config_set("appendonly", "no")
    assert "appendonly no" in assert_refused(game.ready())
    eventually(lambda: "appendonly no, so a restart loses games" in lasting.told, 60.0)
    store.client.config_set("appendonly", "yes")  # kept once the server has rewritten the file
    eventually(lambda: game.ready().status_code == 200, 60.0)
