"""Digests: what a channel collects, and when it goes out."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from service.notices.planning import next_digest
from service.people.quiet_hours import time_zones
from tests.service.notices.desk import DAY, GRACE, HOUR

MINUTE = timedelta(minutes=1)


def at(text: str) -> int:
    return round(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)


def test_an_hourly_digest_reports_all_games_that_still_wait(desk, api, ada, bob):
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


def test_a_digest_for_a_player_who_wants_all_notices_has_seen_turns_too(desk, api, ada, game):
    desk.channel(ada, digest="hourly", always=True)
    desk.later(GRACE)
    api.ask("POST", f"/games/{game}/seen", ada, json={"version": 3}, expect=204)
    desk.later(HOUR)
    assert [item.game_id for _, message in desk.receiver.got for item in message.items] == [game]


def test_a_digest_of_nothing_is_not_sent(desk, api, ada, bob, game):
    desk.channel(ada, digest="hourly")
    desk.later(GRACE)
    api.act(game, ada, "resign", {}, version=False)
    desk.later(HOUR)
    assert desk.receiver.got == []


def test_a_digest_reports_a_game_once_though_its_turn_came_twice(desk, api, ada, bob):
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


def test_a_digest_that_waited_reports_games_that_called_in_the_quiet_hours(
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
        ("hourly", "Europe/Berlin", "2026-10-25T00:30", "2026-10-25T01:00"),  # 2:30, then 2:00
        ("hourly", "Europe/Berlin", "2026-10-25T01:00", "2026-10-25T02:00"),
        ("hourly", "Europe/Berlin", "2026-03-29T00:30", "2026-03-29T01:00"),  # 1:30, then 3:00
        ("hourly", "Australia/Lord_Howe", "2026-04-04T14:00", "2026-04-04T15:00"),  # 1:00, 1:30
        ("hourly", "Australia/Lord_Howe", "2026-04-04T15:00", "2026-04-04T15:30"),  # 1:30, 2:00
        ("hourly", "Australia/Lord_Howe", "2026-10-03T15:30", "2026-10-03T16:00"),  # 2:30, 3:00
        ("daily", "Australia/Lord_Howe", "2026-04-04T07:00", "2026-04-05T07:30"),
        ("daily", "Australia/Lord_Howe", "2026-10-03T07:30", "2026-10-04T07:00"),
        ("daily", "Europe/Berlin", "2026-03-28T17:00", "2026-03-29T16:00"),
    ],
)
def test_a_digest_goes_out_by_its_players_clock(digest, zone, now, moment):
    assert next_digest(digest, zone, at(now)) == at(moment)


def test_digests_come_each_hour_and_each_day_however_clocks_are_changed():
    for zone in sorted(time_zones()):
        there = ZoneInfo(zone)
        for change in changes_of(there, 2026):
            for minutes in range(-150, 151, 15):
                now = change + minutes * 60_000
                hourly, daily = (next_digest(each, zone, now) for each in ("hourly", "daily"))
                assert 0 < hourly - now <= 3_600_000, (zone, now)
                assert next_digest("hourly", zone, hourly - 1) == hourly, (zone, now)
                assert 0 < daily - now <= 25 * 3_600_000, (zone, now)
                evening = datetime.fromtimestamp(daily / 1000, there)
                assert evening.strftime("%H:%M") == "18:00", (zone, now)


def changes_of(zone, year):
    """The moments (ms) of a year at which clocks are changed, to the quarter of an hour."""
    start, quarter = at(f"{year}-01-01T00:00"), 900_000

    def offset(moment):
        return datetime.fromtimestamp(moment / 1000, zone).utcoffset()

    days = range(start, start + 365 * 86_400_000, 86_400_000)
    for day in (day for day in days if offset(day) != offset(day + 86_400_000)):
        moments = range(day, day + 86_400_000, quarter)
        yield next(m for m in moments if offset(m) != offset(m + quarter)) + quarter
