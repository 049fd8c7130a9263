"""Handles over HTTP: claimed, shown beside the name, and read as a profile."""

import pytest

from service.context import Services
from service.store.redis_store import RedisStore
from tests.service.api import Api, Person
from tests.service.office import Office


def claim(api: Api, who: Person, handle: str, expect: int = 200) -> str:
    answer = api.ask("PUT", "/me/handle", who, json={"handle": handle}, expect=expect)
    return str(answer.json.get("code", answer.json.get("handle")))


def test_a_handle_opens_a_profile_without_a_token(api: Api, ada: Person, bob: Person):
    assert api.get("/me/handle", ada) == {"handle": None, "changeable_at": None}
    assert claim(api, ada, "Ada_L") == "Ada_L"
    assert claim(api, bob, "ada_I", 409) == "handle_taken"
    assert claim(api, ada, "ada-2", 409) == "handle_too_soon"
    assert api.get("/me/handle", ada)["changeable_at"]
    assert api.get("/me", ada)["handle"] == "Ada_L"
    shown = api.get("/players/ada_l")
    about = {"name": "Ada", "player_id": ada.player_id, "account": "person", "bot": None}
    assert shown == {"handle": "Ada_L", **about}


@pytest.mark.parametrize("handle", ["ab", "a" * 21, "ada l", "ädä", "ada\n", "", 3, None])
def test_a_handle_of_another_form_is_malformed(api: Api, ada: Person, handle: object):
    answer = api.ask("PUT", "/me/handle", ada, json={"handle": handle}, expect=422)
    assert answer.json["code"] == "malformed"
    assert "handle" in answer.json["errors"]


def test_a_released_handle_opens_nothing(api: Api, ada: Person, bob: Person):
    claim(api, ada, "ada1")
    api.ask("DELETE", "/me/handle", ada, expect=204)
    api.ask("GET", "/players/ada1", expect=404)
    assert claim(api, bob, "ada1", 409) == "handle_taken"


def test_a_muted_player_has_no_profile(api: Api, ada: Person, own: Services):
    claim(api, ada, "ada1")
    own.players.mute(ada.player_id, "Player 1")
    api.ask("GET", "/players/ada1", expect=404)
    assert claim(api, ada, "ada1", 403) == "muted"


def test_seats_show_handles_in_views_and_lists_and_a_view_is_newer_for_it(
    api: Api, ada: Person, bob: Person, office: Office
):
    game = api.game(ada, bob)
    office.work()
    before = api.ask("GET", f"/games/{game}", ada).headers["ETag"]
    claim(api, bob, "bob1")
    after = api.ask("GET", f"/games/{game}", ada, headers={"If-None-Match": before}, expect=200)
    seats = after.json["seats"]
    assert [seat.get("handle") for seat in seats] == [None, "bob1"]
    (row,) = api.get("/me/games", ada)["games"]
    assert [seat.get("handle") for seat in row["seats"]] == [None, "bob1"]
    assert "handle" not in seats[0]


def test_nothing_of_a_handle_names_a_player_who_has_left(api: Api, bob: Person, store: RedisStore):
    claim(api, bob, "bob1")
    api.ask("DELETE", "/me", bob, expect=204)
    api.ask("GET", "/players/bob1", expect=404)
    (key,) = store.client.keys("handle:*")
    assert bob.player_id.encode() not in store.client.get(key)
