"""Following the feeds: no gap and no double, whenever a worker is killed or the store goes back."""

from itertools import count
from typing import Any

from projections.contract import Batch
from service.notices.follower import Following
from service.redis.leases import prefix, slice_of
from service.redis.shards import shard_of
from service.store.redis_store import RedisStore, feed_key, stream_key
from tests.service.notices.desk import DAY, GRACE, HOUR, SECOND, pending


class Killed(BaseException):
    """The worker was killed: nothing of it runs on."""


class Mortal:
    """The calls of a client that is killed after so many."""

    def __init__(self, execute: Any, calls: int) -> None:
        self._execute, self.left = execute, calls

    def __call__(self, *args: Any, **options: Any) -> Any:
        if self.left == 0:
            raise Killed
        self.left -= 1
        return self._execute(*args, **options)


def was_killed(desk, game: str, calls: int, slices: set[int], monkeypatch) -> bool:
    """Do all of a worker's work on a game, killed after so many calls of the store; if it was."""
    client = desk.own.store.client
    with monkeypatch.context() as patched:
        patched.setattr(client, "execute_command", Mortal(client.execute_command, calls))
        try:
            desk.runner.refresh()
            desk.runner.catch_up([shard_of(game)])
            desk.notices.round(desk.now, slices)
        except Killed:
            return True
    return False


def test_a_worker_killed_after_any_call_loses_and_repeats_nothing(desk, api, ada, bob, monkeypatch):
    """After each killed worker comes a new one; a message sent twice has one key."""
    desk.channel(ada)
    desk.channel(ada, 2, digest="hourly")
    slices = {slice_of(ada.player_id)}
    games: list[str] = []
    for calls in count():
        games.append(api.game(ada, bob))
        desk.clock.later(GRACE)
        survived = not was_killed(desk, games[-1], calls, slices, monkeypatch)
        desk.start()
        desk.runner.refresh()
        desk.runner.catch_up([shard_of(games[-1])])
        desk.clock.later(5 * SECOND)
        desk.notices.round(desk.now, slices)
        if survived:
            break
    assert len(games) > 15
    desk.later(HOUR)
    told = [message for _, message in desk.receiver.got if message.kind == "turn"]
    assert {message.items[0].game_id for message in told} == set(games)
    assert len({message.key for message in told}) == len(games)
    assert len(told) - len(games) <= 1, "only the one that was sent when its worker was killed"
    digests = [item.game_id for _, m in desk.receiver.got if m.kind == "digest" for item in m.items]
    assert sorted(digests) == sorted(games)
    assert pending(desk) == []


def test_two_workers_send_each_notice_once(desk, api, ada, bob):
    desk.channel(ada)
    first = desk.notices
    games = [api.game(ada, bob) for _ in range(20)]
    desk.follow()
    desk.start()
    desk.follow()
    desk.clock.later(GRACE)
    for notices in (first, desk.notices):
        notices.plan()
    for notices in (first, desk.notices, first):
        notices.deliver()
    assert sorted(key.split(":")[1] for key in desk.receiver.keys) == sorted(games)


def test_a_rolled_back_store_skips_no_turn_and_repeats_none(desk, api, ada, bob, game):
    desk.channel(ada)
    desk.channel(bob)
    desk.later(GRACE)
    api.act(game, bob, "resign", {}, version=False)
    desk.later(GRACE)
    assert desk.receiver.kinds == ["turn", "ended"]
    _go_back(desk.own.store, game, 3)
    desk.later(GRACE)
    desk.later(DAY)
    assert desk.receiver.kinds == ["turn", "ended"]
    api.act(game, bob, "resign", {}, version=False)
    desk.later(GRACE)
    assert desk.receiver.kinds == ["turn", "ended", "ended"]
    assert len(set(desk.receiver.keys)) == 3


def test_what_ends_between_two_looks_is_never_pending(desk, api, ada, bob, game):
    api.act(game, ada, "resign", {}, version=False)
    desk.follow()
    assert [member.decode().split(" ")[1].split(":")[0] for member in pending(desk)] == [
        "ended",
        "ended",
    ]


def _pending(name: str) -> str:
    return f"{prefix(slice_of(name.partition(' ')[0]))}pending"


def test_a_batch_from_another_checkpoint_changes_nothing(desk, game):
    desk.follow()
    before = pending(desk)
    following = Following(desk.own.store.client, 0)
    assert following.apply([Batch(shard_of(game), "7-0", "8-0", ())]) == [False]
    assert pending(desk) == before


def _go_back(store: RedisStore, game: str, version: int) -> None:
    """Lose the events after a version, and their lines of the feed."""
    client: Any = store.client
    entries = store.read(game, until=version)
    client.delete(stream_key(game))
    for number, entry in enumerate(entries, start=1):
        client.xadd(stream_key(game), {"e": entry}, id=f"{number}-0")
    for line in store.feed(shard_of(game)):
        if line.game_id == game and line.version > version:
            client.xdel(feed_key(shard_of(game)), line.id)
