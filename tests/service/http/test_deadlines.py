"""Deadlines over HTTP: their terms, the clock in views and lists, and the worker's expiry."""

from datetime import timedelta
from typing import Any

import pytest

from clients.python import Forbidden
from service.game import time_expiry
from service.game.outages import MARK, wall_time
from service.redis.leases import SLICES, Leases
from service.worker.deadlines import Deadlines
from tests.service.bot_client import bot_client
from tests.service.office import DAY, Office

PATIENCE = {"open_for": 2_592_000, "idle_for": 2_592_000, "absent_wait": 600}
BRIEF = {**PATIENCE, "idle_for": 24 * 3600}


def created(api, ada, deadline: Any) -> Any:
    terms = {"ruleset": "alexandros", "board": "tiny", "deadline": deadline}
    return api.ask("POST", "/games", ada, json=terms)


@pytest.mark.parametrize(
    ("stated", "told"),
    [
        ("3d", {"at_zero": "nudge", "per_move": 259_200, **PATIENCE}),
        (600, {"at_zero": "nudge", "per_move": 600, **PATIENCE}),
        (
            {"per_move": "36h", "at_zero": "skip", "open_for": "7d", "idle_for": "2d"},
            {
                "at_zero": "skip",
                "per_move": 129_600,
                "open_for": 604_800,
                "idle_for": 172_800,
                "absent_wait": 600,
            },
        ),
        (
            {"reserve": "20d", "increment": "12h", "at_zero": "resign"},
            {
                "at_zero": "resign",
                "reserve": 1_728_000,
                "increment": 43_200,
                "open_for": 2_592_000,
                "idle_for": 6_912_000,
                "absent_wait": 600,
            },
        ),
        (
            {"reserve": "10m", "increment": "30s", "least": "1m"},
            {"at_zero": "nudge", "reserve": 600, "increment": 30, "least": 60, **BRIEF},
        ),
        (
            {"reserve": "1h", "least": "1m", "at_zero": "bot"},
            {"at_zero": "bot", "bot": "greedy", "reserve": 3600, "least": 60, **BRIEF},
        ),
        (
            {"reserve": "7d", "increment": "12h", "at_zero": "bot"},
            {
                "at_zero": "bot",
                "bot": "greedy",
                "reserve": 604_800,
                "increment": 43_200,
                **PATIENCE,
            },
        ),
        (
            {"per_move": 90, "least": 60},
            {"at_zero": "nudge", "per_move": 90, "least": 60, **BRIEF},
        ),
        (
            {"per_move": "1d", "least": "10m"},
            {"at_zero": "nudge", "per_move": 86_400, **PATIENCE},
        ),
        (None, None),
    ],
)
def test_a_deadline_is_shown_in_seconds_however_it_was_stated(api, ada, stated, told):
    assert created(api, ada, stated).json["deadline"] == told


@pytest.mark.parametrize(
    ("stated", "field"),
    [
        ("9m", "deadline"),
        ("15d", "deadline"),
        ("soon", "deadline"),
        (True, "deadline"),
        ({"per_move": "9m"}, "deadline.per_move"),
        ({"reserve": "9m"}, "deadline.reserve"),
        ({"per_move": "2m", "least": "3m"}, "deadline.per_move"),
        ({"per_move": "1d", "least": "59s"}, "deadline.least"),
        ({"per_move": "1d", "least": "11m"}, "deadline.least"),
        ({"per_move": "1d", "absent_wait": 60}, "deadline.absent_wait"),
        ({"per_move": "1d", "reserve": "5d"}, "deadline.per_move"),
        ({}, "deadline.per_move"),
        ({"per_move": "1d", "increment": "1h"}, "deadline.increment"),
        ({"per_move": "3d", "idle_for": "2d"}, "deadline.idle_for"),
        ({"per_move": "1d", "at_zero": "explode"}, "deadline.at_zero"),
        ({"per_move": "1d", "at_zero": "skip", "until": 3}, "deadline.until"),
    ],
)
def test_a_deadline_that_does_not_fit_is_refused_by_its_field(api, ada, stated, field):
    answer = created(api, ada, stated)
    assert answer.status_code == 422
    assert list(answer.json["errors"]) == [field]


def test_a_game_without_a_deadline_shows_no_clock(api, played, ada, office):
    view = api.view(played, ada)
    assert view["deadline"] is None
    assert "clock" not in view
    office.work()
    [row] = api.get("/me/games", ada)["games"]
    assert not {"due"} & (row.keys() | row["waiting_for"][0].keys())


def test_the_clock_shows_when_whose_time_is_up(api, ada, bob, time, office):
    game = api.game(ada, bob, deadline="1d")
    due = "2026-11-22T12:00:00.000Z"
    rest = {"expired": False, "bot": None, "reserve": None}
    assert api.view(game)["clock"]["seats"] == [
        {"seat": 0, "since": time.now(), "due": due, **rest},
        {"seat": 1, "since": None, "due": None, **rest},
    ]
    office.work()
    [row] = api.get("/games")["games"]
    assert row["due"] == due
    assert row["waiting_for"] == [{"seat": 0, "since": time.now(), "due": due}]
    assert [api.get("/me/games", who)["games"][0].get("due") for who in (ada, bob)] == [due, None]


def test_a_reserve_is_reported_by_seat(api, ada, bob, time):
    game = api.game(ada, bob, deadline={"reserve": "5d", "increment": "12h"})
    time.later(DAY)
    api.move(game, ada)
    assert [seat["reserve"] for seat in api.view(game)["clock"]["seats"]] == [432_000, 432_000]
    api.act(game, ada, "resign", {})


def test_the_worker_expires_a_seat_at_its_due_moment_and_once(api, ada, bob, time, office):
    game = api.game(ada, bob, deadline="1d")
    time.later(DAY - timedelta(milliseconds=1))
    assert office.work() == 0
    time.later(timedelta(milliseconds=1))
    assert office.work() == 1
    time.later(DAY)
    assert office.work() == 0
    [*_, event] = api.get(f"/games/{game}/events")["events"]
    assert (event["type"], event["seat"], event["data"]["policy"]) == ("time_expired", 0, "nudge")
    assert "by" not in event
    assert api.view(game)["clock"]["seats"][0]["expired"]
    assert api.get(f"/games/{game}/verify")["valid"]


def test_a_worker_ends_the_time_of_games_of_its_share_alone(api, ada, bob, time, office):
    game = api.game(ada, bob, deadline="1d")
    own = api.app.extensions["anabasis"]
    share = Leases(own.read_models.client, "deadlines", SLICES)
    deadlines = Deadlines(own.commands, own.read_models, office.time, share)
    office.worker.catch_up()
    time.later(DAY)
    deadlines.leave()
    office.store.client.set(MARK, wall_time())
    assert deadlines.expire_round() == 0
    assert office.expire() == 1
    assert api.view(game)["clock"]["seats"][0]["expired"]


def test_a_skipped_turn_goes_on_by_events_marked_as_the_clocks(api, ada, bob, time, office):
    game = api.game(ada, bob, deadline={"per_move": "1d", "at_zero": "skip"})
    time.later(DAY)
    assert office.work() == 1
    events = api.get(f"/games/{game}/events")["events"]
    made = [(event["type"], event.get("by")) for event in events[3:]]
    assert made[0] == ("time_expired", None)
    assert {by for _, by in made[1:]} == {"clock"}
    assert api.view(game)["to_act"] == [1]
    assert api.get(f"/games/{game}/verify")["valid"]


def test_a_bot_keeps_the_seat_until_its_player_moves_again(api, ada, bob, time, office):
    game = api.game(ada, bob, deadline={"per_move": "1d", "at_zero": "bot", "bot": "random"})
    time.later(DAY)
    assert office.work() == 1
    assert api.view(game)["clock"]["seats"][0]["bot"] == "random"
    while api.view(game)["to_act"] == [0]:
        assert office.worker.play_bots_once() == 1
        office.worker.catch_up()
    events = api.get(f"/games/{game}/events")["events"]
    assert {event.get("by") for event in events[4:]} == {"bot"}
    assert office.worker.play_bots_once() == 0
    while api.view(game)["to_act"] == [1]:
        api.move(game, bob, *(m for m in api.moves(game, bob) if m["type"] == "end_turn"))
    made = api.move(game, ada)
    assert "by" not in made["events"][0]
    assert made["view"]["clock"]["seats"][0]["bot"] is None
    office.worker.catch_up()
    assert office.worker.play_bots_once() == 0
    assert api.get(f"/games/{game}/verify")["valid"]


def test_a_bot_that_thought_too_long_does_not_move_for_a_player_who_is_back(
    api, ada, bob, time, office
):
    game = api.game(ada, bob, deadline={"per_move": "1d", "at_zero": "bot"})
    assert api.view(game)["deadline"]["bot"] == "greedy"
    time.later(DAY)
    office.work()
    bot = bot_client(api.app, game, 0)
    move = bot.moves(game)["moves"][0]
    api.move(game, ada)
    with pytest.raises(Forbidden):
        bot.moves(game)
    with pytest.raises(Forbidden):
        bot.move(game, move, api.view(game)["version"])


@pytest.mark.parametrize("deadline", [{"bot": "random"}, {"at_zero": "bot", "bot": "nobody"}])
def test_a_bot_that_cannot_play_is_refused(api, ada, deadline):
    assert created(api, ada, {"per_move": "1d", **deadline}).status_code == 422


def test_two_workers_make_one_event(api, ada, bob, time, monkeypatch):
    offices = Office(api), Office(api)
    game = api.game(ada, bob, deadline={"per_move": "1d", "at_zero": "skip"})
    offices[0].worker.catch_up()
    time.later(DAY)
    present = time_expiry._events

    def overtaken(*args: Any) -> Any:
        """Another worker decides and records just before this one appends."""
        events = present(*args)
        monkeypatch.setattr(time_expiry, "_events", present)
        offices[1].expire()
        return events

    monkeypatch.setattr(time_expiry, "_events", overtaken)
    assert offices[0].expire() == 0
    types = [event["type"] for event in api.get(f"/games/{game}/events")["events"]]
    assert types.count("time_expired") == 1


def test_a_move_that_comes_before_the_event_is_in_time(api, ada, bob, time, monkeypatch, office):
    game = api.game(ada, bob, deadline={"per_move": "1d", "at_zero": "resign"})
    office.worker.catch_up()
    time.later(2 * DAY)
    present = time_expiry._events

    def overtaken(*args: Any) -> Any:
        events = present(*args)
        monkeypatch.setattr(time_expiry, "_events", present)
        while api.view(game)["to_act"] == [0]:
            listed = api.moves(game, ada)
            ends = [move for move in listed if move["type"] == "end_turn"]
            api.move(game, ada, *ends)
        return events

    monkeypatch.setattr(time_expiry, "_events", overtaken)
    assert office.expire() == 0
    assert api.view(game)["status"] == "live"
    office.worker.catch_up()
    assert office.work() == 0


def test_a_move_for_an_older_version_than_the_event_is_refused_as_any_other(
    api, ada, bob, time, office
):
    game = api.game(ada, bob, deadline={"per_move": "1d", "at_zero": "skip"})
    move, version = api.moves(game, ada)[0], api.view(game)["version"]
    time.later(DAY)
    office.work()
    answer = api.act(game, ada, "moves", move, version)
    assert (answer.status_code, answer.json["code"]) == (412, "stale_version")


def test_a_broken_record_delays_no_other_game(api, ada, bob, time, office, monkeypatch):
    games = [api.game(ada, bob, deadline="1d") for _ in range(2)]
    office.worker.catch_up()
    time.later(3 * DAY)
    real = time_expiry.expire

    def failing(commands: Any, game: str, look: Any) -> int:
        if game == games[0]:
            raise RuntimeError("its record is broken")
        return real(commands, game, look)

    monkeypatch.setattr("service.worker.deadlines.expire", failing)
    assert office.expire() == 1
    monkeypatch.setattr("service.worker.deadlines.expire", real)
    assert office.expire() == 0, "it is left alone for a while"
    time.later(-DAY)
    assert office.expire() == 1, "a clock that is set back makes the while no longer"


def test_a_rematch_keeps_the_deadline(api, ada, bob):
    game = api.game(ada, bob, deadline="1d")
    api.act(game, bob, "resign", {})
    again = api.ask("POST", f"/games/{game}/rematch", ada, json={}, expect=201).json
    assert again["deadline"] == {"at_zero": "nudge", "per_move": 86_400, **PATIENCE}


def test_an_open_game_that_never_fills_leaves_the_lists(api, ada, time, office):
    game = created(api, ada, "1d").json["game_id"]
    office.work()
    assert len(api.get("/games")["games"]) == len(api.get("/me/games", ada)["games"]) == 1
    time.later(30 * DAY)
    assert office.work() == 1
    assert api.get("/games")["games"] == api.get("/me/games", ada)["games"] == []
    assert api.view(game)["status"] == "abandoned"
    seat = api.ask("POST", f"/games/{game}/seats", api.person("Cleo"), json={})
    assert (seat.status_code, seat.json["code"]) == (409, "game_abandoned")


def test_a_game_in_which_no_player_moves_ends_without_a_winner(api, ada, bob, time, office):
    game = api.game(ada, bob, deadline="1d")
    assert api.view(game)["clock"]["abandoned_at"] == "2026-12-21T12:00:00.000Z"
    time.later(30 * DAY)
    assert office.work() == 1
    view = api.view(game)
    assert (view["status"], view["result"], view["to_act"]) == ("abandoned", None, [])
    assert api.get("/games")["games"] == []
    [row] = api.get("/me/games", ada)["games"]
    assert (row["status"], row["waiting"]) == ("abandoned", False)
    assert api.act(game, ada, "moves", {"type": "end_turn"}).json["code"] == "game_abandoned"
    assert api.get(f"/games/{game}/events")["events"][-1]["data"]["reason"] == "nobody_moved"
    for looked in ({}, {"at": 3}, {"at": view["version"]}):
        others, own = (seat["hand"] for seat in api.view(game, bob, **looked)["state"]["seats"])
        assert others is None, "nobody has won: what was hidden stays so"
        assert own is not None
    assert not api.get(f"/games/{game}/export", ada)["complete"]
    assert api.get(f"/games/{game}/verify")["valid"]
    assert office.work() == 0


def test_a_time_below_the_least_is_refused_with_the_bounds_of_these_terms(api, ada):
    answer = created(api, ada, {"per_move": "2m", "least": "3m"})
    [told] = answer.json["errors"]["deadline.per_move"]
    assert "from 3m to 14d" in told


def test_a_live_game_is_over_within_its_minutes(api, ada, bob, time, office):
    terms = {"reserve": "10m", "increment": 30, "least": "1m", "at_zero": "resign"}
    game = api.game(ada, bob, deadline=terms)
    time.later(timedelta(minutes=10, milliseconds=-1))
    assert office.work() == 0
    time.later(timedelta(milliseconds=1))
    assert office.work() == 1
    assert api.view(game)["status"] == "finished"
    assert api.get(f"/games/{game}/verify")["valid"]


def test_in_the_set_up_of_settlers_each_founding_is_a_wait_of_its_own(api, ada, bob, time, office):
    terms = {"per_move": "1d", "at_zero": "skip"}
    game = api.game(bob, ada, ruleset="settlers", board="standard", deadline=terms, first_seat=1)
    for wait in (DAY, timedelta(minutes=10), timedelta(minutes=10)):
        while api.view(game)["to_act"] == [0]:
            api.move(game, bob)
        time.later(wait - timedelta(milliseconds=1))
        assert office.work() == 0
        time.later(timedelta(milliseconds=1))
        assert office.work() == 1
    assert api.view(game)["turn"] == 2
    ends = [e for e in api.get(f"/games/{game}/events")["events"] if e["type"] == "time_expired"]
    assert [(end["seat"], end["data"]["turn"]) for end in ends] == [(1, 1)] * 3
    assert api.get(f"/games/{game}/verify")["valid"]


def test_a_live_game_that_everybody_leaves_is_abandoned_after_a_day(api, ada):
    live = {"reserve": "10m", "increment": 30, "least": "1m", "at_zero": "skip"}
    terms = {"ruleset": "alexandros", "seats": 2, "deadline": live}
    made = api.ask("POST", "/games", ada, json=terms, expect=201).json
    assert made["deadline"]["idle_for"] == 24 * 3600
    longest = {**terms, "deadline": {**live, "idle_for": "7d"}}
    assert api.ask("POST", "/games", ada, json=longest, expect=201).json
    refused = api.ask("POST", "/games", ada, json={**terms, "deadline": {**live, "idle_for": "8d"}})
    assert refused.status_code == 422
    assert "7d at most" in str(refused.json["errors"])
