"""The record served as pages, lines and server-sent events: nothing lost, nobody held up."""

import gc
import json
import re
import weakref
from collections.abc import Iterator
from itertools import islice
from threading import Thread
from typing import Any
from unittest.mock import patch

import pytest

from domain.grids.interning import RECENT
from domain.kernel.rulesets import ruleset_named
from service.app import create_app
from service.people.devices import hash_secret
from service.people.sessions import Sessions
from service.redis.errors import StoreUnavailable
from service.redis.shards import shard_of
from service.settings.config import Config
from service.store.append_script import recent_key
from service.store.redis_store import RedisStore, feed_key, stream_key
from tests.domain import huge_boards
from tests.service.api import BASE, Api, Person
from tests.service.listening import Stream, listeners_of
from tests.waiting import eventually


@pytest.fixture(autouse=True)
def no_listener_is_left(api: Api) -> Iterator[None]:
    yield
    eventually(lambda: listeners_of(api.app.extensions["anabasis"].live) == 0)


# Pages
def test_the_record_comes_in_pages(api: Api, over: str):
    pages = [api.get(f"/games/{over}/events?after={after}&limit=2") for after in (0, 2, 4, 5, 99)]
    assert [[e["version"] for e in page["events"]] for page in pages] == [
        [1, 2],
        [3, 4],
        [5],
        [],
        [],
    ]
    assert [page["more"] for page in pages] == [True, True, False, False, False]
    assert {page["version"] for page in pages} == {5}


def test_the_record_comes_as_lines_on_request(api: Api, over: str):
    asked = {"Accept": "application/x-ndjson"}
    answer = api.ask("GET", f"/games/{over}/events?after=1&limit=3", headers=asked)
    assert answer.content_type == "application/x-ndjson"
    lines = [json.loads(line) for line in answer.data.splitlines()]
    assert lines == api.get(f"/games/{over}/events?after=1&limit=3")["events"]
    assert "Accept" in answer.headers["Vary"]
    assert answer.headers["Cache-Control"] == "private, no-cache"


@pytest.mark.parametrize("accept", ["*/*", "application/json", "text/html", "", "image/png"])
def test_any_other_media_type_is_answered_in_json(api: Api, game: str, accept: str):
    answer = api.ask("GET", f"/games/{game}/events", headers={"Accept": accept})
    assert (answer.status_code, answer.content_type) == (200, "application/json")


def test_an_event_is_shown_as_each_may_see_it(api: Api, game: str, ada: Person, bob: Person):
    def dealt(who: Person | None) -> list[Any]:
        events = api.get(f"/games/{game}/events", who)["events"]
        return list(events[2]["data"]["dealt"]["hands"])

    assert [[card is not None for card in dealt(who)] for who in (ada, bob, None)] == [
        [True, False],
        [False, True],
        [False, False],
    ]


# Streams
def test_a_stream_is_framed_as_event_stream_and_ends_with_the_game(api: Api, over: str):
    with Stream(api, over) as stream:
        assert stream.answer.status_code == 200
        assert stream.answer.mimetype == "text/event-stream"
        assert stream.answer.headers["Cache-Control"] == "no-store"
        assert stream.answer.headers["X-Accel-Buffering"] == "no"
        assert stream.piece() == "retry: 2000\n\n"
        assert stream.versions() == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("query", "headers", "versions"),
    [
        ("?after=3", {}, [4, 5]),
        ("", {"Last_Event_ID": "4"}, [5]),
        ("?after=1", {"Last_Event_ID": "4"}, [5]),
        ("?after=3", {"Last_Event_ID": "four"}, [4, 5]),
        ("?after=3", {"Last_Event_ID": ""}, [4, 5]),
        ("?after=3", {"Last_Event_ID": "-1"}, [4, 5]),
    ],
)
def test_a_stream_resumes_after_the_last_event_received(api, over, query, headers, versions):
    with Stream(api, over, query, **headers) as stream:
        assert stream.versions() == versions


@pytest.mark.parametrize("last", ["5", "6", "99"])
def test_after_the_end_of_a_finished_game_there_is_nothing_to_ask_for(api: Api, over: str, last):
    with Stream(api, over, Last_Event_ID=last) as stream:
        assert stream.answer.status_code == 204
        assert stream.answer.data == b""


def test_a_stream_reports_events_as_they_happen_each_once(api: Api, game: str, ada, bob):
    with Stream(api, game) as stream:
        assert [stream.event()["version"] for _ in range(3)] == [1, 2, 3]
        for version in (4, 5):
            api.move(game, ada)
            assert stream.event()["version"] == version
        api.act(game, ada, "undo", {"to": 4})
        undone = stream.event()
        assert (undone["type"], undone["data"]["to"]) == ("undone", 4)
        api.act(game, bob, "resign", {}, version=False)
        assert stream.versions() == [7]


def test_a_stream_shows_its_viewers_events(api: Api, game: str, bob: Person):
    headers = {"Authorization": bob.headers["Authorization"]}
    with Stream(api, game, "?after=2", **headers) as stream:
        mine, his = stream.event()["data"]["dealt"]["hands"]
        assert mine is None
        assert his is not None


def test_no_event_is_lost_while_a_slow_reader_takes_a_piece(api: Api, game: str, ada):
    with Stream(api, game) as stream:
        seen = [stream.event()["version"]]
        api.move(game, ada)
        api.move(game, ada)
        api.view(game)
        seen += [stream.event()["version"] for _ in range(4)]
    assert seen == [1, 2, 3, 4, 5]


def test_readers_and_writers_at_once_lose_nothing(api: Api, game: str, ada: Person, bob: Person):
    found: list[list[int]] = []

    def listen() -> None:
        with Stream(api, game) as stream:
            found.append(stream.versions())

    readers = [Thread(target=listen) for _ in range(4)]
    for reader in readers:
        reader.start()
    for _ in range(12):
        view = api.view(game)
        api.move(game, (ada, bob)[view["to_act"][0]])
    api.act(game, ada, "resign", {}, version=False)
    for reader in readers:
        reader.join(30)
    assert found == [list(range(1, 17))] * 4


def test_a_silent_stream_is_kept_alive_by_comments(api: Api, game: str, ada: Person):
    with (
        patch("service.http.answering.streaming.KEEP_ALIVE_SECONDS", 0.01),
        Stream(api, game, "?after=3") as s,
    ):
        assert s.piece().startswith("retry:")
        assert s.piece() == ": still here\n\n"
        assert s.piece() == ": still here\n\n"
        api.move(game, ada)
        assert s.event()["version"] == 4


@pytest.mark.parametrize(("method", "path"), [("POST", "/me/token"), ("DELETE", "/me")])
@pytest.mark.parametrize("is_cookie", [False, True], ids=["token", "cookie"])
def test_a_stream_ends_when_its_token_opens_nothing_any_more(
    api: Api, game: str, bob: Person, method: str, path: str, is_cookie: bool
):
    headers = {"Cookie": f"anabasis={bob.token}"} if is_cookie else bob.headers
    soon = patch("service.http.answering.streaming.KEEP_ALIVE_SECONDS", 0.01)
    with soon, Stream(api, game, "?after=3", **headers) as stream:
        assert stream.piece().startswith("retry:")
        assert stream.piece() == ": still here\n\n"
        api.ask(method, path, bob, json={})
        assert len(list(islice(stream.pieces, 9))) <= 1


def test_a_stream_sends_nothing_after_its_token_is_revoked(
    api: Api, game: str, ada: Person, bob: Person
):
    with Stream(api, game, "?after=2", **bob.headers) as stream:
        assert stream.event()["version"] == 3
        api.ask("DELETE", "/me", bob)
        api.move(game, ada)
        with patch("service.http.answering.streaming.KEEP_ALIVE_SECONDS", 0.0):
            assert stream.versions() == []


@pytest.mark.parametrize("is_invited", [False, True], ids=["without", "with the code"])
def test_who_loses_the_seat_in_an_unlisted_game_needs_its_code(
    api: Api, ada: Person, bob: Person, eve: Person, is_invited: bool
):
    made = {"ruleset": "alexandros", "seats": 3, "board": "tiny", "listed": False}
    view = api.ask("POST", "/games", ada, json=made, expect=201).json
    game, code = view["game_id"], {"join_code": view["join_code"]}
    api.ask("POST", f"/games/{game}/seats", bob, json=code, expect=201)
    query = f"&join_code={view['join_code']}" if is_invited else ""
    with Stream(api, game, f"?after=3{query}", **bob.headers) as stream:
        assert stream.piece() == "retry: 2000\n\n"
        api.ask("DELETE", f"/games/{game}/seats/1", ada, expect=200)
        assert stream.event()["type"] == "seat_freed"
        api.ask("POST", f"/games/{game}/seats", eve, json=code, expect=201)
        if is_invited:
            assert stream.event()["type"] == "seat_taken"
        else:
            assert list(stream.pieces) == []


def test_a_removed_board_ends_a_strangers_stream(api: Api, game: str, eve: Person):
    with Stream(api, game, f"?after={api.view(game)['version']}", **eve.headers) as stream:
        assert stream.piece() == "retry: 2000\n\n"
        api.app.extensions["anabasis"].removals.marks.remove_board(game)
        with patch("service.http.answering.streaming.KEEP_ALIVE_SECONDS", 0.0):
            assert stream.versions() == []


def test_a_removed_board_leaves_a_players_stream_open(
    api: Api, game: str, ada: Person, bob: Person
):
    version = api.view(game)["version"]
    with Stream(api, game, f"?after={version}", **bob.headers) as stream:
        assert stream.piece() == "retry: 2000\n\n"
        api.app.extensions["anabasis"].removals.marks.remove_board(game)
        with patch("service.http.answering.streaming.KEEP_ALIVE_SECONDS", 0.0):
            api.move(game, ada, version=version)
            assert stream.event()["version"] == version + 1


def test_a_stream_asks_for_its_token_once_in_a_while_and_not_for_each_event(
    api: Api, game: str, ada: Person, bob: Person
):
    real = Sessions.id_of_hash
    looking = patch.object(Sessions, "id_of_hash", autospec=True, side_effect=real)
    with looking as asked, Stream(api, game, "?after=2", **bob.headers) as stream:
        assert stream.event()["version"] == 3
        for version in (4, 5):
            api.move(game, ada)
            assert stream.event()["version"] == version
    assert [call.args[1] for call in asked.call_args_list].count(hash_secret(bob.token)) == 1


def test_a_stream_that_is_left_stops_listening(api: Api, game: str):
    live = api.app.extensions["anabasis"].live
    with Stream(api, game) as stream:
        stream.event()
        assert listeners_of(live) == 1
    assert listeners_of(live) == 0


def test_a_head_request_for_a_stream_does_not_listen(api: Api, game: str):
    answer = api.client.head(f"{BASE}/games/{game}/stream")
    assert (answer.status_code, answer.data) == (200, b"")
    answer.close()


def test_a_stream_waits_an_outage_out(api: Api, game: str, ada: Person):
    cache = api.app.extensions["anabasis"].cache
    real, faults = type(cache).at_least, [StoreUnavailable("away")]

    def at_least(self: Any, *args: Any) -> Any:
        if faults and args[1] == 4:
            raise faults.pop()
        return real(self, *args)

    found: list[int] = []

    def listen() -> None:
        with Stream(api, game, "?after=3") as stream:
            found.append(stream.event()["version"])

    with (
        patch("service.http.answering.streaming.RETRY_MILLISECONDS", 10),
        patch.object(type(cache), "at_least", at_least),
    ):
        reader = Thread(target=listen)
        reader.start()
        eventually(lambda: listeners_of(api.app.extensions["anabasis"].live))
        api.move(game, ada)
        reader.join(30)
    assert found == [4]


def test_a_stream_whose_store_goes_as_it_begins_ends_for_its_reader_to_come_back(api: Api, game):
    with Stream(api, game) as stream:
        assert stream.piece() == "retry: 2000\n\n"
        with patch("service.game.state_cache.StateCache.current", side_effect=StoreUnavailable):
            assert list(stream.pieces) == []


def test_a_stream_that_cannot_begin_is_503(api: Api, game: str):
    live = api.app.extensions["anabasis"].live
    with patch.object(live._store, "feed_ends", side_effect=StoreUnavailable("away")):
        answer = api.ask("GET", f"/games/{game}/stream")
        assert (answer.status_code, answer.json["code"]) == (503, "store_unavailable")
        polled = api.ask("GET", f"/games/{game}?wait=5&after=3")
        assert polled.status_code == 503
    with Stream(api, game) as stream:
        assert stream.event()["version"] == 1


@pytest.mark.usefixtures("game")
def test_listeners_keep_no_game_in_memory(api: Api, ada: Person, bob: Person):
    """The first game ever is another one: fakeredis keeps the error that asks for its script."""
    cache = api.app.extensions["anabasis"].cache
    game = api.game(ada, bob, board=huge_boards.triangles(1))
    board = weakref.ref(cache.known(game).game.setup.board)
    with Stream(api, game, "?after=2") as listener:
        assert listener.event()["version"] == 3
        with patch("service.http.answering.streaming.KEEP_ALIVE_SECONDS", 0.0):
            assert listener.piece() == ": still here\n\n"
        cache.forget(game)
        for number in range(2, 2 + RECENT):
            ruleset_named("alexandros").wire.boards.read(huge_boards.triangles(number))
        gc.collect()

        assert board() is None


# A store that has gone back


@pytest.fixture
def real_api(real_store: RedisStore) -> Iterator[Api]:
    api = Api(create_app(Config(rate_limit=False), real_store))
    yield api
    eventually(lambda: listeners_of(api.app.extensions["anabasis"].live) == 0)


class Saved:
    """A game's record as it is now, to be put back."""

    def __init__(self, store: RedisStore, game: str) -> None:
        self._client = store.client
        keys = (stream_key(game), recent_key(game), feed_key(shard_of(game)))
        self._kept = {key: self._client.dump(key) for key in keys}

    def put_back(self) -> None:
        for key, value in self._kept.items():
            self._client.restore(key, 0, value, replace=True)


def rolled_back(stream: Stream) -> int:
    """The version that the stream goes on after, once it says that events were lost."""
    while True:
        piece = stream.piece()
        assert "data: " not in piece or piece.startswith("event: rolled_back"), piece
        found = re.fullmatch(r'event: rolled_back\nid: (\d+)\ndata: {"version":(\d+)}\n\n', piece)
        if found:
            assert found[1] == found[2]
            return int(found[1])


@pytest.mark.parametrize("moves_since", [0, 1, 2])
def test_a_stream_shows_that_the_store_has_gone_back_and_goes_on(
    real_api: Api, real_store: RedisStore, monkeypatch, moves_since
):
    monkeypatch.setattr("service.game.live.BLOCK_SECONDS", 0.05)
    api = real_api
    ada = api.person("Ada")
    game = api.game(ada, api.person("Bob"))
    saved = Saved(real_store, game)
    api.move(game, ada)
    with Stream(api, game, "?after=3") as stream:
        assert stream.event()["version"] == 4
        saved.put_back()
        for _ in range(moves_since):
            api.move(game, ada, api.moves(game, ada)[1])
        assert rolled_back(stream) == 3 + moves_since
        api.move(game, ada)
        assert stream.event()["version"] == 4 + moves_since


def test_a_client_ahead_of_a_rolled_back_record_gets_notice(api: Api, game: str, ada: Person):
    with Stream(api, game, Last_Event_ID="9") as stream:
        assert rolled_back(stream) == 3
        api.move(game, ada)
        assert stream.event()["version"] == 4
