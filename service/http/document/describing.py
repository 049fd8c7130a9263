"""The API's description of itself, with the refusals of every route."""

from collections.abc import Iterator
from http import HTTPStatus

from domain.record.visibility import JsonObject
from service.http.document.shapes import ref, response_ref
from service.people.scopes import Scope

PROBLEM_TYPE = "application/problem+json"

# All tabs of a browser share one cookie: after a new sign-in in one, another would act for the new
# player.
PLAYER_HEADER = "Anabasis-Player"
"""The header that names a command's player."""
BROKEN_HEADER = "Record-Broken"
RECORD_BROKEN: JsonObject = {
    BROKEN_HEADER: {
        "schema": {"type": "integer"},
        "description": "Only if the game's record is broken: the first version that is not sound. "
        "The answer goes up to the event before it, and no more events are added to the game.",
    }
}

NO_TOKEN: list[JsonObject] = []
TOKEN: list[JsonObject] = [{"token": []}, {"cookie": []}]
"""The cases in which no token is needed, and in which one without scopes is required."""


def scoped(scope: Scope) -> list[JsonObject]:
    """Return the case in which a token is required that covers a scope."""
    return [{"token": [scope]}, {"cookie": []}]


def scoped_or_none(scope: Scope) -> list[JsonObject]:
    """Return the case in which a token is optional and shows more if it covers a scope."""
    return [{}, *scoped(scope)]


def scope_of(security: list[JsonObject]) -> Scope | None:
    """Return the scope that a route states, None if it states none."""
    return next((scope for each in security for scope in each.get("token", ())), None)


SCHEMES = {
    "token": {
        "type": "http",
        "scheme": "bearer",
        "description": "A token: the one from `POST /players`, `ana_…`, may do everything. One "
        "from `POST /me/tokens`, `anas_…`, has scopes, and may do what names one of them here: "
        "`read` sees your games as you do, `play` acts in them and includes `read`, `bot` is for "
        "bot accounts and includes `play`, `notices` is for channels and feeds, `account` for name "
        "and settings. An operation that names none refuses it (403 `insufficient_scope`).",
    },
    "cookie": {
        "type": "apiKey",
        "in": "cookie",
        "name": "anabasis",
        "description": "The page's cookie with the token; POST /session sets it.",
    },
}
ABOUT = """Turn-based board games, each a record of what happened. There is no other API: the web
page, the bots and the demo use it, too.

**Ten minutes.** `POST /players` with a name gives a token; send it as `Authorization: Bearer …`.
`POST /games` makes a game, `POST /games/{game_id}/seats` takes a seat in another one, and
`GET /games/{game_id}/moves` lists your legal moves, ready to be sent.
`POST /games/{game_id}/moves` plays one, with the version that you decided on in `If-Match`: the
`ETag` of the view. `GET /games/{game_id}/stream` sends every event as it happens. `GET /me/stream`
reports in one stream on all your games.

**A bot.** `PUT /me/handle` claims the name by which others challenge the account, and
`POST /me/bot` makes it a bot's permanently. `GET /me/stream` then reports each `challenged`, which
`POST /challenges/{challenge_id}/accept` accepts, and each `your_turn`. A new stream begins with a
`reset`: after each `reset`, read `GET /me/games?waiting=true` and `GET /me/challenges`.

**From any page.** A page of another site can use the API like any program, with a token (CORS);
cookies, `/session` and `/sign-in` are for the service's own page.

**Tokens with scopes.** The first token may do everything. Give a program one of its own, made by
`POST /me/tokens` with scopes and an end: each operation states the scope that it needs as its
token's role.

**Once only.** With an `Idempotency-Key` a command can be sent again if its answer was lost: the
same key from the same seat gets the first answer again, byte for byte. The key of a command that
names a version is kept for a week after the game's last command; after that the version is stale
(412). Any other key is kept permanently.

**Errors** are problem details (RFC 9457) with a stable `code` and a `detail` that says what would
have been right. Nothing was recorded then. Only after a 500 or 503, or without an answer, the
command may have been recorded: send it again with the same `Idempotency-Key` to find out.
Checks run in this order: the token (401), the game (404), your seat or right (403), a known
`Idempotency-Key`, the version (428, 412), the body's form (422), and the rules (409).

**Languages.** The `title` and `detail` of problems, the rulesets' titles, options and rules and a
game's view as text are in the language of `Accept-Language`: English, German, Dutch or Danish;
`Content-Language` says which. Codes, and moves as text, are the same for everybody. So is a game's
title, by default the ruleset's title in the creator's language.

Answers are JSON, and `Accept` is ignored, except for the record as lines, the stream of events and
a game's view as text.
Unknown fields are refused in requests; expect new ones in answers, and ignore them."""
PATH_PARAMETERS = {
    "game_id": "The game's id.",
    "name": "The ruleset's id, such as `alexandros`.",
    "board": "The board's id, such as `near_east`.",
    "seat": "A seat, from 0.",
    "code": "The order's code, such as `move_on`.",
    "device": "The device's id.",
    "passkey": "The passkey's id.",
    "token_id": "The token's id.",
    "invitation_id": "The id of an invitation to make an account.",
    "secret": "The secret of a player's feeds.",
    "channel_id": "The channel's id.",
    "handle": "A player's handle, in any case.",
    "challenge_id": "The challenge's id.",
    "report_id": "The kind and id of what was reported, such as `game-k3v9x2m7q4w8z6t5`.",
}
PATH_SCHEMAS: dict[str, JsonObject] = {"seat": {"schema": {"type": "integer", "minimum": 0}}}
"""The schemas of path parameters that are not strings."""
REFUSALS = {
    400: "The body is not a JSON object, a header is invalid, the request is not HTTP, or the "
    "`Host` is not one of the service's names (`not_json`, `header_invalid`, `bad_request`, "
    "`host_unknown`).",
    401: "A token is needed, or this one is unknown (`token_missing`, `token_unknown`).",
    403: "You have no seat here, or no right to this; or another site's page sent the request "
    "with our page's cookie (`no_seat`, `no_right`, `cross_site`). Or a passkey's answer is not "
    "valid (`passkey_refused`); or a sign-in link was used, is too old or is unknown "
    "(`link_void`), or needs the code shown in the browser that asked for it (`code_needed`, "
    "`code_wrong`). Or your token lacks the `scope` named (`insufficient_scope`). Or the host has "
    "muted you, and this text would be public (`muted`), or has suspended or banned you, `until` a "
    "time and for the `reason` given (`suspended`, `banned`), or lets nobody register from your "
    "network (`network_banned`). Or the host takes no new players "
    "(`registration_closed`), only invited ones (`invitation_wanted`), or the invitation is used "
    "up, withdrawn, unknown or has ended (`invitation_spent`), or it takes only addresses of the "
    "mail `domains` named (`mail_domain`). Or a host's sign-in is older than an hour, or was made "
    "with another session (`sign_in_stale`).",
    404: "It does not exist, or is not listed for you (`not_found`); or nobody has asked "
    "for this animation (`animation_unknown`), or a feed was replaced (`feed_unknown`), or you "
    "have no such channel (`channel_unknown`), or the link in a mail is no longer valid "
    "(`confirmation_unknown`), or no such challenge is for you (`challenge_unknown`), "
    "or the account is a person's (`no_bot_account`), or nobody has reported this, or it is about "
    "the moderator who asks (`report_unknown`).",
    408: "The request was too slow: it has ten seconds, and one more for each 1,000 bytes "
    "(`request_timeout`).",
    409: "The game refuses it now: `not_your_turn`, `not_started`, `game_over`, "
    "`game_cancelled`, `game_abandoned`, or the code of the rule it breaks, cited in `rule`. Or an "
    "animation is not finished yet (`animation_not_ready`). Or the game's record is "
    "broken and takes no more events (`record_broken`). Or the host has closed the game, for the "
    "`reason` given, until it is reopened (`game_closed`). Or you have ten channels "
    "(`too_many_channels`), a channel is not confirmed (`channel_unconfirmed`), its address is not "
    "public (`address_not_public`), or this host sends no mail (`mail_off`). Or you have ten "
    "passkeys (`too_many_passkeys`), or browsers make none for this address "
    "(`passkeys_unavailable`). Or you have fifty tokens with scopes (`too_many_tokens`), or ten "
    "invitations to make an account (`too_many_invitations`). Or you "
    "have as many open games in the lobby as this host lets you list, your own in `games` "
    "(`too_many_open`). Or a handle is taken, looks like one that is, or is reserved "
    "(`handle_taken`), or you have had yours for less than 30 days (`handle_too_soon`). Or an "
    "account that has sat in games cannot become a bot's (`account_used`). Or a challenge was "
    "answered before or is too old (`challenge_over`), you or the other player have too many "
    "(`too_many_challenges`), or a bot account takes no such game (`bot_declines`, with a "
    "`reason`). Or `Anabasis-Player` names another player than the one signed in "
    "(`other_player`). Or another game has the id of the one to be imported (`game_id_taken`), you "
    "have as many imported games as you may (`too_many_imports`), or no head is signed of an "
    "imported game (`head_unsigned`). Or an act of a host makes no sense, for the `reason` given "
    "(`act_refused`).",
    410: "This kind of order, or this switch of it, existed in an earlier release; `successor` "
    "names the kind that replaced it (`order_gone`).",
    412: "`If-Match` names a version other than the present one (`stale_version`).",
    413: "The body is over 64 KiB, or that of an import over 8 MiB (`too_large`).",
    414: "The request line is over 4,094 bytes (`uri_too_long`).",
    415: "The body is not `application/json` (`wrong_content_type`).",
    422: "The request does not fit the schema; `errors` lists the faults by field (`malformed`). "
    "Or the `Idempotency-Key` was sent before with another command: with another method, path or "
    "body (`key_reused`). Or an exported game does not hold, for the `reason` given; `event` is "
    "the number of the event, if it is one (`import_refused`).",
    428: "`If-Match` is missing (`version_missing`).",
    429: "Too many requests, or too many connections, streams and long polls at once; "
    "`Retry-After` says how long to wait (`too_many_requests`). Or new players come too fast, and "
    "you have a place in their line, with a `ticket` (`in_line`).",
    431: "There are over 100 headers, or one is over 8,190 bytes (`headers_too_large`).",
    500: "The service failed (`internal_error`), or a game's record is broken from its first event "
    "on (`record_broken`).",
    503: "The event store cannot be reached or written (`store_unavailable`), or too few replicas "
    "have confirmed the write (`unconfirmed`): the command may have been recorded or not. Or other "
    "commands came first too often, and nothing was recorded (`contended`). Send the same again "
    "after `Retry-After` seconds, with the same `Idempotency-Key`: it is recorded once at most, "
    "and that answer counts. Or too many pictures are asked for at once, or the process "
    "that draws them ended (`pictures_busy`), or too many animations wait (`animations_busy`). "
    "Or the lists of games are being rebuilt after an update, and cannot be filtered yet "
    "(`lists_outdated`). Or the line of new players is full (`line_full`), or "
    "so many reports wait for the host that it takes no more (`reports_full`).",
}
RETRY_AFTER = {"Retry-After": {"schema": {"type": "integer"}, "description": "Seconds to wait."}}
HEADERS_OF = {409: RECORD_BROKEN, 429: RETRY_AFTER, 503: RETRY_AFTER}

PLAYER_PARAMETER: JsonObject = {
    "name": PLAYER_HEADER,
    "in": "header",
    "required": False,
    "schema": {"type": "string"},
    "description": "The id of the player for whom the command is meant. If another player is "
    "signed in, it is refused (409 `other_player`). Meant for pages, as a browser's tabs share one "
    "cookie.",
}
METHODS = frozenset({"get", "post", "put", "patch", "delete"})
SCOPE = "anabasis_scope"
"""The attribute of a view that names the scope its route states."""
VIEW, HEADERS = "x-view", "x-headers"
"""The keys under which a route passes its view's name and its headers to ``with_refusals``."""
# flask-smorest adds these to every operation; our own refusals replace them.
SMORESTS = frozenset({"default", "422"})
UNUSED = frozenset({"Error", "PaginationMetadata"})
"""The responses and schemas that flask-smorest adds for its own errors and pages."""


def with_refusals(spec: JsonObject) -> JsonObject:
    """Return flask-smorest's document with every operation's refusals, headers and id."""
    for path, item in spec["paths"].items():
        for method in METHODS & item.keys():
            item[method] = _operation(path, method, item[method])
    named = {f"Refused{status}": _refusal(status, why) for status, why in REFUSALS.items()}
    schemas = {k: v for k, v in spec["components"]["schemas"].items() if k not in UNUSED}
    components = {"schemas": schemas, "responses": named, "securitySchemes": SCHEMES}
    return {**spec, "components": components}


def _operation(path: str, method: str, operation: JsonObject) -> JsonObject:
    documented = {"operationId": operation.pop(VIEW), "security": NO_TOKEN, **operation}
    responses = {code: of for code, of in documented["responses"].items() if code not in SMORESTS}
    # Any answer about a game may come from a record that is broken further on.
    if "{game_id}" in path:
        responses = {code: _marked(of) for code, of in responses.items()}
    headers = documented.pop(HEADERS, [])
    for status in _refusals(path, method, documented, headers):
        responses.setdefault(str(status), response_ref(f"Refused{status}"))
    if _is_command(method, documented):
        headers = [*headers, PLAYER_PARAMETER]
    if headers:
        documented["parameters"] = [*documented.get("parameters", []), *headers]
    return {**documented, "responses": dict(sorted(responses.items()))}


def _refusals(
    path: str, method: str, operation: JsonObject, headers: list[JsonObject]
) -> Iterator[int]:
    """Yield the statuses that an operation may be refused with."""
    required = {each["name"]: each["required"] for each in headers}
    # These come from the server, the checks or the store, before or after any view.
    yield from (400, 408, 414, 429, 431, 500, 503)
    if operation["security"]:
        yield from (401, 403)
    if "{" in path:
        yield 404
    if ("{" in path and method in ("post", "put")) or _is_command(method, operation):
        yield 409
    if "/orders/" in path and method == "put":
        yield 410
    # A body that no view asks for is held against these before any view runs.
    if "requestBody" in operation or method == "post":
        yield from (413, 415)
    if _is_read(path, operation) or "Idempotency-Key" in required:
        yield 422
    if "If-Match" in required:
        yield 412
    if required.get("If-Match"):
        yield 428


def _is_read(path: str, operation: JsonObject) -> bool:
    """True if an operation's body, query or seat may be malformed."""
    return bool("requestBody" in operation or operation.get("parameters") or "{seat}" in path)


def _is_command(method: str, operation: JsonObject) -> bool:
    """True if an operation acts for a player, which it may name."""
    return method != "get" and bool(operation["security"])


def _marked(response: JsonObject) -> JsonObject:
    """Return the description of an answer about a game, with the header about a broken record."""
    if "$ref" in response:
        return response
    return {**response, "headers": {**response.get("headers", {}), **RECORD_BROKEN}}


def _refusal(status: int, description: str) -> JsonObject:
    headers = {"headers": HEADERS_OF[status]} if status in HEADERS_OF else {}
    described = f"{HTTPStatus(status).phrase}: {description}"
    content = {PROBLEM_TYPE: {"schema": ref("Problem")}}
    return {"description": described, "content": content, **headers}
