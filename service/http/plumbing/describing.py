"""The API's description of itself: what every route may refuse is worked out in one place."""

from collections.abc import Iterator
from http import HTTPStatus
from typing import Any

from flask_smorest import Blueprint

from domain.record.visibility import JsonObject
from service.http.plumbing.breaks import DESCRIBED as RECORD_BROKEN
from service.http.plumbing.shapes import ref

PROBLEM_TYPE = "application/problem+json"

NOBODY: list[JsonObject] = []
ANYBODY: list[JsonObject] = [{}, {"token": []}, {"cookie": []}]
SOMEBODY: list[JsonObject] = [{"token": []}, {"cookie": []}]
"""Who may ask: the token is of no use, it shows more where there is one, or it is needed."""

SCHEMES = {
    "token": {
        "type": "http",
        "scheme": "bearer",
        "description": "The token that POST /players gives, `ana_…`.",
    },
    "cookie": {
        "type": "apiKey",
        "in": "cookie",
        "name": "anabasis",
        "description": "The page's own way to send the token; POST /session sets it.",
    },
}
ABOUT = """Turn-based board games, each a record of what happened. There is no other API: the web
page, the bots and the command line use this one.

**Ten minutes.** `POST /players` with a name gives a token; send it as `Authorization: Bearer …`.
`POST /games` makes a game, `POST /games/{game_id}/seats` sits down in somebody else's, and
`GET /games/{game_id}/moves` lists what you may do, each move playable as it stands.
`POST /games/{game_id}/moves` does it, with `If-Match` naming the version that you decided on: the
`ETag` of the view. `GET /games/{game_id}/stream` tells of every event as it happens.

**From any page.** A page of another site uses the API as any program does, by token (CORS); the
cookie and `/session` are for the service's own page.

**Once only.** With an `Idempotency-Key` a command can be sent again whatever became of the answer:
the same key from the same seat is answered what it was answered first, to the byte.

**Errors** are problem details (RFC 9457) with a stable `code` and a `detail` that says what would
have been right. Nothing was recorded then; but after a 500 or 503, or without an answer, it may
have been recorded: send the same again with the same `Idempotency-Key`, and the answer tells.
Checked are, in this order: the token (401), the game (404), your seat or right (403), a known
`Idempotency-Key`, the version (428, 412), the body's form (422), and the rules (409).

**Languages.** The `title` and `detail` of problems, the rulesets' titles, options and rules and a
game's view as text are told in the language of `Accept-Language`: English, German, Dutch or Danish;
`Content-Language` says which. Codes, and moves as text, are the same for everybody; so is a game's
title: where none is given, it is the ruleset's in the language of whoever makes the game.

Whatever `Accept` asks for, answers are JSON, but for the record as lines, the stream of events, and
a game's view as text.
Unknown fields are refused in requests; expect new ones in answers, and ignore them."""
PATH = {
    "game_id": "The game's id.",
    "name": "The ruleset's id, such as `alexandros`.",
    "board": "The board's id, such as `near_east`.",
}
REFUSALS = {
    400: "The body is no JSON object, a header says nothing, it is no HTTP, or the `Host` is none "
    "of the service's names (`not_json`, `header_invalid`, `bad_request`, `host_unknown`).",
    401: "A token is needed, or this one is unknown (`token_missing`, `token_unknown`).",
    403: "You have no seat here, or no right to this; or another site's page sent it with our "
    "page's cookie (`no_seat`, `no_right`, `cross_site`).",
    404: "There is no such thing, or it is unlisted to you (`not_found`).",
    408: "It came too slowly: ten seconds, and one more for each 1,000 bytes (`request_timeout`).",
    409: "The game refuses it now: `not_your_turn`, `not_started`, `game_over`, or the code of the "
    "rule that it is against, which `rule` cites. Or its record breaks and nothing more is "
    "recorded in it (`record_broken`).",
    412: "`If-Match` names another version than the present one (`stale_version`).",
    413: "The body is over 64 KiB (`too_large`).",
    414: "The request line is over 4,094 bytes (`uri_too_long`).",
    415: "The body is not `application/json` (`wrong_content_type`).",
    422: "It does not fit the schema; `errors` says what, by field (`malformed`). Or an "
    "`Idempotency-Key` came before with another body (`key_reused`).",
    428: "`If-Match` is missing (`version_missing`).",
    429: "Too many requests, or too many connections, streams and long polls at once; "
    "`Retry-After` says how long to wait (`too_many_requests`).",
    431: "There are over 100 headers, or one is over 8,190 bytes (`headers_too_large`).",
    500: "Something broke on our side (`internal_error`), or not even the first event of a game's "
    "record is sound (`record_broken`).",
    503: "The event store cannot be reached or written (`store_unavailable`), or too few replicas "
    "have confirmed what was written (`unconfirmed`): it may have been recorded or not. Or others "
    "wrote too often in a row, and nothing was recorded (`contended`). Send the same again after "
    "`Retry-After` seconds, with the same `Idempotency-Key`: it is recorded once at most, and the "
    "answer tells.",
}
RETRY_AFTER = {"Retry-After": {"schema": {"type": "integer"}, "description": "Seconds to wait."}}
HEADERS = {409: RECORD_BROKEN, 429: RETRY_AFTER, 503: RETRY_AFTER}


class Described(Blueprint):
    """A blueprint that documents each operation's id, who may ask, and what may be refused."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._prepare_doc_cbks.append(_with_refusals)

    def add_url_rule(self, rule: str, *args: Any, **more: Any) -> None:
        """Register a route and note of it what its documentation follows from."""
        super().add_url_rule(rule, *args, **more)
        endpoint = self._endpoints[-1]
        docs = self._docs[endpoint]
        docs["parameters"] = _path_parameters(rule)
        for method in docs.keys() - {"parameters"}:
            said = docs[method].setdefault("manual_doc", {})
            said.setdefault("operationId", endpoint)
            docs[method]["is_of_game"] = "<game_id>" in rule
            said.setdefault("security", NOBODY)
            docs[method]["refusals"] = sorted(set(_refusals(rule, method, docs[method])))
            # flask-smorest has parameters given by hand replace those of arguments.
            if headers := said.pop("parameters", []):
                arguments = docs[method].setdefault("arguments", {})
                arguments["parameters"] = [*arguments.get("parameters", []), *headers]


def _path_parameters(rule: str) -> list[JsonObject]:
    return [
        {"name": name, "in": "path", "description": description}
        for name, description in PATH.items()
        if f"<{name}>" in rule
    ]


def _refusals(rule: str, method: str, docs: JsonObject) -> Iterator[int]:
    """The statuses that an operation may be refused with."""
    said = docs["manual_doc"]
    places = {place["in"] for place in docs.get("arguments", {}).get("parameters", ())}
    headers = {each["name"]: each["required"] for each in said.get("parameters", ())}
    security = said.get("security", NOBODY)
    yield from (400, 408, 414, 429, 431, 500, 503)
    if security:
        yield 401
    if security == SOMEBODY:
        yield 403
    if "<" in rule:
        yield 404
    if "<" in rule and method == "post":
        yield 409
    if "json" in places:
        yield from (413, 415)
    if places:
        yield 422
    if "If-Match" in headers:
        yield 412
    if headers.get("If-Match"):
        yield 428


def _with_refusals(doc: JsonObject, info: JsonObject, *, spec: Any, **_: Any) -> JsonObject:
    """The operation's documentation with its refusals instead of flask-smorest's errors."""
    _register(spec)
    said = {str(status): what for status, what in doc.get("responses", {}).items()}
    said = {status: what for status, what in said.items() if status not in ("default", "422")}
    if info["is_of_game"]:
        said = {status: _marked(what) for status, what in said.items()}
    for status in info["refusals"]:
        said[str(status)] = f"Refused{status}"
    return {**doc, "responses": dict(sorted(said.items()))}


def _marked(response: JsonObject) -> JsonObject:
    """The description of an answer about a game, which may have a record that breaks."""
    return {**response, "headers": {**response.get("headers", {}), **RECORD_BROKEN}}


def _register(spec: Any) -> None:
    """Put what all operations share among the components, once for each description."""
    components = spec.components
    if "Refused500" in components.responses:
        return
    for unused in ("Error", "PaginationMetadata"):
        components.schemas.pop(unused, None)
    for name, scheme in SCHEMES.items():
        components.security_scheme(name, scheme)
    for status, description in REFUSALS.items():
        components.response(f"Refused{status}", _refusal(status, description))


def _refusal(status: int, description: str) -> JsonObject:
    headers = {"headers": HEADERS[status]} if status in HEADERS else {}
    described = f"{HTTPStatus(status).phrase}: {description}"
    content = {PROBLEM_TYPE: {"schema": ref("Problem")}}
    return {"description": described, "content": content, **headers}
