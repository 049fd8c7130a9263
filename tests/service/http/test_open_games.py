"""Open games in the lobby: so many a player and so many an address, however they get there."""

from threading import Barrier, Thread
from typing import Any

import pytest

from domain.record.times import DAY
from service.app import create_app
from service.context import Services
from service.game.open_games import HELD_MS, OpenGames, TooManyOpen
from service.machine import clock
from service.settings.config import Config
from service.store.freezes import FrozenGames
from service.store.redis_store import RedisStore
from tests.service.api import Api, Person
from tests.service.conftest import fake_store
from tests.service.office import DAY as DAYS
from tests.service.office import FakeClock, Office

MOST = Config().open_games
TERMS = {"ruleset": "alexandros", "board": "tiny", "seats": 2}


def opened(api: Api, who: Person, expect: int = 201, **terms: Any) -> Any:
    return api.ask("POST", "/games", who, json={**TERMS, **terms}, expect=expect).json


def filled(api: Api, who: Person) -> list[str]:
    """The games of a player who may not list another."""
    games = [opened(api, who)["game_id"] for _ in range(MOST)]
    assert opened(api, who, 409)["code"] == "too_many_open"
    return games


def finished(api: Api, *people: Person) -> str:
    game = api.game(*people)
    api.act(game, people[0], "resign", {}, version=False)
    return game


def test_one_more_is_refused_with_the_number_the_remedy_and_ones_own_games(api: Api, ada: Person):
    games = filled(api, ada)
    told = opened(api, ada, 409)
    assert (told["limit"], told["games"]) == (MOST, games)
    assert told["detail"].startswith(f"You have {MOST} open games in the lobby")
    assert "cancel one" in told["detail"]


def test_unlisted_games_and_those_that_begin_at_once_do_not_count(api: Api, ada: Person):
    filled(api, ada)
    opened(api, ada, listed=False)
    opened(api, ada, bots=["greedy"])
    assert opened(api, ada, 409)["code"] == "too_many_open"


def test_players_do_not_count_for_each_other(api: Api, ada: Person, bob: Person):
    filled(api, ada)
    opened(api, bob)


def test_a_game_that_begins_makes_room(api: Api, ada: Person, bob: Person):
    first = filled(api, ada)[0]
    api.ask("POST", f"/games/{first}/seats", bob, json={}, expect=201)
    opened(api, ada)
    opened(api, ada, 409)


def test_a_game_that_is_cancelled_makes_room(api: Api, ada: Person):
    first = filled(api, ada)[0]
    api.ask("DELETE", f"/games/{first}", ada, expect=200, headers={"If-Match": "*"})
    opened(api, ada)
    opened(api, ada, 409)


def test_a_seat_that_is_left_makes_no_room(api: Api, ada: Person):
    first = filled(api, ada)[0]
    api.ask("DELETE", f"/games/{first}/seats/0", ada, expect=200, headers={"If-Match": "*"})
    assert first in opened(api, ada, 409)["games"]


def test_a_game_that_is_abandoned_makes_room(
    api: Api, ada: Person, time: FakeClock, office: Office
):
    opened(api, ada, deadline="1d")
    for _ in range(MOST - 1):
        opened(api, ada)
    office.work()
    time.later(30 * DAYS)
    opened(api, ada, 409)
    assert office.work() == 1
    opened(api, ada)
    opened(api, ada, 409)


def test_a_closed_game_does_not_count_until_it_is_reopened(api: Api, own: Services, ada: Person):
    first = filled(api, ada)[0]
    closed = FrozenGames(own.store.client, clock.now_ms)
    closed.freeze(first, "Under review.")
    later = Api(create_app(Config(rate_limit=False), own.store))
    opened(later, ada)
    closed.unfreeze(first)
    opened(Api(create_app(Config(rate_limit=False), own.store)), ada, 409)


def test_a_rematch_counts_for_the_player_who_asked_first(api: Api, ada: Person, bob: Person):
    old, another = finished(api, ada, bob), finished(api, ada, bob)
    for _ in range(MOST - 1):
        opened(api, ada)
    api.ask("POST", f"/games/{old}/rematch", ada, json={}, expect=201)
    refused = api.ask("POST", f"/games/{another}/rematch", ada, json={}, expect=409).json
    assert refused["code"] == "too_many_open"
    [_] = api.get("/me/invitations", bob)["invitations"]
    api.ask("POST", f"/games/{another}/rematch", bob, json={}, expect=201)


def test_a_repeated_command_gets_its_first_answer_though_there_is_no_room(api: Api, ada: Person):
    again = {"headers": {"Idempotency-Key": "k"}, "json": TERMS, "expect": 201}
    first = api.ask("POST", "/games", ada, **again).json["game_id"]
    for _ in range(MOST - 1):
        opened(api, ada)
    opened(api, ada, 409)
    assert api.ask("POST", "/games", ada, **again).json["game_id"] == first


def test_a_place_whose_game_was_never_recorded_is_free_again(store: RedisStore):
    places = OpenGames(store.client, 1, lambda _: False)
    places.hold("lost", "p1", None)
    with pytest.raises(TooManyOpen, match="1 open games"):
        places.hold("next", "p1", None)
    store.client.zadd("opened:p1", {"lost": clock.now_ms() - HELD_MS - 1})
    places.hold("next", "p1", None)


def test_an_address_has_the_share_of_four_players_for_a_day():
    store = fake_store()
    api = Api(create_app(Config(new_players="100 per hour"), store))
    for number in range(4):
        filled(api, api.person(f"Player {number}"))
    fifth = api.person("Eve")
    told = opened(api, fifth, 409)
    assert (told["limit"], told["code"]) == (4 * MOST, "too_many_open")
    assert "games" not in told
    opened(api, fifth, listed=False)
    assert store.client.zcard(f"opened:{fifth.player_id}") == 0
    assert 0 < store.client.ttl("opened:address:127.0.0.1") <= DAY


def test_a_player_who_leaves_takes_the_list_along(api: Api, store: RedisStore, ada: Person):
    opened(api, ada)
    api.ask("DELETE", "/me", ada, expect=204)
    assert not store.client.exists(f"opened:{ada.player_id}")


def test_lists_name_the_host_of_each_game_seated_or_not(api: Api, ada: Person, office: Office):
    seated, watched = opened(api, ada), opened(api, ada, join=False)
    office.work()
    host = {"player_id": ada.player_id, "name": "Ada", "forgotten": False}
    rows = {row["game_id"]: row["host"] for row in api.get("/games")["games"]}
    assert rows == {seated["game_id"]: host, watched["game_id"]: host}
    assert [row["host"] for row in api.get("/me/games", ada)["games"]] == [host]
    api.ask("DELETE", "/me", ada, expect=204)
    gone = {"player_id": ada.player_id, "name": None, "forgotten": True}
    assert [row["host"] for row in api.get("/games")["games"]] == [gone, gone]


@pytest.mark.parametrize("servers", ["real_store", "cluster_url"])
def test_sixty_at_once_do_not_pass_the_bound(request: pytest.FixtureRequest, servers: str):
    made = request.getfixturevalue(servers)
    store = made if isinstance(made, RedisStore) else RedisStore.of_url(made)
    api = Api(create_app(Config(rate_limit=False), store))
    ada, together, told = api.person("Ada"), Barrier(60), list[int]()

    def ask() -> None:
        together.wait()
        told.append(api.ask("POST", "/games", ada, json=TERMS).status_code)

    threads = [Thread(target=ask) for _ in range(60)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(told) == [201] * MOST + [409] * (60 - MOST)
