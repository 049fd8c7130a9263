"""A changed setting holds for the notices that an older one has held back."""

from datetime import timedelta
from typing import Any

import pytest

from service.notices import pending_notices as pending_module
from service.notices.outbox import Outbox
from service.notices.pending_notices import Pending
from service.redis.leases import prefix, slice_of
from service.store.redis_store import RedisStore
from tests.service.api import Api, Person
from tests.service.notices.desk import DAY, GRACE, HOUR, SECOND, Desk, pending

NOW = 1_800_000_000_000
NOON_QUIET = {"from": "11:00", "to": "20:00", "weekends": False}


def change(api: Api, who: Person, **changes: Any) -> None:
    api.ask("PATCH", "/me", who, json=changes, expect=200)


@pytest.fixture
def held(desk: Desk, api: Api, ada: Person, game: str) -> str:
    """Ada's channel; her quiet hours, till eight in the evening, hold the notice of a turn."""
    channel = desk.channel(ada)
    change(api, ada, time_zone="Etc/UTC", quiet_hours=NOON_QUIET)
    desk.later(GRACE)
    assert desk.receiver.got == []
    return channel


def test_quiet_hours_that_are_switched_off_hold_nothing_any_more(
    desk: Desk, api: Api, ada: Person, held: str
):
    change(api, ada, quiet_hours=None)
    desk.later(SECOND)
    assert desk.receiver.kinds == ["turn"]
    desk.later(DAY)
    assert desk.receiver.kinds == ["turn"]


def test_quiet_hours_that_end_sooner_hold_a_notice_till_then(
    desk: Desk, api: Api, ada: Person, held: str
):
    change(api, ada, quiet_hours={**NOON_QUIET, "to": "14:00"})
    desk.later(HOUR)
    assert desk.receiver.got == []
    desk.later(HOUR)
    assert desk.receiver.kinds == ["turn"]


def test_a_zone_where_the_quiet_hours_are_over_holds_nothing(
    desk: Desk, api: Api, ada: Person, held: str
):
    change(api, ada, time_zone="Asia/Tokyo")  # there it is nine in the evening
    desk.later(SECOND)
    assert desk.receiver.kinds == ["turn"]


def test_another_name_changes_no_moment(desk: Desk, api: Api, ada: Person, held: str):
    change(api, ada, name="Ada L")
    desk.later(SECOND)
    assert desk.receiver.got == []


def test_a_notice_whose_moment_has_not_come_goes_on_waiting(
    desk: Desk, api: Api, ada: Person, bob: Person
):
    desk.channel(ada)
    api.game(ada, bob, deadline="10h")
    desk.work()
    for time in (GRACE - SECOND, HOUR):
        change(api, ada, quiet_hours=None)
        desk.later(time)
        desk.work()
    assert desk.receiver.kinds == ["turn"]
    desk.later(7 * HOUR)
    assert desk.receiver.kinds == ["turn", "reminder"]


def test_a_game_that_is_no_longer_muted_is_reported(desk: Desk, api: Api, ada: Person, game: str):
    desk.channel(ada)
    api.ask("PUT", f"/me/notices/muted/{game}", ada, expect=204)
    for time in (GRACE, DAY, DAY):
        desk.later(time)
    assert desk.receiver.got == []
    api.ask("DELETE", f"/me/notices/muted/{game}", ada, expect=204)
    desk.later(SECOND)
    assert desk.receiver.kinds == ["turn"]


def test_the_end_of_a_muted_game_waits_for_nothing(
    desk: Desk, api: Api, ada: Person, bob: Person, game: str
):
    desk.channel(ada)
    api.ask("PUT", f"/me/notices/muted/{game}", ada, expect=204)
    api.act(game, bob, "resign", {}, version=False)
    desk.later(GRACE)
    assert not any(member.startswith(ada.player_id.encode()) for member in pending(desk))


@pytest.mark.parametrize(
    ("digest", "other", "wait"),
    [
        ("daily", "hourly", timedelta(minutes=58)),
        ("daily", None, SECOND),
        ("hourly", None, SECOND),
        ("hourly", "daily", 6 * HOUR - GRACE),
    ],
)
def test_a_digest_that_was_collected_goes_out_with_the_next_one_chosen(
    desk: Desk, api: Api, ada: Person, game: str, digest: str, other: str | None, wait: timedelta
):
    channel = desk.channel(ada, digest=digest)
    desk.later(GRACE)
    api.ask("PATCH", f"/me/channels/{channel}", ada, json={"digest": other}, expect=200)
    desk.work()
    desk.later(wait - SECOND)
    assert desk.receiver.got == [] or other is None
    desk.later(SECOND)
    assert desk.receiver.kinds == ["digest"]
    desk.later(2 * DAY)
    assert desk.receiver.kinds == ["digest"]


def test_a_daily_digest_comes_in_the_evening_of_a_changed_zone(
    desk: Desk, api: Api, ada: Person, game: str
):
    desk.channel(ada, digest="daily")
    desk.later(GRACE)
    change(api, ada, time_zone="Asia/Kolkata")  # 18:00 is half past twelve in UTC
    desk.later(timedelta(minutes=27))
    assert desk.receiver.got == []
    desk.later(timedelta(minutes=1))
    assert desk.receiver.kinds == ["digest"]


def test_many_notices_of_others_are_looked_through_page_by_page(
    desk: Desk,
    api: Api,
    ada: Person,
    held: str,
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(pending_module, "PAGE", 10)
    key = f"{prefix(slice_of(ada.player_id))}pending"
    soon, client = desk.now + 60_000, desk.own.read_models.client
    others = {f"p{number} turn:other": soon + 100 * number for number in range(35)}
    client.zadd(key, others)
    change(api, ada, quiet_hours=None)
    for _ in range(5):
        desk.later(SECOND)
    assert desk.receiver.kinds == ["turn"]
    moments = dict(client.zrange(key, 0, -1, withscores=True))
    assert {name: moments[name.encode()] for name in others} == others
    assert not client.exists(f"{prefix(slice_of(ada.player_id))}changed")


@pytest.fixture
def waiting(real_store: RedisStore, monkeypatch: pytest.MonkeyPatch) -> Pending:
    """The notices that wait in a real store, searched ten at a time."""
    monkeypatch.setattr(pending_module, "PAGE", 10)
    return Pending(real_store.client)


def test_one_who_changes_settings_all_the_time_holds_up_nobody(
    real_store: RedisStore, waiting: Pending
):
    restless, ada = "p0", next(p for p in map("p{}".format, range(1, 999)) if _together(p, "p0"))
    key = f"{prefix(slice_of(ada))}pending"
    real_store.client.zadd(key, {f"px turn:{n}": NOW + n for n in range(1, 200)})
    real_store.client.zadd(key, {f"{ada} turn:last": NOW + 500})
    waiting.settings_changed(ada)
    for _ in range(5_000):
        waiting.settings_changed(restless)
        if f"{ada} turn:last" in waiting.due(slice_of(ada), NOW, 50):
            return
    raise AssertionError("Ada's notice was never made due")


def test_notices_of_one_moment_are_all_looked_at(real_store: RedisStore, waiting: Pending):
    key = f"{prefix(slice_of('p0'))}pending"
    own = {f"p0 turn:{n}" for n in range(20)}
    moments = dict.fromkeys([*own, *(f"p{n} turn:0" for n in range(1, 50))], NOW + 3_600_000)
    real_store.client.zadd(key, moments)
    waiting.settings_changed("p0")
    for _ in range(10):
        waiting.due(slice_of("p0"), NOW, 50)
    assert {*waiting.due(slice_of("p0"), NOW, 50)} == own


def test_one_call_looks_at_a_page_of_notices_however_many_wait_for_one_moment(
    real_store: RedisStore, waiting: Pending
):
    key, own = f"{prefix(slice_of('p0'))}pending", {f"p0 turn:{n}" for n in range(500)}
    morning = NOW + 3_600_000
    others = dict.fromkeys((f"p{n} turn:0" for n in range(1, 200)), morning)
    real_store.client.zadd(key, {**dict.fromkeys(own, morning), **others})
    waiting.settings_changed("p0")
    made_due: set[str] = set()
    for _ in range(70):  # 699 notices, ten a call
        before, made_due = made_due, {*waiting.due(slice_of("p0"), NOW, 1_000)}
        assert before <= made_due
        assert len(made_due - before) <= 10
    assert made_due == own
    assert not real_store.client.exists(f"{prefix(slice_of('p0'))}changed")
    assert real_store.client.zcount(key, morning, morning) == len(others)
    assert not real_store.client.exists(f"{prefix(slice_of('p0'))}searched")


def test_who_changes_a_setting_during_a_search_is_served_by_the_next(
    real_store: RedisStore, waiting: Pending
):
    first, late = "p0", next(p for p in map("p{}".format, range(1, 999)) if _together(p, "p0"))
    key = f"{prefix(slice_of(first))}pending"
    real_store.client.zadd(key, {f"{late} turn:soon": NOW + 1})
    real_store.client.zadd(key, {f"px turn:{n}": NOW + 100 + n for n in range(50)})
    waiting.settings_changed(first)
    assert waiting.due(slice_of(first), NOW, 50) == []
    waiting.settings_changed(late)
    for _ in range(10):
        waiting.due(slice_of(first), NOW, 50)
    assert waiting.due(slice_of(first), NOW, 50) == [f"{late} turn:soon"]


def test_a_search_keeps_nothing_of_a_player_who_leaves(
    real_store: RedisStore, waiting: Pending, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(pending_module, "PAGE", 2)
    part = prefix(slice_of("p0"))
    real_store.client.zadd(f"{part}pending", {f"p0 turn:{n}": NOW + 100 + n for n in range(9)})
    waiting.settings_changed("p0")
    waiting.due(slice_of("p0"), NOW, 50)
    assert b"p0 " in (real_store.client.get(f"{part}searched") or b"")
    Outbox(real_store.client).forget("p0")
    assert real_store.client.keys(f"{part}*") == []


def _together(one: str, other: str) -> bool:
    return slice_of(one) == slice_of(other)
