"""Idle accounts: warned twice, deleted at last, and never while a game runs."""

from datetime import timedelta

import pytest

from service.machine import clock
from service.moderation.idle_accounts import IdleAccounts
from service.moderation.log import AdminLog
from service.notices.channels import channel_id
from service.notices.contract import NoticeChannel
from service.people.player import PlayerUnknown
from tests.service.api import Api, Person
from tests.service.notices.desk import Desk, desk_of
from tests.service.office import FakeClock, Office

DAYS = 90
DAY = timedelta(days=1)
ADDRESS = "ada@games.example"


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> FakeClock:
    fake = FakeClock()
    monkeypatch.setattr(clock, "now", fake.now)
    return fake


@pytest.fixture
def desk(api: Api, time: FakeClock) -> Desk:
    return desk_of(api.app, time)


def idle(desk: Desk, days: int = DAYS) -> IdleAccounts:
    return IdleAccounts(desk.own, days)


def walk(desk: Desk, days: int) -> list[str]:
    """Let days pass, a walk and the mails on each; return the kinds of the mails."""
    before = len(desk.receiver.got)
    for _ in range(days):
        desk.clock.later(DAY)
        idle(desk).work()
        desk.notices.round(desk.now)
    return desk.receiver.kinds[before:]


def is_there(desk: Desk, who: Person) -> bool:
    try:
        return bool(desk.own.players.read(who.player_id))
    except PlayerUnknown:
        return False


def give_address(desk: Desk, who: Person) -> None:
    known = channel_id(who.player_id, "email", ADDRESS)
    desk.own.notices.channels.add(
        NoticeChannel(known, who.player_id, "email", ADDRESS, clock.now(), "paused")
    )


def test_an_account_is_warned_twice_and_then_deleted_as_by_hand(desk: Desk, api: Api):
    ada = api.person("Ada")
    give_address(desk, ada)
    assert walk(desk, 60) == []
    assert walk(desk, 23) == ["idle"]
    assert "deleted on" in desk.receiver.got[0][1].text
    assert walk(desk, 7) == ["idle"]
    assert is_there(desk, ada)
    assert walk(desk, 1) == []
    assert not is_there(desk, ada)
    assert desk.own.notices.channels.of(ada.player_id) == []
    (entry,) = AdminLog(desk.own.read_models.client).entries()
    assert (entry.action, entry.by) == ("player_forgotten", "anabasis")
    assert not desk.own.read_models.client.keys("idle:*")


def test_whoever_comes_back_stays(desk: Desk, api: Api):
    ada = api.person("Ada")
    walk(desk, 85)
    api.get("/me", ada)
    walk(desk, 88)
    assert is_there(desk, ada)
    api.get("/me", ada)
    walk(desk, 92)
    assert not is_there(desk, ada)


def test_a_host_who_sets_the_days_late_gives_everybody_thirty_more(desk: Desk, api: Api):
    ada = api.person("Ada")
    give_address(desk, ada)
    desk.clock.later(900 * DAY)
    assert [each.stage for each in idle(desk).candidates()] == ["found"]
    assert walk(desk, 30) == ["idle", "idle"]
    assert is_there(desk, ada)
    walk(desk, 1)
    assert not is_there(desk, ada)


def test_a_running_or_open_game_or_a_role_keeps_an_account(desk: Desk, api: Api):
    ada, bob, eve, may = map(api.person, ("Ada", "Bob", "Eve", "May"))
    game = api.game(ada, bob)
    api.ask("POST", "/games", may, json={"ruleset": "alexandros", "board": "tiny"}, expect=201)
    desk.own.players.set_role(eve.player_id, "host")
    Office(api).work()
    walk(desk, 130)
    assert all(is_there(desk, each) for each in (ada, bob, eve, may))
    api.ask("POST", f"/games/{game}/resign", bob, json={}, expect=201)
    Office(api).work()
    walk(desk, 130)
    assert [is_there(desk, each) for each in (ada, bob, eve, may)] == [False, False, True, True]


def test_a_dry_run_changes_nothing_and_never_is_never(desk: Desk, api: Api):
    ada = api.person("Ada")
    desk.clock.later(500 * DAY)
    (found,) = idle(desk).candidates()
    assert (found.player_id, found.name, found.has_address) == (ada.player_id, "Ada", False)
    assert not desk.own.read_models.client.keys("idle:*")
    assert idle(desk, 0).work() == 0
    assert is_there(desk, ada)


def test_the_workers_walk_once_a_day(desk: Desk, api: Api):
    api.person("Ada")
    walk(desk, 121)
    api.person("Bob")
    desk.clock.later(timedelta(minutes=1))
    assert idle(desk).work() == 0


def test_who_signed_out_is_idle_from_that_day_on(desk: Desk, api: Api, ada: Person):
    desk.clock.later(DAYS * DAY)
    api.get("/me", ada)
    desk.own.sessions.end(ada.token)
    walk(desk, DAYS - 31)
    assert is_there(desk, ada)
    walk(desk, 32)
    assert not is_there(desk, ada)
