"""The listeners to games: a stream as a browser reads it, and how many there are."""

import json
import re
from typing import Any

from service.game.live import LiveGames
from tests.service.api import BASE, Api


def listeners_of(live: LiveGames) -> int:
    """The number of listeners to all games."""
    return live.admission.total


class Stream:
    """A stream read piece by piece, as a browser would."""

    def __init__(self, api: Api, game: str, query: str = "", **headers: str) -> None:
        said = {name.replace("_", "-"): value for name, value in headers.items()}
        path = f"{BASE}/games/{game}/stream{query}"
        client = api.app.test_client(use_cookies=False)
        self.answer = client.get(path, headers=said, buffered=False)
        self.pieces = self.answer.iter_encoded()

    def __enter__(self) -> "Stream":
        return self

    def __exit__(self, *_: object) -> None:
        self.answer.close()

    def piece(self) -> str:
        return next(self.pieces).decode()

    def event(self) -> Any:
        """The next event; its id is its version."""
        while True:
            found = re.fullmatch(r"id: (\d+)\ndata: (.*)\n\n", self.piece())
            if found:
                event = json.loads(found[2])
                assert event["version"] == int(found[1])
                return event

    def versions(self) -> list[int]:
        """The versions of all events up to the stream's end."""
        text = b"".join(self.pieces).decode()
        return [int(number) for number in re.findall(r"^id: (\d+)$", text, re.MULTILINE)]
