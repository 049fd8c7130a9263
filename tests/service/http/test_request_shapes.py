"""The service takes exactly the requests its description allows."""

import re
from typing import Any

import pytest

from tests.service.api import Api, Person

SEEDS = ["ab", "AbCd09", "0" * 128]
NO_SEEDS = ["", "a", "abc", "xy", "ab\n", " ab", "0" * 130, "é0"]
VERSIONS = ['"2"', '"0"', "2", 'W/"2"', "*"]
QUERIES = {
    "/games/{game_id}": {"join_code", "at", "wait", "after"},
    "/games/{game_id}/export": {"join_code"},
    "/games/{game_id}/replay": {"join_code", "after", "limit"},
    "/games/{game_id}/stream": {"join_code", "after"},
}
NO_VERSIONS = ["", '"02"', '"2', "2 3", '"2","3"', "-1", '"123456789012"', "**", "w/2", "W/2"]


@pytest.fixture
def spec(api: Api) -> Any:
    return api.get("/openapi.json")


def field(spec: Any, schema: str, name: str) -> Any:
    return spec["components"]["schemas"][schema]["properties"][name]


def fits(schema: Any, text: str) -> bool:
    least, most = schema.get("minLength", 0), schema.get("maxLength", 10**6)
    return least <= len(text) <= most and bool(re.search(schema.get("pattern", ""), text))


@pytest.mark.parametrize("seed", SEEDS + NO_SEEDS)
def test_a_seed_is_taken_if_it_is_of_the_form_described(
    api: Api, spec: Any, ada: Person, seed: str
):
    terms = {"ruleset": "alexandros", "board": "tiny", "seed": seed}
    status = api.ask("POST", "/games", ada, json=terms).status_code
    assert status == (201 if seed in SEEDS else 422)
    if seed != "ab\n":
        assert fits(field(spec, "NewGame", "seed"), seed) == (status == 201)


@pytest.mark.parametrize("luck", SEEDS + NO_SEEDS)
def test_a_contribution_is_taken_if_it_is_of_the_form_described(
    api: Api, spec: Any, ada: Person, bob: Person, luck: str
):
    terms = {"ruleset": "alexandros", "board": "tiny"}
    game = api.ask("POST", "/games", ada, json=terms, expect=201).json["game_id"]
    seat = api.ask("POST", f"/games/{game}/seats", bob, json={"contribution": luck})
    assert seat.status_code == (201 if luck in SEEDS else 422)
    forms = [field(spec, schema, "contribution") for schema in ("NewGame", "NewSeat")]
    assert forms[0]["pattern"] == forms[1]["pattern"] == field(spec, "NewGame", "seed")["pattern"]


@pytest.mark.parametrize("version", VERSIONS + NO_VERSIONS)
def test_if_match_is_taken_if_it_is_of_the_form_described(
    api: Api, spec: Any, ada: Person, bob: Person, version: str
):
    game = api.game(ada, bob)
    path = f"/games/{game}/redo"
    answer = api.ask("POST", path, ada, json={}, headers={"If-Match": version})
    operation = spec["paths"]["/api/v1/games/{game_id}/redo"]["post"]
    header = next(each for each in operation["parameters"] if each["name"] == "If-Match")
    assert fits(header["schema"], version) == (answer.status_code != 400)
    assert (version in VERSIONS) == (answer.status_code != 400)


@pytest.mark.parametrize(("schema", "name", "longest"), [("NewPlayer", "name", 40)])
def test_a_name_is_taken_up_to_the_length_described(
    api: Api, spec: Any, schema: str, name: str, longest: int
):
    form = field(spec, schema, name)
    assert (form["minLength"], form["maxLength"]) == (1, longest)
    for length, status in ((0, 422), (1, 201), (longest, 201), (longest + 1, 422)):
        answer = api.ask("POST", "/players", json={name: "x" * length})
        assert answer.status_code == status, length


def test_every_line_of_text_states_its_greatest_length(spec: Any):
    lengths = {
        ("NewPlayer", "name"): 40,
        ("NewSession", "name"): 40,
        ("PlayerChanges", "name"): 40,
        ("NewGame", "title"): 80,
    }
    for (schema, name), longest in lengths.items():
        assert field(spec, schema, name)["maxLength"] == longest


def test_a_body_is_required_when_leaving_it_out_is_refused(api: Api, spec: Any):
    for path, operations in spec["paths"].items():
        for method, operation in operations.items():
            if "requestBody" not in (operation if method != "parameters" else ()):
                continue
            ada = api.person("Ada")
            api.app.extensions["anabasis"].players.set_role(ada.player_id, "host")
            bob = api.person("Bob")
            game = api.game(ada, bob)
            report = {"target": "game", "id": game, "reason": "spam"}
            api.ask("POST", "/reports", bob, json=report, expect=201)
            url = (
                path.removeprefix("/api/v1")
                .replace("{game_id}", game)
                .replace("{name}", "alexandros")
                .replace("{report_id}", f"game-{game}")
            )
            answer = api.ask(method.upper(), url, ada, headers={"If-Match": "*"})
            is_refused = answer.status_code == 422
            assert operation["requestBody"]["required"] == is_refused, (method, path)


def test_no_query_is_forgotten(api: Api, spec: Any):
    """Headers described by hand once took the place of the queries read by a schema."""
    for path, names in QUERIES.items():
        operation = spec["paths"][f"/api/v1{path}"]["get"]
        described = {each["name"] for each in operation["parameters"] if each["in"] == "query"}
        assert described == names


def test_a_query_is_left_out_and_never_null(spec: Any):
    queries = [
        parameter["schema"]
        for operations in spec["paths"].values()
        for operation in operations.values()
        for parameter in (operation.get("parameters", ()) if isinstance(operation, dict) else ())
        if parameter["in"] == "query"
    ]
    assert len(queries) > 15
    for schema in queries:
        assert isinstance(schema["type"], str)
        assert None not in schema.get("enum", ())
        assert schema.get("default", "") is not None


def test_the_servers_url_follows_the_mount_path(api: Api):
    assert api.get("/openapi.json")["servers"][0]["url"] == "/"
    below = api.client.get("/api/v1/openapi.json", environ_overrides={"SCRIPT_NAME": "/games"})
    assert below.json["servers"][0]["url"] == "/games/"
