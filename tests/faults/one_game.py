"""One live game, asked for over plain HTTP, without a client that tries again."""

from typing import Any

import httpx

from tests.servers import Service
from tests.service.running import PLAIN

SOON = 15.0
"""Seconds that a client waits; about four are meant, the rest is for a busy machine."""


class Game:
    """A live game, asked for over plain HTTP."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.ada, bob = service.player("Ada"), service.player("Bob")
        terms = {"ruleset": "alexandros", "board": "tiny", "seats": 2, "first_seat": 0}
        self.id = self.ada.create_game(**terms)["game_id"]
        bob.take_seat(self.id)
        listed = self.ada.moves(self.id, type="choose_card")
        self.version, self.first_move = listed["version"], listed["moves"][0]

    def ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        headers = {"Authorization": f"Bearer {self.ada.token}", **more.pop("headers", {})}
        address = f"{self.service.web.address}{path}"
        return httpx.request(method, address, headers=headers, timeout=SOON, verify=PLAIN, **more)

    def read(self, part: str = "") -> httpx.Response:
        return self.ask("GET", f"/api/v1/games/{self.id}{part}")

    def move(self, key: str) -> httpx.Response:
        headers = {"If-Match": f'"{self.version}"', "Idempotency-Key": key}
        path = f"/api/v1/games/{self.id}/moves"
        return self.ask("POST", path, json=self.first_move, headers=headers)


def is_ready(service: Service) -> bool:
    """True if the service says that it can record."""
    return httpx.get(f"{service.web.address}/readyz", timeout=60.0, verify=PLAIN).status_code == 200
