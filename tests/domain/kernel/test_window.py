"""Trimmed games: they answer as whole ones do, or say that they have let a moment go."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from domain.errors import Refused
from domain.kernel import timeline
from domain.kernel.game import Game, evolve, viewer_of
from domain.kernel.timeline import BeyondWindow, Moment, Timeline, UndoRequest
from domain.kernel.undo import Ways, decide_redo, decide_undo, ways
from domain.record.record import Draft, Event
from projections.view import view
from tests import fixtures
from tests.domain.conftest import Table, seated

EVERY = 23
"""Of so many events of a finished game one is looked at closely."""


def test_a_trimmed_line_has_the_newest_of_the_positions_before_its_head():
    table = seated().move(0, *["show"] * 40)
    whole, short = (game.timeline for game in (table.game, table.game.trimmed()))
    assert whole is not None
    assert short is not None
    assert [each.shown for each in whole.earlier()] == list(range(40))
    assert [each.shown for each in short.earlier()] == list(range(40))[-timeline.KEPT :]


@pytest.fixture(params=[(1, 0), (7, 3)], ids=["tight", "loose"])
def window(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A window so small that games grow out of it all the time."""
    most, kept = request.param
    monkeypatch.setattr(timeline, "MOST_KEPT", most)
    monkeypatch.setattr(timeline, "KEPT", kept)


def each_trimmed(events: list[Event]) -> Iterator[tuple[Game, Game]]:
    """The game after each event, folded whole and folded trimmed; the whole one helps out."""
    whole: Game | None = None
    short: Game | None = None
    for event in events:
        whole = evolve(whole, event)
        try:
            short = evolve(short, event).trimmed()
        except BeyondWindow:
            short = whole.trimmed()
        yield whole, short


def all_ways(game: Game) -> list[Ways]:
    return [ways(game, seat) for seat in range(len(game.seats))] if game.status == "live" else []


def walked_floor(line: list[Moment], seat: int, start: int) -> int:
    """The undo floor as found by walking back over all decisions."""
    for moment in line:
        if moment.version <= start or moment.revealed == moment.version or moment.seat != seat:
            return moment.version
    return start


def walked_back(game: Game, line: list[Moment]) -> int | None:
    """The event before a person's latest decision, found by walking back."""
    for moment in line:
        if moment.before is None:
            return None
        is_decision = moment.position is not moment.before.position
        seat = None if moment.seat is None else game.seats[moment.seat]
        if is_decision and seat is not None and seat.bot is None:
            return moment.before.version
    return None


def walked_turn(game: Game, line: list[Moment], seat: int) -> int | None:
    """The event since which the seat alone has decided in its turn, found by walking back."""
    if seat not in game.to_act:
        return None
    first = line[0]
    for moment in line:
        if game.ruleset.turn(moment.position) != game.ruleset.turn(game.state):
            break
        first = moment
        is_decision = moment.before is None or moment.position is not moment.before.position
        if is_decision and moment.seat != seat:
            break
    return None if first.position is game.state else first.version


@pytest.mark.parametrize("path", fixtures.fixtures(), ids=fixtures.name_of)
def test_a_moment_knows_what_walking_back_would_find(path: Path):
    for game in fixtures.moments(path)[::EVERY]:
        if game.timeline is None or game.status != "live":
            continue
        line = list(game.timeline.moments())
        assert game.timeline.head.back == walked_back(game, line)
        for seat in range(len(game.seats)):
            assert game.timeline.floor(seat) == walked_floor(line, seat, game.timeline.start)
            assert ways(game, seat).restart.to == walked_turn(game, line, seat)


@pytest.mark.usefixtures("window")
@pytest.mark.parametrize("path", fixtures.fixtures()[::4], ids=fixtures.name_of)
def test_a_trimmed_game_looks_like_the_whole_one(path: Path):
    pairs = list(each_trimmed(fixtures.events_of(fixtures.load(path))))
    for whole, short in pairs[::EVERY]:
        assert all_ways(whole) == all_ways(short) == all_ways(short.at_head())
        for seat in (None, 0):
            viewer = viewer_of(whole, seat)
            assert view("g", whole, viewer, str) == view("g", short.at_head(), viewer, str)
        assert whole.state == short.state


def undone_to(game: Game, seat: int, to: int) -> Draft | str:
    try:
        return decide_undo(game, seat, to)
    except Refused as refusal:
        return refusal.code


def after(game: Game, event: Event) -> Any:
    """The line after an event, None where a trimmed game no longer knows it."""
    try:
        line = evolve(game, event).timeline
    except BeyondWindow:
        return None
    assert line is not None
    return line.head.version, line.head.position, list(line.runs()), line.head.floor


@pytest.mark.usefixtures("window")
@pytest.mark.parametrize("seed", range(12))
def test_undo_and_redo_come_out_the_same_or_are_beyond_the_window(seed: int):
    luck, table = random.Random(seed), seated(undo=random.Random(seed).choice(["free", "consent"]))
    short, beyond = table.game.trimmed(), 0
    for _ in range(120):
        whole = table.game
        for seat, to in ((s, t) for s in (0, 1) for t in range(1, whole.version + 2)):
            assert undone_to(whole, seat, to) == undone_to(short, seat, to)
        assert all_ways(whole) == all_ways(short)
        event = something(table, luck)
        found = after(short, event)
        assert found in (None, after(whole, event))
        beyond += found is None
        short = evolve(short, event).trimmed() if found else table.game.trimmed()
    assert 0 < beyond < 60


def something(table: Table, luck: random.Random) -> Event:
    """A move, or an undo, a redo or an answer where there may be one."""
    game, acting = table.game, table.game.to_act[0]
    assert game.timeline is not None
    if game.timeline.request is not None:
        return table.answer(1 - game.timeline.request.seat, accept=luck.random() < 0.5)
    if game.timeline.redo is not None and luck.random() < 0.4:
        return table.record(decide_redo(game, game.timeline.redo.seat))
    if luck.random() < 0.3:
        first, last = luck.choice(list(game.timeline.runs()))
        to = luck.randint(max(first, last - 12), last)
        if game.timeline.has(to):
            return table.undo(acting, to)
    pile = game.state.pile
    table.move(acting, luck.choice(["draw"] * bool(pile) + ["show", "pass"]))
    return table.events[-1]


def test_asking_for_a_moment_that_is_gone_says_so_and_asking_for_none_of_the_line_another():
    table = seated(undo="free").move(0, "show", "show", "pass")
    line = table.game.at_head().timeline
    assert line is not None
    with pytest.raises(BeyondWindow):
        line.moment(4)
    with pytest.raises(BeyondWindow):
        list(line.moments())
    with pytest.raises(KeyError):
        line.moment(99)
    assert line.moment(table.game.version) is line.head


def test_a_trimmed_game_keeps_a_bounded_number_of_moments():
    table = seated(undo="free")
    game = table.game
    for _ in range(200):
        event = table.move(0, "show").events[-1]
        game = evolve(game, event).trimmed()
        assert game.timeline is not None
        assert game.timeline.head.kept <= timeline.MOST_KEPT
    table.undo(0, 190)
    undone = table.game.trimmed().timeline
    assert undone is not None
    assert undone.redo is not None
    assert undone.redo.head.kept <= timeline.KEPT


def test_trimming_costs_the_same_after_a_thousand_undos_as_after_ten(
    monkeypatch: pytest.MonkeyPatch,
):
    cuts: list[Moment] = []
    cut = timeline._newest
    monkeypatch.setattr(timeline, "_newest", lambda m, kept: cuts.append(m) or cut(m, kept))
    line, undone, costs = Timeline.opened(1, "begun"), UndoRequest(0, 1), {}
    for undos in range(1, 1001):
        version = line.head.version
        line = line.asked(version + 1, undone).trimmed().asked(version + 2, None).trimmed()
        cuts.clear()
        line = line.undone(version, seat=0, with_consent=False).trimmed()
        costs[undos] = len(cuts)
    assert costs[1000] == costs[10] <= timeline.UNDOS_KEPT + 1


def test_of_all_undos_but_the_latest_the_heads_alone_are_kept():
    line = Timeline.opened(1, "begun")
    for version in range(2, 40, 2):
        line = line.asked(version, None).asked(version + 1, None).undone(version, 0, False)
    kept = []
    undone = line.trimmed().redo
    while undone is not None:
        kept.append(undone.head.kept)
        undone = undone.earlier
    assert len(kept) == 19
    assert all(kept[: timeline.UNDOS_KEPT])
    assert not any(kept[timeline.UNDOS_KEPT :])
