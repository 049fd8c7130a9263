"""One stream an account: what it tells, to whom, and that a lost line misses nothing."""

import json
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from service.http.resources import account_stream
from service.notices.account_events.player_feeds import BEGINNING, PlayerFeeds
from tests.service.api import BASE, Api, Person
from tests.waiting import eventually

FRAME = re.compile(r"event: (\w+)\nid: ([0-9-]+)\ndata: (.*)\n\n")


class AccountLine:
    """A player's stream read piece by piece, as a program would."""

    def __init__(self, api: Api, who: Person, last_id: str | None = None) -> None:
        resume = {} if last_id is None else {"Last-Event-ID": last_id}
        client = api.app.test_client(use_cookies=False)
        headers = {**who.headers, **resume}
        self.answer = client.get(f"{BASE}/me/stream", headers=headers, buffered=False)
        self.pieces = self.answer.iter_encoded()
        self.last_id = last_id or ""

    def __enter__(self) -> "AccountLine":
        return self

    def __exit__(self, *_: object) -> None:
        self.answer.close()

    def next(self) -> Any:
        """The next event."""
        while True:
            found = FRAME.fullmatch(next(self.pieces).decode())
            if found:
                event = json.loads(found[3])
                assert event["kind"] == found[1]
                self.last_id = found[2]
                return event

    def kinds(self, number: int) -> list[str]:
        return [self.next()["kind"] for _ in range(number)]


@pytest.fixture
def feeds(own) -> PlayerFeeds:
    return own.player_feeds


@pytest.fixture(autouse=True)
def no_listener_is_left(api: Api) -> Iterator[None]:
    yield
    eventually(lambda: api.app.extensions["anabasis"].live.admission.total == 0)


def test_a_stream_begins_with_a_reset_and_tells_what_comes(api, office, ada, bob):
    with AccountLine(api, ada) as line:
        assert line.answer.content_type == "text/event-stream"
        assert line.answer.headers["Cache-Control"] == "no-store"
        reset = line.next()
        assert (reset["kind"], line.last_id, "game_id" in reset) == ("reset", BEGINNING, False)
        game = api.game(ada, bob)
        office.worker.catch_up()
        started, turn = line.next(), line.next()
    assert (started["kind"], turn["kind"]) == ("started", "your_turn")
    assert (turn["game_id"], turn["version"]) == (game, 3)
    [row] = api.get("/me/games", ada)["games"]
    assert turn["game"] == started["game"] == row


def test_a_lost_line_misses_nothing_and_gets_nothing_twice(api, office, ada, bob):
    """A hundred dropped lines, and a game begins in each gap."""
    with AccountLine(api, ada) as line:
        last = line.next() and line.last_id
        wanted = [api.game(ada, bob)]
        office.worker.catch_up()
        line.kinds(2)
        last = line.last_id
    told: list[str] = [wanted[0]] * 2
    for _ in range(100):
        wanted.append(api.game(ada, bob, bots=[]))
        api.act(wanted[-1], ada, "resign", {}, version=False)
        office.worker.catch_up()
        with AccountLine(api, ada, last) as line:
            told += [line.next()["game_id"] for _ in range(2)]
            last = line.last_id
    assert told == [game for game in wanted for _ in range(2)]


@pytest.mark.parametrize("last_id", ["1-0", "x", "99999999999999-0", BEGINNING])
def test_an_id_that_cannot_be_resumed_is_answered_with_one_reset(
    api, office, feeds, game, ada, last_id
):
    office.worker.catch_up()
    with AccountLine(api, ada, last_id) as line:
        assert line.next()["kind"] == "reset"
        assert line.last_id == feeds.end(ada.player_id) != BEGINNING
        feeds.tell_now("challenged", "c1", [ada.player_id])
        challenged = line.next()
    assert (challenged["kind"], challenged["challenge_id"]) == ("challenged", "c1")
    assert (challenged["game"], "game_id" in challenged) == (None, False)


def test_invitations_are_reported_once_to_those_who_are_invited(api, over, ada, bob, eve):
    with AccountLine(api, bob) as line, AccountLine(api, ada) as own:
        assert (line.kinds(1), own.kinds(1)) == (["reset"], ["reset"])
        made = [api.act(over, ada, "rematch", {}, version=False).json for _ in range(2)]
        invited = line.next()
        assert (invited["kind"], invited["game_id"]) == ("invited", made[0]["game_id"])
        assert invited["game"] is None
        feeds = api.app.extensions["anabasis"].player_feeds
        assert feeds.since(bob.player_id, line.last_id) == []
        assert feeds.end(ada.player_id) == feeds.end(eve.player_id) == BEGINNING


def test_nobody_else_gets_news_of_a_players_games(api, office, feeds, game, ada, eve):
    office.worker.catch_up()
    assert feeds.end(eve.player_id) == BEGINNING
    with AccountLine(api, eve, feeds.end(ada.player_id)) as line:
        assert line.next()["kind"] == "reset"
        assert line.last_id == BEGINNING


@pytest.mark.parametrize(("method", "path"), [("POST", "/me/token"), ("DELETE", "/me")])
def test_a_stream_ends_when_its_token_opens_nothing_any_more(
    api, feeds, ada, monkeypatch, method, path
):
    monkeypatch.setattr(account_stream, "KEEP_ALIVE_SECONDS", 0.01)
    monkeypatch.setattr("service.http.answering.streaming.KEEP_ALIVE_SECONDS", 0.0)
    with AccountLine(api, ada) as line:
        assert line.next()["kind"] == "reset"
        api.ask(method, path, ada, json={})
        feeds.tell_now("challenged", "c1", [ada.player_id])
        assert b"challenged" not in b"".join(line.pieces)


def test_a_closing_process_tells_its_readers_when_to_come_back(api, own, ada):
    with AccountLine(api, ada) as line:
        assert line.next()["kind"] == "reset"
        own.live_players.close()
        assert next(line.pieces).startswith(b"retry: ")
        assert list(line.pieces) == []


@pytest.mark.parametrize(("who", "status"), [(None, 401), ("bot", 401)])
def test_only_a_player_has_a_stream(api, who, status):
    headers = {"Authorization": "Bearer anab_x_0_0"} if who else {}
    assert api.ask("GET", "/me/stream", headers=headers).status_code == status


# The long poll
def test_a_list_is_answered_once_something_has_happened(api, office, ada, bob):
    last = api.get("/me/games", ada)["last_event_id"]
    assert last == BEGINNING
    with ThreadPoolExecutor(1) as pool:
        asked = pool.submit(api.get, f"/me/games?wait=20&after={last}", ada)
        game = api.game(ada, bob)
        eventually(lambda: api.app.extensions["anabasis"].live.admission.total == 1)
        office.worker.catch_up()
        got = asked.result(60.0)
    assert [row["game_id"] for row in got["games"]] == [game]
    assert got["last_event_id"] != last
    again = api.get("/me/games?wait=20&after=1-0", ada)
    assert again["last_event_id"] == got["last_event_id"]


def test_a_list_is_answered_when_the_time_is_up(api, ada):
    assert api.get(f"/me/games?wait=0.01&after={BEGINNING}", ada)["total"] == 0


def test_a_wait_names_what_it_has(api, ada):
    refused = api.ask("GET", "/me/games?wait=5", ada)
    assert (refused.status_code, [*refused.json["errors"]]) == (422, ["wait"])
