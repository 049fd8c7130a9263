"""Digests: what a channel collects, and when it goes out."""

from datetime import UTC, datetime, timedelta

import pytest

from service.notices.planning import next_digest
from tests.service.notices.desk import DAY, GRACE, HOUR

MINUTE = timedelta(minutes=1)


def at(text: str) -> int:
    return round(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)


def test_an_hourly_digest_tells_of_all_games_that_still_wait(desk, api, ada, bob):
    games = [api.game(ada, bob) for _ in range(4)]
    channel = desk.channel(ada, digest="hourly")
    desk.later(GRACE)
    api.act(games[1], ada, "resign", {}, version=False)
    api.ask("POST", f"/games/{games[2]}/seen", ada, json={"version": 3}, expect=204)
    desk.later(57 * MINUTE)
    assert desk.receiver.got == []
    desk.later(MINUTE)
    ((_, message),) = desk.receiver.got
    assert message.kind == "digest"
    assert message.key.startswith(f"digest:{channel}:")
    assert sorted(item.game_id for item in message.items) == sorted([games[0], games[3]])
    assert message.title == "News from 2 games"
    desk.later(DAY)
    assert len(desk.receiver.got) == 1


def test_a_digest_of_nothing_is_not_sent(desk, api, ada, bob, game):
    desk.channel(ada, digest="hourly")
    desk.later(GRACE)
    api.act(game, ada, "resign", {}, version=False)
    desk.later(HOUR)
    assert desk.receiver.got == []


def test_a_digest_tells_of_a_game_once_though_its_turn_came_twice(desk, api, ada, bob):
    game = api.game(ada, bob, undo="free")
    desk.channel(ada, digest="daily")
    desk.later(GRACE)
    api.act(game, bob, "resign", {}, version=False)
    desk.later(GRACE)
    desk.later(6 * HOUR)
    ((_, message),) = desk.receiver.got
    assert [item.game_id for item in message.items] == [game]


def test_a_reminder_waits_for_no_digest(desk, api, ada, bob):
    api.game(ada, bob, deadline="1h")
    desk.channel(ada, digest="daily")
    desk.later(48 * MINUTE)
    assert desk.receiver.kinds == ["reminder"]


def test_a_digest_waits_for_the_end_of_quiet_hours(desk, api, ada, game):
    quiet = {"from": "17:00", "to": "19:00", "weekends": False}
    body = {"time_zone": "Etc/UTC", "quiet_hours": quiet}
    api.ask("PATCH", "/me", ada, json=body, expect=200)
    desk.channel(ada, digest="daily")
    desk.later(GRACE)
    desk.later(6 * HOUR)
    assert desk.receiver.got == []
    desk.later(HOUR)
    assert desk.receiver.kinds == ["digest"]


def test_a_digest_that_waited_tells_of_games_that_called_in_the_quiet_hours(
    desk, api, ada, bob, game
):
    quiet = {"from": "17:00", "to": "19:00", "weekends": False}
    body = {"time_zone": "Etc/UTC", "quiet_hours": quiet}
    api.ask("PATCH", "/me", ada, json=body, expect=200)
    desk.channel(ada, digest="daily")
    desk.later(GRACE)
    desk.later(6 * HOUR)
    later = api.game(ada, bob)
    desk.later(GRACE)
    desk.later(HOUR)
    ((_, message),) = desk.receiver.got
    assert sorted(item.game_id for item in message.items) == sorted([game, later])


@pytest.mark.parametrize(
    ("digest", "zone", "now", "moment"),
    [
        ("hourly", None, "2026-11-22T12:00", "2026-11-22T13:00"),
        ("hourly", "Asia/Kolkata", "2026-11-22T12:00", "2026-11-22T12:30"),
        ("daily", None, "2026-11-22T17:59", "2026-11-22T18:00"),
        ("daily", None, "2026-11-22T18:00", "2026-11-23T18:00"),
        ("daily", "Europe/Berlin", "2026-10-24T16:30", "2026-10-25T17:00"),
        ("daily", "America/New_York", "2026-03-08T03:00", "2026-03-08T22:00"),
    ],
)
def test_a_digest_goes_out_by_its_players_clock(digest, zone, now, moment):
    assert next_digest(digest, zone, at(now)) == at(moment)
