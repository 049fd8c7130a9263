"""The shapes of answers, as JSON Schema for the description of the API."""

from typing import Any

from domain.record.visibility import JsonObject
from service.texts import LANGUAGES


def ref(name: str) -> JsonObject:
    """A shape by its name."""
    return {"$ref": f"#/components/schemas/{name}"}


def response_ref(name: str) -> JsonObject:
    """A response by its name."""
    return {"$ref": f"#/components/responses/{name}"}


def thing(description: str, **properties: JsonObject) -> JsonObject:
    """An object that has all these properties; readers should ignore others."""
    return {
        "type": "object",
        "description": description,
        "properties": properties,
        "required": list(properties),
    }


def may_break(shape: JsonObject) -> JsonObject:
    """The shape of an answer that tells where the game's record breaks, if it does."""
    return {**shape, "properties": {**shape["properties"], "broken": ref("Broken")}}


def a(type_: str, description: str = "", **more: Any) -> JsonObject:
    return {"type": type_, **({"description": description} if description else {}), **more}


def _maybe(type_: str, description: str, **more: Any) -> JsonObject:
    return {"type": [type_, "null"], "description": description, **more}


def a_list(items: JsonObject, description: str = "") -> JsonObject:
    return a("array", description, items=items)


def _or_null(shape: JsonObject) -> JsonObject:
    return {"oneOf": [shape, {"type": "null"}]}


VERSION = a("integer", "The number of the game's last event; versions have no gaps.")
_TIME = a("string", "UTC, ISO 8601 with milliseconds.", format="date-time")
_HASH = a("string", "SHA-256, hex.", pattern="^[0-9a-f]{64}$")
_SEAT = a("integer", "A seat, from 0.")
_STATUS = a("string", enum=["open", "live", "finished"])
_LANGUAGE = a("string", "Of the texts.", enum=list(LANGUAGES))
_ID = a("string", "The game's id.")
_OPTIONS = a("object", "The ruleset's options, every one stated.")
_FAIR = a("boolean", "False where the game's luck came from a seed that its host knew.")

PROBLEM = {
    **thing(
        "Problem details (RFC 9457). `code` is stable; `detail` names the offending value and "
        "what would have been right.",
        type=a("string", "`urn:anabasis:problem:` and the code.", format="uri"),
        title=a("string", "The status in words, in the reader's language."),
        status=a("integer"),
        detail=a("string", "What was wrong, and what to do; in the language of Accept-Language."),
        code=a("string", "Such as `not_your_turn`, `space_not_closest`, `stale_version`."),
    ),
    "additionalProperties": True,
}
PROBLEM["properties"] |= {
    "rule": a("string", "The rule of the game that refused, such as `A4`."),
    "parameters": a(
        "object",
        "What a refusal's `detail` names, as values: symbols, coordinates, numbers, counts by "
        "symbol, lists of these. For clients that make their own sentence of the `code`.",
    ),
    "errors": a(
        "object",
        "Messages by field, where the input was malformed.",
        additionalProperties=a_list(a("string")),
    ),
    "version": a("integer", "The game's present version, where another was meant."),
}

_PLAYER_SEAT = {
    "seat": _SEAT,
    "name": _maybe("string", "The player's present name; null: the seat is free, or `forgotten`."),
    "bot": _maybe("string", "The bot that plays it."),
    "player_id": _maybe("string", "The player who plays it."),
    "forgotten": a("boolean", "Whether its player has left the service, name and all."),
}

_RESULT = thing(
    "How the game ended.",
    winners=a_list(_SEAT),
    scores=a_list(a("integer"), "By seat."),
    reason=a("string", "Such as `target_score`, `last_wall`, `no_march`, `resignation`."),
)

_WAY: JsonObject = thing(
    "One decision back, back to the start of the seat's own turn, or on to what was taken back.",
    to=_maybe("integer", "The event that is gone to."),
    leave={
        "enum": ["free", "consent", None],
        "description": "Whose leave it takes: nobody's, or the others'.",
    },
    refused=_maybe("string", "The code of what stands against it."),
)

_UNDO = thing(
    "What may be taken back.",
    policy=a("string", enum=["free", "consent", "off"]),
    floor=a("integer", "The last event that revealed something or was another seat's."),
    request=_or_null(ref("UndoRequest")),
    redo=_maybe("integer", "The seat whose undo can be redone."),
    you=_or_null(ref("Ways")),
)

_UNDO_REQUEST = thing(
    "A wish to undo that waits for consent.",
    seat=_SEAT,
    to=a("integer", "The event to go back to."),
    accepted=a_list(_SEAT),
    waiting_for=a_list(_SEAT),
)

_WAYS = thing(
    "Where the viewer's seat may go on its line; null without a seat, or when over.",
    back=ref("Way"),
    restart=ref("Way"),
    redo=ref("Way"),
)

_STUDY = _or_null(ref("Study"))

_SEATS = a_list(ref("Seat"))

_ROW = {
    "game_id": _ID,
    "ruleset": a("string"),
    "title": a("string"),
    "board": _maybe("string", "The board's id."),
    "board_title": _maybe("string", "The board's title."),
    "seats": a_list(_or_null(ref("TakenSeat")), "Null for a free seat."),
    "status": _STATUS,
    "options": _OPTIONS,
    "undo": a("string", enum=["free", "consent", "off"]),
    "fair": _FAIR,
    "turn": _maybe("integer", "From 1; null before the start."),
    "version": VERSION,
    "created_at": _TIME,
    "updated_at": _TIME,
    "result": _or_null(ref("Result")),
}

_RULESET = {
    "id": a("string"),
    "title": a("string"),
    "rules_version": a("integer"),
    "seats": a_list(a("integer"), "How many can play."),
    "options": a(
        "object",
        "JSON Schema of the options, with defaults; each has a title and a description, and the "
        "values of an `enum` have titles in `oneOf`.",
    ),
    "boards": a_list(ref("BoardOffered")),
    "bots": a_list(a("string")),
}

_PAGE = {
    "page": a("integer", "From 1."),
    "per_page": a("integer"),
    "total": a("integer", "How many there are on all pages."),
}

VIEW: JsonObject = {
    "game_id": _ID,
    "ruleset": a("string"),
    "rules_version": a("integer", "The rules that the game began with and keeps."),
    "version": VERSION,
    "head": a("integer", "The event whose position is shown: `version` but after an undo."),
    "hash": _HASH,
    "status": _STATUS,
    "title": a("string"),
    "listed": a("boolean"),
    "fair": _FAIR,
    "study": _STUDY,
    "deadline": _maybe("integer", "Not kept yet: null."),
    "created_at": _TIME,
    "updated_at": _TIME,
    "undo": ref("Undo"),
    "seats": _SEATS,
    "viewer": ref("Viewer"),
    "to_act": a_list(_SEAT, "The seats that may move now."),
    "turn": a("integer", "From 1; 0 before the start."),
    "result": _or_null(ref("Result")),
    "join_code": _maybe("string", "The key to an unlisted game, for those inside."),
}
"""The fields of a view that are alike for all rulesets."""

PREVIEW: JsonObject = {"version": VERSION, "turn": a("integer")}
"""The fields of a preview that are alike for all rulesets."""

MOVES: JsonObject = {
    "version": VERSION,
    "complete": a(
        "boolean",
        "False where moves are left out, past `limit` or bids beyond one's means; they are "
        "accepted too.",
    ),
}
"""The fields of a list of moves that are alike for all rulesets."""

EXPORT: JsonObject = {
    "format": a("string"),
    "game_id": _ID,
    "ruleset": a("string"),
    "rules_version": a("integer"),
    "status": _STATUS,
    "complete": a("boolean", "Whether the game is over and nothing is hidden."),
    "redacted": a("boolean", "Whether hidden values are left out."),
    "seats": _SEATS,
    "version": VERSION,
    "hash": _HASH,
}
"""The fields of an export that are alike for all rulesets."""

EVENT = thing(
    "One accepted action and all that followed of itself; never changed.",
    type=a("string", "In the past tense: `marched`, `undone`."),
    version=VERSION,
    schema=a("integer", "The version of this type's data."),
    recorded_at=_TIME,
    seat=_maybe("integer", "Whose decision it was."),
    data=a("object", "What happened; what the asker may not see is null."),
    commitments={
        **ref("Hashes"),
        "description": "By path, HMAC-SHA-256 of each hidden value under its salt.",
    },
    prev=_HASH,
    salts={
        **ref("Hashes"),
        "description": "By path, the salts of the hidden values that the asker may see.",
    },
    hash=_HASH,
    undone=a("boolean", "Whether it was taken back; outside the hash."),
)
"""What all events have."""

SHAPES: dict[str, JsonObject] = {
    "Problem": PROBLEM,
    "NewPlayerMade": thing(
        "A player and the key to every seat they take.",
        player_id=a("string"),
        name=a("string"),
        token=a("string", "Shown this once; `Authorization: Bearer …`."),
    ),
    "Player": thing(
        "A player, to themselves.",
        player_id=a("string"),
        name=a("string"),
        locale=a("string"),
        notifications=a("boolean"),
        created_at=_TIME,
    ),
    "Token": thing("A token.", token=a("string", "Shown this once.")),
    "Session": thing(
        "The player; the token is in the cookie.", player_id=a("string"), name=a("string")
    ),
    "Transfer": thing(
        "A way to another device.", transfer=a("string", "Good for ten minutes and one use.")
    ),
    "MyGames": thing(
        "Games that a player sits in.",
        games=a_list(ref("MyGame")),
        **_PAGE,
    ),
    "MyGame": thing(
        "A game, and whether it waits for me.",
        **_ROW,
        study=_STUDY,
        seat=_SEAT,
        waiting=a("boolean"),
        waiting_since=_or_null(_TIME),
    ),
    "Lobby": thing(
        "A page of listed games.",
        games=a_list(ref("ListedGame")),
        **_PAGE,
    ),
    "ListedGame": thing("A listed game.", **_ROW),
    "Study": thing("Where a study branched off.", of=_ID, at=a("integer", "The event.")),
    "TakenSeat": thing("A seat taken.", **_PLAYER_SEAT),
    "Seat": thing("A seat.", **_PLAYER_SEAT, colour=a("string")),
    "Rulesets": thing("What can be played.", rulesets=a_list(ref("RulesetOffered"))),
    "RulesetOffered": thing("A ruleset.", **_RULESET),
    "BoardOffered": thing("A board.", id=a("string"), title=a("string")),
    "Ruleset": thing(
        "What can be played, and how.",
        **_RULESET,
        moves=a("object", "JSON Schema of the moves: `oneOf` by `type`, every field described."),
    ),
    "Rules": thing(
        "The rules of a game.",
        ruleset=a("string"),
        language=_LANGUAGE,
        sections=a_list(ref("RuleSection")),
    ),
    "RuleSection": thing(
        "A part of the rules.",
        id=a("string", "Such as `march`."),
        title=a("string"),
        text=_maybe("string", "Null where there are numbered rules."),
        rules=a_list(ref("Rule")),
    ),
    "Rule": thing(
        "A numbered rule.",
        id=a("string", "As a problem's `rule` names it, such as `A4`."),
        title=a("string"),
        text=a("string"),
    ),
    "Result": _RESULT,
    "Undo": _UNDO,
    "UndoRequest": _UNDO_REQUEST,
    "Ways": _WAYS,
    "Way": _WAY,
    "Viewer": thing("Who looks.", seat=_maybe("integer", "Null for who has no seat here.")),
    "Hashes": {"type": "object", "additionalProperties": _HASH},
    "Notation": {
        **thing(
            "A move in a line of text, in large or small letters. Alexandros, spaces as "
            "`row,column`, points as `x,y`: `card lyre`, `card lyre as horse` (a joker), "
            "`card hand lyre`, `march 2,1 to 2,2` or `march 2,1 via 0,0 1,1 2,2`, `take supply`, "
            "`take lyre`, `occupy 3,4 with 3,4 5,6`, `take over 3,4 with 3,4 give lyre 2 horse 1`, "
            "`levy soldier`, `recall 3,4`, `end`, `resign`; `slot 0` or `slot 1` may stand for a "
            "display card.",
            notation=a("string", examples=["march 2,1 to 2,2"]),
        ),
        "additionalProperties": False,
    },
    "Events": may_break(
        thing(
            "A page of the record.",
            version=VERSION,
            events=a_list(ref("Event")),
            more=a("boolean", "Whether there are events after these."),
        )
    ),
    "Replay": may_break(
        thing(
            "A view, and what each later event changed in it.",
            game_id=_ID,
            version=VERSION,
            event=ref("Event"),
            first=ref("View"),
            steps=a_list(ref("Step")),
            more=a("boolean", "Whether there are steps after these: ask after the last event's."),
        )
    ),
    "Step": thing(
        "An event, and how the view after it differs from the one before.",
        event=ref("Event"),
        changes=a(
            "object",
            "By path (keys and list indices joined by `/`) the value that is new there.",
        ),
    ),
    "Audit": thing(
        "What recomputing the record found.",
        valid=a("boolean"),
        events=a("integer", "How many were checked."),
        hash=_HASH,
        fair=_FAIR,
        broken_at=_maybe("integer", "The first version that does not hold."),
        reason=_maybe("string", "Why it does not."),
    ),
    "Broken": thing(
        "Only where the game's record breaks: this answer goes up to the last sound event, and "
        "nothing more is recorded in the game.",
        version=a("integer", "The first version that is not sound."),
        reason=a("string", "Why it is not."),
    ),
    "Health": thing("Health.", status=a("string", enum=["alive", "ready"])),
}
