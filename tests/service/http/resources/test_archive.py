"""The archive: every game of a player once, as its export, in a stream that can be resumed."""

import io
import json
from typing import Any
from zipfile import ZipFile

import pytest

from domain.errors import RecordBroken
from service.app import create_app
from service.http.answering import archive_lines
from service.http.resources import archive
from service.people import allowances
from service.people.allowances import Allowance
from service.redis.errors import StoreUnavailable
from service.settings.config import Config
from service.store.redis_store import RedisStore
from tests.service.api import Api, Person
from tests.service.http.resources.test_filtered_lists import caught_up, ended, unlisted


def lines(api: Api, who: Person, query: str = "") -> tuple[list[Any], Any]:
    answer = api.ask("GET", f"/me/archive{query}", who, expect=200)
    *games, end = map(json.loads, answer.get_data(as_text=True).splitlines())
    return games, end


@pytest.fixture
def games(api: Api, ada: Person, bob: Person) -> list[str]:
    """A live game, two finished ones, one of them unlisted, and one of others."""
    made = [api.game(ada, bob), ended(api, ada, bob), unlisted(api, bob, ada)]
    api.act(made[2], bob, "resign", {}, version=False)
    api.game(bob, api.person("Cyd"))
    caught_up(api)
    return [game["game_id"] for game in api.get("/me/games", ada)["games"]]


def test_each_line_is_the_export_of_a_game(api: Api, ada: Person, games: list[str]):
    found, end = lines(api, ada)
    assert [game["game_id"] for game in found] == games
    for game in found:
        del game["cursor"]
        assert game == api.get(f"/games/{game['game_id']}/export", ada)
    assert [game["redacted"] for game in found] == [True, False, False]
    assert (end["games"], end["failures"], end["next"], end["stopped"]) == (3, 0, None, None)


def test_it_is_filtered_as_my_games(api: Api, ada: Person, games: list[str]):
    assert [game["game_id"] for game in lines(api, ada, "?status=finished")[0]] == games[1:]
    for result in ("won", "lost"):
        assert len(lines(api, ada, f"?result={result}")[0]) == 1
    assert lines(api, ada, "?since=2999-01-01")[0] == []


def test_it_goes_on_after_any_line(api: Api, ada: Person, games: list[str]):
    found, _ = lines(api, ada)
    for place, game in enumerate(found):
        rest, _ = lines(api, ada, f"?cursor={game['cursor']}")
        assert [each["game_id"] for each in rest] == games[place + 1 :]


def test_an_answer_has_a_bounded_number_of_games(
    api: Api, ada: Person, games: list[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(archive_lines, "MOST_GAMES", 2)
    monkeypatch.setattr(archive_lines, "PLACES", 1)
    found, end = lines(api, ada)
    rest, last = lines(api, ada, f"?cursor={end['next']}")
    assert [game["game_id"] for game in found + rest] == games
    assert last["next"] is None


def failing(monkeypatch: pytest.MonkeyPatch, game: str, error: Exception) -> None:
    document = archive.export_document

    def fail(game_id: str, history: Any) -> Any:
        if game_id == game:
            raise error
        return document(game_id, history)

    monkeypatch.setattr(archive, "export_document", fail)


@pytest.mark.parametrize(
    ("error", "code"),
    [(RecordBroken(1, "bad"), "record_broken"), (ValueError("hidden"), "internal_error")],
)
def test_a_game_that_fails_says_so_in_its_line(
    api: Api, ada: Person, games: list[str], monkeypatch: pytest.MonkeyPatch, error, code
):
    failing(monkeypatch, games[1], error)
    found, end = lines(api, ada)
    assert [game["game_id"] for game in found] == games
    assert found[1].keys() == {"cursor", "game_id", "failed"}
    assert found[1]["failed"] == code
    assert (end["games"], end["failures"]) == (3, 1)


def test_an_outage_ends_it_with_the_place_to_go_on(
    api: Api, ada: Person, games: list[str], monkeypatch: pytest.MonkeyPatch
):
    failing(monkeypatch, games[1], StoreUnavailable("away"))
    found, end = lines(api, ada)
    assert [game["game_id"] for game in found] == games[:1]
    assert end["stopped"] == "store_unavailable"
    monkeypatch.undo()
    rest, _ = lines(api, ada, f"?cursor={end['next']}")
    assert [game["game_id"] for game in rest] == games[1:]


def test_it_ends_when_its_token_is_revoked(
    api: Api, ada: Person, games: list[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(archive_lines, "PLACES", 1)
    monkeypatch.setattr(archive_lines, "is_same_asker", lambda: False)
    found, end = lines(api, ada)
    assert [game["game_id"] for game in found] == games[:1]
    assert (end["stopped"], end["next"]) == ("token_unknown", found[0]["cursor"])


@pytest.mark.parametrize("query", ["?format=zip", ""])
def test_it_is_a_zip_on_demand(api: Api, ada: Person, games: list[str], query: str):
    headers = {} if query else {"Accept": "application/zip"}
    answer = api.ask("GET", f"/me/archive{query}", ada, expect=200, headers=headers)
    assert answer.content_type == "application/zip"
    with ZipFile(io.BytesIO(answer.get_data())) as files:
        assert files.testzip() is None
        assert files.namelist() == [*(f"{game}.json" for game in games), "archive.json"]
        for game in games:
            export = api.get(f"/games/{game}/export", ada)
            assert json.loads(files.read(f"{game}.json")) == export
        assert json.loads(files.read("archive.json"))["games"] == 3


def test_it_has_an_allowance(store: RedisStore, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(allowances.ALLOWANCES, "archives", Allowance("2 per hour", "9 per hour"))
    api = Api(create_app(Config(), store))
    ada = api.person("Ada")
    statuses = []
    for _ in range(3):
        with api.ask("GET", "/me/archive", ada) as answer:
            assert answer.data
            statuses.append(answer.status_code)
    assert statuses == [200, 200, 429]


def test_it_is_for_its_player_alone(api: Api):
    api.ask("GET", "/me/archive", expect=401)
