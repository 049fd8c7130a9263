"""A service of canned answers, which remembers its requests."""

from collections.abc import Callable, Iterator

import httpx

from clients.python import Anabasis, Patience

Answer = httpx.Response | Exception | Callable[[httpx.Request], httpx.Response]


class Canned(httpx.MockTransport):
    """Answers in order, the last one again and again; raises those that are exceptions."""

    def __init__(self, *answers: Answer) -> None:
        super().__init__(self._answer)
        self.answers = list(answers)
        self.asked: list[httpx.Request] = []
        self.pauses: list[float] = []

    def _answer(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request)
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(answer, Exception):
            raise answer
        return answer if isinstance(answer, httpx.Response) else answer(request)

    def client(self, token: str | None = "ana_1", retries: int = 3) -> Anabasis:
        patience = Patience(retries=retries, sleep=self.pauses.append)
        return Anabasis("http://games.test", token, transport=self, patience=patience)


def problem(status: int, code: str, retry_after: str | None = None, **more: object):
    headers = {"Content-Type": "application/problem+json"}
    if retry_after is not None:
        headers["Retry-After"] = retry_after
    body = {"status": status, "code": code, "title": "?", "detail": f"{code}!", **more}
    return httpx.Response(status, json=body, headers=headers)


class Broken(httpx.SyncByteStream):
    """A body whose connection is lost after some of its bytes."""

    def __init__(self, *chunks: bytes) -> None:
        self.chunks = chunks

    def __iter__(self) -> Iterator[bytes]:
        yield from self.chunks
        raise httpx.ReadError("connection reset")
