"""The shapes of answers, as JSON Schema for the description of the API."""

from typing import Any

from domain.visibility import JsonObject
from service.texts import LANGUAGES


def ref(name: str) -> JsonObject:
    """A shape by its name."""
    return {"$ref": f"#/components/schemas/{name}"}


def _thing(description: str, **properties: JsonObject) -> JsonObject:
    """An object that has all these properties; readers should ignore others."""
    return {
        "type": "object",
        "description": description,
        "properties": properties,
        "required": list(properties),
    }


def _a(type_: str, description: str = "", **more: Any) -> JsonObject:
    return {"type": type_, **({"description": description} if description else {}), **more}


def _maybe(type_: str, description: str, **more: Any) -> JsonObject:
    return {"type": [type_, "null"], "description": description, **more}


def _list(items: JsonObject, description: str = "") -> JsonObject:
    return _a("array", description, items=items)


def _or_null(shape: JsonObject) -> JsonObject:
    return {"oneOf": [shape, {"type": "null"}]}


_VERSION = _a("integer", "The number of the game's last event; versions have no gaps.")
_TIME = _a("string", "UTC, ISO 8601 with milliseconds.", format="date-time")
_HASH = _a("string", "SHA-256, hex.", pattern="^[0-9a-f]{64}$")
_SEAT = _a("integer", "A seat, from 0.")
_STATUS = _a("string", enum=["open", "live", "finished"])
_LANGUAGE = _a("string", "Of the texts.", enum=list(LANGUAGES))
_ID = _a("string", "The game's id.")
_OPTIONS = _a("object", "The ruleset's options, every one stated.")
_FAIR = _a("boolean", "False where the game's luck came from a seed that its host knew.")

PROBLEM = {
    **_thing(
        "Problem details (RFC 9457). `code` is stable; `detail` names the offending value and "
        "what would have been right.",
        type=_a("string", "`urn:anabasis:problem:` and the code.", format="uri"),
        title=_a("string", "The status in words, in the reader's language."),
        status=_a("integer"),
        detail=_a("string", "What was wrong, and what to do; in the language of Accept-Language."),
        code=_a("string", "Such as `not_your_turn`, `space_not_closest`, `stale_version`."),
    ),
    "additionalProperties": True,
}
PROBLEM["properties"] |= {
    "rule": _a("string", "The rule of the game that refused, such as `A4`."),
    "parameters": _a(
        "object",
        "What a refusal's `detail` names, as values: symbols, coordinates, numbers, counts by "
        "symbol, lists of these. For clients that make their own sentence of the `code`.",
    ),
    "errors": _a(
        "object",
        "Messages by field, where the input was malformed.",
        additionalProperties=_list(_a("string")),
    ),
    "version": _a("integer", "The game's present version, where another was meant."),
}

_PLAYER_SEAT = {
    "seat": _SEAT,
    "name": _maybe("string", "The player's present name; null: the seat is free."),
    "bot": _maybe("string", "The bot that plays it."),
    "player_id": _maybe("string", "The player who plays it."),
}

_RESULT = _thing(
    "How the game ended.",
    winners=_list(_SEAT),
    scores=_list(_a("integer"), "By seat."),
    reason=_a("string", "Such as `target_score`, `last_wall`, `no_march`, `resignation`."),
)

_WAY = _thing(
    "One decision back, back to the start of the seat's own turn, or on to what was taken back.",
    to=_maybe("integer", "The event that is gone to."),
    leave={
        "enum": ["free", "consent", None],
        "description": "Whose leave it takes: nobody's, or the others'.",
    },
    refused=_maybe("string", "The code of what stands against it."),
)

_UNDO = _thing(
    "What may be taken back.",
    policy=_a("string", enum=["free", "consent", "off"]),
    floor=_a("integer", "The last event that revealed something or was another seat's."),
    request=_or_null(
        _thing(
            "A wish to undo that waits for consent.",
            seat=_SEAT,
            to=_a("integer", "The event to go back to."),
            accepted=_list(_SEAT),
            waiting_for=_list(_SEAT),
        )
    ),
    redo=_maybe("integer", "The seat whose undo can be redone."),
    you=_or_null(
        _thing(
            "Where the viewer's seat may go on its line; null without a seat, or when over.",
            back=_WAY,
            restart=_WAY,
            redo=_WAY,
        )
    ),
)

_BOARD = _a("object", "As `POST /games` takes it back; `id` null where it was given inline.")

_STUDY = _or_null(_thing("Where a study branched off.", of=_ID, at=_a("integer", "The event.")))

_ROW = {
    "game_id": _ID,
    "ruleset": _a("string"),
    "title": _a("string"),
    "board": _maybe("string", "The board's id."),
    "board_title": _maybe("string", "The board's title."),
    "seats": _list(_or_null(_thing("A seat taken.", **_PLAYER_SEAT)), "Null for a free seat."),
    "status": _STATUS,
    "options": _OPTIONS,
    "undo": _a("string", enum=["free", "consent", "off"]),
    "fair": _FAIR,
    "turn": _maybe("integer", "From 1; null before the start."),
    "version": _VERSION,
    "created_at": _TIME,
    "updated_at": _TIME,
    "result": _or_null(ref("Result")),
}

_RULESET = {
    "id": _a("string"),
    "title": _a("string"),
    "rules_version": _a("integer"),
    "seats": _list(_a("integer"), "How many can play."),
    "options": _a(
        "object",
        "JSON Schema of the options, with defaults; each has a title and a description, and the "
        "values of an `enum` have titles in `oneOf`.",
    ),
    "boards": _list(_thing("A board.", id=_a("string"), title=_a("string"))),
    "bots": _list(_a("string")),
}

_PAGE = {
    "page": _a("integer", "From 1."),
    "per_page": _a("integer"),
    "total": _a("integer", "How many there are on all pages."),
}

SHAPES: dict[str, JsonObject] = {
    "Problem": PROBLEM,
    "NewPlayerMade": _thing(
        "A player and the key to every seat they take.",
        player_id=_a("string"),
        name=_a("string"),
        token=_a("string", "Shown this once; `Authorization: Bearer …`."),
    ),
    "Player": _thing(
        "A player, to themselves.",
        player_id=_a("string"),
        name=_a("string"),
        locale=_a("string"),
        notifications=_a("boolean"),
        created_at=_TIME,
    ),
    "Token": _thing("A token.", token=_a("string", "Shown this once.")),
    "Session": _thing(
        "The player; the token is in the cookie.", player_id=_a("string"), name=_a("string")
    ),
    "Transfer": _thing(
        "A way to another device.", transfer=_a("string", "Good for ten minutes and one use.")
    ),
    "MyGames": _thing(
        "Games that a player sits in.",
        games=_list(
            _thing(
                "A game, and whether it waits for me.",
                **_ROW,
                study=_STUDY,
                seat=_SEAT,
                waiting=_a("boolean"),
                waiting_since=_or_null(_TIME),
            )
        ),
        **_PAGE,
    ),
    "Lobby": _thing(
        "A page of listed games.",
        games=_list(_thing("A listed game.", **_ROW)),
        **_PAGE,
    ),
    "Rulesets": _thing("What can be played.", rulesets=_list(_thing("A ruleset.", **_RULESET))),
    "Ruleset": _thing(
        "What can be played, and how.",
        **_RULESET,
        moves=_a("object", "JSON Schema of the moves: `oneOf` by `type`, every field described."),
    ),
    "Rules": _thing(
        "The rules of a game.",
        ruleset=_a("string"),
        language=_LANGUAGE,
        sections=_list(
            _thing(
                "A part of the rules.",
                id=_a("string", "Such as `march`."),
                title=_a("string"),
                text=_maybe("string", "Null where there are numbered rules."),
                rules=_list(
                    _thing(
                        "A numbered rule.",
                        id=_a("string", "As a problem's `rule` names it, such as `A4`."),
                        title=_a("string"),
                        text=_a("string"),
                    )
                ),
            )
        ),
    ),
    "Board": _thing(
        "A board and its topology.",
        board=_BOARD,
        topology=_a("object", "Its places, their neighbourhood and where they are drawn."),
    ),
    "Result": _RESULT,
    "View": _thing(
        "A game as the asker may see it.",
        game_id=_ID,
        ruleset=_a("string"),
        rules_version=_a("integer", "The rules that the game began with and keeps."),
        version=_VERSION,
        head=_a("integer", "The event whose position is shown: `version` but after an undo."),
        hash=_HASH,
        status=_STATUS,
        title=_a("string"),
        listed=_a("boolean"),
        fair=_FAIR,
        study=_STUDY,
        options=_OPTIONS,
        deadline=_maybe("integer", "Not kept yet: null."),
        created_at=_TIME,
        updated_at=_TIME,
        undo=_UNDO,
        seats=_list(_thing("A seat.", **_PLAYER_SEAT, colour=_a("string"))),
        viewer=_thing("Who looks.", seat=_maybe("integer", "Null for who has no seat here.")),
        to_act=_list(_SEAT, "The seats that may move now."),
        turn=_a("integer", "From 1; 0 before the start."),
        phase=_maybe("string", "The ruleset's word for what is due; null before the start."),
        state=_maybe(
            "object",
            "The position as the ruleset shows it; hidden hands are null, and all null "
            "before the start.",
        ),
        board=_BOARD,
        result=_or_null(ref("Result")),
        join_code=_maybe("string", "The key to an unlisted game, for those inside."),
    ),
    "Preview": _thing(
        "The position as a move would leave it.",
        version=_VERSION,
        turn=_a("integer"),
        phase=_a("string"),
        state=_a("object"),
    ),
    "Moves": _thing(
        "Legal moves of the asker's seat.",
        version=_VERSION,
        complete=_a("boolean", "False where `limit` cut the list; others are accepted too."),
        moves=_list(_a("object", "A move, playable as it stands.")),
        facts=_list(
            _a("object", "Its `notation`, and what a move of its kind costs and brings."),
            "What is known of each move, in the order of `moves`. Alexandros: `march` has `walls` "
            "(new ones), of these `black` and `red`; `occupy` and `take_over` have `governors` "
            "placed, `cards` paid by symbol, `yield`, and the latter the `holder` and how many "
            "cards of `compensation` are due; `levy_taxes` has `gains` by seat.",
        ),
    ),
    "Notation": {
        **_thing(
            "A move in a line of text, in large or small letters. Alexandros, spaces as "
            "`row,column`, points as `x,y`: `card lyre`, `card lyre as horse` (a joker), "
            "`card hand lyre`, `march 2,1 to 2,2` or `march 2,1 via 0,0 1,1 2,2`, `take supply`, "
            "`take lyre`, `occupy 3,4 with 3,4 5,6`, `take over 3,4 with 3,4 give lyre 2 horse 1`, "
            "`levy soldier`, `recall 3,4`, `end`, `resign`; `slot 0` or `slot 1` may stand for a "
            "display card.",
            notation=_a("string", examples=["march 2,1 to 2,2"]),
        ),
        "additionalProperties": False,
    },
    "Event": _thing(
        "One accepted action and all that followed of itself; never changed.",
        version=_VERSION,
        schema=_a("integer", "The version of this type's data."),
        recorded_at=_TIME,
        type=_a("string", "In the past tense: `marched`, `undone`."),
        seat=_maybe("integer", "Whose decision it was."),
        data=_a("object", "What happened; what the asker may not see is null."),
        commitments=_a(
            "object",
            "By path, HMAC-SHA-256 of each hidden value under its salt.",
            additionalProperties=_HASH,
        ),
        prev=_HASH,
        salts=_a(
            "object",
            "By path, the salts of the hidden values that the asker may see.",
            additionalProperties=_HASH,
        ),
        hash=_HASH,
        undone=_a("boolean", "Whether it was taken back; outside the hash."),
    ),
    "Accepted": _thing(
        "What a command led to.",
        version=_VERSION,
        events=_list(ref("Event")),
        view=ref("View"),
    ),
    "Events": _thing(
        "A page of the record.",
        version=_VERSION,
        events=_list(ref("Event")),
        more=_a("boolean", "Whether there are events after these."),
    ),
    "Replay": _thing(
        "A view, and what each later event changed in it.",
        game_id=_ID,
        version=_VERSION,
        event=ref("Event"),
        first=ref("View"),
        steps=_list(
            _thing(
                "An event, and how the view after it differs from the one before.",
                event=ref("Event"),
                changes=_a(
                    "object",
                    "By path (keys and list indices joined by `/`) the value that is new there.",
                ),
            )
        ),
        more=_a("boolean", "Whether there are steps after these: ask after the last event's."),
    ),
    "Export": _thing(
        "A game as one document.",
        format=_a("string"),
        game_id=_ID,
        ruleset=_a("string"),
        rules_version=_a("integer"),
        status=_STATUS,
        complete=_a("boolean", "Whether the game is over and nothing is hidden."),
        redacted=_a("boolean", "Whether hidden values are left out."),
        seats=_list(_thing("A seat.", **_PLAYER_SEAT, colour=_a("string"))),
        version=_VERSION,
        hash=_HASH,
        events=_list(ref("Event")),
    ),
    "Audit": _thing(
        "What recomputing the record found.",
        valid=_a("boolean"),
        events=_a("integer", "How many were checked."),
        hash=_HASH,
        fair=_FAIR,
        broken_at=_maybe("integer", "The first version that does not hold."),
        reason=_maybe("string", "Why it does not."),
    ),
    "Health": _thing("Health.", status=_a("string", enum=["alive", "ready"])),
}
