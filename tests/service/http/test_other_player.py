"""Commands that name their player: a stale tab does nothing for the player who signed in last."""

import re
from typing import Any

import pytest

from service.http.asking.auth import bot_token
from service.store.redis_store import RedisStore
from tests.service.api import BASE, Api, Person

MEANT = "Anabasis-Player"
GAPS = {"seat": "0", "code": "move_on", "name": "alexandros", "board": "tiny"}


def commands(api: Api) -> list[tuple[str, str]]:
    """The method and the path of every command of the API that acts for a player."""
    paths = api.get("/openapi.json")["paths"]
    return [
        (method.upper(), path)
        for path, item in paths.items()
        for method, operation in item.items()
        if method in ("post", "put", "patch", "delete")
        if any(each.get("name") == MEANT for each in operation.get("parameters", ()))
    ]


def contents(store: RedisStore) -> dict[bytes, bytes | None]:
    """Everything in the store."""
    return {key: store.client.dump(key) for key in sorted(store.client.keys("*"))}


def test_no_command_for_another_player_is_carried_out(
    api: Api, store: RedisStore, ada: Person, bob: Person
):
    """Ada's tab is still open; by now the browser's cookie is Bob's."""
    game = api.game(ada, bob)
    api.view(game, bob)
    before, every = contents(store), commands(api)
    assert len(every) >= 44
    for method, path in every:
        filled = re.sub(r"{(\w+)}", lambda gap: GAPS.get(gap[1], game), path.removeprefix(BASE))
        headers = {MEANT: ada.player_id, "If-Match": str(api.view(game)["version"])}
        refused = api.ask(method, filled, bob, headers=headers, json={})
        assert (refused.status_code, refused.json["code"]) == (409, "other_player"), path
    assert contents(store) == before


def test_no_bot_acts_for_a_player_who_is_named(api: Api, ada: Person):
    game = api.game(ada, seats=2, bots=["random"])
    api.act(game, ada, "moves", api.moves(game, ada)[0])
    bot = Person("", "", bot_token(api.app.extensions["anabasis"].key, game, 1))
    headers = {MEANT: ada.player_id, "If-Match": "*"}
    refused = api.ask("POST", f"/games/{game}/resign", bot, headers=headers, json={})
    assert (refused.status_code, refused.json["code"]) == (409, "other_player")


def test_a_command_for_the_player_who_is_signed_in_is_carried_out(api: Api, ada: Person):
    named = {MEANT: ada.player_id}
    renamed = api.ask("PATCH", "/me", ada, headers=named, json={"name": "Ada L."}, expect=200)
    assert renamed.json["name"] == "Ada L."


def test_reading_needs_no_name_and_looks_at_none(api: Api, ada: Person, bob: Person):
    me: Any = api.ask("GET", "/me", bob, headers={MEANT: ada.player_id}, expect=200).json
    assert me["player_id"] == bob.player_id


def test_without_a_session_a_token_is_missing_as_ever(api: Api, ada: Person):
    refused = api.ask("PATCH", "/me", headers={MEANT: ada.player_id}, json={"name": "Ben"})
    assert (refused.status_code, refused.json["code"]) == (401, "token_missing")


def test_a_session_that_is_over_ends_for_whom_it_was(api: Api, ada: Person):
    """Its token is nobody's any more: there is nothing left to refuse."""
    headers = {MEANT: ada.player_id, "Authorization": "Bearer over"}
    ended = api.ask("DELETE", "/session", headers=headers, expect=204)
    assert ended.headers["Set-Cookie"].startswith("anabasis=;")


@pytest.mark.parametrize("stated", ["", "nobody", "ü" * 300])
def test_a_name_of_nobody_is_another(api: Api, ada: Person, stated: str):
    headers = {MEANT: stated.encode().decode("latin-1")}
    refused = api.ask("PATCH", "/me", ada, headers=headers, json={"name": "Ben"})
    assert (refused.status_code, refused.json["code"]) == (409, "other_player")
