"""Scopes: every operation states the one that a token needs, and refuses every other token."""

from typing import Any, get_args

import pytest

from service.app import create_app
from service.people.scopes import INCLUDED, SCOPES, InsufficientScope, Scope, check_scope
from service.settings.config import Config
from service.store.redis_store import RedisStore
from tests.service.api import BASE, Api, Person

FULL_ONLY = {
    "act_as_host",
    "list_host_acts",
    "list_players_as_host",
    "list_games_as_host",
    "read_storage",
    "announce",
    "end_announcement",
    "list_reports",
    "read_report",
    "report",
    "resolve_report",
    "become_bot",
    "add_passkey",
    "begin_passkey",
    "create_account_invitation",
    "create_token",
    "delete_passkey",
    "forget_me",
    "list_account_invitations",
    "read_my_data",
    "replace_token",
    "revoke_account_invitation",
    "revoke_token",
    "sign_out_device",
    "sign_out_others",
    "transfer_session",
}
"""The operations that would give a token more than it has, or take the account from its player."""
PUBLIC = {
    "read_announcement",
    "ask_account_invitation",
    "ask_sign_in",
    "begin_passkey_session",
    "begin_session",
    "begin_session_by_passkey",
    "board_picture",
    "check_account_invitation",
    "confirm_channel",
    "create_player",
    "end_session",
    "index",
    "finish_sign_in",
    "list_games",
    "list_keys",
    "list_leaves",
    "list_rulesets",
    "livez",
    "read_board",
    "read_deadlines",
    "read_log",
    "read_oembed",
    "read_rules",
    "read_ruleset",
    "read_sign_in",
    "read_turns",
    "readyz",
}
"""The operations that ask for no token."""
BODIES = {"add_channel": {"kind": "webhook", "url": "https://hooks.example/1"}}
"""The bodies of operations that refuse a malformed one before the token."""
NAMES = {"{game_id}": "none", "{name}": "alexandros", "{board}": "tiny", "{seat}": "0"}


@pytest.fixture
def operations(api: Api) -> list[tuple[str, str, Any]]:
    return [
        (method.upper(), path.removeprefix(BASE), operation)
        for path, methods in api.get("/openapi.json")["paths"].items()
        for method, operation in methods.items()
        if method != "parameters"
    ]


def stated(operation: Any) -> list[Scope]:
    return [scope for each in operation["security"] for scope in each.get("token", ())]


def token(api: Api, who: Person, *scopes: Scope) -> Person:
    body = {"name": "Program", "scopes": scopes}
    made = api.ask("POST", "/me/tokens", who, json=body, expect=201).json
    return Person(who.player_id, who.name, made["token"])


def test_every_operation_states_a_scope_or_is_listed_here(operations: Any):
    unstated = {each["operationId"] for *_, each in operations if not stated(each)}
    assert unstated == FULL_ONLY | PUBLIC
    public = {each["operationId"] for *_, each in operations if not each["security"]}
    assert public == PUBLIC
    assert all(set(stated(each)) <= set(get_args(Scope)) for *_, each in operations)


def test_each_operation_refuses_every_token_without_its_scope(
    api: Api, ada: Person, operations: Any
):
    tokens = {scope: token(api, ada, scope) for scope in SCOPES}
    for method, described, operation in operations:
        path = described
        for name, value in NAMES.items():
            path = path.replace(name, value)
        needed, body = stated(operation), BODIES.get(operation["operationId"], {})
        for scope, who in tokens.items():
            answer = api.ask(method, path, who, json=None if method == "GET" else body)
            is_refused = (answer.json or {}).get("code") == "insufficient_scope"
            is_covered = not operation["security"] or bool(INCLUDED[scope] & set(needed))
            assert is_refused == (not is_covered), (method, path, scope)
            answer.close()


def test_open_routes_serve_every_token_and_count_its_requests(store: RedisStore):
    api = Api(create_app(Config(rate_limits="9 per hour"), store))
    ada = api.person("Ada")
    who = token(api, ada, "notices")
    statuses = [api.ask("GET", "/games", who).status_code for _ in range(9)]
    assert statuses == [200] * 8 + [429]  # making the token counted, too


def test_a_refusal_names_the_scope(api: Api, ada: Person):
    answer = api.ask("PATCH", "/me", token(api, ada, "bot", "notices"), json={"name": "Eve"})
    assert (answer.status_code, answer.json["scope"]) == (403, "account")
    assert "account" in answer.json["detail"]
    challenge = 'Bearer error="insufficient_scope", scope="account"'
    assert answer.headers["WWW-Authenticate"] == challenge
    full = api.ask("DELETE", "/me", token(api, ada, *SCOPES))
    assert (full.status_code, full.json["code"], "scope" in full.json) == (
        403,
        "insufficient_scope",
        False,
    )
    assert full.headers["WWW-Authenticate"] == 'Bearer error="insufficient_scope"'
    assert api.get("/me", ada)["name"] == "Ada"


def test_what_states_no_scope_takes_tokens_without_scopes_alone():
    check_scope(None, None)
    for scope in SCOPES:
        check_scope(None, scope)
        with pytest.raises(InsufficientScope) as refused:
            check_scope(frozenset({scope}), None)
        assert refused.value.needed is None


def test_no_token_adds_an_address_that_could_sign_in(api: Api, ada: Person):
    answer = api.ask(
        "POST",
        "/me/channels",
        token(api, ada, *SCOPES),
        json={"kind": "email", "address": "eve@games.example"},
    )
    assert (answer.status_code, answer.json["code"]) == (403, "insufficient_scope")
    hook = {"kind": "webhook", "url": "https://hooks.example/1"}
    api.ask("POST", "/me/channels", token(api, ada, "notices"), json=hook, expect=201)


def test_a_token_opens_no_session(api: Api, ada: Person):
    own = token(api, ada, *SCOPES)
    answer = api.ask("POST", "/session", json={"token": own.token})
    assert (answer.status_code, answer.json["code"]) == (401, "token_unknown")


def test_a_token_in_a_cookie_stays_what_it_is(api: Api, ada: Person):
    client = api.client
    client.set_cookie("anabasis", token(api, ada, "read").token)
    assert client.get(f"{BASE}/me").status_code == 200
    assert client.delete(f"{BASE}/me").json["code"] == "insufficient_scope"
