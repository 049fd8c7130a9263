"""Hostile and careless bodies: every route refuses them with a problem, and records nothing."""

import json
import re
from collections.abc import Iterator
from io import BytesIO
from itertools import cycle
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from werkzeug.test import TestResponse

from service.app import create_app
from service.settings.config import Config
from service.store.redis_store import RedisStore
from tests.service.api import BASE, Api, Person
from tests.service.conftest import fake_store
from tests.service.http.documented import Documented

ROUTES = (
    "/players",
    "/session",
    "/session/transfer",
    "/me/token",
    "/games",
    "/games/G/moves",
    "/games/G/preview",
    "/games/G/undo",
    "/games/G/redo",
    "/games/G/resign",
    "/games/G/undo/answer",
    "/games/G/seats",
    "/games/G/branches",
    "/games/G/extension",
    "/games/G/extension/answer",
    "/games/G/pause",
    "/games/G/pause/answer",
    "/games/G/resume",
    "/games/G/vacation",
    "/me/vacation",
)
TWICE = b'{"to": 3, "to": 4}'
"""A body that other readers of JSON take."""
UNSOUND = [
    (b'{"type": ', "well-formed"),
    (b" ", "well-formed"),
    (b'{"name": "Ada",}', "well-formed"),
    (b"{'name': 'Ada'}", "well-formed"),
    (b'{"to": NaN}', "well-formed"),
    (b'{"to": -Infinity}', "well-formed"),
    (b'{"to": 1e999}', "out of range"),
    (b'{"to": 03}', "well-formed"),
    (b'{"name": "\\ud800"}', "well-formed"),
    (b'{"name": "\xff"}', "utf-8"),
    (b"\xff\xfe{\x00}\x00", "well-formed"),
    (b"\xef\xbb\xbf{}", "well-formed"),
    (b'{"name": "a\nb"}', "well-formed"),
    (TWICE, "'to' stands twice"),
    (b'{"a": {"b": 1, "b": 1}}', "'b' stands twice"),
    (b'{"a": [{"b": ":", "b": 1}]}', "'b' stands twice"),
    (b'{"a": 1, "\\u0061": 1}', "'a' stands twice"),
    (b"[]", "a list"),
    (b"3", "a number"),
    (b'"x"', "a string"),
    (b"true", "true or false"),
    (b"null", "null"),
    (b"[" * 30_000, "deeper"),
    (b'{"a":' * 10_000 + b"1" + b"}" * 10_000, "deeper"),
    (b'{"a":' + b"[" * 21 + b"]" * 21 + b"}", "deeper than 20"),
    (b'{"to": ' + b"9" * 5_000 + b"}", "out of range"),
    (b"name=Ada", "well-formed"),
]
KINDS = ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "text/json", ""]
HUGE = 64 * 1024 + 1


class Table:
    """A game of Ada's, and a count of all that the store holds."""

    def __init__(self, store: RedisStore) -> None:
        app = create_app(Config(rate_limit=False), store)
        self.documented = Documented(app)
        self.store = store
        self.api = Api(app)
        self.ada, bob = self.api.person("Ada"), self.api.person("Bob")
        self.game = self.api.game(self.ada, bob)
        self.client = self.api.client

    def send(self, path: str, body: bytes, method: str = "POST", **headers: str) -> TestResponse:
        said = {
            **self.ada.headers,
            "If-Match": '"3"',
            "Content-Type": "application/json",
            **{name.replace("_", "-"): value for name, value in headers.items()},
        }
        path = BASE + path.replace("G", self.game)
        return self.client.open(path, method=method, data=body, headers=said)

    def all_recorded(self) -> dict[bytes, Any]:
        client: Any = self.store.client
        return {key: client.dump(key) for key in client.keys("*")}


@pytest.fixture(scope="module")
def table() -> Iterator[Table]:
    table = Table(fake_store())
    yield table
    assert table.documented.faults == []


@pytest.fixture(autouse=True)
def nothing_is_recorded(table: Table) -> Iterator[None]:
    before = table.all_recorded()
    yield
    assert table.all_recorded() == before


def refused(answer: TestResponse, status: int, code: str, *says: str) -> Any:
    assert answer.status_code == status, answer.get_data(as_text=True)
    assert answer.content_type == "application/problem+json"
    problem = json.loads(answer.data)
    assert (problem["status"], problem["code"]) == (status, code)
    for text in says:
        assert text in problem["detail"], problem["detail"]
    return problem


@pytest.mark.parametrize(
    ("path", "body", "says"),
    [(path, *unsound) for path, unsound in zip(cycle(ROUTES), UNSOUND)],
    ids=lambda value: repr(value)[:24],
)
def test_an_unsound_json_object_is_400(table: Table, path: str, body: bytes, says: str):
    refused(table.send(path, body), 400, "not_json", says)


@pytest.mark.parametrize("path", ROUTES)
def test_every_route_reads_json_in_the_same_way(table: Table, path: str):
    refused(table.send(path, TWICE), 400, "not_json", "'to' stands twice")


@pytest.mark.parametrize("path", [*ROUTES, "/me"])
def test_a_whole_number_that_not_every_reader_can_hold_is_named_by_its_field(table, path):
    for number in (2**53, -(2**53), 2**64, 10**30):
        body = json.dumps({"board": {"rows": [number]}}).encode()
        method = "PATCH" if path == "/me" else "POST"
        problem = refused(table.send(path, body, method), 422, "malformed", "9007199254740991")
        assert list(problem["errors"]) == ["board.rows.0"]


def test_another_content_type_is_415_wherever_a_body_is_described(table: Table):
    described = [*_with_bodies(table)]
    assert len(described) > len(ROUTES)
    for (method, path), kind in zip(described, cycle(KINDS), strict=False):
        answer = table.send(path, b"{}", method, Content_Type=kind)
        refused(answer, 415, "wrong_content_type", kind)


def _with_bodies(table: Table) -> Iterator[tuple[str, str]]:
    """Yield the method and the path of each operation that takes a body, with ids that may be."""
    for path, operations in table.documented.spec["paths"].items():
        for method, operation in operations.items():
            if "requestBody" in operation:
                ours = path.removeprefix(BASE).replace("{game_id}", "G")
                yield method.upper(), re.sub(r"\{\w+\}", "1", ours)


@pytest.mark.parametrize("kind", ["application/json", "application/json; charset=utf-8"])
def test_json_by_its_name_is_taken(table: Table, kind: str):
    refused(table.send("/games/G/redo", b"{}", Content_Type=kind), 409, "nothing_to_redo")


@pytest.mark.parametrize("path", ROUTES)
def test_a_body_over_64_kib_is_413_everywhere(table: Table, path: str):
    refused(table.send(path, b" " * HUGE), 413, "too_large", "64 KiB")


@pytest.mark.parametrize("path", ROUTES)
def test_a_body_that_comes_in_chunks_has_the_same_bound(table: Table, path: str):
    refused(chunked(table, path, b'{"a": "' + b"x" * HUGE + b'"}'), 413, "too_large", "64 KiB")


def test_a_body_in_chunks_cut_off_at_the_bound_is_not_taken_for_the_whole(table: Table):
    whole = b"{}" + b" " * (HUGE - 3)
    refused(chunked(table, "/games/G/redo", whole), 409, "nothing_to_redo")
    refused(chunked(table, "/games/G/redo", whole + b" "), 413, "too_large")


def test_a_body_that_comes_in_chunks_is_read(table: Table):
    refused(chunked(table, "/games/G/undo", b'{"to": 99}'), 409, "undo_target_unknown", "99")
    answer = chunked(table, "/games/G/undo", b'{"to": 3}', "text/plain")
    refused(answer, 415, "wrong_content_type")


def chunked(table: Table, path: str, body: bytes, kind: str = "application/json") -> TestResponse:
    """As gunicorn hands over a chunked body: no length, and an input that ends."""
    return table.client.post(
        BASE + path.replace("G", table.game),
        headers={**table.ada.headers, "If-Match": '"3"', "Transfer-Encoding": "chunked"},
        content_type=kind,
        input_stream=BytesIO(body),
        environ_overrides={"wsgi.input_terminated": True, "CONTENT_LENGTH": ""},
    )


def test_an_absent_body_is_an_empty_object(table: Table):
    answer = table.send("/games/G/undo", b"", Content_Type="")
    problem = refused(answer, 422, "malformed")
    assert problem["errors"] == {"to": ["is missing."]}
    assert problem["detail"] == "The request does not fit: to: is missing."
    refused(table.send("/games/G/redo", b"", Content_Type=""), 409, "nothing_to_redo")


def test_faults_of_several_fields_are_one_sentence(table: Table):
    answer = table.send("/players", b'{"nam": 1}', Content_Type="application/json")
    detail = refused(answer, 422, "malformed")["detail"]
    assert ".;" not in detail
    assert "name: is missing; nam: " in detail
    assert detail.endswith(".")


FIELDS = {
    "/players": {"name": "Ada"},
    "/session": {"name": "Ada"},
    "/session/transfer": {},
    "/me/token": {},
    "/games": {"ruleset": "alexandros"},
    "/games/G/moves": {"type": "end_turn"},
    "/games/G/undo": {"to": 3},
    "/games/G/redo": {},
    "/games/G/resign": {},
    "/games/G/undo/answer": {"accept": True},
    "/games/G/extension": {"time": "2d"},
    "/games/G/vacation": {"days": 2},
    "/me/vacation": {"days": 2},
    "/games/G/pause": {},
    "/games/G/pause/answer": {"accept": True},
    "/games/G/resume": {},
    "/games/G/extension/answer": {"accept": True},
    "/games/G/seats": {},
    "/games/G/branches": {"at": 3},
}


@pytest.mark.parametrize("path", FIELDS)
def test_an_unknown_field_is_named_with_those_that_are_known(table: Table, path: str):
    body = json.dumps({**FIELDS[path], "colour": "red"}).encode()
    problem = refused(table.send(path, body), 422, "malformed", "colour")
    for known in FIELDS[path]:
        assert known in problem["errors"]["colour"][0]


@pytest.mark.parametrize(
    ("path", "field", "wrong"),
    [
        *(("/games/G/undo", "to", wrong) for wrong in (True, "3", 3.0, 3.5, None, [3], {})),
        *(("/games/G/branches", "at", wrong) for wrong in (True, "3", 3.0, None, [], 0, -1, 99)),
        *(("/games/G/vacation", "days", wrong) for wrong in (-1, 61, "2", None, True)),
        *(("/games/G/extension", "time", wrong) for wrong in ("59s", "91d", "soon", None, True)),
        *(("/games/G/undo/answer", "accept", wrong) for wrong in (1, 0, "true", None, [])),
        *(("/games/G/seats", "seat", wrong) for wrong in (True, "0", 0.0, -1, 2, 4, [])),
        *(("/games/G/seats", "bot", wrong) for wrong in (3, "genius", ["greedy"], "")),
        *(("/games/G/seats", "contribution", wrong) for wrong in ("xyz", "abc", 3, "ab" * 65)),
        *(("/games/G/moves", "type", wrong) for wrong in (3, None, "castle", ["march"])),
        *(
            ("/players", "name", wrong)
            for wrong in (3, None, "", "x" * 41, ["Ada"], "\u200b\u00a0")
        ),
        *(("/players", "name", wrong) for wrong in ("a\tb", "a\u202eb", "a\u2028b", "a\u0000b")),
        *(("/games", "seats", wrong) for wrong in (1, 5, "2", 2.0, True, None)),
        *(("/games", "bots", wrong) for wrong in ("greedy", {}, None, ["greedy"] * 5)),
        *(("/games", "options", wrong) for wrong in (None, [], "x", 3)),
        *(("/games", "options.joker", wrong) for wrong in ("none", 3, None, [])),
        *(("/games", "options.target_score", wrong) for wrong in (9, 301, "100", 100.0, True)),
        *(("/games", "board", wrong) for wrong in ("mars", 3, [], {}, {"rows": []}, True)),
        *(("/games", "undo", wrong) for wrong in ("never", True, None)),
        *(("/games", "join", wrong) for wrong in (1, "yes", None)),
        *(("/games", "listed", wrong) for wrong in (0, "no", None)),
        *(("/games", "title", wrong) for wrong in ("", " ", 3, "x" * 81, "a\nb")),
        *(("/games", "seed", wrong) for wrong in ("", "0x12", "abc", 12, "ab" * 65)),
        *(("/games", "first_seat", wrong) for wrong in (2, -1, "0", True, 0.0)),
        *(("/games", "deadline", wrong) for wrong in (60, "60", -1)),
        *(("/games", "ruleset", wrong) for wrong in ("chess", 3, None, "")),
    ],
)
def test_a_value_that_does_not_fit_is_named_by_field_and_shown(
    table: Table, path: str, field: str, wrong: object
):
    outer, _, inner = field.partition(".")
    body = {**FIELDS[path], outer: {inner: wrong} if inner else wrong}
    problem = refused(table.send(path, json.dumps(body).encode()), 422, "malformed")
    assert list(problem["errors"]) == [field], problem
    assert problem["errors"][field][0] in problem["detail"]


def test_the_value_that_does_not_fit_is_quoted_in_brief(table: Table):
    body = json.dumps({"ruleset": "alexandros", "undo": "maybe"}).encode()
    refused(table.send("/games", body), 422, "malformed", "'maybe'", "free, consent, off")
    body = json.dumps({"name": ["x" * 9_000]}).encode()
    answer = table.send("/players", body)
    refused(answer, 422, "malformed", "given: ['xxx")
    assert len(answer.data) < 600


def test_a_faulty_item_of_a_list_is_named_by_its_place(table: Table):
    body = json.dumps({"ruleset": "alexandros", "bots": ["greedy", 3]}).encode()
    problem = refused(table.send("/games", body), 422, "malformed", "3")
    assert list(problem["errors"]) == ["bots.1"]


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8)
    | st.sampled_from(["alexandros", "tiny", "greedy", "lyre", "march", "ab", "display", "hand"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=12,
)
_NAMES = """
type from slot card joker space path province governors compensation to at accept seat bot name
seats board options bots seed contribution locale notifications token
"""
NAMES = st.sampled_from(_NAMES.split())
TYPES = st.sampled_from(
    ["choose_card", "march", "take_card", "occupy", "take_over", "levy_taxes", "recall"]
)


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    path=st.sampled_from([p for p in ROUTES if p.startswith("/games/")]),
    type_=TYPES,
    fields=st.dictionaries(NAMES, JSON, max_size=5),
)
def test_no_object_is_accepted_by_mistake_or_breaks_anything(
    table: Table, path: str, type_: str, fields: dict[str, Any]
):
    body = {"type": type_, **fields, "nowhere": 1}
    answer = table.send(path, json.dumps(body).encode())
    refused(answer, 422, "malformed")


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(body=st.binary(max_size=60))
def test_no_bytes_break_anything(table: Table, body: bytes):
    if not body:
        return
    for path in ("/games/G/moves", "/me/token"):
        assert table.send(path, b"\x00" + body).status_code == 400


def test_a_fault_in_the_query_is_named_too(table: Table):
    for query, field in (
        ("?at=1_0", "at"),
        ("?at=%D9%A3", "at"),
        ("?at=+3", "at"),
        ("?at=3.0", "at"),
        ("?at=", "at"),
        ("?at=99999999999999999999", "at"),
        ("?wait=nan&after=1", "wait"),
        ("?wait=inf&after=1", "wait"),
        ("?wait=-1&after=1", "wait"),
        ("?wait=5", "wait"),
        ("?after=x", "after"),
        ("/moves?type=castle", "type"),
        ("/moves?limit=0", "limit"),
        ("/events?limit=1001", "limit"),
        ("/stream?after=-1", "after"),
        ("/export?at=3", "at"),
        ("/verify?deep=1", "deep"),
    ):
        answer = table.client.get(f"{BASE}/games/{table.game}{query}", headers=table.ada.headers)
        problem = refused(answer, 422, "malformed")
        assert list(problem["errors"]) == [field], query
    for query, field in (("page=0", "page"), ("status=odd", "status"), ("ruleset=go", "ruleset")):
        problem = refused(table.client.get(f"{BASE}/games?{query}"), 422, "malformed")
        assert list(problem["errors"]) == [field]


def test_unknown_fields_and_nulls_are_named_with_a_remedy(table: Table):
    undo = refused(table.send("/games/G/undo", b'{"to": null, "at": 1}'), 422, "malformed")
    fields = "is no field here; there are: to."
    assert undo["errors"] == {"to": ["must not be null."], "at": [fields]}
    query = refused(table.client.get(f"{BASE}/games?odd=1"), 422, "malformed")
    assert query["errors"]["odd"][0].startswith("is no field here; there are: page, ")


def test_a_person_in_the_wrong_place(table: Table, api: Api, ada: Person):
    """Another app's token means nothing here."""
    headers = {"Authorization": f"Bearer {ada.token}"}
    assert table.client.get(f"{BASE}/me", headers=headers).status_code == 401
