"""Hosts and moderators: each operation under `/host` is for those whose role it needs."""

from typing import Any

import pytest

from service.context import Services
from service.people.player import Role
from tests.service.api import BASE, Api, Person
from tests.service.http.test_everywhere import BODIES

HOST_ONLY = {"read_storage", "announce", "end_announcement"}
"""The operations under `/host` that moderators may not ask for at all."""


def with_role(own: Services, who: Person, role: Role) -> Person:
    own.players.set_role(who.player_id, role)
    return who


@pytest.fixture
def host(own: Services, eve: Person) -> Person:
    return with_role(own, eve, "host")


@pytest.fixture
def moderator(own: Services, bob: Person) -> Person:
    return with_role(own, bob, "moderator")


def house_operations(api: Api) -> list[tuple[str, str, Any]]:
    return [
        (method.upper(), path.removeprefix(BASE), operation)
        for path, methods in api.get("/openapi.json")["paths"].items()
        for method, operation in methods.items()
        if method != "parameters" and path.startswith(f"{BASE}/host/")
    ]


def status_of(api: Api, operation: tuple[str, str, Any], who: Person | None) -> tuple[int, Any]:
    method, path, described = operation
    body = BODIES.get(described["operationId"], {}) if "requestBody" in described else None
    answer = api.ask(method, path.replace("{", "").replace("}", ""), who, json=body)
    return answer.status_code, (answer.json or {}).get("code")


def test_each_operation_of_the_house_refuses_strangers_members_and_too_low_a_role(
    api: Api, ada: Person, moderator: Person, host: Person
):
    operations = house_operations(api)
    assert {"act_as_host", "list_host_acts"} <= {each["operationId"] for *_, each in operations}
    for operation in operations:
        assert status_of(api, operation, None) == (401, "token_missing"), operation[:2]
        assert status_of(api, operation, ada) == (403, "no_right"), operation[:2]
        is_host_only = operation[2]["operationId"] in HOST_ONLY
        refused = status_of(api, operation, moderator)
        assert (refused == (403, "no_right")) == is_host_only, operation[:2]
        assert status_of(api, operation, host) not in ((401, "token_missing"), (403, "no_right"))


def act(api: Api, who: Person, action: str, subject: str, reason: str = "Why not.") -> Any:
    body = {"action": action, "subject": subject, "reason": reason}
    return api.ask("POST", "/host/acts", who, json=body)


def test_an_act_is_done_and_logged_with_who_and_why(
    api: Api, ada: Person, moderator: Person, host: Person
):
    game = api.game(ada, moderator)
    closed = act(api, moderator, "game_closed", game, "Under review")
    assert (closed.status_code, closed.json["logged"]) == (201, "new")
    assert api.view(game, ada)["closed"]["reason"] == "Under review."
    assert act(api, host, "game_closed", game, "Under review").json["logged"] == "known"
    assert act(api, host, "game_reopened", game).json["logged"] == "new"
    assert act(api, host, "game_reopened", game, "Else.").json["logged"] == "reason_changed"
    listed = api.get("/host/acts", moderator, query_string={"limit": 2})
    assert [(each["action"], each["by_name"]) for each in listed["acts"]] == 2 * [
        ("game_reopened", "Eve")
    ]
    (first,) = api.get("/host/acts", host, query_string={"before": listed["next"]})["acts"]
    assert (first["by"], first["reason"]) == (moderator.player_id, "Under review.")
    assert (first["number"], first["subject"]) == (1, game)


def test_a_player_is_named_by_id_or_handle_and_never_searched_by_name(
    api: Api, ada: Person, host: Person
):
    api.ask("PUT", "/me/handle", ada, json={"handle": "lovelace"}, expect=200)
    for subject in ("@Lovelace", "lovelace", ada.player_id):
        assert act(api, host, "player_muted", subject).json["subject"] == ada.player_id
    for subject in ("Ada", "p0123456789abcdef", "@nobody"):
        refused = act(api, host, "player_muted", subject)
        assert (refused.status_code, refused.json["reason"]) == (409, "player_unknown")
    refused = act(api, host, "player_renamed", ada.player_id)
    assert refused.json["reason"] == "player_is_muted", refused.json


def test_moderators_act_neither_on_roles_nor_on_who_has_one(
    api: Api, own: Services, ada: Person, moderator: Person, host: Person
):
    for action in ("player_made_host", "player_made_moderator", "player_forgotten"):
        refused = act(api, moderator, action, ada.player_id)
        assert (refused.status_code, refused.json["code"]) == (403, "no_right")
    for other in (host, moderator):
        refused = act(api, moderator, "player_muted", other.player_id)
        assert "only a host may act on them" in refused.json["detail"]
    assert act(api, moderator, "player_muted", ada.player_id).status_code == 201
    assert act(api, host, "player_muted", moderator.player_id).status_code == 201


def test_a_role_counts_at_once_and_until_it_ends(api: Api, ada: Person, host: Person):
    for action, status in (
        ("player_made_moderator", 200),
        ("player_role_ended", 403),
        ("player_made_host", 200),
    ):
        assert act(api, host, action, ada.player_id).status_code == 201
        assert api.ask("GET", "/host/acts", ada).status_code == status


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"action": "player_hanged", "subject": "p", "reason": "R"}, "action"),
        ({"action": "keys_rotated", "subject": "p", "reason": "R"}, "action"),
        ({"action": "player_muted", "subject": "p"}, "reason"),
        ({"action": "player_muted", "subject": "p", "reason": " "}, "reason"),
        ({"action": "player_muted", "subject": "p", "reason": 201 * "R"}, "reason"),
        ({"action": "player_muted", "subject": "p", "reason": "R\u202e"}, "reason"),
        ({"action": "player_muted", "subject": "", "reason": "R"}, "subject"),
        ({"action": "player_muted", "reason": "R"}, "subject"),
        ({"action": "player_muted", "subject": "p", "reason": "R", "by": "Eve"}, "by"),
    ],
)
def test_a_faulty_act_names_its_field(api: Api, host: Person, body: Any, field: str):
    refused = api.ask("POST", "/host/acts", host, json=body, expect=422)
    assert list(refused.json["errors"]) == [field]
    assert api.get("/host/acts", host)["acts"] == []
