"""What hosts find: players by name, games by title, and the store's levels; moderators less."""

import base64
from typing import Any

import pytest

from domain.record.times import moment
from service.context import Services, forget
from service.game.directory_upkeep import DirectoryUpkeep
from service.machine import clock
from service.people.quiet_hours import DAY
from service.redis.shards import SHARDS
from service.store.redis_store import RedisStore
from tests.service.api import Api, Person


@pytest.fixture
def host(own: Services, eve: Person) -> Person:
    own.players.set_role(eve.player_id, "host")
    return eve


@pytest.fixture
def moderator(api: Api, own: Services) -> Person:
    mel = api.person("Mel")
    own.players.set_role(mel.player_id, "moderator")
    return mel


@pytest.fixture
def work(store: RedisStore) -> Any:
    upkeep = DirectoryUpkeep(store.client)
    return lambda: upkeep.work(range(SHARDS), lambda _: None, lambda: True)


def players(api: Api, who: Person, **query: Any) -> Any:
    return api.get("/host/players", who, query_string=query)


def games(api: Api, who: Person, **query: Any) -> list[str]:
    found = api.get("/host/games", who, query_string=query)
    return [game["game_id"] for game in found["games"]]


def test_a_player_is_found_with_what_tells_them_from_others(
    api: Api, own: Services, host: Person, ada: Person, bob: Person, work: Any
):
    api.ask("PUT", "/me/handle", ada, json={"handle": "lovelace"}, expect=200)
    api.game(ada, bob)
    api.game(ada, seats=2)
    work()
    own.players.mute(ada.player_id, "Player 1f0c")
    for search in ("ADA", "love", "@Love", "player", ada.player_id):
        (found,) = players(api, host, search=search)["players"]
        assert (found["player_id"], found["name"]) == (ada.player_id, "Player 1f0c")
    assert (found["own_name"], found["handle"], found["muted"]) == ("Ada", "lovelace", True)
    assert (found["games"], found["open_games"], found["role"]) == (1, 1, None)
    assert found["last_seen"] == found["created_at"][:10]
    assert players(api, host, search="x") == {"players": [], "next": None, "complete": True}


def test_a_stopped_player_is_found_with_the_end_and_the_reason(
    api: Api, own: Services, host: Person, ada: Person
):
    (free,) = players(api, host, search=ada.player_id)["players"]
    assert (free["suspended"], free["banned"]) == (None, None)
    end = clock.now_ms() + 7 * DAY
    own.players.stop(ada.player_id, "suspended", f"{end} Stalled.")
    own.players.stop(ada.player_id, "banned", f"{clock.now_ms() - 1} It is over.")
    (found,) = players(api, host, search=ada.player_id)["players"]
    assert found["suspended"] == {"until": moment(end), "reason": "Stalled."}
    assert found["banned"] is None


def test_until_the_worker_has_looked_at_all_the_answer_says_so(
    api: Api, host: Person, ada: Person, work: Any
):
    assert players(api, host, search="ada")["complete"] is False
    work()
    assert players(api, host, search="ada")["complete"] is True


def test_orders_of_all_players_are_paged(
    api: Api, host: Person, ada: Person, bob: Person, work: Any
):
    api.game(ada, bob)
    api.game(ada, api.people[0])
    work()
    first = players(api, host, order="newest", limit=2)
    rest = players(api, host, order="newest", limit=2, cursor=first["next"])
    both = [each["player_id"] for page in (first, rest) for each in page["players"]]
    assert sorted(both) == sorted(each.player_id for each in api.people)
    assert rest["next"] is None
    busiest = players(api, host, order="busiest")["players"]
    assert [each["games"] for each in busiest] == sorted(
        (e["games"] for e in busiest), reverse=True
    )
    assert ada.player_id == busiest[0]["player_id"]


def test_only_hosts_see_games_that_are_not_listed_and_nobody_a_secret(
    api: Api, host: Person, moderator: Person, ada: Person, work: Any
):
    shown = api.game(ada, title="Night watch", seats=2)
    hidden = api.game(ada, title="Night train", seats=2, listed=False)
    code = api.view(hidden, ada)["join_code"]
    work()
    for query in ({"search": "night"}, {"creator": ada.player_id}):
        assert sorted(games(api, host, **query)) == sorted([shown, hidden])
        assert games(api, moderator, **query) == [shown]
    assert games(api, host, search=hidden) == [hidden]
    assert games(api, moderator, search=hidden) == []
    assert code not in api.ask("GET", "/host/games?search=night", host).text


@pytest.mark.parametrize("place", ["first", "between", "last"])
def test_to_a_moderator_a_game_that_is_not_listed_is_as_if_it_were_not(
    api: Api, moderator: Person, ada: Person, bob: Person, work: Any, place: str
):
    # Ada's world has one more game than Bob's.
    pages = {}
    for who, where in ((ada, place), (bob, None)):
        for at in ("first", "between", "last"):
            if at == where:
                api.game(who, title="Night train", seats=2, listed=False)
            if at != "last":
                api.game(who, title="Night watch", seats=2)
        work()
        pages[who.name] = pages_of(api, moderator, creator=who.player_id)
    assert [len(page) for page in pages["Ada"]] == [1, 1]
    assert [len(page) for page in pages["Bob"]] == [1, 1]


def pages_of(api: Api, who: Person, **query: Any) -> list[list[str]]:
    """Return all pages, one game long; no cursor may name a game that no page names."""
    pages, cursors, cursor = [], [], None
    while True:
        more = {} if cursor is None else {"cursor": cursor}
        page = api.get("/host/games", who, query_string={**query, "limit": 1, **more})
        pages.append([game["game_id"] for game in page["games"]])
        if (cursor := page["next"]) is None:
            break
        cursors.append(base64.urlsafe_b64decode(cursor + "==").decode().split()[-1])
    assert cursors == [game for page in pages[:-1] for game in page]
    return pages


def test_who_left_is_found_no_more(
    api: Api, own: Services, host: Person, ada: Person, bob: Person, work: Any
):
    game = api.game(ada, bob, title="Night watch")
    work()
    forget(own, ada.player_id)
    work()
    assert players(api, host, search="ada")["players"] == []
    assert players(api, host, search=ada.player_id)["players"] == []
    assert ada.player_id not in {p["player_id"] for p in players(api, host)["players"]}
    (found,) = api.get("/host/games", host, query_string={"search": "night"})["games"]
    assert (found["game_id"], found["creator_name"], found["seats"][0]["name"]) == (
        game,
        None,
        None,
    )


def test_a_closed_and_an_unlisted_game_are_marked(
    api: Api, own: Services, host: Person, ada: Person, bob: Person, work: Any
):
    game = api.game(ada, bob, title="Night watch")
    work()
    for action in ("game_closed", "game_unlisted"):
        body = {"action": action, "subject": game, "reason": "Under review."}
        api.ask("POST", "/host/acts", host, json=body, expect=201)
    (found,) = api.get("/host/games", host, query_string={"search": "night"})["games"]
    assert (found["closed"], found["unlisted"], found["listed"]) == ("Under review.", True, True)


def test_storage_has_levels_and_no_address(api: Api, host: Person, ada: Person, bob: Person):
    api.game(ada, bob)
    held = api.get("/host/storage", host)
    assert (held["players"], held["games"], held["broken_games"]) == (3, 1, 0)
    assert held["lag"]["read_models"]["number"] > 0
    assert set(held["bots"]) == {"with_people", "bots_alone"}
    assert "127.0.0.1" not in str(held)


@pytest.mark.parametrize(
    ("path", "field"),
    [
        ("players?search=", "search"),
        (f"players?search={81 * 'a'}", "search"),
        ("players?order=oldest", "order"),
        ("players?limit=0", "limit"),
        ("players?limit=101", "limit"),
        ("players?cursor=x", "cursor"),
        ("players?search=ada&cursor=YmVydGE", "cursor"),
        ("games", "search"),
        ("games?search=a&creator=p1", "search"),
        ("games?search=a&cursor=%ff", "cursor"),
        ("games?search=a&sort=up", "sort"),
    ],
)
def test_a_faulty_query_names_its_field(api: Api, host: Person, path: str, field: str):
    refused = api.ask("GET", f"/host/{path}", host, expect=422)
    assert list(refused.json["errors"]) == [field]
