"""The client that awaits asks as the other does: both send what one description says."""

import asyncio
import inspect
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import httpx
import pytest

from clients.python import Anabasis, AsyncAnabasis, ChainBroken, Forbidden, Patience, Unavailable
from clients.python.caller import ApiMethod, PagedMethod
from clients.python.client import AllCalls
from clients.python.notices import AsyncNotices, NoticeCalls, Notices
from tests.clients.python.canned_service import Answer, Canned, problem
from tests.clients.python.chained_events import chained
from tests.clients.python.test_chain import streamed

OK = httpx.Response(200, json={"version": 12})
RECORD = chained(4)


class Service(Canned):
    """The same canned answers for a client that awaits."""

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        answer = self._answer(request)
        return httpx.Response(answer.status_code, headers=answer.headers, content=answer.content)

    async def pause(self, seconds: float) -> None:
        self.pauses.append(seconds)

    def awaiting(self, retries: int = 3) -> AsyncAnabasis:
        patience = Patience(retries=retries)
        return AsyncAnabasis(
            "http://games.test", "ana_1", transport=self, patience=patience, sleep=self.pause
        )


T = TypeVar("T")


def run(awaited: Coroutine[Any, Any, T]) -> T:
    """Run in a thread of its own: a browser of other tests may hold this one's loop."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, awaited).result()


def awaited(ask: Callable[[AsyncAnabasis], Awaitable[Any]], *answers: Answer, retries: int = 3):
    """The result of a question to canned answers, and the service that gave them."""
    service = Service(*answers)

    async def answer() -> Any:
        async with service.awaiting(retries) as ada:
            return await ask(ada)

    return run(answer()), service


async def listed(items: AsyncIterator[Any]) -> list[Any]:
    return [item async for item in items]


def described(calls: type) -> Iterator[str]:
    for each in calls.__mro__:
        for name, value in vars(each).items():
            if isinstance(value, ApiMethod | PagedMethod):
                yield name


def test_both_clients_have_the_same_methods():
    def public(kind: type) -> set[str]:
        return {name for name in dir(kind) if not name.startswith("_")}

    assert public(Anabasis) == public(AsyncAnabasis)
    assert public(Notices) == public(AsyncNotices)
    assert len({*described(AllCalls)}) > 50
    assert len({*described(NoticeCalls)}) > 10


@pytest.mark.parametrize("name", sorted({*described(AllCalls)}))
def test_a_method_explains_itself(name: str):
    method = getattr(Anabasis(transport=Canned(OK)), name)
    assert method.__name__ == name
    assert inspect.getdoc(method)


@pytest.mark.parametrize(
    "ask",
    [
        lambda c: c.view("g", at=7, code="k"),
        lambda c: c.rules("alexandros"),
        lambda c: c.create_player("Ada"),
        lambda c: c.preview("g", {"type": "end_turn"}),
        lambda c: c.give_order("g", "bid_up_to", most=5),
        lambda c: c.notices.see("g", 5),
        lambda c: c.notices.add_webhook("https://hooks.example/ana"),
    ],
)
def test_they_send_the_same_request(ask: Callable[[Any], Any]):
    _, service = awaited(ask, OK)
    other = Canned(OK)
    ask(other.client())
    [request], [same] = service.asked, other.asked
    assert (request.method, request.url, request.content) == (same.method, same.url, same.content)
    changing = {"idempotency-key"}
    assert {k: v for k, v in request.headers.items() if k not in changing} == {
        k: v for k, v in same.headers.items() if k not in changing
    }


def test_a_lost_answer_is_asked_for_again_with_the_same_key():
    answer, service = awaited(
        lambda ada: ada.move("g", {"type": "end_turn"}, 12), httpx.ReadError("reset"), OK
    )
    assert answer == {"version": 12}
    keys = [request.headers["Idempotency-Key"] for request in service.asked]
    assert len(keys) == 2
    assert len(set(keys)) == 1
    assert len(service.pauses) == 1


def test_it_gives_up_as_the_other_does():
    service = Service(httpx.ConnectError("refused"))
    with pytest.raises(Unavailable):
        run(service.awaiting(retries=2).me())
    assert len(service.asked) == 3


def test_pages_are_read_one_after_another():
    pages = [
        httpx.Response(
            200,
            json={"games": [{"game_id": name}], "next": following},
        )
        for name, following in (("a", "n1"), ("b", None))
    ]
    games, service = awaited(lambda ada: listed(ada.iter_my_games(waiting=True)), *pages)
    assert [game["game_id"] for game in games] == ["a", "b"]
    assert [str(request.url.query, "ascii") for request in service.asked] == [
        "waiting=true",
        "waiting=true&cursor=n1",
    ]
    other = Canned(*pages)
    assert list(other.client().iter_my_games(waiting=True)) == games


def test_a_stream_is_resumed_and_checked():
    async def events(ada: AsyncAnabasis) -> Any:
        stream = ada.stream("g")
        return await listed(stream), stream.seen

    answers = (streamed(*RECORD[:2]), streamed(*RECORD[2:]), httpx.Response(204))
    (read, seen), service = awaited(events, *answers)
    assert read == RECORD
    assert (seen.version, seen.hash) == (4, RECORD[3]["hash"])
    assert [each.headers.get("Last-Event-ID") for each in service.asked] == [None, "2", "4"]


def test_a_changed_event_of_a_stream_is_refused():
    service = Service(streamed(RECORD[0], RECORD[1] | {"seat": 3}))
    with pytest.raises(ChainBroken):
        run(listed(service.awaiting().stream("g")))


def test_a_refused_stream_is_an_error_at_once():
    service = Service(problem(403, "no_seat"))
    with pytest.raises(Forbidden):
        run(listed(service.awaiting().stream("g")))
    assert len(service.asked) == 1


def test_a_stream_is_left_alone_once_it_is_closed():
    async def first(ada: AsyncAnabasis) -> Any:
        stream = ada.stream("g")
        event = await anext(stream)
        await stream.aclose()
        return event, await listed(stream)

    (event, more), service = awaited(first, streamed(*RECORD))
    assert (event, more) == (RECORD[0], [])
    assert len(service.asked) == 1
