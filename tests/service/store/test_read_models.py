"""The read models in Redis: asked, and kept up to date once and in order."""

from collections.abc import Callable
from dataclasses import replace
from threading import Thread
from typing import Any

import pytest
from redis.exceptions import ConnectionError as ConnectionLost

from projections.bots_waiting import BotWaiting
from projections.contract import Batch, Change
from projections.followed import Placement
from service.store import read_models
from service.store.contract import Append, StoreUnavailable
from service.store.generations import Live
from service.store.read_models import PLACES
from service.store.redis_store import RedisStore
from tests.projections.tables import TimedTable, at, seated
from tests.service.store.house import ALL, House, all_sorts, fake_house, ids, next_of

# Asking


def test_nothing_is_there_before_the_first_event(house):
    assert house.models.lobby(None, None, 1, 20) == ([], 0)
    assert house.models.my_games("p0", 1, 20) == ([], 0)
    assert house.models.bots_waiting() == ([], 0)


def test_the_lobby_lists_games_newest_first_by_status_and_ruleset(house):
    all_sorts(house)
    house.catch_up()
    assert ids(house.models.lobby(None, None, 1, 20)[0]) == ["over", "live", "open"]
    assert ids(house.models.lobby("open", None, 1, 20)[0]) == ["open"]
    assert ids(house.models.lobby("live", "cards", 1, 20)[0]) == ["live"]
    assert house.models.lobby("live", "chess", 1, 20) == ([], 0)


def test_the_lobby_is_paged(house):
    for number in range(5):
        house.play(f"g{number}", TimedTable.open())
    house.catch_up()
    pages = [house.models.lobby("open", None, page, 2) for page in (1, 2, 3, 4)]
    assert [ids(rows) for rows, _ in pages] == [["g4", "g3"], ["g2", "g1"], ["g0"], []]
    assert {total for _, total in pages} == {5}


def test_a_game_leaves_the_order_of_the_status_it_had(house):
    table = TimedTable.open()
    for sit in (lambda: None, lambda: table.sit("p0"), lambda: table.sit("p1")):
        sit()
        house.play("g", table)
        house.catch_up()
    assert house.models.lobby("open", None, 1, 20) == ([], 0)
    [row], total = house.models.lobby("live", None, 1, 20)
    assert (row["version"], total) == (3, 1)
    house.play("g", table.move(0, "resign"))
    house.catch_up()
    assert house.models.lobby("live", None, 1, 20) == ([], 0)
    assert ids(house.models.lobby("finished", None, 1, 20)[0]) == ["g"]


def test_my_games_are_all_of_mine_those_that_wait_for_me_first(house):
    all_sorts(house)
    house.catch_up()
    rows, total = house.models.my_games("p0", 1, 20)
    assert (ids(rows), total) == (["mine", "live", "over"], 3)
    assert [(row["seat"], row["waiting"], row["waiting_since"]) for row in rows] == [
        (1, True, at(21)),
        (0, False, None),
        (0, False, None),
    ]
    assert house.models.my_games("p0", 1, 20, waiting=True) == (rows[:1], 1)
    assert house.models.my_games("nobody", 1, 20) == ([], 0)


@pytest.mark.parametrize("waiting", [False, True])
def test_my_games_are_paged(house, waiting):
    for number in range(5):
        house.play(f"g{number}", seated("p0", "p1").later(number))
    house.play("over", seated("p0", "p1").move(0, "resign"))
    house.catch_up()
    pages = [house.models.my_games("p0", page, 2, waiting=waiting) for page in (1, 2, 3, 4)]
    last = ["g4"] if waiting else ["g4", "over"]
    assert [ids(rows) for rows, _ in pages] == [["g0", "g1"], ["g2", "g3"], last, []]
    assert {total for _, total in pages} == {5 if waiting else 6}


def test_bots_that_wait_are_known_without_a_look_at_the_games(house):
    all_sorts(house)
    house.catch_up()
    assert house.models.bots_waiting() == ([BotWaiting("live", 1, "greedy", 4)], 0)
    house.play("live", house.tables["live"].move(1, "pass"))
    house.catch_up()
    assert house.models.bots_waiting() == ([], 0)


def test_of_many_bots_that_wait_some_are_told_of_at_a_time(house, monkeypatch):
    monkeypatch.setattr(read_models, "BOTS_GAMES", 2)
    for number in range(5):
        house.play(f"g{number}", seated("p0", bots=1).later(number).move(0, "pass"))
    house.catch_up()
    told, first = [], 0
    for _ in range(3):
        waiting, first = house.models.bots_waiting(first=first)
        told.append([turn.game_id for turn in waiting])
    assert (told, first) == ([["g0", "g1"], ["g2", "g3"], ["g4"]], 0)


# Keeping up


def test_a_key_of_a_read_model_is_never_in_a_shard_of_games(house):
    before = house.key_names()
    all_sorts(house)
    records = house.key_names() - before
    house.catch_up()
    house.rebuild()
    made = house.key_names() - records
    assert made
    assert {key.partition(":")[0] for key in made} == {f"{{{name}}}" for name in PLACES}


def batch(after: str, upto: str, version: int = 99) -> Batch:
    """A batch that would put a game into the lobby."""
    placement = Placement({"game_id": "x", "version": version}, {"any:any": 1})
    return Batch(0, after, upto, (Change("x", version, placement, None),))


def test_a_batch_that_comes_after_another_checkpoint_changes_nothing(house):
    live = house.models.families["lobby"]
    first, second = Live(live), Live(live)
    assert first.apply([batch("0-0", "2-0")]) == [True]
    before = house.dump()
    assert second.apply([batch("0-0", "3-0", 100)]) == [False]
    assert second.apply([batch("1-0", "3-0", 100)]) == [False]
    assert house.dump() == before
    assert second.apply([batch("2-0", "3-0", 100)]) == [True]


def test_of_several_batches_each_is_applied_or_not_by_itself(house):
    live = Live(house.models.families["lobby"])
    good, late = batch("0-0", "2-0"), replace(batch("1-0", "2-0"), shard=1)
    assert live.apply([late, good]) == [False, True]
    assert live.checkpoints() == {0: "2-0"}


def test_a_batch_for_a_generation_that_was_swapped_away_changes_nothing(house):
    live = Live(house.models.families["lobby"])
    live.checkpoints()
    house.rebuild()
    before = house.dump(), house.key_names()
    assert live.apply([batch("0-0", "2-0")]) == [False]
    assert (house.dump(), house.key_names()) == before
    assert live.checkpoints() == {}
    assert live.apply([batch("0-0", "2-0")]) == [True]


def test_the_scripts_are_sent_again_to_a_server_that_has_lost_them(house):
    house.store.client.script_flush()
    all_sorts(house)
    house.catch_up()
    house.store.client.script_flush()
    assert house.models.lobby("open", None, 1, 20)[1] == 1


def test_what_is_applied_survives_a_new_runner(house):
    all_sorts(house)
    house.catch_up()
    before = house.dump()
    assert house.runner().catch_up(ALL) == 0
    assert house.dump() == before


def test_losing_all_read_models_loses_nothing(house):
    all_sorts(house)
    house.catch_up()
    before = house.dump()
    house.lose(*PLACES)
    assert house.models.lobby(None, None, 1, 20) == ([], 0)
    house.catch_up()
    assert house.dump() == before


def test_a_runner_notices_that_the_models_were_lost(house):
    all_sorts(house)
    runner = house.runner()
    runner.catch_up(ALL)
    before = house.dump()
    house.lose(*PLACES)
    runner.refresh()
    runner.catch_up(ALL)
    assert house.dump() == before


def test_a_broken_game_is_told_of_and_keeps_its_row(house):
    all_sorts(house)
    house.catch_up()
    before = house.dump()
    bad = Append("live", "bad", "f", 5, house.tables["live"].events[-1].hash, (b'{"hash":""}',))
    house.store.append(bad)
    house.catch_up()
    lobby = house.models.families["lobby"]
    assert {game: why.version for game, why in lobby.broken().items()} == {"live": 5}
    assert ids(house.models.lobby("live", None, 1, 20)[0]) == ["live"]
    assert house.dump()["lobby"] != before["lobby"]
    live = house.dump()
    house.rebuild()
    assert house.dump() == live


def test_two_runners_at_once_apply_everything_once(redis_url):
    house, *others = (House(RedisStore.of_url(redis_url)) for _ in range(3))
    threads = [Thread(target=_keep_up, args=(other,)) for other in others]
    for thread in threads:
        thread.start()
    for number in range(60):
        house.play(f"g{number % 5}", next_of(house, f"g{number % 5}"))
    house.play("end", TimedTable.open())
    for thread in threads:
        thread.join()
    house.catch_up()
    live = house.dump()
    house.rebuild()
    assert house.dump() == live


def _keep_up(house: House) -> None:
    runner = house.runner(page=2)
    while house.models.lobby("open", None, 1, 1)[1] == 0:
        runner.catch_up(ALL)


# Crashes


class Fuse:
    """A client whose n-th round trip is lost, before or after the server has done it."""

    def __init__(self, house: House, steps: int, after: bool, monkeypatch: Any) -> None:
        self.steps = steps
        for family in house.families():
            monkeypatch.setattr(family, "_send", self._burning(family._send, after))
        monkeypatch.setattr(house.store, "read", self._burning(house.store.read, after))
        monkeypatch.setattr(house.store, "feed", self._burning(house.store.feed, after))

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


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
def test_a_lost_round_trip_neither_loses_nor_doubles(after, monkeypatch):
    expected = fake_house()
    all_sorts(expected)
    expected.catch_up()
    shards = {int(s) for s in _checkpoints(expected)}
    for step in range(1, 60):
        house = fake_house()
        all_sorts(house)
        fuse = Fuse(house, step, after, monkeypatch)
        runner = house.runner(page=2)
        try:
            runner.catch_up(shards)
        except (ConnectionLost, StoreUnavailable):
            runner.catch_up(shards)
        if fuse.steps > 0:
            assert step > 20
            return
        assert _contents(house) == _contents(expected)
    raise AssertionError


def _checkpoints(house: House) -> dict[int, str]:
    return house.models.live()[0].checkpoints()


def _contents(house: House) -> list[Any]:
    """All but the checkpoints, whose ids are times."""
    family = house.models.families
    return [
        (family[name].page(order, 0, -1), family[name].hash("0", "applied"))
        for name, order in (("lobby", "any:any"), ("my", "player:p0"), ("bots", "waiting"))
    ]
