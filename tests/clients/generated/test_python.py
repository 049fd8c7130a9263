"""A Python client that openapi-python-client makes of the document plays every game to its end."""

import json
import random
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import httpx
import pytest
from flask import Flask

from clients.bots.registry import bot_named

PACKAGE = "anabasis_generated"
TERMS: dict[str, dict[str, Any]] = {
    "alexandros": {"board": "tiny", "options": {"target_score": 20}},
    "settlers": {"options": {"target_points": 3}},
    "alexander_the_great": {"seats": 3, "options": {"target_points": 5}},
}
NAMES = {
    "alexandros": "Alexandros",
    "settlers": "Settlers",
    "alexander_the_great": "AlexanderTheGreat",
}
KINDS = {f"image/{kind}": "application/octet-stream" for kind in ("gif", "png", "svg+xml", "webp")}
KINDS |= {"application/zip": "application/octet-stream", "application/atom+xml": "text/plain"}
"""Pictures and zips are bytes to a client, and feeds are text: the generator knows none of them."""

MOST_MOVES = 300
"""Then the seat that is to move resigns."""


@pytest.fixture(scope="session")
def generated(openapi: Path, tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    """The package, made without a warning."""
    folder = tmp_path_factory.mktemp("generated")
    settings = folder / "settings.json"
    settings.write_text(json.dumps({"post_hooks": [], "content_type_overrides": KINDS}))
    words = ("generate", "--path", openapi, "--output-path", folder / PACKAGE, "--meta", "none")
    quietly = ("--config", settings, "--fail-on-warning")
    made = subprocess.run(
        [sys.executable, "-m", "openapi_python_client", *words, *quietly],
        capture_output=True,
        text=True,
        check=False,
    )
    assert made.returncode == 0, made.stdout + made.stderr
    assert "warning" not in (made.stdout + made.stderr).lower()
    sys.path.insert(0, str(folder))
    return import_module(PACKAGE)


@pytest.fixture(scope="session")
def api(generated: ModuleType) -> Any:
    """The generated operations that a player needs, and the shapes."""
    names = (
        "players.create_player",
        "games.create_game",
        "games.read_game",
        "games.export_game",
        "moves.list_moves",
        "moves.make_move",
        "moves.preview_move",
        "moves.resign",
        "seats.take_seat",
        "events.read_events",
        "rulesets.read_board",
    )
    found = {name.partition(".")[2]: import_module(f"{PACKAGE}.api.{name}") for name in names}
    return SimpleNamespace(**found, **vars(import_module(f"{PACKAGE}.models")))


@pytest.fixture
def players(app: Flask, generated: ModuleType, api: Any) -> list[Any]:
    """Three clients, each with a player's token."""
    transport = {"transport": httpx.WSGITransport(app)}
    base = "http://anabasis.test"
    nobody = generated.Client(base_url=base, httpx_args=transport)
    made = [
        api.create_player.sync(client=nobody, body=api.NewPlayer(name=name))
        for name in ("Ada", "Bob", "Eve")
    ]
    return [
        generated.AuthenticatedClient(base_url=base, token=each.token, httpx_args=transport)
        for each in made
    ]


@pytest.mark.parametrize("ruleset", TERMS)
def test_a_game_is_played_to_its_end(api: Any, players: list[Any], ruleset: str):
    terms = {"ruleset": ruleset, "seats": 2, "seed": "0a", "first_seat": 0, **TERMS[ruleset]}
    view = api.create_game.sync(client=players[0], body=api.NewGame.from_dict(terms))
    game, seats = view.game_id, range(len(view.seats))
    for seat in seats[1:]:
        taken = api.take_seat.sync(game, client=players[seat], body=api.NewSeat())
        assert taken.view.viewer.seat == seat
    types = _played(api, players, ruleset, game)
    over = api.read_game.sync(game, client=players[0])
    assert over.status.value == "finished"
    assert isinstance(over, getattr(api, f"{NAMES[ruleset]}View"))
    assert isinstance(over.state, getattr(api, f"{NAMES[ruleset]}State"))
    assert len(types) > 6
    record = api.export_game.sync(game, client=players[0])
    assert [event.version for event in record.events] == [*range(1, over.version + 1)]
    _check_names(ruleset, record.events)


def _played(api: Any, players: list[Any], ruleset: str, game: str) -> set[str]:
    """Play to the end; the types of the moves made."""
    luck, choose = random.Random(7), bot_named(ruleset, "random")
    view, types = api.read_game.sync(game, client=players[0]), set()
    for turn in range(10 * MOST_MOVES):
        if not view.to_act:
            return types
        client = players[view.to_act[0]]
        listed = api.list_moves.sync(game, client=client).moves
        assert isinstance(listed, list)
        said = [move.to_dict() for move in listed]
        wanted = {"type": "resign"} if turn >= MOST_MOVES else choose({}, said, luck)
        move = listed[said.index(wanted)]
        made = api.make_move.sync(game, client=client, body=move, if_match=f'"{view.version}"')
        _check_names(ruleset, made.events)
        view = made.view
        types.add(move.type_)
    raise AssertionError("the game went on and on")


def _check_names(ruleset: str, events: list[Any]) -> None:
    for event in events:
        own, data = type(event).__name__, type(event.data).__name__
        name = "".join(part.capitalize() for part in event.type_.split("_"))
        assert own == f"{NAMES[ruleset]}{name}Event"
        assert data == f"{NAMES[ruleset]}{name}Data"


def test_a_refusal_is_a_problem_with_its_code(api: Any, players: list[Any]):
    terms = {"ruleset": "alexandros", "board": "tiny", "first_seat": 0}
    game = api.create_game.sync(client=players[0], body=api.NewGame.from_dict(terms)).game_id
    api.take_seat.sync(game, client=players[1], body=api.NewSeat())
    move = api.AlexandrosEndTurnMove(type_="end_turn")
    refused = api.make_move.sync(game, client=players[1], body=move, if_match="*")
    assert isinstance(refused, api.Problem)
    assert refused.code == "not_your_turn"


def test_a_move_is_previewed(api: Any, players: list[Any]):
    terms = {"ruleset": "alexandros", "board": "tiny", "first_seat": 0}
    game = api.create_game.sync(client=players[0], body=api.NewGame.from_dict(terms)).game_id
    api.take_seat.sync(game, client=players[1], body=api.NewSeat())
    moves = api.list_moves.sync(game, client=players[0]).moves
    seen = [api.preview_move.sync(game, client=players[0], body=move) for move in moves]
    assert any(isinstance(each, api.Preview) for each in seen)


@pytest.mark.parametrize("ruleset", TERMS)
def test_a_boards_topology_is_read(api: Any, players: list[Any], ruleset: str):
    board = {"alexandros": "tiny", "settlers": "standard", "alexander_the_great": "campaign"}
    read = api.read_board.sync(ruleset, board[ruleset], client=players[0])
    assert isinstance(read.board, getattr(api, f"{NAMES[ruleset]}Board"))
    kinds = {"alexandros": api.AlexandrosTopology}
    hexes = (api.SettlersTopology, api.AlexanderTheGreatTopology)
    assert isinstance(read.topology, kinds.get(ruleset, hexes))
