"""The fan-out: waiting streams are sent what follows, made once; others look by themselves."""

import json
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from math import inf
from typing import Any
from unittest.mock import patch

import pytest

from projections.redact import redact
from service.context import Services
from service.game.event_frames import chunked
from service.game.fan_out import LONGEST, STILL_HERE, WOKEN
from service.game.listeners import StreamPosition, Waiter
from tests.service.api import Api, Person
from tests.waiting import eventually


class RecordingLine:
    """A line that keeps what it is sent; a full one takes nothing more without waiting."""

    def __init__(self) -> None:
        self.pieces: list[bytes] = []
        self.is_full = False

    def send_now(self, piece: bytes) -> bool:
        self.pieces.append(piece)
        return not self.is_full

    def flush(self) -> None:
        self.is_full = False

    @property
    def events(self) -> list[Any]:
        text = b"".join(self.pieces).decode()
        return [json.loads(data) for data in re.findall("^data: (.*)$", text, re.MULTILINE)]


class Waiting:
    """Streams of one game that wait at places."""

    def __init__(self, own: Services, game: str, stack: ExitStack) -> None:
        self._own, self._game, self._stack = own, game, stack
        self._pool = stack.enter_context(ThreadPoolExecutor(8))

    def at(self, seat: int | None = None, **changed: Any) -> "Stream":
        """A stream that has sent all up to now, on the line of a seat."""
        game = self._own.cache.current(self._game).game
        line = RecordingLine()
        place = StreamPosition(line, game.version, game.hash, seat, trusted_until=inf, beat_due=inf)
        for name, value in changed.items():
            setattr(place, name, value)
        waiter = self._stack.enter_context(self._own.live.listening(self._game, "a", "here"))
        woken = self._pool.submit(waiter.wait_at, place)
        self._stack.callback(waiter.call)
        eventually(lambda: waiter.place)
        return Stream(line, place, waiter, woken)


class Stream:
    """A stream that waits; ``woken`` is whether there was news once it is woken."""

    def __init__(
        self, line: RecordingLine, place: StreamPosition, waiter: Waiter, woken: Any
    ) -> None:
        self.line, self.place, self.waiter, self.woken = line, place, waiter, woken


@pytest.fixture
def game(api: Api, ada: Person, bob: Person) -> str:
    return api.game(ada, bob, undo="free")


@pytest.fixture(autouse=True)
def quick_beats(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.game.fan_out.BEAT_SECONDS", 0.01)


@pytest.fixture
def waiting(own: Services, game: str) -> Iterator[Waiting]:
    with ExitStack() as stack:
        yield Waiting(own, game, stack)


def secret_move(api: Api, game: str, people: list[Person]) -> None:
    """Play up to a card drawn from the supply, which its seat alone sees."""
    while True:
        view = api.view(game)
        who = people[view["to_act"][0]]
        moves = api.moves(game, who)
        drawn = next((move for move in moves if move.get("from") == "supply"), None)
        api.move(game, who, drawn or moves[0])
        if drawn:
            return


def test_each_seat_is_sent_what_it_may_see(api: Api, game: str, ada, bob, waiting: Waiting):
    after = api.view(game)["version"]
    streams = {who: waiting.at(seat) for who, seat in ((None, None), ("ada", 0), ("bob", 1))}
    secret_move(api, game, [ada, bob])
    for name, who in ((None, None), ("ada", ada), ("bob", bob)):
        told = api.get(f"/games/{game}/events?after={after}", who)["events"]
        eventually(lambda name=name, told=told: len(streams[name].line.events) == len(told))
        assert streams[name].line.events == told
    assert not any(stream.woken.done() for stream in streams.values())
    assert streams["ada"].line.pieces != streams[None].line.pieces


def test_an_event_is_encoded_once_for_all_who_see_the_same(
    api: Api, game: str, ada: Person, waiting: Waiting
):
    with patch("service.game.event_frames.redact", side_effect=redact) as redacting:
        streams = [waiting.at(seat) for seat in (None, None, None, 0, 0)]
        api.move(game, ada)
        eventually(lambda: all(stream.line.pieces for stream in streams))
    assert redacting.call_count == 2
    assert [len(stream.line.pieces) for stream in streams] == [1] * 5


def test_others_are_served_whenever_a_slice_of_a_crowd_is_used_up(
    api: Api, game: str, ada: Person, waiting: Waiting, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("service.game.fan_out.SLICE_SECONDS", 0.0)
    streams, done = [waiting.at() for _ in range(5)], []
    monkeypatch.setattr(RecordingLine, "send_now", lambda *_: done.append("sent") or True)
    monkeypatch.setattr("service.game.fan_out.yield_control", lambda: done.append("yielded"))
    api.move(game, ada)
    eventually(lambda: done.count("sent") == len(streams))
    assert "sent sent" not in " ".join(done)


def test_few_listeners_are_woken_in_one_slice(
    api: Api, game: str, ada: Person, waiting: Waiting, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("service.game.fan_out.SLICE_SECONDS", 60.0)
    streams, woken = [waiting.at(hash="0" * 64) for _ in range(5)], [0]
    monkeypatch.setattr(Waiter, "tell", lambda *_: woken.append(woken.pop() + 1))
    monkeypatch.setattr("service.game.fan_out.yield_control", lambda: woken.append(0))
    api.move(game, ada)
    eventually(lambda: sum(woken) == len(streams))
    assert max(woken) <= WOKEN


def test_a_place_moves_on_with_sent_events(api: Api, game: str, ada: Person, waiting: Waiting):
    stream = waiting.at()
    for version in (4, 5):
        api.move(game, ada)
        eventually(lambda version=version: stream.place.version == version)
    assert [event["version"] for event in stream.line.events] == [4, 5]
    assert stream.place.hash == api.view(game)["hash"]


def test_a_line_that_is_full_wakes_its_stream(api: Api, game: str, ada: Person, waiting: Waiting):
    stream, other = waiting.at(), waiting.at()
    stream.line.is_full = True
    api.move(game, ada)
    assert stream.woken.result(20.0) is False
    assert stream.place.version == 4
    eventually(lambda: other.line.pieces)
    assert not other.woken.done()


def test_nothing_is_sent_once_a_right_is_not_trusted(api: Api, game: str, ada, waiting: Waiting):
    stream = waiting.at(trusted_until=0.0)
    assert stream.woken.result(20.0) is False
    late = waiting.at()
    late.place.trusted_until = 0.0
    api.move(game, ada)
    late.woken.result(20.0)
    assert (stream.line.pieces, late.line.pieces) == ([], [])


@pytest.mark.usefixtures("quick_beats")
def test_a_stream_that_is_trusted_forever_looks_once_the_host_has_removed_the_board(
    game: str, own: Services, waiting: Waiting
):
    stream = waiting.at()
    own.removals.marks.remove_board(game)
    assert stream.woken.result(20.0) is False


def test_the_end_of_a_game_is_not_sent_for_a_seat_but_looked_at(
    api: Api, game: str, bob: Person, waiting: Waiting
):
    stream = waiting.at(0)
    api.act(game, bob, "resign", {}, version=False)
    assert stream.woken.result(20.0) is True
    assert (stream.line.pieces, stream.place.version) == ([], 3)


def test_a_stream_of_another_line_is_not_sent_what_does_not_follow(
    api: Api, game: str, ada: Person, waiting: Waiting
):
    stream = waiting.at(hash="0" * 64)
    api.move(game, ada)
    assert stream.woken.result(20.0) is True
    assert stream.line.pieces == []


def test_a_redone_line_is_looked_at(api: Api, own: Services, game: str, ada, waiting: Waiting):
    """Between the sent and the newest event there is one that was undone."""
    stream = waiting.at()
    with patch.object(own.live._fan_out, "tell"):
        api.move(game, ada)
        api.act(game, ada, "undo", {"to": 3})
        eventually(lambda: own.live._fan_out.tell.call_count == 2)  # type: ignore[attr-defined]
    own.live._fan_out.tell(game, 5)
    assert stream.woken.result(20.0) is True
    assert stream.line.pieces == []


def test_a_stream_far_behind_reads_by_itself(
    api: Api, own: Services, game: str, ada: Person, bob: Person, waiting: Waiting
):
    near, far = waiting.at(), waiting.at()
    with patch.object(own.live._fan_out, "tell") as told:
        for number in range(LONGEST + 1):
            api.move(game, (ada, bob)[api.view(game)["to_act"][0]])
            if not number:
                middle = own.cache.current(game)
        eventually(lambda: told.call_count == LONGEST + 1)
    near.place.version, near.place.hash = middle.version, middle.game.hash
    own.live._fan_out.tell(game, 3 + LONGEST + 1)
    assert far.woken.result(20.0) is True
    eventually(lambda: near.line.pieces)
    assert (len(near.line.pieces), len(near.line.events)) == (1, LONGEST)


def test_signs_of_life_are_sent_where_they_are_due(waiting: Waiting):
    due, quiet = waiting.at(beat_due=0.0), waiting.at()
    eventually(lambda: due.line.pieces)
    assert due.line.pieces == [chunked(STILL_HERE)] == [b"e\r\n: still here\n\n\r\n"]
    assert due.place.beat_due > 0.0
    assert quiet.line.pieces == []


def test_a_record_that_breaks_wakes_all(own: Services, game: str, waiting: Waiting):
    stream = waiting.at()
    with patch.object(own.cache, "is_broken", lambda game_id: game_id == game):
        assert stream.woken.result(20.0) is False


def test_an_outage_wakes_all(api: Api, own: Services, game: str, ada: Person, waiting: Waiting):
    stream = waiting.at()
    with patch.object(own.cache, "at_least", side_effect=OSError("away")):
        api.move(game, ada)
        assert stream.woken.result(20.0) is True


def test_news_that_cannot_be_made_wake_all_and_end_no_later_ones(
    api: Api, own: Services, game: str, ada: Person, waiting: Waiting
):
    stream = waiting.at()
    with patch.object(own.live.frames, "of", side_effect=OSError("away")):
        api.move(game, ada)
        assert stream.woken.result(20.0) is True
    later = waiting.at()
    api.move(game, ada)
    eventually(lambda: later.line.pieces)
