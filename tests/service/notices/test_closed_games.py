"""Notices of a game that the host has closed: they wait until it is reopened."""

from datetime import timedelta

import pytest

from service.store.closings import CHANGES_KEY, ClosedGames
from tests.service.api import Api, Person
from tests.service.notices.desk import DAY, GRACE, HOUR, Desk


class Host:
    """A host whose actions this process hears of at once, at the desk's clock."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._stored = ClosedGames(desk.own.read_models.client, lambda: desk.now)

    def close(self, game: str) -> None:
        self._stored.close(game, "Under review.")
        self._desk.own.closings._kept.forget(CHANGES_KEY)

    def reopen(self, game: str) -> None:
        self._stored.reopen(game)
        self._desk.own.closings._kept.forget(CHANGES_KEY)


@pytest.fixture
def host(desk: Desk) -> Host:
    return Host(desk)


def test_a_turn_is_told_once_its_game_is_reopened(desk: Desk, ada: Person, game: str, host: Host):
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


def test_a_digest_leaves_a_closed_game_out(desk: Desk, ada: Person, game: str, host: Host):
    desk.channel(ada, digest="daily")
    desk.later(GRACE)
    host.close(game)
    desk.later(DAY)
    assert desk.receiver.got == []
