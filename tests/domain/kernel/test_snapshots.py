"""Snapshots of games: the game read from one is the game written, for every ruleset."""

import random
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import astuple

from domain.kernel import snapshots
from domain.kernel.game import Game, evolve, sealed_creation, viewer_of
from domain.kernel.rulesets import versions
from domain.kernel.snapshots import game_of, snapshot_of
from domain.kernel.studies import branch
from domain.kernel.timeline import Moment, Timeline
from domain.kernel.undo import ways
from domain.record.record import Draft, Event
from projections.view import view
from tests import fixtures
from tests.domain.conftest import NOON, seated

EVERY = 19
"""Of so many events of a finished game one is kept and read."""
MOVES = 40


def moment_facts(moment: Moment) -> tuple[Any, ...]:
    """All facts of a moment, without the links to others."""
    names = [n for n in moment.__struct_fields__ if n not in ("before", "earlier", "kept")]
    return tuple(getattr(moment, name) for name in names)


def line_facts(line: Timeline) -> Any:
    """All facts of a trimmed line, down to its oldest moment."""
    facts, moment = [], line.head
    while moment is not None:
        facts.append(moment_facts(moment))
        moment = moment.before
    return line.start, line.request, list(line.runs()), facts


def undo_facts(line: Timeline) -> list[Any]:
    facts, undone = [], line.redo
    while undone is not None:
        there = Timeline(line.start, undone.head)
        facts.append((undone.seat, undone.with_consent, line_facts(there)))
        undone = undone.earlier
    return facts


def reread(game: Game, events: list[Event]) -> Game:
    """The game as read from its snapshot."""
    snapshot, line = snapshot_of(game), game.timeline
    assert snapshot is not None
    assert line is not None
    return game_of(snapshot, events[0], events[line.start - 1])


def assert_same(read: Game, game: Game) -> None:
    """Assert that two games are the same, moments, seats, clock and chance."""
    for name in game.__struct_fields__:
        if name not in ("timeline", "kept_facts"):
            assert getattr(read, name) == getattr(game, name), name
    assert astuple(read.facts) == astuple(game.facts)
    short = game.trimmed().timeline
    assert read.timeline is not None
    assert short is not None
    assert line_facts(read.timeline) == line_facts(short)
    assert undo_facts(read.timeline) == undo_facts(short)


@pytest.mark.parametrize("path", fixtures.fixtures(), ids=fixtures.name_of)
def test_a_game_survives_its_snapshot(path: Path):
    events, games = fixtures.events_of(fixtures.load(path)), fixtures.moments(path)
    for game in [*games[::EVERY], games[-1]]:
        if game.timeline is None:
            assert snapshot_of(game) is None
            continue
        read = reread(game, events)
        assert_same(read, game)
        for seat in (None, *game.to_act):
            viewer = viewer_of(game, seat)
            assert view("g", read, viewer, str) == view("g", game, viewer, str)
        for seat in game.to_act:
            moves = [
                each.ruleset.legal_moves(each.state, seat, MOVES, None) for each in (read, game)
            ]
            assert moves[0] == moves[1]


@pytest.mark.parametrize("path", fixtures.fixtures()[::5], ids=fixtures.name_of)
def test_a_game_goes_on_from_its_snapshot_as_it_did(path: Path):
    events, games = fixtures.events_of(fixtures.load(path)), fixtures.moments(path)
    start = next(g for g in games if g.timeline is not None).version
    begin = random.Random(4).randrange(start, len(games))
    read = reread(games[begin - 1], events)
    for event, game in zip(events[begin:], games[begin:], strict=True):
        read = evolve(read, event)
        assert (read.state, read.clock, read.hash) == (game.state, game.clock, game.hash)


def test_every_ruleset_has_a_position_that_can_be_kept():
    kept = {
        (game.ruleset.id, game.ruleset.rules_version)
        for path in fixtures.fixtures()
        if snapshot_of(game := fixtures.moments(path)[-1]) is not None
    }
    shipped = {(n, each.rules_version) for n, own in versions().items() for each in own}
    assert kept == {each for each in shipped if each[0] != "cards"}


@pytest.mark.parametrize("seed", range(4))
def test_undone_lines_survive_a_snapshot(seed: int):
    path = fixtures.fixtures("settlers")[seed]
    events, luck = fixtures.events_of(fixtures.load(path)), random.Random(seed)
    game = next(g for g in fixtures.moments(path)[60:] if ways(g, g.to_act[0]).back.to)
    for _ in range(snapshots.MOST_UNDOS):
        seat, line = game.to_act[0], game.timeline
        assert line is not None
        to = luck.choice([m.version for m in list(line.moments())[1:9] if line.has(m.version)])
        draft = Draft("undone", seat, {"to": to, "requested_by": seat, "with_consent": True})
        game = evolve(game, game.seal(draft, NOON, "c"))
        assert_same(reread(game, events), game)
    redone = game.seal(Draft("redone", 0, {"to": 0}), NOON, "c")
    assert evolve(reread(game, events), redone).state == evolve(game, redone).state


def test_a_study_survives_its_snapshot():
    path = fixtures.fixtures("alexandros")[0]
    game = fixtures.moments(path)[40]
    terms = branch(game, "g", "p0", bytes(32), finished=True)
    event = sealed_creation(terms, NOON, "c")
    study = evolve(None, event)
    assert_same(reread(study, [event]), study)


def test_a_game_with_many_undos_to_redo_gets_no_snapshot(monkeypatch):
    monkeypatch.setattr(snapshots, "MOST_UNDOS", 0)
    games = [g for path in fixtures.fixtures()[::3] for g in fixtures.moments(path) if g.timeline]
    undone = [game for game in games if game.timeline.redo is not None]
    assert undone
    assert all(snapshot_of(game) is None for game in undone)


def test_a_game_of_a_ruleset_without_tables_gets_no_snapshot():
    assert snapshot_of(seated().game) is None
