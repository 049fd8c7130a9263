"""The game cache: bounded by the memory it takes, with estimates near the truth."""

from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from domain.alexander_the_great.cards import EDITION as SCENARIOS_EDITION
from domain.grids.hexagonal import HexTopology
from domain.kernel.decider import Ruleset
from domain.kernel.game import Game
from domain.kernel.rulesets import ruleset_named
from domain.record.record import canonical
from domain.settlers.board import Land, land_of
from domain.settlers.cards import EDITION
from projections import game_cache
from projections.game_cache import BYTES_A_BYTE, GameCache, weight_of
from tests import fixtures
from tests.domain import huge_boards
from tests.domain.conftest import Table
from tests.projections.sizes import bytes_of, is_near

EDITIONS = (EDITION, SCENARIOS_EDITION)
"""They remember prices of hands, for all games at once."""
GAMES = fixtures.fixtures()


@pytest.mark.parametrize("path", GAMES, ids=fixtures.name_of)
def test_the_weight_of_a_game_and_of_its_record_is_within_a_factor_of_two(path: Path):
    events, games = fixtures.events_of(fixtures.load(path)), fixtures.moments(path)
    board = games[0].setup.board
    shared = (board, board.topology, games[0].terms.board, games[0].ruleset, *EDITIONS)
    shared += (land_on(board),)
    record = BYTES_A_BYTE * sum(len(canonical(event)) for event in events)
    assert is_near(record, bytes_of(events, games, but=shared))
    assert is_near(weight_of(games[-1]), bytes_of(games, but=shared))


def asked_all(topology: Any) -> None:
    """Let a topology find out all that it ever remembers."""
    names = [n for n, each in vars(type(topology)).items() if isinstance(each, cached_property)]
    assert all(getattr(topology, name) for name in names)
    if isinstance(topology, HexTopology):
        return
    for point in range(len(topology.points)):
        topology.distances(point)


def land_on(board: Any) -> Land | None:
    """The land of a board that has its hexes laid out; boards with the same one share it."""
    return land_of(board.topology, board.layout) if getattr(board, "layout", None) else None


@pytest.mark.parametrize(
    ("name", "given"),
    [
        *(("alexandros", board) for board in ("near_east", "asia_minor", "tiny")),
        ("alexandros", huge_boards.triangles(1)),
        ("settlers", huge_boards.hexes(1)),
        *(("settlers", board) for board in ("standard", "first_island")),
        ("alexander_the_great", "campaign"),
    ],
    ids=lambda given: given if isinstance(given, str) else "hostile",
)
def test_the_weight_of_a_board_is_within_a_factor_of_two(name: str, given: Any):
    ruleset = ruleset_named(name)
    board = ruleset.wire.boards.read(given)
    weight = ruleset.wire.boards.weight(board)
    assert is_near(weight, bytes_of(board))
    asked_all(board.topology)
    assert is_near(weight, bytes_of(board, land_on(board)))


def weighing(ruleset: Ruleset[Any, Any, Any]) -> Ruleset[Any, Any, Any]:
    """The ruleset with boards that weigh what they say."""
    boards = replace(ruleset.wire.boards, weight=lambda board: board[0])
    return replace(ruleset, wire=replace(ruleset.wire, boards=boards))


def game_on(board: list[int]) -> Game:
    game = Table.open().game
    setup = replace(game.setup, board=board)
    return structs.replace(game, setup=setup, ruleset=weighing(game.ruleset))


def test_the_least_used_entry_goes_first():
    kept: GameCache[str] = GameCache(30)
    for game_id in "abc":
        kept.put(game_id, game_on([0]), game_id.upper(), 10)
    assert kept.get("a") == "A"
    kept.put("d", game_on([0]), "D", 10)
    assert (list(kept), kept.weight) == (["c", "a", "d"], 30)
    assert kept.get("b") is None


def test_the_newest_entry_stays_however_heavy():
    kept: GameCache[str] = GameCache(30)
    kept.put("a", game_on([0]), "A", 10)
    kept.put("b", game_on([100]), "B", 10)
    assert (list(kept), kept.weight) == (["b"], 110)


def test_the_least_used_values_are_made_small_before_any_goes():
    made_small: list[str] = []
    kept: GameCache[str] = GameCache(30, lambda value: made_small.append(value) or 4)
    for game_id in "abc":
        kept.put(game_id, game_on([0]), game_id, 10)
    assert kept.get("a") == "a"
    kept.put("d", game_on([0]), "d", 10)
    assert (made_small, list(kept), kept.weight) == (["b", "c"], ["b", "c", "a", "d"], 28)
    kept.put("b", game_on([0]), "b", 10)
    assert (made_small[2:], list(kept), kept.weight) == (["a"], ["c", "a", "d", "b"], 28)


def test_small_values_leave_room_for_a_few_that_are_whole(monkeypatch):
    monkeypatch.setattr(game_cache, "WHOLE_SHARE", 2)
    kept: GameCache[str] = GameCache(30, lambda _: 4)
    for number in range(20):
        kept.put(str(number), game_on([0]), "", 5)
    assert list(kept) == ["14", "15", "16", "17", "18", "19"]
    assert kept.weight == 3 * 4 + 3 * 5


def test_a_board_is_weighed_once_for_all_its_games_and_no_longer_than_these_are_kept():
    kept: GameCache[str] = GameCache(1_000)
    shared, own = [100], [100]
    kept.put("a", game_on(shared), "A", 1)
    kept.put("b", game_on(shared), "B", 1)
    kept.put("c", game_on(own), "C", 1)
    assert kept.weight == 203
    kept.put("a", game_on(shared), "A more", 5)
    assert kept.weight == 207
    kept.pop("a")
    assert kept.weight == 202
    kept.pop("b")
    assert (kept.weight, kept.pop("b")) == (101, None)
