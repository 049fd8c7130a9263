"""Views with spliced parts are the plain ones to the byte."""

import gc
from copy import copy
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import structs

from domain.kernel.decider import Ruleset
from domain.kernel.game import Game, viewer_of
from domain.kernel.rulesets import rulesets
from projections.view import SEAT_COLOURS, EncodedBoards, view
from tests import fixtures

STEP = 25
"""A board does not change, so a view here and there of each game is enough."""


@pytest.mark.parametrize("rules", rulesets().values(), ids=rulesets())
def test_there_is_a_colour_for_each_seat(rules: Ruleset[Any, Any, Any]):
    assert len(SEAT_COLOURS) >= max(rules.seat_counts)


@pytest.mark.parametrize("path", fixtures.fixtures(), ids=fixtures.name_of)
def test_a_spliced_view_is_the_plain_one_to_the_byte(path: Path):
    boards, moments = EncodedBoards(), fixtures.moments(path)
    for game in (*moments[::STEP], moments[-1]):
        for seat in (None, *range(game.terms.seats)):
            viewer = viewer_of(game, seat)
            plain = msgspec.json.encode(view("g", game, viewer, str.title))
            assert msgspec.json.encode(view("g", game, viewer, str.title, boards)) == plain


@pytest.fixture(scope="module")
def games() -> list[Game]:
    """A game on each of several boards."""
    ends = (fixtures.moments(path)[-1] for path in fixtures.fixtures()[::8])
    return list({id(game.setup.board): game for game in ends}.values())


def test_a_board_is_encoded_once_for_all_that_play_on_it(games: list[Game]):
    boards = EncodedBoards()
    assert all(boards(game) is boards(game) for game in games)


def test_a_board_is_kept_as_long_as_it_is_played_on():
    path, boards = fixtures.fixtures("settlers")[0], EncodedBoards()
    game = fixtures.moments(path)[-1]
    own = copy(game.setup.board)
    once = structs.replace(game, setup=replace(game.setup, board=own))
    assert bytes(boards(once)) == msgspec.json.encode(once.ruleset.wire.boards.json(own))
    assert len(boards._kept) == 1
    del own, once
    gc.collect()
    assert not boards._kept
