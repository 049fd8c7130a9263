"""Lists of games by facts and by cursor: the same filters for the lobby and one's own games."""

from typing import Any

import pytest

from service.store.unlisted_games import UnlistedGames
from service.worker.worker import Worker
from tests.service.api import Api, Person
from tests.service.worker.workers import at_once


def caught_up(api: Api) -> Api:
    own = api.app.extensions["anabasis"]
    Worker(own.store, own.read_models, at_once(api.app)).catch_up()
    return api


def found(api: Api, path: str, who: Person | None = None) -> list[str]:
    return [game["game_id"] for game in api.get(path, who)["games"]]


def ended(api: Api, loser: Person, winner: Person) -> str:
    game = api.game(loser, winner)
    api.act(game, loser, "resign", {}, version=False)
    return game


def links(answer: Any) -> dict[str, str]:
    parts = [part.split("; ") for part in answer.headers["Link"].split(", ")]
    return {rel[5:-1]: address[1:-1].removeprefix("/api/v1") for address, rel in parts}


def unlisted(api: Api, host: Person, guest: Person) -> str:
    """A live game that only its two players know."""
    terms = {"ruleset": "alexandros", "seats": 2, "board": "tiny", "listed": False}
    view = api.ask("POST", "/games", host, json=terms, expect=201).json
    code = {"join_code": view["join_code"]}
    api.ask("POST", f"/games/{view['game_id']}/seats", guest, json=code, expect=201)
    return str(view["game_id"])


@pytest.fixture
def cyd(api: Api) -> Person:
    return api.person("Cyd")


def test_both_lists_have_the_same_filters(api: Api, ada: Person, bob: Person, cyd: Person):
    lost = ended(api, ada, bob)
    won = ended(api, cyd, ada)
    near_east = api.game(ada, bob, board="near_east")
    other = api.game(bob, cyd)
    caught_up(api)
    for query, listed in (
        ("board=near_east", [near_east]),
        ("board=tiny&status=live", [other]),
        (f"player={ada.player_id}", [near_east, won, lost]),
        (f"player={ada.player_id}&status=finished", [won, lost]),
        (f"player={ada.player_id}&result=won", [won]),
        (f"player={ada.player_id}&result=lost", [lost]),
        (f"player={ada.player_id}&result=shared", []),
        ("reason=resignation", [won, lost]),
        ("reason=resignation&ruleset=settlers", []),
        ("since=2000-01-01&seats=2&bots=false", [other, near_east, won, lost]),
        ("since=2999-01-01T00:00:00Z", []),
        ("player=nobody", []),
    ):
        # Games that have changed in one millisecond are in the order of their ids.
        assert sorted(found(api, f"/games?{query}")) == sorted(listed), query
    for query, listed in (
        ("board=near_east", [near_east]),
        ("status=finished", [won, lost]),
        ("status=finished&ruleset=alexandros&seats=2&pace=none&bots=false", [won, lost]),
        ("status=abandoned", []),
        ("result=won", [won]),
        ("result=lost", [lost]),
        (f"player={cyd.player_id}", [won]),
        ("since=2999-01-01", []),
        ("reason=resignation", [won, lost]),
    ):
        assert sorted(found(api, f"/me/games?{query}", ada)) == sorted(listed), query


def test_unlisted_games_are_found_by_their_players_alone(api: Api, ada: Person, bob: Person):
    secret = unlisted(api, ada, bob)
    caught_up(api)
    for who in (None, ada, bob):
        page = api.get(f"/games?player={ada.player_id}", who)
        assert page == {"games": [], "per_page": 20, "next": None}
    assert found(api, f"/me/games?player={bob.player_id}", ada) == [secret]


def test_a_game_that_the_host_has_unlisted_is_found_by_no_filter(
    api: Api, ada: Person, bob: Person
):
    game = api.game(ada, bob, board="tiny")
    caught_up(api)
    UnlistedGames(api.app.extensions["anabasis"].store.client).unlist(game)
    for query in ("board=tiny", f"player={ada.player_id}", "since=2000-01-01"):
        assert found(api, f"/games?{query}") == []
    api.move(game, ada)
    caught_up(api)
    assert found(api, "/games?board=tiny") == []
    assert found(api, "/me/games?board=tiny", ada) == [game]


def test_pages_follow_one_another_by_cursor_and_by_link(api: Api, ada: Person, bob: Person):
    games = [api.game(ada, bob) for _ in range(5)]
    caught_up(api)
    assert sorted(found(api, "/games")) == sorted(games)
    for path in ("/games", "/me/games"):
        due = found(api, path, ada)
        page = api.ask("GET", f"{path}?per_page=2", ada, expect=200)
        assert (page.json["page"], page.json["total"]) == (1, 5)
        seen = []
        while True:
            seen += [game["game_id"] for game in page.json["games"]]
            others = links(page)
            assert ("next" in others) == (page.json["next"] is not None)
            if "next" not in others:
                break
            assert f"cursor={page.json['next']}" in others["next"]
            page = api.ask("GET", others["next"], ada, expect=200)
            assert "total" not in page.json
        assert seen == due
        before = api.ask("GET", others["prev"], ada, expect=200)
        assert [game["game_id"] for game in before.json["games"]] == due[2:4]
        first = api.ask("GET", links(before)["prev"], ada, expect=200)
        assert [game["game_id"] for game in first.json["games"]] == due[:2]
        assert "prev" not in links(first)
        assert found(api, others["first"], ada) == due[:2]


def test_a_page_by_cursor_stays_while_games_before_it_change(api: Api, ada: Person, bob: Person):
    for _ in range(3):
        api.game(ada, bob)
    page = caught_up(api).get("/games?per_page=1")
    rest = found(api, "/games")[1:]
    api.move(page["games"][0]["game_id"], ada)
    api.game(ada, bob)
    caught_up(api)
    assert found(api, f"/games?cursor={page['next']}") == rest


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("cursor=5", "cursor"),
        ("cursor=n5.a%0ab", "cursor"),
        ("cursor=n5.a&page=2", "page"),
        ("board=tiny&page=2", "page"),
        ("board=moon", "board"),
        ("ruleset=chess&board=tiny", "ruleset"),
        ("player=a%20b", "player"),
        ("result=won", "player"),
        ("result=drawn&player=p", "result"),
        ("since=yesterday", "since"),
        ("reason=A%0a", "reason"),
        ("seats=2", "status"),
    ],
)
def test_a_query_that_makes_no_sense_is_refused_by_its_field(api: Api, query: str, field: str):
    answer = api.ask("GET", f"/games?{query}", expect=422)
    assert field in answer.json["errors"]


def test_lists_of_an_older_release_are_not_filtered_yet(api: Api, ada: Person, bob: Person):
    game = api.game(ada, bob)
    caught_up(api)
    client: Any = api.app.extensions["anabasis"].store.client
    for name in client.keys("*:models"):
        client.hdel(name, "form:0")
    answer = api.ask("GET", "/games?board=tiny", expect=503)
    assert (answer.json["code"], "Retry-After" in answer.headers) == ("lists_outdated", True)
    page = api.get("/games")
    assert [each["game_id"] for each in page["games"]] == [game]
