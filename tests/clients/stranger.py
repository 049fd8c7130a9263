"""A bot by a stranger: written from the API's document alone, with httpx and nothing of ours.

``python stranger.py SERVER HANDLE`` makes a bot account and plays what it is challenged to.
"""

import json
import random
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx

Json = dict[str, Any]


class Stranger:
    """The account: one stream for all its games, and a request for each move."""

    def __init__(self, server: str, handle: str) -> None:
        self.http = httpx.Client(base_url=f"{server}/api/v1", timeout=60.0)
        token = self.asked("POST", "/players", {"name": "Strange"})["token"]
        self.http.headers["Authorization"] = f"Bearer {token}"
        self.asked("POST", "/me/bot", {"owner": "A stranger", "games": 20})
        self.asked("PUT", "/me/handle", {"handle": handle})
        self.last_id = ""

    def asked(self, method: str, path: str, body: Json | None = None, **headers: str) -> Json:
        """Ask until there is an answer: a line may be lost, a service be away."""
        while True:
            try:
                answer = self.http.request(method, path, json=body, headers=headers)
            except httpx.TransportError:
                self.pause()
                continue
            if answer.status_code in (429, 503):
                time.sleep(float(answer.headers.get("Retry-After", 1)))
                continue
            if answer.is_error:
                raise LookupError(f"{method} {path}: {answer.status_code} {answer.text}")
            return answer.json() if answer.content else {}

    def pause(self) -> None:
        """Wait a moment after a lost line."""
        time.sleep(0.2)

    def events(self) -> Iterator[tuple[str, Json]]:
        """Yield the kind and the data of each event, from one stream after another."""
        while True:
            headers = {"Last-Event-ID": self.last_id} if self.last_id else {}
            try:
                with self.http.stream("GET", "/me/stream", headers=headers) as answer:
                    yield from self.read(answer.iter_lines())
            except httpx.TransportError:
                self.pause()

    def read(self, lines: Iterator[str]) -> Iterator[tuple[str, Json]]:
        """Yield the events of a stream's lines."""
        fields: dict[str, str] = {}
        for line in lines:
            name, _, value = line.partition(": ")
            if line and name:
                fields[name] = value
            elif not line and "data" in fields:
                self.last_id = fields["id"]
                yield fields["event"], json.loads(fields["data"])
            if not line:
                fields = {}

    def live(self) -> None:
        """Follow the account's stream; play each game that waits."""
        with ThreadPoolExecutor(4) as threads:
            for kind, data in self.events():
                if kind in ("challenged", "reset", "ended"):
                    self.answer_challenges()
                if kind == "reset":
                    for game in self.waiting():
                        threads.submit(self.play, game)
                if kind == "your_turn":
                    threads.submit(self.play, data["game_id"])

    def answer_challenges(self) -> None:
        """Accept what is received; one too many waits."""
        for challenge in self.asked("GET", "/me/challenges")["received"]:
            try:
                self.asked("POST", f"/challenges/{challenge['id']}/accept")
            except LookupError as error:
                sys.stderr.write(f"{error}\n")

    def waiting(self) -> list[str]:
        """List the games that wait for this account, of all pages."""
        games: list[str] = []
        path: str | None = "/me/games?waiting=true&per_page=50"
        while path:
            try:
                answer = self.http.get(path)
            except httpx.TransportError:
                self.pause()
                continue
            games += [game["game_id"] for game in answer.json()["games"]]
            path = answer.links.get("next", {}).get("url")
        return games

    def play(self, game: str) -> None:
        """Make moves until the game waits for others."""
        try:
            while (move := self.chosen(game)) is not None:
                version, body = move
                self.made(game, version, body)
        except (LookupError, httpx.HTTPError) as error:
            sys.stderr.write(f"{game}: {error}\n")

    def chosen(self, game: str) -> tuple[int, Json] | None:
        """Return the game's version and a move by lot; None if it is not this seat's turn."""
        listed = self.asked("GET", f"/games/{game}/moves?view=true")
        view, moves = listed["view"], listed["moves"]
        if view["viewer"]["seat"] not in view["to_act"] or not moves:
            return None
        kinds = {move["type"] for move in moves} - {"resign"}
        busy = kinds - {"end_turn", "withdraw_trade"} or kinds
        kind = random.choice(sorted(busy))
        return view["version"], random.choice([move for move in moves if move["type"] == kind])

    def made(self, game: str, version: int, move: Json) -> None:
        """Make a move; another one that came first is no fault."""
        key = f"{game}-{version}-{random.random()}"
        headers = {"If-Match": f'"{version}"', "Idempotency-Key": key}
        try:
            self.asked("POST", f"/games/{game}/moves", move, **headers)
        except LookupError as error:
            if " 409 " not in str(error) and " 412 " not in str(error):
                raise


if __name__ == "__main__":
    Stranger(*sys.argv[1:]).live()
