"""Games move between two servers as files: exported, imported and exported again, byte for byte."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from clients.python import Anabasis
from service.store.imported_games import MOST
from tests.servers import Service, serving, working
from tests.waiting import eventually

TABLES: list[dict[str, Any]] = [
    {"ruleset": "alexandros", "board": "tiny", "bots": ["greedy", "random"]},
    {"ruleset": "alexandros", "bots": ["greedy", "random", "random"]},
    {"ruleset": "settlers", "bots": ["greedy", "random"]},
    {"ruleset": "settlers", "bots": ["greedy", "random", "random", "random"]},
    {"ruleset": "alexander_the_great", "bots": ["greedy", "random", "random"]},
]
SHORT = pytest.param(5, id="few")
LONG = pytest.param(500, id="many", marks=[pytest.mark.long, pytest.mark.timeout(3_600)])
AT_ONCE = 20
A_GAME_SECONDS = 120.0


@pytest.mark.parametrize("number", [SHORT, LONG])
def test_games_are_the_same_bytes_on_another_server_but_for_the_mark(tmp_path: Path, number: int):
    with serving(tmp_path / "ours") as ours, serving(tmp_path / "theirs") as theirs:
        with working(ours):
            documents = dict(played(ours, number))
        importers = [theirs.player("Bea") for _ in range(0, number, MOST)]  # each may keep so many
        for n, (game, document) in enumerate(documents.items()):
            imported(importers[n // MOST], theirs, document)
            assert without_mark(exported(theirs, game)) == document
        listed = [row["game_id"] for each in importers for row in each.imports()["imports"]]
        assert sorted(listed) == sorted(documents)
    print(f"{number} games, {sum(map(len, documents.values())):,} bytes")


def played(service: Service, number: int) -> Iterator[tuple[str, bytes]]:
    """Games and their exports, played by bots; in every tenth a person sat down, and resigns."""
    ada = service.player("Ada")
    for first in range(0, number, AT_ONCE):
        games = [begun(ada, n) for n in range(first, min(first + AT_ONCE, number))]
        yield from ((game, exported(service, game)) for game in games)


def begun(ada: Anabasis, n: int) -> str:
    """The n-th game, under way."""
    has_person = n % 10 == 0
    game: str = ada.create_game(**TABLES[n % len(TABLES)], join=has_person)["game_id"]
    if has_person:
        ada.resign(game)
    return game


def exported(service: Service, game: str) -> bytes:
    """The export of a game once it is over."""
    address = f"{service.web.address}/api/v1/games/{game}"
    eventually(lambda: httpx.get(address).json()["status"] == "finished", A_GAME_SECONDS)
    return httpx.get(f"{address}/export").raise_for_status().content


def imported(importer: Anabasis, service: Service, document: bytes) -> None:
    """Import a document as it stands."""
    answer = httpx.post(
        f"{service.web.address}/api/v1/games/import",
        content=document,
        headers={"Authorization": f"Bearer {importer.token}", "Content-Type": "application/json"},
        timeout=60.0,
    )
    assert answer.status_code == 201, answer.text


def without_mark(document: bytes) -> bytes:
    """An imported game's export without its mark, as bytes."""
    mark = msgspec.json.decode(document)["imported"]
    written = b',"imported":' + msgspec.json.encode(mark)
    assert document.count(written) == 1, mark
    return document.replace(written, b"")
