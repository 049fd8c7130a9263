"""The worker tells each event once, whatever is killed, repeated, rebuilt or rolled back."""

from itertools import count
from typing import Any

import pytest
from redis.client import Pipeline

from projections.runner import Runner
from service.context import Services, services_over
from service.notices.account_events.player_feeds import BEGINNING, PlayerFeeds
from service.notices.account_events.teller import AccountEvents
from service.readmodels.read_models import rebuild
from service.redis.shards import SHARDS, shard_of
from service.settings.config import Config
from tests.service.api import Api, Person
from tests.service.conftest import renewed

ALL = range(SHARDS)


@pytest.fixture
def feeds(own: Services) -> PlayerFeeds:
    return own.player_feeds


def runner(own: Services) -> Runner:
    """A new worker's runner, which knows nothing yet."""
    return Runner(own.store, [AccountEvents(own.store.client)])  # type: ignore[attr-defined]


def told(feeds: PlayerFeeds, who: Person) -> list[tuple[str, str, int]]:
    events = feeds.since(who.player_id, BEGINNING) or []
    return [(each.name.kind, each.name.game_id, each.version) for each in events]


def test_turns_starts_and_ends_are_reported_to_those_they_concern(api, own, feeds, ada, bob, eve):
    game = api.game(ada, bob)
    runner(own).catch_up(ALL)
    assert told(feeds, ada) == [("started", game, 3), ("your_turn", game, 3)]
    assert told(feeds, bob) == [("started", game, 3)]
    api.move(game, ada)
    runner(own).catch_up(ALL)
    assert len(told(feeds, ada)) == 2, "it is still the same turn"
    api.act(game, bob, "resign", {}, version=False)
    runner(own).catch_up(ALL)
    assert told(feeds, ada)[2:] == told(feeds, bob)[1:] == [("ended", game, 5)]
    assert told(feeds, eve) == []


def test_requests_are_reported_by_their_kind_to_those_who_have_to_answer(api, own, feeds, ada, bob):
    game = api.game(ada, bob, deadline="1d", undo="consent")
    runner(own).catch_up(ALL)
    api.act(game, ada, "extension", {"time": "1h"}, version=False)
    runner(own).catch_up(ALL)
    api.act(game, bob, "extension/answer", {"accept": False}, version=False)
    api.act(game, ada, "pause", {}, version=False)
    runner(own).catch_up(ALL)
    kinds = [kind for kind, _, _ in told(feeds, bob)]
    assert kinds == ["started", "extension_asked", "pause_asked"]
    assert [kind for kind, _, _ in told(feeds, ada)] == ["started", "your_turn"]


def test_nothing_is_reported_of_a_study(api, own, feeds, ada, played):
    runner(own).catch_up(ALL)
    before = told(feeds, ada)
    api.ask("POST", f"/games/{played}/branches", ada, json={"at": 4}, expect=201)
    runner(own).catch_up(ALL)
    assert told(feeds, ada) == before


class Killed(BaseException):
    """The worker was killed: nothing of it runs on."""


def was_killed(own: Services, calls: int, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Let a worker catch up, killed after so many calls of the store; return whether it was."""
    send, left = Pipeline.execute, iter(range(calls))

    # A follower sends all its calls as pipelines.
    def mortal(pipeline: Any, *args: Any, **options: Any) -> Any:
        if next(left, None) is None:
            raise Killed
        return send(pipeline, *args, **options)

    with monkeypatch.context() as patched:
        patched.setattr(Pipeline, "execute", mortal)
        try:
            runner(own).catch_up(ALL)
        except Killed:
            return True
    return False


def test_a_worker_killed_after_any_call_loses_and_repeats_nothing(
    api, own, feeds, ada, bob, monkeypatch
):
    games: list[str] = []
    for calls in count():
        games.append(api.game(ada, bob))
        survived = not was_killed(own, calls, monkeypatch)
        runner(own).catch_up(ALL)
        if survived:
            break
    assert len(games) > 5
    wanted = [(kind, game, 3) for game in games for kind in ("started", "your_turn")]
    assert sorted(told(feeds, ada)) == sorted(wanted)


def test_two_workers_tell_each_event_once(api, own, feeds, ada, bob):
    first, second = runner(own), runner(own)
    first.refresh()
    second.refresh()
    games = [api.game(ada, bob) for _ in range(10)]
    first.catch_up(ALL)
    second.catch_up(ALL)
    assert len(told(feeds, ada)) == 2 * len(games)


def test_a_rebuild_of_the_lists_tells_nothing_anew(api, own, feeds, played, ada):
    runner(own).catch_up(ALL)
    before = told(feeds, ada)
    rebuild(own.store, own.read_models.generations, lambda: None)
    runner(own).catch_up(ALL)
    assert told(feeds, ada) == before != []


def test_a_lost_checkpoint_tells_nothing_anew(api, own, feeds, played, ada):
    """A worker may begin again from nothing, as after a backup without the checkpoints."""
    runner(own).catch_up(ALL)
    before = told(feeds, ada)
    for name in ("checkpoint", "games"):
        own.store.client.delete(f"{{s{shard_of(played):02}}}:told:{name}")
    runner(own).catch_up(ALL)
    assert told(feeds, ada) == before != []


@pytest.mark.parametrize("also", ["", "told:"], ids=["with the teller", "but the teller"])
def test_after_a_roll_back_what_then_happens_is_reported(api, own, feeds, ada, bob, also):
    """A fail-over loses the newest events of a shard; players' feeds, elsewhere, have told them."""
    game, client = api.game(ada, bob), own.store.client
    runner(own).catch_up(ALL)
    shard = f"{{s{shard_of(game):02}}}:"
    before = {key: client.dump(key) for key in client.keys(f"{shard}*")}
    api.act(game, bob, "resign", {}, version=False)
    runner(own).catch_up(ALL)
    assert told(feeds, ada)[-1] == ("ended", game, 4)
    for key in client.keys(f"{shard}*"):
        if not (also and also.encode() in key):
            client.delete(key)
            if key in before:
                client.restore(key, 0, before[key])
    own = services_over(Config(rate_limit=False), own.store)
    api = Api(renewed(api.app, own.store))
    runner(own).catch_up(ALL)
    assert len(told(feeds, ada)) == 3
    api.act(game, ada, "resign", {}, version=False)
    runner(own).catch_up(ALL)
    assert told(feeds, bob)[1:] == [("ended", game, 4), ("ended", game, 4)]
