"""Games: creation, views, exports and audits."""

import secrets
from collections.abc import Iterator, Mapping
from typing import Any

from flask import Response, request, url_for
from msgspec.structs import replace

from domain.errors import Malformed, UnknownName
from domain.kernel.deadlines import Deadline
from domain.kernel.decider import Ruleset
from domain.kernel.game import Seat, evolve, sealed_creation
from domain.kernel.rulesets import ruleset_named
from domain.kernel.seating import take_seat
from domain.kernel.terms import ChanceTerms, Created
from domain.record import chance
from domain.record.record import Event
from projections.answers.games import Export
from projections.answers.records import Audit
from projections.exports import heading
from projections.view import imported, seats
from service.clients.planners.levels import offered_bots
from service.context import services
from service.game.audits import audit_of
from service.game.repeats import Command
from service.game.state_cache import History
from service.heads.log import Head
from service.http.answering.headers import ETAG, IDEMPOTENCY_KEY, IF_NONE_MATCH, MADE
from service.http.answering.long_answers import array, in_turn
from service.http.answering.private_answers import answer, is_known, not_modified, shown_to_asker
from service.http.answering.shown_games import (
    etag_of,
    kept_seats_of,
    read_at,
    redacted,
    view_at_version,
    view_for_asker,
)
from service.http.asking.access import broken_in, flag_break, viewer, visible
from service.http.asking.allowances import hold_open_place, spend
from service.http.asking.auth import account, address, player_id
from service.http.asking.creations import creation_id
from service.http.asking.languages import in_language, language
from service.http.document.describing import scoped, scoped_or_none
from service.http.document.shapes import ref
from service.http.reading.command_headers import idempotency_key
from service.http.reading.parsing import Resource, read
from service.http.reading.queries import CodeQuery, ViewQuery
from service.http.reading.schemas import NewGame, check_board_texts
from service.http.resources.heads import signed
from service.machine import clock
from service.texts import text

NEW_GAME = NewGame()
JSON, TEXT = "application/json", "text/plain"

blp = Resource("games", __name__, description="Games, each with its record.")


@blp.post("/games")
@blp.doc(security=scoped("play"))
@blp.headers(IDEMPOTENCY_KEY)
@blp.body(NEW_GAME)
@blp.response(201, ref("View"), description="The view of the new game.", headers=MADE)
def create_game() -> Response:
    """Make a game, and seat yourself and bots in it.

    It starts when every seat is taken. Until then, unless it is unlisted, it counts as one of your
    open games in the lobby; you may have ten of these, or another number that the host sets
    (`too_many_open`). With an `Idempotency-Key` the request can be repeated safely.
    """
    host, key = player_id(), idempotency_key()
    terms = read(NEW_GAME)
    command = Command.of(terms, scope=f"host {host}", key=key)
    # Derived from a key: a repetition finds the same game in any process.
    game_id = creation_id(host, key)
    is_new = services().commands.answered(game_id, command) is None
    # A repetition costs nothing: its game exists already.
    if is_new:
        spend_game(terms)
        check_texts(terms, host)
    created = terms_of(game_id, terms, host)
    events = opening(created, _first_seats(terms, host), command)
    # Just before the game is recorded: a request that is refused above must not hold a place.
    if is_new:
        hold_open_place(game_id, created, len(events) - 1)
    game = services().commands.create(game_id, events, command).game
    made = answer(view_for_asker(game_id, game, viewer(game_id, game)), 201, etag=str(game.version))
    made.headers["Location"] = url_for("games.read_game", game_id=game_id)
    return made


def spend_game(terms: dict[str, Any]) -> None:
    spend("games")
    if isinstance(terms["board"], dict):
        spend("boards")
    # A game of bots alone goes on without its creator, at the workers' cost.
    if terms["bots"] and not terms["join"]:
        spend("bot_games")


def check_texts(terms: dict[str, Any], host: str) -> None:
    """Raise Muted if others would see a title or a board of a player whom the host has muted."""
    if terms["title"] is not None or isinstance(terms["board"], dict):
        services().players.check_may_publish(host)


def opening(terms: Created, occupants: Iterator[Seat], command: Command) -> list[Event]:
    """Return the events of a creation: the game itself, and the seats taken at once."""
    now = clock.now()
    events = [sealed_creation(terms, now, command.id)]
    game = evolve(None, events[0])
    for seat in occupants:
        # Sealed by the game after the previous event, as it names that event's hash.
        events.append(game.seal(take_seat(game, seat, None), now, command.id))
        game = evolve(game, events[-1])
    return events


def terms_of(game_id: str, terms: dict[str, Any], host: str) -> Created:
    ruleset = ruleset_named(terms["ruleset"])
    _check_seats(ruleset, terms)
    for number, bot in enumerate(terms["bots"]):
        check_bot(ruleset, bot, f"bots.{number}")
    stated = terms["board"]
    check_board_texts(stated)
    board = ruleset.wire.boards.read(ruleset.wire.boards.ids[0] if stated is None else stated)
    seed = terms["seed"]
    secret = chance.secret_of_seed(seed) if seed else secrets.token_bytes(chance.SECRET_BYTES)
    return Created(
        ruleset=ruleset.id,
        rules_version=ruleset.rules_version,
        board=ruleset.wire.boards.json(board),
        options=ruleset.wire.options.json(ruleset.wire.options.read(terms["options"])),
        seats=terms["seats"],
        first_seat=terms["first_seat"],
        undo=terms.get("undo", "by_seats"),
        title=terms["title"] or text(language(), f"{ruleset.id}.title"),
        listed=terms["listed"],
        deadline=_deadline(ruleset, terms["deadline"]),
        creator=host,
        # The commitment is public from the start, so the secret cannot be chosen later to suit a
        # player.
        chance=ChanceTerms(chance.VERSION, chance.commitment(secret), fair=seed is None),
        secret=secret.hex(),
        game_id=game_id,
        server_key=services().signing.published()[-1].public_key if terms["server_key"] else None,
    )


def _deadline(ruleset: Ruleset[Any, Any, Any], stated: Deadline | None) -> Deadline | None:
    """Return the terms with the bot, if one plays for seats with no time left."""
    if stated is None or stated.at_zero != "bot":
        return stated
    # The simple bots come last, from the weakest to the strongest.
    bot = stated.bot or offered_bots(ruleset.id)[-1]
    check_bot(ruleset, bot, "deadline.bot")
    return replace(stated, bot=bot)


def _check_seats(ruleset: Ruleset[Any, Any, Any], terms: dict[str, Any]) -> None:
    if terms["seats"] not in ruleset.seat_counts:
        allowed = ", ".join(map(str, ruleset.seat_counts))
        message = f"{ruleset.id} is for {allowed} seats, not {terms['seats']}."
        raise Malformed({"seats": [message]})


def check_bot(ruleset: Ruleset[Any, Any, Any], bot: str, field: str) -> None:
    """Raise UnknownName, naming the body's field, unless the ruleset has a bot of this name."""
    known = list(offered_bots(ruleset.id))
    if bot not in known:
        raise UnknownName("bot", bot, known, field)


def _first_seats(terms: dict[str, Any], host: str) -> Iterator[Seat]:
    if terms["join"]:
        yield Seat(host, None, contribution_of(terms, fair=terms["seed"] is None))
    for bot in terms["bots"]:
        yield Seat(None, bot, None)


def contribution_of(terms: dict[str, Any], *, fair: bool) -> str | None:
    """Return a seat's contribution to the game's luck, drawn if absent; None with a seed."""
    if not fair:
        return None
    own: str | None = terms.get("contribution")
    return own.lower() if own else secrets.token_hex(32)


@blp.get("/games/<game_id>")
@blp.doc(
    security=scoped_or_none("read"),
    responses={200: {"content": {TEXT: {"schema": {"type": "string"}}}}},
)
@blp.headers(IF_NONE_MATCH)
@blp.arguments(ViewQuery(), location="query")
@blp.response(200, ref("View"), description="The view for the viewer.", headers=ETAG)
@blp.alt_response(304, description="Not modified since the `ETag` sent.")
def read_game(query: dict[str, Any], game_id: str) -> Response:
    """Read a game as the viewer may see it, `at=N` after event N; `wait` and `after` long-poll.

    With `Accept: text/plain` the answer is text in the language of `Accept-Language`, for terminals
    and screen readers: seats, map, cards.
    """
    history = _newest(game_id, query)
    at = query["at"]
    if at is not None and at > history.version:
        message = f"Event {at} has not happened: the game is at version {history.version}."
        raise Malformed({"at": [message]})
    is_text = request.accept_mimetypes.best_match([JSON, TEXT]) == TEXT
    response = _as_text(game_id, history, at) if is_text else _as_json(game_id, history, at)
    response.vary.add("Accept")
    return response


def _as_json(game_id: str, history: History, at: int | None) -> Response:
    kept = kept_seats_of(game_id, history.game)
    etag = _etag(game_id, history, at, kept)
    if is_known(etag):
        return not_modified(etag)
    return answer(view_at_version(game_id, history, at or history.version, kept), etag=etag)


def _as_text(game_id: str, history: History, at: int | None) -> Response:
    """Return the view as text in the reader's language, which its ETag names too."""
    locale, kept = language(), kept_seats_of(game_id, history.game)
    etag = _etag(game_id, history, at, kept, f"-text-{locale}")
    if is_known(etag):
        return in_language(not_modified(etag), locale)
    lines = read_at(game_id, history, at or history.version, kept, locale)
    return in_language(shown_to_asker(Response(lines, mimetype=TEXT), etag), locale)


def _etag(
    game_id: str, history: History, at: int | None, kept: Mapping[int, str], form: str = ""
) -> str | None:
    """Return the ETag of a view: the version, marked for an old moment of a finished game."""
    # Such a moment hides nothing any more, unlike the same moment before the end.
    over = at is not None and history.game.status == "finished"
    etag = etag_of(game_id, history, at, kept)
    return etag and f"{etag}{'-over' if over else ''}{form}"


def _newest(game_id: str, query: dict[str, Any]) -> History:
    """Return the newest history; with ``wait``, when it is past ``after`` or the time is up."""
    history = visible(game_id, query["join_code"])
    if not query["wait"] or history.version > query["after"] or history.broken is not None:
        return history
    # A waiting request must not keep a game in memory that the cache has dropped.
    del history
    return _awaited(game_id, query["after"], query["wait"])


def _awaited(game_id: str, after: int, wait: float) -> History:
    cache = services().cache
    with services().live.listening(game_id, account(), address()) as waiter:
        # Read again after listening has begun, or an event in between would be missed.
        if cache.current(game_id).version <= after and waiter.wait_past(after, wait):
            return flag_break(cache.at_least(game_id, after + 1))
        return flag_break(cache.known(game_id))


@blp.get("/games/<game_id>/export")
@blp.doc(operationId="export_game", security=scoped_or_none("read"))
@blp.headers(IF_NONE_MATCH)
@blp.arguments(CodeQuery(), location="query")
@blp.response(200, ref("Export"), description="The game as one document.", headers=ETAG)
@blp.alt_response(304, description="Not modified since the `ETag` sent.")
@in_turn
def export(query: dict[str, Any], game_id: str) -> Response:
    """Export the record as one document.

    It is complete once the game is over; before that, it has only what the viewer may see.
    `/docs/audit` explains how to recompute a complete record, and offers a program for it.
    `export.zip` also contains the signed head of a finished game.
    """
    history = visible(game_id, query["join_code"])
    etag = etag_of(game_id, history)
    if is_known(etag):
        return not_modified(etag)
    response = answer(export_document(game_id, history), etag=etag)
    response.headers["Content-Disposition"] = f'attachment; filename="{game_id}.json"'
    return response


def export_document(game_id: str, history: History) -> Export:
    """Return the export of a game as the asker may see it."""
    game = history.game
    names = services().names.in_game(game)
    return Export(
        **heading(game_id, game, seats(game_id, game, names.__getitem__)),
        events=array(redacted(game_id, history, 0, game.version)),
        broken=broken_in(history),
        imported=imported(game),
    )


@blp.get("/games/<game_id>/verify")
@blp.doc(operationId="verify_game", security=scoped_or_none("read"))
@blp.arguments(CodeQuery(), location="query")
@blp.response(200, ref("Audit"), description="The result of the audit.")
@in_turn
def verify(query: dict[str, Any], game_id: str) -> Response:
    """Recompute hash chain, commitments, chance and every decision of the record.

    The record is read again from the store. A broken one is `valid: false`, with the version
    `broken_at` and the `reason`. Other requests check form, order, hashes and links of each event
    once. A worker reads every record again within a time that the host sets, and also checks
    commitments, chance and decisions. If form, order, hashes, links or commitments are broken, the
    game is served up to its last sound event, with the notice `broken` and the header
    `Record-Broken`, and takes no moves (`record_broken`) until its record is sound again. Decisions
    that this release would not make are reported here and to the host, and close nothing. To check
    a finished game without trusting the service, export it and see `/docs/audit`.
    """
    game = visible(game_id, query["join_code"]).game
    result = audit_of(services().store, game_id, heads=services().heads)
    # This process may have cached the game while its record was sound.
    if not result.valid:
        services().cache.forget(game_id)
    head = Head(game_id, result.events, result.hash)
    return answer(
        Audit(
            valid=result.valid,
            events=result.events,
            hash=result.hash,
            fair=game.terms.chance.fair,
            broken_at=result.broken_at,
            reason=result.reason,
            signed=signed(head.text) if result.valid and game.origin is None else None,
        )
    )
