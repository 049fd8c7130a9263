"""The API of one app in a few words: people, games and requests."""

from dataclasses import dataclass, field
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

BASE = "/api/v1"


@dataclass
class Person:
    """A player and their token."""

    player_id: str
    name: str
    token: str

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}


@dataclass
class Api:
    """Requests to one app, by person; the last answer's problem is shown when one is unexpected."""

    app: Flask
    people: list[Person] = field(default_factory=list)

    @property
    def client(self) -> FlaskClient:
        return self.app.test_client()

    def ask(
        self,
        method: str,
        path: str,
        who: Person | None = None,
        expect: int | None = None,
        **more: Any,
    ) -> TestResponse:
        headers = {**(who.headers if who else {}), **more.pop("headers", {})}
        answer = self.client.open(BASE + path, method=method, headers=headers, **more)
        if expect is not None:
            assert answer.status_code == expect, f"{answer.status}: {answer.get_data(as_text=True)}"
        return answer

    def get(self, path: str, who: Person | None = None, **more: Any) -> Any:
        return self.ask("GET", path, who, expect=200, **more).json

    def person(self, name: str) -> Person:
        made = self.ask("POST", "/players", json={"name": name}, expect=201).json
        someone = Person(**made)
        self.people.append(someone)
        return someone

    def game(self, *people: Person, **terms: Any) -> str:
        """A live game on the tiny board of these people, in seat order."""
        given = {"ruleset": "alexandros", "seats": len(people), "board": "tiny", "first_seat": 0}
        made = self.ask("POST", "/games", people[0], json={**given, **terms}, expect=201).json
        for person in people[1:]:
            self.ask("POST", f"/games/{made['game_id']}/seats", person, json={}, expect=201)
        return str(made["game_id"])

    def view(self, game: str, who: Person | None = None, **query: Any) -> Any:
        return self.get(f"/games/{game}", who, query_string=query)

    def moves(self, game: str, who: Person, **query: Any) -> list[Any]:
        return list(self.get(f"/games/{game}/moves", who, query_string=query)["moves"])

    def act(
        self,
        game: str,
        who: Person,
        path: str,
        body: Any,
        version: Any = None,
        key: str | None = None,
    ) -> TestResponse:
        """POST a command; ``version`` None takes the present one, False sends no If-Match."""
        headers = {} if key is None else {"Idempotency-Key": key}
        if version is not False:
            present = self.view(game)["version"] if version is None else version
            headers["If-Match"] = f'"{present}"'
        return self.ask("POST", f"/games/{game}/{path}", who, json=body, headers=headers)

    def move(self, game: str, who: Person, move: Any = None, **more: Any) -> Any:
        """Make a move, the first listed one that is no resignation when none is given."""
        if move is None:
            move = next(m for m in self.moves(game, who) if m["type"] != "resign")
        answer = self.act(game, who, "moves", move, **more)
        assert answer.status_code == 201, answer.get_data(as_text=True)
        return answer.json
