"""A game that the host has closed: no command adds to it, all reading goes on, and no time runs."""

import json
from datetime import timedelta
from random import Random
from typing import Any

import pytest

from projections.bots_waiting import BotWaiting
from service.context import Services
from service.game.repeats import Command
from service.http.answering.streaming import ServerSentEvents
from service.readmodels import read_models
from service.store.freezes import CHANGES_KEY, Freezes, FrozenGames, GameFrozen, Time
from service.store.redis_store import RedisStore
from service.texts import LANGUAGES, text
from service.worker.bot_turns import play
from service.worker.seat import in_process
from service.worker.thinkers import Ended
from tests.service.api import Api, Person
from tests.service.office import DAY, Office

REASON = "Under review."


class Host:
    """A host whose actions this process hears of at once."""

    def __init__(self, own: Services) -> None:
        self._own = own

    def close(self, game: str) -> None:
        self._own.freezes.stored.freeze(game, REASON)
        self.tell()

    def reopen(self, game: str) -> None:
        self._own.freezes.stored.unfreeze(game)
        self.tell()

    def tell(self) -> None:
        self._own.remembered.forget(CHANGES_KEY)


@pytest.fixture
def host(own: Services) -> Host:
    return Host(own)


@pytest.fixture
def closed(played: str, host: Host) -> str:
    """A game of six events that the host has closed."""
    host.close(played)
    return played


COMMANDS: dict[str, Any] = {
    "moves": {"type": "end_turn"},
    "undo": {"to": 3},
    "redo": {},
    "resign": {},
    "seats": {},
}


@pytest.mark.parametrize("path", COMMANDS)
def test_every_command_is_refused_with_the_hosts_reason(
    api: Api, closed: str, ada: Person, store: RedisStore, path: str
):
    before = store.read(closed)
    answer = api.act(closed, ada, path, COMMANDS[path], version=6)
    assert (answer.status_code, answer.json["code"]) == (409, "game_closed")
    assert answer.json["reason"] == REASON
    assert store.read(closed) == before


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_refusal_frames_the_reason_in_the_readers_language(
    api: Api, closed: str, ada: Person, language: str
):
    headers = {"If-Match": "*", "Accept-Language": language}
    answer = api.ask("POST", f"/games/{closed}/resign", ada, json={}, headers=headers)
    assert answer.json["detail"] == text(language, "problem.game_closed", reason=REASON)
    told = {"Accept": "text/plain", "Accept-Language": language}
    view = api.ask("GET", f"/games/{closed}", ada, headers=told, expect=200)
    assert text(language, "game_closed", reason=REASON) in view.get_data(as_text=True)


def test_the_append_itself_refuses_it_where_the_process_knows_nothing(
    api: Api, played: str, ada: Person, host: Host, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(Freezes, "check", lambda *_: None)
    move = next(each for each in api.moves(played, ada) if each["type"] != "resign")
    host.close(played)
    answer = api.act(played, ada, "moves", move)
    assert (answer.status_code, answer.json["code"]) == (409, "game_closed")
    host.reopen(played)
    assert api.act(played, ada, "moves", move).status_code == 201


def test_no_moves_are_listed_until_it_is_reopened(api: Api, closed: str, ada: Person, host: Host):
    listed = api.ask("GET", f"/games/{closed}/moves?view=true", ada, expect=200).json
    assert (listed["moves"], listed["facts"], listed["complete"]) == ([], [], True)
    assert listed["view"]["closed"]["reason"] == REASON
    host.reopen(closed)
    assert api.moves(closed, ada)


def test_a_repeat_of_an_earlier_command_gets_its_first_answer(
    api: Api, played: str, ada: Person, host: Host
):
    move = next(each for each in api.moves(played, ada) if each["type"] != "resign")
    first = api.act(played, ada, "moves", move, version=6, key="once")
    host.close(played)
    again = api.act(played, ada, "moves", move, version=6, key="once")
    assert (again.status_code, again.json["version"]) == (201, first.json["version"])


@pytest.mark.parametrize("path", ["", "/replay", "?at=3"])
def test_views_say_so_whatever_etag_the_asker_has(
    api: Api, played: str, ada: Person, host: Host, path: str
):
    etag = api.ask("GET", f"/games/{played}{path}", ada).headers["ETag"]
    host.close(played)
    headers = {"If-None-Match": etag}
    answer = api.ask("GET", f"/games/{played}{path}", ada, headers=headers, expect=200)
    view = answer.json["first"] if path == "/replay" else answer.json
    assert view["closed"]["reason"] == REASON
    host.reopen(played)
    assert "closed" not in api.view(played, ada)


def test_a_stream_reports_both(api: Api, played: str, own: Services, host: Host):
    with api.app.test_request_context(), own.live.listening(played, None, "1") as waiter:
        stream = ServerSentEvents(played, 6, None, waiter)
        assert [*stream._host_news()] == []
        host.close(played)
        [frame] = stream._host_news()
        host.reopen(played)
        [last] = stream._host_news()
    told = json.loads(frame.decode().removeprefix("event: host\ndata: "))
    assert (told["version"], told["closed"]["reason"]) == (6, REASON)
    assert b'"closed":null' in last


def test_a_withdrawn_order_needs_no_open_game(
    api: Api, own: Services, host: Host, store: RedisStore, ada: Person, bob: Person
):
    game = api.game(ada, bob, api.person("Cyd"), ruleset="alexander_the_great", board="campaign")
    api.ask("PUT", f"/games/{game}/orders/refuse_every_offer", bob, json={}, expect=200)
    host.close(game)
    assert store.orders(game).orders
    own.commands.withdraw_orders(game, bob.player_id)
    assert not store.orders(game).orders


def test_another_reason_keeps_the_time_of_the_closing(closed: str, own: Services):
    stored = own.freezes.stored
    since = stored.find(closed)
    stored.freeze(closed, "Another one.")
    again = stored.find(closed)
    assert since is not None
    assert again is not None
    assert (again.since, again.reason) == (since.since, "Another one.")


def test_a_reopened_game_that_was_open_stays_as_it_is(played: str, own: Services):
    own.freezes.stored.unfreeze(played)
    assert own.freezes.stored.times(played) == []


class TestClocks:
    """The time for which a game is closed is given back to its seats."""

    @pytest.fixture
    def game(self, api: Api, ada: Person, bob: Person, time: Any) -> str:
        return api.game(ada, bob, deadline={"per_move": "1d", "at_zero": "resign"})

    @pytest.fixture
    def stored(self, store: RedisStore, time: Any) -> FrozenGames:
        return FrozenGames(store.client, lambda: round(time.time.timestamp() * 1000))

    def test_no_time_runs_out_while_it_is_closed(self, api, time, game, stored):
        stored.freeze(game, REASON)
        time.later(3 * DAY)
        assert Office(api).work() == 0
        assert api.view(game)["status"] == "live"

    def test_however_many_are_closed_the_time_of_others_runs_out(
        self, api, ada, bob, time, game, stored, monkeypatch
    ):
        monkeypatch.setattr(read_models, "OVERDUE_GAMES", 1)
        time.later(timedelta(minutes=1))
        api.game(ada, bob, deadline={"per_move": "1d", "at_zero": "resign"})
        stored.freeze(game, REASON)
        time.later(2 * DAY)
        office = Office(api)
        assert [office.work(), office.work()] == [0, 1]

    def test_no_time_runs_out_at_the_moment_of_its_reopening(
        self, api, time, game, stored, monkeypatch
    ):
        def times(of: FrozenGames, game: str) -> list[Time]:
            before = known(of, game)
            stored.unfreeze(game)
            return before

        known = FrozenGames.times
        monkeypatch.setattr(FrozenGames, "times", times)
        stored.freeze(game, REASON)
        time.later(3 * DAY)
        assert Office(api).work() == 0

    def test_the_time_is_given_back_when_it_is_reopened(self, api, time, game, stored, host):
        before = api.view(game)["clock"]["seats"][0]["due"]
        time.later(timedelta(hours=2))
        stored.freeze(game, REASON)
        host.tell()
        assert api.view(game)["clock"]["seats"][0]["due"] is None
        time.later(3 * DAY)
        stored.unfreeze(game)
        host.tell()
        due = api.view(game)["clock"]["seats"][0]["due"]
        assert due == before.replace("-22T", "-25T")
        office = Office(api)
        time.later(timedelta(hours=21))
        assert office.work() == 0
        time.later(timedelta(hours=2))
        office.deadlines = Office(api).deadlines
        assert office.work() == 1

    def test_lists_show_no_due_time_of_it_and_a_later_one_after(
        self, api, ada, time, game, stored, host
    ):
        def lists() -> list[Any]:
            office = Office(api)
            office.worker.catch_up()
            lists = api.get("/me/games", ada), api.get("/games", ada)
            return [row for each in lists for row in each["games"]]

        before = lists()[0]["due"]
        stored.freeze(game, REASON)
        host.tell()
        for row in lists():
            assert "due" not in row
            assert ["since" in each and "due" not in each for each in row["waiting_for"]] == [True]
        time.later(3 * DAY)
        stored.unfreeze(game)
        host.tell()
        for row in lists():
            assert row["due"] == row["waiting_for"][0]["due"] == before.replace("-22T", "-25T")


def test_a_bot_that_comes_too_late_is_no_fault(api: Api, ada: Person, host: Host):
    game = api.game(ada, bots=["greedy"], seats=2, first_seat=1)
    host.close(game)
    turn = BotWaiting(game, 1, "greedy", 3)
    assert play(in_process(api.app), turn, Random(1)) == Ended(0)


def test_the_domain_never_hears_of_a_command(closed: str, own: Services):
    def decide(_: Any) -> Any:
        raise AssertionError

    with pytest.raises(GameFrozen):
        own.commands.submit(closed, decide, Command.of({}, scope="seat 0"))
