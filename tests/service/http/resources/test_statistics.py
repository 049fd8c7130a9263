"""Statistics over HTTP: of finished games alone, computed once, and kept by caches."""

from pathlib import Path
from typing import Any

import pytest

from service.http.resources import statistics
from service.store.redis_store import RedisStore
from tests import fixtures
from tests.service.api import Api, Person
from tests.service.stored_records import record

EACH = [fixtures.fixtures(ruleset)[0] for ruleset in ("alexandros", "settlers")]
EACH += [fixtures.FOLDER / "alexander_the_great" / "v2-campaign-advisors-leave.json.gz"]


def recorded(store: RedisStore, path: Path = EACH[0]) -> str:
    return record(store, "g", fixtures.events_of(fixtures.load(path)))


@pytest.mark.parametrize("path", EACH, ids=fixtures.name_of)
def test_the_statistics_account_for_the_scores(api: Api, store: RedisStore, path: Path):
    game = recorded(store, path)
    counted, view = api.get(f"/games/{game}/statistics"), api.view(game)
    points = [sum(seat) for seat in zip(*(p["seats"] for p in counted["points"]), strict=True)]
    assert points == view["result"]["scores"]
    assert (counted["version"], counted["turns"]) == (view["version"], view["turn"])


def test_a_game_that_goes_on_has_none(api: Api, ada: Person, bob: Person):
    for game in (api.game(ada, bob), api.game(ada, seats=2)):
        refused = api.ask("GET", f"/games/{game}/statistics", ada)
        assert (refused.status_code, refused.json["code"]) == (409, "game_not_over")
        assert refused.headers["Cache-Control"] == "no-store"


def test_the_game_is_counted_once_and_asked_for_again_by_its_etag(
    api: Api, store: RedisStore, monkeypatch: pytest.MonkeyPatch
):
    game = recorded(store)
    first = api.ask("GET", f"/games/{game}/statistics", expect=200)

    def unexpected(*_: Any) -> None:
        raise AssertionError("counted again")

    monkeypatch.setattr(statistics, "statistics", unexpected)
    assert api.ask("GET", f"/games/{game}/statistics", expect=200).data == first.data
    etag = first.headers["ETag"]
    assert not etag.startswith("W/")
    again = api.ask("GET", f"/games/{game}/statistics", headers={"If-None-Match": etag})
    assert (again.status_code, again.data) == (304, b"")
    assert again.headers["Cache-Control"] == first.headers["Cache-Control"]


def test_shared_caches_keep_only_those_of_listed_games(api: Api, ada: Person):
    listed, hidden = (
        api.game(ada, seats=2, bots=["greedy"], listed=listed) for listed in (True, False)
    )
    for game in (listed, hidden):
        api.act(game, ada, "resign", {}, version=False)
    for game, who, scope in ((listed, None, "public"), (hidden, ada, "private")):
        told = api.ask("GET", f"/games/{game}/statistics", who, expect=200)
        assert told.headers["Cache-Control"] == f"{scope}, max-age=604800"
    api.ask("GET", f"/games/{hidden}/statistics", expect=404)


def test_statistics_name_nobody(api: Api, ada: Person, bob: Person):
    game = api.game(ada, bob)
    api.act(game, ada, "resign", {}, version=False)
    told = api.ask("GET", f"/games/{game}/statistics", expect=200).get_data(as_text=True)
    assert ada.name not in told
    assert ada.player_id not in told
