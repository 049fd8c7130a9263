"""Notices of a game that the host has closed: they wait until it is reopened."""

from datetime import timedelta

import pytest

from service.notices.contract import TryAgain
from service.redis.leases import prefix, slice_of
from service.store.freezes import CHANGES_KEY, FrozenGames
from tests.service.api import Api, Person
from tests.service.notices.desk import DAY, GRACE, HOUR, Desk


class Host:
    """A host whose actions this process hears of at once, at the desk's clock."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._stored = FrozenGames(desk.own.read_models.client, lambda: desk.now)

    def close(self, game: str) -> None:
        self._stored.freeze(game, "Under review.")
        self._desk.own.remembered.forget(CHANGES_KEY)

    def reopen(self, game: str) -> None:
        self._stored.unfreeze(game)
        self._desk.own.remembered.forget(CHANGES_KEY)


@pytest.fixture
def host(desk: Desk) -> Host:
    return Host(desk)


def test_a_turn_is_reported_once_its_game_is_reopened(
    desk: Desk, ada: Person, game: str, host: Host
):
    desk.channel(ada)
    desk.work()
    host.close(game)
    desk.later(DAY)
    assert desk.receiver.got == []
    host.reopen(game)
    desk.later(HOUR)
    assert desk.receiver.kinds == ["turn"]


def test_a_reminder_comes_later_by_the_time_given_back(
    desk: Desk, api: Api, ada: Person, bob: Person, host: Host
):
    desk.channel(ada)
    game = api.game(ada, bob, deadline={"per_move": "10d", "at_zero": "resign"})
    desk.later(GRACE)
    before = desk.receiver.got[0][1].items[0].due
    host.close(game)
    desk.later(9 * DAY)
    host.reopen(game)
    desk.later(7 * DAY)
    assert desk.receiver.kinds == ["turn"]
    desk.later(timedelta(days=1, hours=1))
    assert desk.receiver.kinds == ["turn", "reminder"]
    assert before is not None
    after = desk.receiver.got[1][1].items[0].due
    assert after is not None
    assert (before[8:10], after[:10]) == ("01", "2026-12-10")


def told_games(desk: Desk) -> list[list[str]]:
    """The games of each message that was received."""
    return [[item.game_id for item in message.items] for _, message in desk.receiver.got]


@pytest.mark.parametrize("digest", ["daily", "hourly"])
def test_a_digest_reports_a_game_once_it_is_reopened(
    desk: Desk, ada: Person, game: str, host: Host, digest: str
):
    desk.channel(ada, digest=digest)
    desk.later(GRACE)
    host.close(game)
    for _ in range(3):
        desk.later(DAY)
    assert desk.receiver.got == []
    host.reopen(game)
    desk.later(DAY)
    assert told_games(desk) == [[game]]
    desk.later(DAY)
    assert told_games(desk) == [[game]]


def test_a_digest_of_other_games_goes_out_without_a_closed_one(
    desk: Desk, api: Api, ada: Person, bob: Person, game: str, host: Host
):
    other = api.game(ada, bob)
    desk.channel(ada, digest="daily")
    desk.later(GRACE)
    host.close(game)
    desk.later(DAY)
    assert told_games(desk) == [[other]]
    host.reopen(game)
    desk.later(DAY)
    assert told_games(desk) == [[other], [game]]


def test_a_digest_reports_no_turn_that_was_over_once_its_game_is_reopened(
    desk: Desk, api: Api, ada: Person, game: str, host: Host
):
    desk.channel(ada, digest="daily")
    desk.later(GRACE)
    host.close(game)
    desk.later(DAY)
    host.reopen(game)
    api.act(game, ada, "resign", {}, version=False)
    desk.later(DAY)
    assert desk.receiver.got == []


def test_a_digest_is_kept_for_as_long_as_it_waits_for_a_closed_game(
    desk: Desk, ada: Person, game: str, host: Host
):
    channel = desk.channel(ada, digest="daily")
    desk.later(GRACE)
    host.close(game)
    client, key = desk.own.read_models.client, f"{prefix(slice_of(ada.player_id))}digest:{channel}"
    client.expire(key, HOUR)
    desk.later(DAY)
    assert client.ttl(key) > DAY.total_seconds()


def test_a_failed_attempt_is_repeated_once_the_game_is_reopened(
    desk: Desk, ada: Person, game: str, host: Host
):
    desk.channel(ada)
    desk.receiver.answers = [TryAgain("receiver_fails")]
    desk.later(GRACE)
    host.close(game)
    desk.later(2 * DAY)
    assert desk.log(ada) == [("turn", "waiting", "receiver_fails", 1)]
    host.reopen(game)
    desk.later(HOUR)
    assert desk.log(ada) == [("turn", "delivered", None, 2)]
