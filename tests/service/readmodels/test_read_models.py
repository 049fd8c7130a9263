"""The read models in Redis: asked, and kept up to date once and in order."""

from collections.abc import Callable
from dataclasses import replace
from threading import Thread
from typing import Any

import msgspec
import pytest
from redis.exceptions import ConnectionError as ConnectionLost

from domain.kernel.deadlines import DAY, Deadline
from domain.record.times import milliseconds
from projections.bots_waiting import BotWaiting
from projections.contract import Batch, Change, Placement
from projections.lobby import Selection
from service.readmodels import read_models
from service.redis import scripts
from service.redis.errors import StoreUnavailable
from service.redis.shards import shard_of
from service.store.contract import Append
from service.store.redis_store import RedisStore
from tests.contract.records import entry
from tests.projections.timed_table import TimedTable, at, seated
from tests.service.readmodels.stored_games import (
    ALL,
    StoredGames,
    all_sorts,
    fake_stored_games,
    ids,
    next_of,
)

# Asking


def test_nothing_is_there_before_the_first_event(stored):
    assert stored.models.lobby(Selection(), 1, 20) == ([], 0)
    assert stored.models.my_games("p0", 1, 20) == ([], 0)
    assert stored.models.bots_waiting() == ([], 0)


def test_the_lobby_lists_games_newest_first_by_status_and_ruleset(stored):
    all_sorts(stored)
    stored.catch_up()
    assert ids(stored.models.lobby(Selection(), 1, 20)[0]) == ["over", "live", "open"]
    assert ids(stored.models.lobby(Selection("open"), 1, 20)[0]) == ["open"]
    assert ids(stored.models.lobby(Selection("live", "cards"), 1, 20)[0]) == ["live"]
    assert stored.models.lobby(Selection("live", "chess"), 1, 20) == ([], 0)


def test_the_lobby_is_paged(stored):
    for number in range(5):
        stored.play(f"g{number}", TimedTable.open())
    stored.catch_up()
    pages = [stored.models.lobby(Selection("open"), page, 2) for page in (1, 2, 3, 4)]
    assert [ids(rows) for rows, _ in pages] == [["g4", "g3"], ["g2", "g1"], ["g0"], []]
    assert {total for _, total in pages} == {5}


def test_a_game_leaves_the_order_of_the_status_it_had(stored):
    table = TimedTable.open()
    for sit in (lambda: None, lambda: table.sit("p0"), lambda: table.sit("p1")):
        sit()
        stored.play("g", table)
        stored.catch_up()
    assert stored.models.lobby(Selection("open"), 1, 20) == ([], 0)
    [row], total = stored.models.lobby(Selection("live"), 1, 20)
    assert (row.version, total) == (3, 1)
    stored.play("g", table.move(0, "resign"))
    stored.catch_up()
    assert stored.models.lobby(Selection("live"), 1, 20) == ([], 0)
    assert ids(stored.models.lobby(Selection("finished"), 1, 20)[0]) == ["g"]


def test_my_games_are_all_of_mine_those_that_wait_for_me_first(stored):
    all_sorts(stored)
    stored.catch_up()
    rows, total = stored.models.my_games("p0", 1, 20)
    assert (ids(rows), total) == (["mine", "live", "over"], 3)
    assert [(row.seat, row.waiting, row.waiting_since) for row in rows] == [
        (1, True, at(21)),
        (0, False, None),
        (0, False, None),
    ]
    assert stored.models.my_games("p0", 1, 20, waiting=True) == (rows[:1], 1)
    assert stored.models.my_games("nobody", 1, 20) == ([], 0)


@pytest.mark.parametrize("waiting", [False, True])
def test_my_games_are_paged(stored, waiting):
    for number in range(5):
        stored.play(f"g{number}", seated("p0", "p1").later(number))
    stored.play("over", seated("p0", "p1").move(0, "resign"))
    stored.catch_up()
    pages = [stored.models.my_games("p0", page, 2, waiting=waiting) for page in (1, 2, 3, 4)]
    last = ["g4"] if waiting else ["g4", "over"]
    assert [ids(rows) for rows, _ in pages] == [["g0", "g1"], ["g2", "g3"], last, []]
    assert {total for _, total in pages} == {5 if waiting else 6}


def test_bots_that_wait_are_known_without_a_look_at_the_games(stored):
    all_sorts(stored)
    stored.catch_up()
    assert stored.models.bots_waiting() == ([BotWaiting("live", 1, "greedy", 4)], 0)
    stored.play("live", stored.tables["live"].move(1, "pass"))
    stored.catch_up()
    assert stored.models.bots_waiting() == ([], 0)


def test_of_many_bots_that_wait_some_are_reported_at_a_time(stored, monkeypatch):
    monkeypatch.setattr(read_models, "BOTS_GAMES", 2)
    for number in range(5):
        stored.play(f"g{number}", seated("p0", bots=1).later(number).move(0, "pass"))
    stored.catch_up()
    told, first = [], 0
    for _ in range(3):
        waiting, first = stored.models.bots_waiting(first=first)
        told.append([turn.game_id for turn in waiting])
    assert (told, first) == ([["g0", "g1"], ["g2", "g3"], ["g4"]], 0)


@pytest.mark.parametrize("number", [3, 4])
def test_of_many_overdue_games_some_are_reported_at_a_time(stored, monkeypatch, number):
    monkeypatch.setattr(read_models, "OVERDUE_GAMES", 2)
    patient = Deadline("nudge", per_move=DAY)
    games = [f"g{n}" for n in range(number)]
    for n, game in enumerate(games):
        stored.play(game, seated("p0", "p1", deadline=patient).later(n).move(0, "pass"))
    stored.catch_up()
    now, told, first = milliseconds(at(9)) + DAY * 1000, [], 0
    for _ in range(2):
        overdue, first = stored.models.overdue(now, first)
        told.append([game for game, _ in overdue])
    assert (told, first) == ([games[:2], games[2:]], 0)


# Keeping up


def test_all_lines_about_a_game_are_in_the_slot_of_its_record(stored):
    all_sorts(stored)
    before = stored.key_names()
    stored.catch_up()
    stored.rebuild()
    made = stored.key_names() - before
    assert made == stored.model_keys()
    told = {key for key in made if not key.endswith(":models")}
    assert {key.partition(":")[0] for key in told} == {
        f"{{s{shard_of(game):02}}}" for game in stored.tables
    }


def batch(after: str, upto: str, version: int = 99) -> Batch:
    """A batch that would put a game into the lobby."""
    placement = Placement({"game_id": "x", "version": version}, {"lobby:any:any": 1})
    return Batch(0, after, upto, (Change("x", version, placement, None),))


def test_a_batch_that_comes_after_another_checkpoint_changes_nothing(stored):
    first, second = stored.models.live(), stored.models.live()
    assert first.apply([batch("0-0", "2-0")]) == [True]
    before = stored.dump()
    assert second.apply([batch("0-0", "3-0", 100)]) == [False]
    assert second.apply([batch("1-0", "3-0", 100)]) == [False]
    assert stored.dump() == before
    assert second.apply([batch("2-0", "3-0", 100)]) == [True]


def test_of_several_batches_each_is_applied_or_not_by_itself(stored):
    live = stored.models.live()
    good, late = batch("0-0", "2-0"), replace(batch("1-0", "2-0"), shard=1)
    assert live.apply([late, good]) == [False, True]
    assert live.checkpoints() == {0: "2-0"}


def test_a_batch_for_a_generation_that_was_swapped_away_changes_nothing(stored):
    live = stored.models.live()
    live.checkpoints()
    stored.rebuild()
    before = stored.dump(), stored.key_names()
    assert live.apply([batch("0-0", "2-0")]) == [False]
    assert (stored.dump(), stored.key_names()) == before
    assert live.checkpoints() == {}
    assert live.apply([batch("0-0", "2-0")]) == [True]


def test_the_scripts_are_sent_again_to_a_server_that_has_lost_them(stored):
    stored.store.client.script_flush()
    all_sorts(stored)
    stored.catch_up()
    stored.store.client.script_flush()
    assert stored.models.lobby(Selection("open"), 1, 20)[1] == 1


def test_applied_events_survive_a_new_runner(stored):
    all_sorts(stored)
    stored.catch_up()
    before = stored.dump()
    assert stored.runner().catch_up(ALL) == 0
    assert stored.dump() == before


def test_losing_all_read_models_loses_nothing(stored):
    all_sorts(stored)
    stored.catch_up()
    before = stored.dump()
    stored.lose()
    assert stored.models.lobby(Selection(), 1, 20) == ([], 0)
    stored.catch_up()
    assert stored.dump() == before


def test_a_runner_notices_that_the_models_were_lost(stored):
    all_sorts(stored)
    runner = stored.runner()
    runner.catch_up(ALL)
    before = stored.dump()
    stored.lose()
    runner.refresh()
    runner.catch_up(ALL)
    assert stored.dump() == before


def test_a_broken_game_is_reported_and_keeps_its_row(stored):
    all_sorts(stored)
    stored.catch_up()
    before = stored.dump()
    bad = Append("live", "bad", "f", 5, stored.tables["live"].events[-1].hash, (entry(5),))
    stored.store.append(bad)
    stored.catch_up()
    [broken] = stored.generations.broken().values()
    assert {game: why.version for game, why in broken.items()} == {"live": 5}
    assert ids(stored.models.lobby(Selection("live"), 1, 20)[0]) == ["live"]
    assert stored.dump() != before
    live = stored.dump()
    stored.rebuild()
    assert stored.dump() == live


def test_two_runners_at_once_apply_everything_once(redis_url):
    stored, *others = (StoredGames(RedisStore.of_url(redis_url)) for _ in range(3))
    threads = [Thread(target=_keep_up, args=(other,)) for other in others]
    for thread in threads:
        thread.start()
    for number in range(60):
        stored.play(f"g{number % 5}", next_of(stored, f"g{number % 5}"))
    stored.play("end", TimedTable.open())
    for thread in threads:
        thread.join()
    stored.catch_up()
    live = stored.dump()
    stored.rebuild()
    assert stored.dump() == live


def _keep_up(stored: StoredGames) -> None:
    runner = stored.runner(page=2)
    while stored.models.lobby(Selection("open"), 1, 1)[1] == 0:
        runner.catch_up(ALL)


# Crashes


class Fuse:
    """A client whose n-th round trip is lost, before or after the server has done it."""

    def __init__(self, stored: StoredGames, steps: int, after: bool, monkeypatch: Any) -> None:
        self.steps = steps
        store = stored.store
        for whole, name in (
            (scripts, "_send_all"),
            (store, "read"),
            (store, "feeds"),
            (store, "feed_lines"),
            *((store.summaries, name) for name in ("ends", "changed", "newest", "keep")),
        ):
            monkeypatch.setattr(whole, name, self._burning(getattr(whole, name), after))

    def _burning(self, step: Callable[..., Any], after: bool) -> Callable[..., Any]:
        def burning(*args: Any, **more: Any) -> Any:
            self.steps -= 1
            if self.steps == 0 and not after:
                raise ConnectionLost
            result = step(*args, **more)
            if self.steps == 0:
                raise ConnectionLost
            return result

        return burning


@pytest.mark.parametrize(("old", "steps"), [(False, 7), (True, 20)], ids=["by games", "by lines"])
@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
def test_a_lost_round_trip_neither_loses_nor_doubles(after, old, steps, monkeypatch):
    expected = fake_stored_games()
    all_sorts(expected, old=old)
    expected.catch_up()
    shards = {int(s) for s in _checkpoints(expected)}
    for step in range(1, 60):
        stored = fake_stored_games()
        all_sorts(stored, old=old)
        fuse = Fuse(stored, step, after, monkeypatch)
        runner = stored.runner(page=2)
        try:
            runner.catch_up(shards)
        except (ConnectionLost, StoreUnavailable):
            runner.catch_up(shards)
        if fuse.steps > 0:
            assert step >= steps
            return
        assert _contents(stored) == _contents(expected)
    raise AssertionError


def _checkpoints(stored: StoredGames) -> dict[int, str]:
    return stored.models.live().checkpoints()


def _contents(stored: StoredGames) -> list[Any]:
    """All but the checkpoints, whose ids are times."""
    told = msgspec.json.decode(stored.dump())
    return [{**shard, "checkpoint": None} for shard in told.values()]
