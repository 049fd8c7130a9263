"""Chance calls, as the document has them or nearly so, alone and in chains: none meets a 5xx.

The calls are always the same ones; their number within the time depends on the machine.
"""

import random
from collections import Counter
from itertools import count
from time import monotonic
from typing import Any, ClassVar

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from service.app import create_app
from service.settings.config import Config
from service.store.redis_store import RedisStore
from tests.rounds import FUZZ_SECONDS
from tests.service.api import Api, Person

SEED = 8
CHAINS, STEPS, CALLS, EACH = 4, 30, 60, 3
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
BOARDS = {"alexandros": "tiny", "settlers": "standard", "alexander_the_great": "campaign"}
Seen = Counter[tuple[str, str, int]]
"""The number of answers, by operation and status."""
ENDLESS = ["stream_events", "stream_my_events"]
"""Streams have no end to be checked; they have tests of their own."""
LONGEST_WAIT = 0.01
PLAIN = {"Accept-Encoding": "identity"}
"""Nothing unpacks the answers here."""
SETTINGS = settings(
    phases=[Phase.generate],
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
)


@pytest.mark.parametrize("seconds", FUZZ_SECONDS)
def test_no_call_and_no_chain_of_calls_meets_a_5xx_or_an_undocumented_answer(
    real_store: RedisStore, seconds: float
):
    app = create_app(Config(rate_limit=False), real_store)
    described = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", app)
    schema = described.exclude(operation_id=ENDLESS)
    seen: Seen = Counter()
    steering = Steering(Api(app), SEED)
    for operation in _operations(schema):
        _calls(operation, steering, seen, SEED, EACH)
    end = monotonic() + seconds
    for number in count(SEED):
        _chains(schema, Api(app), seen, number)
        _calls(schema, Steering(Api(app), number), seen, number, CALLS)
        if monotonic() > end:
            break
    assert {(method, path) for method, path, _ in seen} == {
        (each.method.upper(), each.path) for each in _operations(schema)
    }


def _operations(schema: Any) -> list[Any]:
    return [found.ok() for found in schema.get_all_operations()]


def _chains(schema: Any, api: Api, seen: Seen, number: int) -> None:
    machine: Any = schema.as_state_machine()
    chains = type("ChainsOfCalls", (Chains, machine), {"api": api, "seen": seen})
    seed(number)(chains)
    chains.run(settings=settings(SETTINGS, max_examples=CHAINS, stateful_step_count=STEPS))


def _calls(called: Any, steering: "Steering", seen: Seen, number: int, most: int) -> None:
    """Calls one by one, of one operation or of all."""

    @seed(number)
    @settings(SETTINGS, max_examples=most)
    @given(case=called.as_strategy())
    def call(case: Any) -> None:
        steering.steer(case)
        _check(case, case.call(), seen)

    call()


def _check(case: Any, response: Any, seen: Seen) -> None:
    seen[case.method, case.path, response.status_code] += 1
    case.validate_response(response, checks=CHECKS)


class Chains:
    """Calls in chains, each with names from the answers before it."""

    api: ClassVar[Api]
    seen: ClassVar[Seen]

    def setup(self) -> None:
        """Sit down again."""
        self.steering = Steering(self.api, SEED)

    def before_call(self, case: Any) -> None:
        """Steer a call."""
        self.steering.steer(case)

    def validate_response(self, response: Any, case: Any, **_: Any) -> None:
        """Hold an answer against the document."""
        _check(case, response, self.seen)


class Steering:
    """Three people in a game of each ruleset, so that chance calls meet something half the time."""

    def __init__(self, api: Api, number: int) -> None:
        self._api, self._luck = api, random.Random(number)
        self._people = [api.person(name) for name in ("Ada", "Bob", "Eve")]
        self._games = [_begun(api, ruleset, self._people) for ruleset in BOARDS]

    def steer(self, case: Any) -> None:
        """Set the player, the game, the version and often values that make sense there."""
        case.headers = {**(case.headers or {}), **PLAIN, **self._token()}
        self._name(case.path_parameters or {})
        if "wait" in (case.query or {}):
            case.query["wait"] = LONGEST_WAIT
        if self._often() and case.method == "POST":
            case.headers["If-Match"] = "*"
            case.headers.pop("Idempotency-Key", None)
            self._write(case)

    def _often(self) -> bool:
        return self._luck.random() < 0.7

    def _token(self) -> dict[str, str]:
        return {} if self._luck.random() < 0.1 else self._luck.choice(self._people).headers

    def _name(self, path: Any) -> None:
        if "game_id" in path and self._often():
            path["game_id"] = self._luck.choice(self._games)
        if "name" in path and self._often():
            path["name"] = self._luck.choice(list(BOARDS))
            path |= {"board": BOARDS[path["name"]]} if "board" in path else {}

    def _write(self, case: Any) -> None:
        """A body that fits the operation, and the game as it stands."""
        if case.path.endswith(("/moves", "/preview")):
            self._move(case)
        elif isinstance(case.body, dict):
            for name in ("to", "at"):
                if name in case.body:
                    case.body[name] = self._luck.randrange(1, 9)
            if "ruleset" in case.body:
                ruleset = self._luck.choice(list(BOARDS))
                case.body |= {"ruleset": ruleset, "board": BOARDS[ruleset], "seats": 3}
                case.body |= {"bots": [], "options": {}, "deadline": None}

    def _move(self, case: Any) -> None:
        person, game = self._luck.choice(self._people), case.path_parameters["game_id"]
        case.headers |= person.headers
        listed = self._api.ask("GET", f"/games/{game}/moves?limit=50", person)
        moves = listed.json.get("moves") if listed.status_code == 200 else None
        case.body = self._luck.choice(moves) if moves else case.body


def _begun(api: Api, ruleset: str, people: list[Person]) -> str:
    terms = {"ruleset": ruleset, "seats": 3}
    made = api.ask("POST", "/games", people[0], json=terms, expect=201).json
    for person in people[1:]:
        api.ask("POST", f"/games/{made['game_id']}/seats", person, json={}, expect=201)
    return str(made["game_id"])
