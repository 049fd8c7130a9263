"""Requests as bytes: sound ones of every documented operation, then spoilt by a seeded hand."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

BODIES: dict[str, Any] = {
    "answer_extension": {"accept": True},
    "answer_pause": {"accept": True},
    "answer_undo": {"accept": True},
    "ask_extension": {"time": "2d"},
    "begin_session": {"name": "Eve"},
    "change_me": {"locale": "de"},
    "create_game": {"ruleset": "alexandros", "board": "tiny"},
    "create_player": {"name": "Eve"},
    "create_study": {"at": 3},
    "make_move": {"type": "end_turn"},
    "preview_move": {"type": "end_turn"},
    "take_vacation": {"days": 2},
    "take_vacation_everywhere": {"days": 2},
    "undo": {"to": 3},
}
LEFT_OUT = {"stream_events", "stream_my_events", "forget_me", "replace_token"}
"""An endless answer, and operations that would cost the fuzz its own player."""

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT")
NO_METHODS = ("get", "G T", "", "PRI", "X" * 30, "GE\x00T", "\xff")
VERSIONS = ("HTTP/1.0", "HTTP/1.1", "HTTP/0.9", "HTTP/2.0", "HTTP/1.9", "HTTP/11", "http/1.1", "")
PATH_PARTS = (
    "%00",
    "%0a%1b[31m",
    "%ff%fe",
    "%c0%80",
    "%ed%a0%80",
    "%",
    "%zz",
    "%2e%2e/",
    "//",
    "/../",
    "\xff",
    "\x00",
    "\x1b",
    "é",
    "'",
    '"',
    "<",
    ";a=b",
    "#x",
    "\\",
    "%F0%9F%8E%B2",
    "x" * 300,
    "x" * 9_000,
    "/" * 50,
    "{",
    "*",
)
TARGETS = (
    "*",
    "",
    "x",
    "//",
    "/",
    "/api/v1",
    "http://evil.test/api/v1/me",
    "http://[/",
    "http:///",
)
QUERIES = (
    "at=1",
    "at=-1",
    "at=99999999999999999999",
    "at=%00",
    "at=%ff",
    "at=1&at=2",
    "at",
    "=",
    "&&&",
    "limit=0",
    "limit=9999999999",
    "after=1e9",
    "page=-1",
    "page=999999999999999",
    "per_page=0",
    "ruleset=%0d%0aX:y",
    "join_code=%f0%28",
    "%00=%00",
    "waiting=maybe",
    "status=\xff",
    "a" * 4_500,
    "after=١",
    "language=%ed%a0%80",
    "as=text",
    "type=%00",
    "x=" + "%41" * 900,
)
HEADERS = (
    "Host: ",
    "Host: a b",
    "Host: [::",
    "Host: evil.test:99999",
    "Host: x\r\nHost: y",
    "Host: \xff",
    "Content-Length: -1",
    "Content-Length: +5",
    "Content-Length: 0x10",
    "Content-Length: 1, 2",
    "Content-Length: 99999999999999999999",
    "Content-Length: \xb2",
    "Content-Length: ",
    "Content-Length: " + "9" * 5_000,
    "Transfer-Encoding: chunked",
    "Transfer-Encoding: chunked, chunked",
    "Transfer-Encoding: gzip",
    "Transfer-Encoding: identity",
    "Transfer-Encoding: xchunked",
    "Transfer-Encoding: \x0bchunked",
    "Expect: 100-continue",
    "Expect: 200-ok",
    "Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings",
    "Authorization: Bearer ",
    "Authorization: Bearer \xff",
    "Authorization: Basic YTpi",
    "Authorization: Bearer anab_x_0_y",
    "Authorization: Bearer anab_\xb2_\xb2_\xb2",
    "Authorization:",
    "Cookie: anabasis=\xff",
    "Cookie: anabasis=; ;;=",
    "Cookie: " + "a=b; " * 1_500,
    "Cookie: \x01",
    "If-Match: *",
    'If-Match: "x"',
    'If-Match: "99999999999999999999"',
    "If-Match: \xff",
    "If-Match:",
    "If-None-Match: *",
    'If-None-Match: W/"1", "2"',
    'If-None-Match: "',
    "Range: bytes=0-1",
    "Range: bytes=9-3,x",
    "If-Modified-Since: x",
    "If-Range: \xff",
    "Accept-Encoding: zstd, \xff",
    "Accept: */*;q=x",
    "Accept: \xff/\xff",
    "Accept: application/x-ndjson",
    "Accept: text/html",
    "Accept-Language: ;;;q=",
    "Accept-Language: de-\xff",
    "Accept-Language: " + "de," * 2_000,
    "Idempotency-Key: ",
    "Idempotency-Key: \xff",
    "Idempotency-Key: " + "k" * 201,
    "Idempotency-Key: k",
    "Last-Event-ID: -1",
    "Last-Event-ID: \xb2",
    "Origin: null",
    "Origin: http://[",
    "Origin: \xff",
    "Sec-Fetch-Site: cross-site",
    "Sec-Fetch-Site: \xff",
    "Content-Type: ",
    "Content-Type: text/plain",
    "Content-Type: application/json; charset=\xff",
    "Content-Type: multipart/form-data; boundary=",
    "Content-Encoding: gzip",
    "SCRIPT_NAME: /api",
    "PATH_INFO: /livez",
    "X-Forwarded-Prefix: /x",
    "X-Forwarded-For: \xff, x",
    "X-Forwarded-Host: evil.test",
    "X-Forwarded-Proto: https",
    "X-Forwarded-Proto: gopher",
    "X-HTTP-Method-Override: DELETE",
    "Connection: close, x",
    "Bad Name: x",
    "No-Colon",
    ": empty",
    " Folded: x",
    "X: a\r\n folded",
    "Nul: \x00",
    "Esc: \x1b[2J",
    "X: " + "y" * 9_000,
    "\r\n".join(f"X-{n}: y" for n in range(150)),
)
JSON_TEXTS = (
    b"",
    b"{",
    b"[]",
    b"null",
    b"3",
    b'"x"',
    b"{}",
    b'{"a":' * 9_000,
    b"[" * 30_000,
    b"\xff\xfe{}",
    b'{"to":1,"to":2}',
    b'{"to":' + b"9" * 5_000 + b"}",
    b'{"to":1e999}',
    b'{"to":NaN}',
    b'{"a\\u0000":1}',
    b'{"name":"\\ud800"}',
    b'{"name":"\xff"}',
    b'{"name":"\\u0000"}',
    b'{"token":""}',
    b'{"token":"\\u0000"}',
    b'{"transfer":""}',
    b'{"transfer":"' + b"x" * 99 + b'"}',
    b'{"name":""}',
    b'{"name":"' + b"x" * 70_000,
    b'{"ruleset":"alexandros","seats":99}',
    b'{"ruleset":"\\u0000"}',
    b'{"type":"march","path":[[]]}',
    b'{"ruleset":"alexandros","board":{"rows":[],"start":[]}}',
    b'{"at":-1}',
    b'{"bot":"\\u001b"}',
    b'{"ruleset":"settlers","options":{"x":[[[[[1]]]]]}}',
    b'{"type":{}}',
    b'{"seat":9007199254740993}',
)
CHUNKS = (
    b"0\r\n\r\n",
    b"2\r\n{}\r\n0\r\n\r\n",
    b"x\r\n{}\r\n0\r\n\r\n",
    b"2\r\n{}0\r\n\r\n",
    b"-1\r\n\r\n",
    b"2;a=b\r\n{}\r\n0\r\n\r\n",
    b"2;\x00\r\n{}\r\n0\r\n\r\n",
    b"2\n{}\n0\n\n",
    b"FFFFFFFFFFFFFFFFF\r\n",
    b"0\r\nHost: x\r\n\r\n",
    b"0\r\nX: y\r\n\r\n",
    b"0\r\nbad\r\n\r\n",
    b"2\r\n{",
    b"\r\n",
    b"1" * 9_000,
    b"10000\r\n" + b" " * 65_536 + b"\r\n5\r\nxxxxx\r\n0\r\n\r\n",
)


@dataclass(frozen=True, slots=True)
class Operation:
    """A documented operation, its path filled in."""

    id: str
    method: str
    path: str


@dataclass(frozen=True, slots=True)
class Request:
    """A request in parts, so that each can be spoilt by itself."""

    method: str
    target: str
    version: str = "HTTP/1.1"
    headers: tuple[str, ...] = ()
    body: bytes = b""
    measured: bool = True
    ending: str = "\r\n"

    def sent(self) -> bytes:
        """Its bytes; with a Content-Length that fits when ``measured``."""
        lines = [f"{self.method} {self.target} {self.version}", *self.headers]
        if self.measured and self.body:
            lines.append(f"Content-Length: {len(self.body)}")
        head = self.ending.join([*lines, "", ""])
        return head.encode("latin-1", "replace") + self.body


@dataclass(frozen=True, slots=True)
class Requests:
    """The requests of a fuzz: the same seed and number give the same bytes."""

    operations: Sequence[Operation]
    tokens: Sequence[str]
    seed: int = 1

    def numbered(self, number: int) -> bytes:
        """One to three requests on one connection, perhaps cut off or with a byte exchanged."""
        luck = Random(f"{self.seed} {number}")
        count = luck.choice((1, 1, 1, 1, 2, 3))
        requests = [self._spoilt(luck) for _ in range(count)]
        if any(request.method == "HEAD" for request in requests):
            del requests[1:]  # it would be hard to see whether an answer has a body
        sent = b"".join(request.sent() for request in requests)
        match luck.randrange(12):
            case 0:
                return sent[: luck.randrange(len(sent))]
            case 1:
                place = luck.randrange(len(sent))
                return sent[:place] + bytes([luck.randrange(256)]) + sent[place + 1 :]
        return sent

    def _spoilt(self, luck: Random) -> Request:
        request = self._sound(luck)
        for _ in range(luck.choice((0, 1, 1, 2, 3))):
            request = luck.choice(SPOILERS)(luck, request)
        return request

    def _sound(self, luck: Random) -> Request:
        operation = luck.choice(self.operations)
        body = json.dumps(BODIES.get(operation.id, {})).encode()
        token = luck.choice(self.tokens)
        carried = luck.choice((f"Authorization: Bearer {token}", f"Cookie: anabasis={token}"))
        headers = ("Host: localhost", carried, 'If-Match: "3"', "Content-Type: application/json")
        is_read = operation.method in ("GET", "DELETE")
        return Request(
            operation.method, operation.path, "HTTP/1.1", headers, b"" if is_read else body
        )


def _other_method(luck: Random, request: Request) -> Request:
    return replace(request, method=luck.choice(luck.choice((METHODS, NO_METHODS))))


def _other_target(luck: Random, request: Request) -> Request:
    return replace(request, target=luck.choice(TARGETS))


def _other_path(luck: Random, request: Request) -> Request:
    place = luck.randrange(len(request.target) + 1)
    part = luck.choice(PATH_PARTS)
    return replace(request, target=request.target[:place] + part + request.target[place:])


def _query(luck: Random, request: Request) -> Request:
    joint = "&" if "?" in request.target else "?"
    return replace(request, target=request.target + joint + luck.choice(QUERIES))


def _version(luck: Random, request: Request) -> Request:
    return replace(request, version=luck.choice(VERSIONS))


def _header(luck: Random, request: Request) -> Request:
    added = luck.choice(HEADERS)
    name = added.partition(":")[0].lower()
    kept = [each for each in request.headers if not each.lower().startswith(f"{name}:")]
    headers = luck.choice((kept, list(request.headers)))
    headers.insert(luck.randrange(len(headers) + 1), added)
    return replace(request, headers=tuple(headers))


def _bare(luck: Random, request: Request) -> Request:
    count = luck.randrange(len(request.headers) + 1)
    return replace(request, headers=tuple(luck.sample(request.headers, count)))


def _ending(luck: Random, request: Request) -> Request:
    return replace(request, ending=luck.choice(("\n", "\r", "\r\r\n", "\n\r")))


def _body(luck: Random, request: Request) -> Request:
    return replace(request, method="POST", body=luck.choice(JSON_TEXTS))


def _unmeasured(luck: Random, request: Request) -> Request:
    length = luck.choice((0, 1, len(request.body) + 9, 70_000))
    headers = (*request.headers, f"Content-Length: {length}")
    return replace(request, headers=headers, measured=luck.random() < 0.2)


def _chunked(luck: Random, request: Request) -> Request:
    headers = (*request.headers, "Transfer-Encoding: chunked")
    body = luck.choice(CHUNKS)
    if luck.random() < 0.3:
        text = luck.choice(JSON_TEXTS)
        body = b"%x\r\n%s\r\n0\r\n\r\n" % (len(text), text)
    return replace(request, method="POST", headers=headers, body=body, measured=luck.random() < 0.1)


SPOILERS = (
    _other_method,
    _other_target,
    _other_path,
    _other_path,
    _query,
    _query,
    _version,
    _header,
    _header,
    _header,
    _bare,
    _ending,
    _body,
    _body,
    _unmeasured,
    _chunked,
    _chunked,
)
