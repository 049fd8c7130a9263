"""Whole games held against the description: every event and every position of every fixture."""

from collections.abc import Iterator, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.kernel.game import KERNEL_TYPES, Game, viewer_of
from domain.kernel.rulesets import rulesets
from domain.record.record import Event
from domain.record.visibility import Viewer
from projections.redact import redact
from projections.view import view
from service.http.document.document import document
from service.http.document.game_shapes import pascal, prefix
from tests.fixtures import events_of, fixtures, load, moments, name_of
from tests.service.conftest import fake_app
from tests.service.http.documented import Shapes, strict

for_each_game = pytest.mark.parametrize("path", fixtures(), ids=name_of, scope="module")
"""In one module's scope both tests of a game follow one another: it is folded once."""


@pytest.fixture(scope="module")
def spec() -> Any:
    return document(fake_app())


@pytest.fixture(scope="module")
def shapes(spec: Any) -> Shapes:
    return Shapes(strict(deepcopy(spec)))


@for_each_game
def test_every_event_and_view_of_a_game_is_as_described(path: Path, shapes: Shapes):
    games, events = moments(path), events_of(load(path))
    faults = [*_event_faults(games, events, shapes), *_view_faults(games, shapes)]
    assert faults == []


def _event_faults(games: Sequence[Game], events: list[Event], shapes: Shapes) -> Iterator[str]:
    """Each event as its seat, another or nobody sees it while the game goes on, and when over."""
    name = prefix(games[-1].ruleset.id)
    for event in events:
        for viewer in (_somebody(games[-1], event.version), Viewer(), Viewer(over=True)):
            seen = redact(games[-1], event, viewer)
            fault = shapes.misfit(_event_shape(name, event.type), _as_sent(seen))
            if fault:
                yield f"{event.version}: {fault}"


def _event_shape(name: str, type_: str) -> str:
    """The one schema of a type's events in a ruleset's games."""
    common = KERNEL_TYPES - {"created", "seat_taken"}
    return f"{'' if type_ in common else name}{pascal(type_)}Event"


def _view_faults(games: Sequence[Game], shapes: Shapes) -> Iterator[str]:
    for game in games:
        eyes = _somebody(game, game.version)
        seen = view("g", game, eyes, lambda player: player)
        if fault := shapes.misfit(f"{prefix(game.ruleset.id)}View", _as_sent(seen)):
            yield f"{game.version}: {fault}"


@for_each_game
def test_moves_and_their_facts_are_as_described(path: Path, shapes: Shapes):
    """Of every move listed at every fourth moment, for each seat that is to act."""
    live = [game for game in moments(path)[::4] if game.status == "live"]
    listed = [(game, _listed(game, seat)) for game in live for seat in game.to_act]
    found = {shapes.misfit(f"{prefix(game.ruleset.id)}Moves", moves) for game, moves in listed}
    assert found <= {""}


def _listed(game: Game, seat: int) -> Any:
    moves = game.ruleset.legal_moves(game.state, seat, 60, None)
    body = {
        "version": game.version,
        "complete": moves.complete,
        "moves": [game.ruleset.wire.moves.json(move) for move in moves.moves],
        "facts": game.ruleset.wire.move_facts(game.state, seat, moves.moves),
    }
    return _as_sent(body)


def _somebody(game: Game, version: int) -> Viewer:
    """A seat, or nobody, in turn."""
    seats = len(game.seats)
    place = version % (seats + 1)
    return viewer_of(game, place if place < seats else None)


def _as_sent(body: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(body))


def test_the_fixtures_have_every_type_of_event_that_is_described(spec: Any):
    recorded = {event["type"] for path in fixtures() for event in load(path)["events"]}
    unions = [spec["components"]["schemas"][f"{prefix(name)}Event"] for name in rulesets()]
    described = {type_ for union in unions for type_ in union["discriminator"]["mapping"]}
    assert recorded | {"cancelled", "abandoned"} == described
