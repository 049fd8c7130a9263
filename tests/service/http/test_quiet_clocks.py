"""Quiet hours in the clocks of games over HTTP: settled by the settings of a day before."""

from datetime import timedelta
from typing import Any

import pytest

from tests.service.api import Api, Person
from tests.service.office import FakeClock

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
TERMS = {"per_move": "10h", "at_zero": "nudge", "quiet_hours": True}
NIGHT = {"from": "22:00", "to": "07:00"}
JUST_NOW = {"from": "12:00", "to": "23:59"}


def be_quiet(api: Api, who: Person, **hours: Any) -> None:
    settings = {"time_zone": "Europe/Berlin", "quiet_hours": {**NIGHT, **hours}}
    api.ask("PATCH", "/me", who, json=settings, expect=200)


def were_quiet(api: Api, time: FakeClock, *people: Person) -> None:
    """Give people quiet hours that count from now on."""
    time.later(-DAY)
    for who in people:
        be_quiet(api, who)
    time.later(DAY)


def end_turn(api: Api, game: str, who: Person) -> None:
    """Make moves until it is another's turn."""
    seat = api.view(game)["to_act"]
    slot = next(m for m in api.moves(game, who) if m["type"] == "choose_card")
    api.move(game, who, slot)
    while api.view(game)["to_act"] == seat:
        api.move(game, who, api.moves(game, who)[0])


def due(api: Api, game: str, seat: int = 0) -> str | None:
    return api.view(game)["clock"]["seats"][seat]["due"]


@pytest.fixture
def game(api: Api, ada: Person, bob: Person, time) -> str:
    """A game from 13:00 of a Saturday in Berlin on."""
    were_quiet(api, time, ada)
    return api.game(ada, bob, deadline=TERMS)


def test_no_time_runs_in_the_quiet_hours_of_the_player(api: Api, office, time, game: str):
    assert due(api, game) == "2026-11-22T07:00:00.000Z"
    [started] = api.get(f"/games/{game}/events")["events"][-1:]
    assert started["settled"] == {"0": {"due": "2026-11-22T07:00:00.000Z"}}
    office.worker.catch_up()
    [row] = api.get("/games")["games"]
    assert (row["due"], row["waiting_for"][0]["due"]) == (due(api, game),) * 2
    time.later(18 * HOUR + 59 * timedelta(minutes=1))
    assert office.work() == 0
    time.later(timedelta(minutes=1))
    assert office.work() == 1
    [expired] = api.get(f"/games/{game}/events")["events"][-1:]
    assert (expired["type"], expired["data"]["due"]) == ("time_expired", due(api, game))
    assert api.get(f"/games/{game}/verify")["valid"]


def test_a_game_counts_quiet_hours_only_if_its_terms_say_so(api: Api, time, ada, bob):
    were_quiet(api, time, ada)
    game = api.game(ada, bob, deadline="10h")
    assert due(api, game) == "2026-11-21T22:00:00.000Z"
    assert "quiet_hours" not in api.view(game)["deadline"]


@pytest.mark.parametrize(
    ("more", "falls"),
    [({}, "2026-11-21T21:10:00.000Z"), ({"quiet_hours": True}, "2026-11-22T06:10:00.000Z")],
    ids=["the usual terms", "terms that count quiet hours"],
)
def test_a_clock_of_ten_minutes_runs_at_night_unless_its_terms_say_otherwise(
    api: Api, office, time, ada, bob, more, falls
):
    were_quiet(api, time, ada)
    time.later(9 * HOUR)
    live = {"reserve": "10m", "increment": "30s", "least": "1m", "at_zero": "bot", **more}
    game = api.game(ada, bob, deadline=live)
    assert due(api, game) == falls
    time.later(9 * MINUTE)
    assert office.work() == 0
    time.later(MINUTE + (9 * HOUR if more else 0 * HOUR))
    assert office.work() == 1
    [clock, _] = api.view(game)["clock"]["seats"]
    assert (clock["bot"], clock["due"]) == ("greedy", None)
    assert api.get(f"/games/{game}/verify")["valid"]


def test_other_settings_count_in_turns_that_begin_a_day_later(api: Api, time, game, ada, bob):
    before = due(api, game)
    be_quiet(api, ada, weekends=True)
    assert due(api, game) == before
    api.ask("PATCH", "/me", bob, json={"time_zone": "Asia/Tokyo", "quiet_hours": NIGHT}, expect=200)
    time.later(DAY - HOUR)
    end_turn(api, game, ada)
    assert due(api, game, 1) == "2026-11-22T21:00:00.000Z"
    time.later(HOUR)
    end_turn(api, game, bob)
    assert due(api, game) == "2026-11-23T16:00:00.000Z"  # a Sunday, then from 7:00 in Berlin on
    end_turn(api, game, ada)
    assert due(api, game, 1) == "2026-11-23T07:00:00.000Z"  # 21:00 in Tokyo, then from 7:00 on


@pytest.mark.parametrize(
    "other",
    [
        {},
        {"quiet_hours": None},
        {"time_zone": "Asia/Tokyo"},
        {"quiet_hours": {"from": "13:00", "to": "22:00"}},
    ],
    ids=["same", "none", "another zone", "other hours"],
)
def test_a_reserve_runs_down_as_much_whatever_is_set_before_a_move(api, time, ada, bob, other):
    were_quiet(api, time, ada)
    terms = {"reserve": "10h", "at_zero": "nudge", "quiet_hours": True}
    game = api.game(ada, bob, deadline=terms)
    for left in (7, 4):
        time.later(3 * HOUR)
        api.ask("PATCH", "/me", ada, json=other, expect=200)
        end_turn(api, game, ada)
        assert api.view(game)["clock"]["seats"][0]["reserve"] == left * 3600
        end_turn(api, game, bob)
        be_quiet(api, ada)
    assert api.get(f"/games/{game}/verify")["valid"]


def test_nobody_wins_time_with_quiet_hours_just_now(api: Api, time, ada, bob):
    game = api.game(bob, ada, deadline=TERMS)
    api.ask("PATCH", "/me", ada, json={"time_zone": "UTC", "quiet_hours": JUST_NOW}, expect=200)
    end_turn(api, game, bob)
    assert due(api, game, 1) == "2026-11-21T22:00:00.000Z"


def test_a_game_with_bots_alone_is_settled_as_it_is_created(api: Api, time, ada: Person):
    were_quiet(api, time, ada)
    terms = {"ruleset": "alexandros", "board": "tiny", "bots": ["random"], "deadline": TERMS}
    made = api.ask("POST", "/games", ada, json=terms, expect=201).json
    game = made["game_id"]
    dues = {seat["due"] for seat in made["clock"]["seats"]} - {None}
    assert dues <= {"2026-11-22T07:00:00.000Z"}
    assert api.get(f"/games/{game}/verify", ada)["valid"]


def test_a_forgotten_player_has_no_quiet_hours(api: Api, time, game: str, ada, bob):
    api.ask("DELETE", "/me", ada, expect=204)
    assert api.get(f"/games/{game}/verify")["valid"]
    assert due(api, game) == "2026-11-22T07:00:00.000Z"


def both(api: Api, game: str, path: str, asking: Person, body: Any, answering: Person) -> None:
    """Ask for a break or for time, and have it agreed to."""
    for who, where, what in ((asking, path, body), (answering, f"{path}/answer", {"accept": True})):
        answer = api.act(game, who, where, what)
        assert answer.status_code < 300, answer.get_data(as_text=True)


def asks_for_time(api: Api, game: str, ada: Person, bob: Person, _time: FakeClock) -> None:
    both(api, game, "extension", ada, {"time": "1d"}, bob)


def pauses_and_resumes(api: Api, game: str, ada: Person, bob: Person, time: FakeClock) -> None:
    both(api, game, "pause", ada, {}, bob)
    time.later(3 * DAY)
    assert api.act(game, ada, "resume", {}).status_code < 300


def goes_on_vacation(api: Api, game: str, ada: Person, _bob: Person, time: FakeClock) -> None:
    for days in (5, 0):
        assert api.act(game, ada, "vacation", {"days": days}).status_code < 300
        time.later(HOUR)


def waits_a_day(_api: Api, _game: str, _ada: Person, _bob: Person, time: FakeClock) -> None:
    time.later(DAY + HOUR)


def sets_other_hours(api: Api, _game: str, ada: Person, _bob: Person, time: FakeClock) -> None:
    for hours in ({"from": "20:00"}, {"weekends": True}):
        be_quiet(api, ada, **hours)
        time.later(DAY + HOUR)


def moves_to_another_zone(api: Api, _game: str, ada: Person, _bob: Person, time: FakeClock) -> None:
    api.ask("PATCH", "/me", ada, json={"time_zone": "Asia/Tokyo"}, expect=200)
    time.later(DAY + HOUR)


def has_none_any_more(api: Api, _game: str, ada: Person, _bob: Person, time: FakeClock) -> None:
    api.ask("PATCH", "/me", ada, json={"quiet_hours": None}, expect=200)
    time.later(HOUR)


STEPS = {
    "only a move": (),
    "more time": (asks_for_time,),
    "a pause": (pauses_and_resumes,),
    "a vacation": (goes_on_vacation,),
    "a day": (waits_a_day,),
    "a day, more time": (waits_a_day, asks_for_time),
    "a day, a pause": (waits_a_day, pauses_and_resumes, asks_for_time),
    "a day, a vacation": (waits_a_day, goes_on_vacation),
    "other hours": (sets_other_hours, asks_for_time),
    "another zone": (moves_to_another_zone, pauses_and_resumes),
    "none again": (has_none_any_more, goes_on_vacation),
}


@pytest.mark.parametrize(
    ("pace", "was_quiet"),
    [({"per_move": "3d"}, False), ({"reserve": "9d"}, True)],
    ids=["turns, first hours", "reserve, other hours"],
)
@pytest.mark.parametrize("steps", STEPS.values(), ids=STEPS)
def test_records_are_sound_whatever_follows_hours_set_in_ones_own_turn(
    api: Api, time: FakeClock, ada: Person, bob: Person, steps, pace, was_quiet
):
    if was_quiet:
        were_quiet(api, time, ada)
    terms = {**pace, "at_zero": "skip", "quiet_hours": True, "vacation": 21}
    game = api.game(ada, bob, deadline=terms)
    be_quiet(api, ada, **JUST_NOW)
    for step in steps:
        step(api, game, ada, bob, time)
    for who in (ada, bob, ada):
        time.later(HOUR)
        end_turn(api, game, who)
    verified = api.get(f"/games/{game}/verify")
    assert verified["valid"], verified
