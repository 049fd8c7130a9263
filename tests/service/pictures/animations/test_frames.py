"""Frames: a moment for each turn of what was played to the end, and so many at most."""

from itertools import pairwise

import pytest

from service.pictures.animations.frames import MOST_FRAMES, durations, moments_shown, thinned
from service.store.redis_store import RedisStore
from tests.fixtures import Path, fixtures, moments, name_of
from tests.service.api import Api, Person

EACH = [fixtures(ruleset)[0] for ruleset in ("alexandros", "settlers", "alexander_the_great")]


@pytest.mark.parametrize("path", EACH, ids=name_of)
def test_a_game_is_shown_at_its_opening_and_at_the_end_of_each_turn(path: Path):
    games = moments(path)
    shown = moments_shown(games)
    turns = [turn_of(games[version - 1]) for version in shown]
    assert shown[-1] == games[-1].head
    assert turns[1:] == sorted(set(turns)), "the opening, then one for each turn"
    assert games[shown[0] - 2].timeline is None, "nothing was played before"


def turn_of(game) -> int:
    return int(game.ruleset.turn(game.state))


def test_what_was_undone_is_not_shown(api: Api, store: RedisStore, ada: Person, bob: Person):
    game = api.game(ada, bob, undo="free")
    api.move(game, ada)
    taken_back = api.view(game)["version"]
    api.act(game, ada, "undo", {"to": taken_back - 1})
    api.act(game, ada, "resign", {}, version=False)
    history = api.app.extensions["anabasis"].cache.current(game)
    shown = moments_shown(map(history.at, range(1, history.version + 1)))
    assert shown == [taken_back - 1, taken_back + 2]


def test_a_long_game_is_thinned_out_at_equal_distances():
    shown = thinned(range(1, 1000), MOST_FRAMES)
    steps = {b - a for a, b in pairwise(shown)}
    assert (len(shown), shown[0], shown[-1]) == (MOST_FRAMES, 1, 999)
    assert steps <= {8, 9}


def test_the_last_frame_stays_longest():
    *others, last = durations(3)
    assert last > max(others)
    assert len(others) == 2
