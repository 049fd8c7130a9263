"""The description of the API: valid, complete, stable, and shown by a page that stays at home."""

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from openapi_spec_validator import OpenAPIV31SpecValidator
from werkzeug.routing import Rule

from domain.kernel.rulesets import rulesets
from service.app import create_app
from service.http.document.game_shapes import pascal, prefix
from service.http.document.shapes import ref
from service.settings.config import Config
from service.store.redis_store import RedisStore
from tests.service.api import BASE, Api, Person
from tests.service.http.documented import Documented

PYPROJECT = Path(__file__).parents[3] / "pyproject.toml"
Operations = dict[tuple[str, str], Any]

IDS = {
    "agree_to_stand_in",
    "come_back",
    "answer_extension",
    "answer_pause",
    "answer_undo",
    "ask_extension",
    "ask_pause",
    "begin_session",
    "change_me",
    "check_board",
    "create_game",
    "create_player",
    "create_study",
    "give_order",
    "list_orders",
    "withdraw_order",
    "withdraw_orders",
    "end_session",
    "export_game",
    "export_game_zip",
    "forget_me",
    "list_games",
    "list_moves",
    "list_my_games",
    "list_rulesets",
    "livez",
    "make_move",
    "preview_move",
    "read_board",
    "read_events",
    "read_game",
    "read_me",
    "read_replay",
    "read_rules",
    "read_ruleset",
    "readyz",
    "redo",
    "replace_token",
    "resign",
    "resume",
    "take_vacation",
    "take_vacation_everywhere",
    "stream_events",
    "stream_my_events",
    "take_seat",
    "transfer_session",
    "undo",
    "verify_game",
}
"""The names of operations in generated clients: add to them, rename none."""


@pytest.fixture
def spec(api: Api) -> Any:
    return api.get("/openapi.json")


@pytest.fixture
def operations(spec: Any) -> Operations:
    return {
        (method, path): operation
        for path, methods in spec["paths"].items()
        for method, operation in methods.items()
        if method != "parameters"
    }


def rules(app: Flask) -> dict[tuple[str, str], Rule]:
    """The routes of the API by method and described path."""
    return {
        (method.lower(), rule.rule.replace("<", "{").replace(">", "}")): rule
        for rule in app.url_map.iter_rules()
        if rule.rule.startswith((BASE, "/feeds/")) and not rule.rule.endswith("openapi.json")
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }


def test_it_is_valid_openapi_3_1(spec: Any):
    assert spec["openapi"].startswith("3.1")
    assert [error.message for error in OpenAPIV31SpecValidator(spec).iter_errors()] == []


def test_the_requests_of_webhooks_are_described(spec: Any):
    notice = spec["webhooks"]["notice"]["post"]
    assert notice["requestBody"]["content"]["application/json"]["schema"] == ref("Notice")
    names = {header["name"] for header in notice["parameters"]}
    assert names == {"webhook-id", "webhook-timestamp", "webhook-signature"}


def test_it_names_the_licence(spec: Any):
    project = tomllib.loads(PYPROJECT.read_text())["project"]
    assert spec["info"]["license"]["identifier"] == project["license"]


def test_every_route_is_described_and_every_description_has_its_route(
    api: Api, operations: Operations
):
    assert operations.keys() == rules(api.app).keys()


def test_every_described_path_answers(api: Api, operations: Operations, ada: Person, bob: Person):
    game = api.game(ada, bob)
    secret = api.ask("POST", "/me/feeds", ada, json={}).json["atom"].split("/")[-2]
    names = {"{game_id}": game, "{name}": "alexandros", "{board}": "tiny", "{code}": "move_on"}
    names["{secret}"] = secret
    api.ask("PUT", "/me/handle", ada, json={"handle": "ada1"}, expect=200)
    names["{handle}"] = "ada1"
    challenge = {"terms": {"ruleset": "alexandros"}}
    made = api.ask("POST", "/challenges", ada, json=challenge, expect=201).json
    names["{challenge_id}"] = made["id"]
    for method, described in sorted(operations):
        path = described
        for name, value in names.items():
            path = path.replace(name, value)
        answer = api.client.open(path, method=method, headers=bob.headers, json={})
        assert answer.status_code < 500, (method, path)
        assert answer.status_code not in (404, 405), (method, path)
        answer.close()


def test_the_ids_of_operations_stay(operations: Operations):
    ids = [operation["operationId"] for operation in operations.values()]
    assert len(set(ids)) == len(ids)
    assert set(ids) >= IDS


def test_every_operation_teaches(spec: Any, operations: Operations):
    tags = {tag["name"]: tag["description"] for tag in spec["tags"]}
    assert all(tags.values())
    assert "Idempotency-Key" in spec["info"]["description"]
    for name, operation in operations.items():
        assert operation["summary"], name
        assert set(operation["tags"]) <= set(tags), name
        for parameter in operation.get("parameters", ()):
            described = "$ref" in parameter or parameter.get("description")
            assert described or parameter["name"] in PLAIN, (name, parameter)


PLAIN = {"status", "ruleset", "per_page"}


def test_every_operation_lists_its_refusals(operations: Operations):
    for (method, path), operation in operations.items():
        statuses = set(operation["responses"])
        assert {"429", "500", "503"} <= statuses, path
        assert "default" not in statuses
        if "requestBody" in operation:
            assert {"400", "413", "415", "422"} <= statuses, path
        if "{" in path:
            assert "404" in statuses, path
        if operation.get("security"):
            assert "401" in statuses, path
        headers = {p["name"]: p for p in operation.get("parameters", ()) if p["in"] == "header"}
        assert ("412" in statuses) == ("If-Match" in headers), path
        if headers.get("If-Match", {}).get("required"):
            assert "428" in statuses, path
        if path.startswith(f"{BASE}/games/{{") and method == "post":
            assert {"401", "403", "409"} <= statuses, path


def test_commands_describe_their_headers(operations: Operations):
    for path in ("moves", "undo", "redo", "undo/answer", "resign"):
        operation = operations["post", f"{BASE}/games/{{game_id}}/{path}"]
        names = {p["name"] for p in operation["parameters"] if p["in"] == "header"}
        assert names == {"If-Match", "Idempotency-Key", "Anabasis-Player"}
    stream = operations["get", f"{BASE}/games/{{game_id}}/stream"]
    assert "Last-Event-ID" in {p["name"] for p in stream["parameters"]}


@pytest.mark.parametrize("stated", ["*", "12", '"12"', 'W/"12-n0123abcd"'])
def test_a_version_is_as_its_pattern_says(operations: Operations, stated: str):
    move = operations["post", f"{BASE}/games/{{game_id}}/moves"]
    (if_match,) = (p for p in move["parameters"] if p["name"] == "If-Match")
    assert re.fullmatch(if_match["schema"]["pattern"], stated)


def test_every_answer_with_a_body_has_a_shape(spec: Any, operations: Operations):
    for name, operation in operations.items():
        for status, named in operation["responses"].items():
            ref = named.get("$ref", "").rpartition("/")[2]
            said = spec["components"]["responses"][ref] if ref else named
            if status not in ("204", "304"):
                assert said["content"], (name, status)
                assert all(media["schema"] for media in said["content"].values()), (name, status)


def test_a_moves_body_is_described_by_its_ruleset(spec: Any, operations: Operations):
    body = operations["post", f"{BASE}/games/{{game_id}}/moves"]["requestBody"]
    schema = body["content"]["application/json"]["schema"]
    names = [*(f"{prefix(ruleset)}Move" for ruleset in rulesets()), "Notation"]
    assert schema == {"anyOf": [{"$ref": f"#/components/schemas/{name}"} for name in names]}
    assert spec["components"]["schemas"]["AlexandrosMove"]["oneOf"]


def test_a_discriminator_leads_to_one_object_each(spec: Any):
    schemas = spec["components"]["schemas"]
    unions = {name: of for name, of in schemas.items() if "discriminator" in of}
    assert {"View", "Export", "SettlersMove", "AlexandrosTakeCardMove"} <= unions.keys()
    for name, union in unions.items():
        for leads_to in union["discriminator"]["mapping"].values():
            assert "properties" in schemas[leads_to.rpartition("/")[2]], (name, leads_to)


def test_fields_of_requests_state_their_defaults_in_words(spec: Any):
    """Generators of types take a field with a ``default`` for one that is always there."""
    schemas = spec["components"]["schemas"]
    for name in ("NewGame", "NewSeat", "NewSession", "DeadlineTerms", "SettlersPlayKnightMove"):
        assert all("default" not in of for of in schemas[name]["properties"].values()), name
    assert schemas["NewGame"]["properties"]["listed"]["description"].endswith("left out: `true`.")
    assert schemas["AlexandrosOptions"]["properties"]["target_score"]["default"] == 100


BARE = ("ResumedEvent", "VacationEndedEvent", "CameBackEvent")
"""Events that say no more than their seat."""


def test_every_part_of_a_rulesets_games_has_a_name_of_its_own(spec: Any):
    schemas = spec["components"]["schemas"]
    for ruleset in rulesets().values():
        name = prefix(ruleset.id)
        moves = ruleset.wire.moves.schema()["oneOf"]
        kinds = dict.fromkeys(kind["properties"]["type"]["const"] for kind in moves)
        for option, kind in zip(schemas[f"{name}Move"]["oneOf"], kinds, strict=True):
            assert option == ref(f"{name}{pascal(kind)}Move")
        assert schemas[f"{name}View"]["properties"]["state"]["anyOf"][0] == ref(f"{name}State")
        for part in ("Board", "Topology", "State", "Phase", "Options", "Facts", "Event"):
            assert f"{name}{part}" in schemas
        for part in schemas[f"{name}Event"]["oneOf"]:
            event = schemas[part["$ref"].rpartition("/")[2]]
            data = schemas[event["properties"]["data"]["$ref"].rpartition("/")[2]]
            assert data["properties"] or part in map(ref, BARE)


def test_every_reference_leads_to_a_schema_and_every_schema_is_reached(spec: Any):
    named = set(re.findall(r'"#/components/schemas/(\w+)"', json.dumps(spec)))
    assert named <= spec["components"]["schemas"].keys()
    alone = {f"{prefix(name)}{part}" for name in rulesets() for part in ("Event", "Facts")}
    assert spec["components"]["schemas"].keys() - named <= alone


def test_only_named_schemas_have_fields(spec: Any):
    """A nested object without a name is one that generators make up names for, or drop."""
    nameless = [
        f"{name}.{field}"
        for name, schema in spec["components"]["schemas"].items()
        for field, part in schema.get("properties", {}).items()
        for inner in (part, part.get("items", {}), *part.get("anyOf", ()), *part.get("oneOf", ()))
        if inner.get("properties")
    ]
    assert nameless == ["AlexandrosTakeOverMove.compensation"]


def test_every_refusal_is_a_problem(spec: Any):
    for name, said in spec["components"]["responses"].items():
        assert said["content"].keys() == {"application/problem+json"}, name
    assert spec["components"]["schemas"].keys().isdisjoint({"Error", "PaginationMetadata"})


def test_an_undescribed_answer_is_noticed(store: RedisStore, monkeypatch):
    """A check of the check that all these tests are under."""
    monkeypatch.setattr(
        "service.http.resources.players._shown", lambda _: {"player_id": 3, "more": 1}
    )
    app = create_app(Config(rate_limit=False), store)
    documented = Documented(app)
    api = Api(app)
    api.get("/me", api.person("Ada"))
    assert len(documented.faults) == 1
    assert documented.faults[0].startswith("GET /api/v1/me? 200")


# The page
def test_the_page_and_all_it_loads_come_from_here(api: Api):
    page = api.client.get("/docs")
    assert page.status_code == 200
    text = page.get_data(as_text=True)
    assets = re.findall(r'(?:src|href)="([^"]+)"', text)
    assert len(assets) >= 3
    for asset in assets:
        assert not re.match(r"(?:[a-z]+:)?//", asset), asset
        answer = api.client.get(f"/{asset}")
        assert answer.status_code == 200, asset
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
    start = api.client.get("/docs/start.js").get_data(as_text=True)
    assert 'url: "api/v1/openapi.json"' in start
    assert "//" not in start


def test_the_page_may_load_nothing_from_elsewhere(api: Api):
    policy = api.client.get("/docs").headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "http" not in policy
    assert "unsafe-eval" not in policy


def test_no_file_but_the_pages_own_is_served(api: Api):
    for path in ("../__init__.py", "%2e%2e/__init__.py", "nosuch.js", "/etc/passwd"):
        assert api.client.get(f"/docs/assets/{path}").status_code in (404, 308), path


# Health
@pytest.mark.parametrize("base", ["", BASE])
def test_a_live_process_and_a_ready_store_say_so(api: Api, base: str):
    assert api.client.get(f"{base}/livez").json == {"status": "alive"}
    assert api.client.get(f"{base}/readyz").json == {"status": "ready"}


# Headers
def test_nothing_is_sniffed_framed_or_kept(api: Api, ada: Person, bob: Person):
    game = api.game(ada, bob)
    for path in ("/games", f"/games/{game}", "/me", "/nowhere", f"/games/{game}/events"):
        headers = api.ask("GET", path, ada).headers
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'"
        assert headers["Cache-Control"] in ("private, no-cache", "private, no-store", "no-store")
        if path != "/nowhere":
            assert {"Authorization", "Cookie"} <= set(headers["Vary"].split(", "))


def test_a_problem_is_never_kept(api: Api):
    for path in ("/games/none", "/me", "/games?page=0"):
        assert api.ask("GET", path).headers["Cache-Control"] == "no-store"


def test_where_a_key_may_be_given_its_second_use_is_described(operations: Operations):
    keyed = {
        name: operation["responses"].keys()
        for name, operation in operations.items()
        if any(each.get("name") == "Idempotency-Key" for each in operation.get("parameters", []))
    }
    assert len(keyed) > 15
    assert [name for name, responses in keyed.items() if "422" not in responses] == []
