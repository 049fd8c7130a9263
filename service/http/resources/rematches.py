"""Rematches: one for each finished game, with the same people in rotated seats."""

import secrets
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from flask import Response, url_for
from msgspec import structs

from domain.kernel.game import Game, Seat, evolve, sealed_creation
from domain.kernel.rematch import kept_free, rematch_terms, rotated, seat_to_take
from domain.kernel.seating import take_seat
from domain.kernel.terms import Created
from domain.record import chance
from domain.record.record import Event
from domain.record.visibility import JsonObject
from projections.answers.endings import Rematch, RematchOf
from projections.view import SeatNames
from service.context import services
from service.game.ids import game_id_of
from service.game.repeats import Command
from service.http.answering.headers import MADE
from service.http.answering.private_answers import answer
from service.http.answering.shown_games import view_for_asker
from service.http.asking.access import code_of, is_listed, may_see, viewer, visible
from service.http.asking.allowances import hold_open_place, spend
from service.http.asking.auth import account, address, asker, player_id, seat_in
from service.http.asking.creations import SPARE_IDS
from service.http.document.describing import scoped, scoped_or_none
from service.http.document.shapes import ref
from service.http.reading.parsing import Resource, read
from service.http.reading.queries import RematchQuery
from service.http.reading.schemas import Nothing
from service.http.resources.games import contribution_of
from service.machine import clock

NOTHING = Nothing()
UNPLAYED = ("cancelled", "abandoned")
MOST_CANCELLED = 5
"""The number of rematches of a game that one host may cancel; that host is left with the last."""

blp = Resource("rematches", __name__, description="Rematches of finished games.")


@blp.post("/games/<game_id>/rematch")
@blp.doc(operationId="rematch", security=scoped("play"))
@blp.body(NOTHING)
@blp.response(201, ref("View"), description="The view of the rematch.", headers=MADE)
def create_rematch(game_id: str) -> Response:
    """Play a finished game again: the same people and bots, board and options, seats rotated.

    Only its players may ask. The first to ask makes the game and sits in it; the others are invited
    (`GET /me/invitations`), and their seats are kept for them until they sit down or decline. Until
    then it is one of the first player's open games. A game has only one rematch: everyone who asks
    again gets the same one, and their seat. If its host cancels it, any player may ask for another,
    except a host who has cancelled five. The host may give a kept seat to a bot, or free it for
    anybody (`DELETE /games/{game_id}/seats/{seat}`).
    """
    player = player_id()
    read(NOTHING)
    old = visible(game_id).game
    seat_in(game_id, old)
    new_id, present = _present(game_id, player)
    # This is also for those who ask again: the same call makes the rematch or sits down in it.
    game = _seated(new_id, present or _begun(game_id, new_id, old, player), player)
    _tell_invited(new_id, game)
    made = answer(view_for_asker(new_id, game, viewer(new_id, game)), 201, etag=str(game.version))
    made.headers["Location"] = url_for("games.read_game", game_id=new_id)
    return made


@blp.get("/games/<game_id>/rematch")
@blp.doc(security=scoped_or_none("read"))
@blp.arguments(RematchQuery(), location="query")
@blp.response(200, ref("RematchOf"), description="The rematch, null if there is none.")
def read_rematch(query: dict[str, Any], game_id: str) -> Response:
    """Read whether a finished game has a rematch; `wait` long-polls until there is one.

    An unlisted rematch is shown only to the players of the old game.
    """
    old = visible(game_id, query["join_code"]).game
    new_id, present = _present(game_id)
    if query["wait"] and present is None and old.status == "finished":
        _await(new_id, query["wait"])
        present = _existing(new_id)
    rematch = None if present is None else _rematch(new_id, present, old)
    return answer(RematchOf(game_id, rematch))


def rematch_id(game_id: str, number: int = 0) -> str:
    """Return the id of a game's rematch.

    ``number`` counts the rematches that were cancelled before it.
    """
    # Derived from the game's own id, so there is only one, without a lock or a stored pointer.
    return game_id_of("rematch", f"{game_id} {number}" if number else game_id)


def _present(game_id: str, host: str | None = None) -> tuple[str, Game | None]:
    """Return the id of the game's rematch and the rematch, None if there is none yet.

    For a host who has cancelled too many it is the last one: the others may still begin another.
    """
    number, own = _next_number(game_id, 0), 0
    game = _existing(rematch_id(game_id, number))
    # A game that somebody has imported is no rematch, even with a rematch's id.
    while game is not None and (game.origin is not None or game.status in UNPLAYED):
        own += game.origin is None and game.terms.creator == host
        next_number = _next_number(game_id, number + 1)
        following = _existing(rematch_id(game_id, next_number))
        if following is None and own >= MOST_CANCELLED:
            break
        number, game = next_number, following
    return rematch_id(game_id, number), game


def _next_number(game_id: str, number: int) -> int:
    """Return the number of the next rematch that is stored, or the given one if none is."""
    # Some are skipped: an import may be deleted after the rematch had to take a later id.
    ahead = range(number, number + SPARE_IDS + 1)
    exists = services().store.exists
    return next((each for each in ahead if exists(rematch_id(game_id, each))), number)


def _existing(new_id: str) -> Game | None:
    return services().cache.current(new_id).game if services().store.exists(new_id) else None


def _begun(game_id: str, new_id: str, old: Game, host: str) -> Game:
    """Return the new game, or the one that another process made at the same time."""
    # What the host has removed does not come back with a new game.
    shown = structs.replace(old, terms=services().removals.terms(game_id, old))
    terms = rematch_terms(shown, host, secrets.token_bytes(chance.SECRET_BYTES))
    spend("games")
    # Everybody who asks sends the same command, so two at once make one game.
    command = Command.of([], scope="rematch", key=game_id)
    events = _opening(replace(terms, game_id=new_id), old, command)
    hold_open_place(new_id, terms, len(events) - 1)
    # Invitations come first: if the game cannot be made, a repeated request makes it.
    services().invitations.invite(new_id, _people(old), host)
    return services().commands.create(new_id, events, command).game


def _tell_invited(new_id: str, game: Game) -> None:
    """Notify the players for whom seats are kept; once, even if the request is repeated."""
    kept = kept_free(game, services().invitations.kept_seats(new_id))
    services().player_feeds.tell_now("invited", new_id, kept.values())


def _people(old: Game) -> dict[int, str]:
    """Return the players of a game by their seats in its rematch, without those who have left."""
    players = {n: seat.player for n, seat in enumerate(rotated(old)) if seat and seat.player}
    names = services().names.of(players.values())
    return {seat: player for seat, player in players.items() if names[player] is not None}


def _opening(terms: Created, old: Game, command: Command) -> list[Event]:
    """Return the events of the creation: the game, its host's seat and the bots'."""
    now = clock.now()
    events = [sealed_creation(terms, now, command.id)]
    game = evolve(None, events[0])
    for number, seat in _sitting(old, terms.creator):
        events.append(game.seal(take_seat(game, seat, number), now, command.id))
        game = evolve(game, events[-1])
    return events


def _sitting(old: Game, host: str) -> Iterator[tuple[int, Seat]]:
    for number, seat in enumerate(rotated(old)):
        if seat and seat.bot:
            yield number, Seat(None, seat.bot, None)
        elif seat and seat.player == host:
            yield number, _with_luck(host)


def _with_luck(player: str) -> Seat:
    return Seat(player, None, contribution_of({}, fair=True))


def _seated(new_id: str, game: Game, player: str) -> Game:
    """Return the rematch with its player in the seat that is kept for them, if one still is."""
    kept = services().invitations.kept_seats(new_id)
    if kept_seat(game, kept, player) is None:
        return game
    # With a key, so that asking again takes no second seat.
    command = Command.of(["seats"], scope=f"player {player}", key="rematch")
    seat = _with_luck(player)

    def decide(newest: Game) -> Any:
        return take_seat(newest, seat, seat_to_take(newest, kept, player, None))

    return services().commands.submit(new_id, decide, command).game


def kept_seat(game: Game, kept: Mapping[int, str], player: str) -> int | None:
    """Return the free seat of an open game that is kept for a player who does not sit yet."""
    return next((seat for seat, who in kept_free(game, kept).items() if who == player), None)


def _await(new_id: str, wait: float) -> None:
    with services().live.listening(new_id, account(), address()) as waiter:
        # Looked up after listening has begun, or a rematch made in between would be missed.
        if not services().store.exists(new_id):
            waiter.wait_past(0, wait)


def _rematch(new_id: str, game: Game, old: Game) -> Rematch | None:
    player = asker().player
    was_there = player is not None and old.seat_of(player) is not None
    if not (was_there or may_see(new_id, game, None)):
        return None
    seat = None if player is None else _own_seat(new_id, game, player)
    join_code = key_of(new_id, game) if was_there else None
    return Rematch(**game_fields(new_id, game), seat=seat, join_code=join_code)


def _own_seat(new_id: str, game: Game, player: str) -> int | None:
    own = game.seat_of(player)
    return (
        kept_seat(game, services().invitations.kept_seats(new_id), player) if own is None else own
    )


def game_fields(game_id: str, game: Game) -> JsonObject:
    """Return the fields that rematches and invitations have in common."""
    names = services().names.in_game(game)
    naming = SeatNames(game_id, game.ruleset.id, names.__getitem__)
    seats = naming.taken((seat.player, seat.bot) if seat else None for seat in game.seats)
    return {"game_id": game_id, "status": game.status, "seats": seats}


def key_of(game_id: str, game: Game) -> str | None:
    """Return the join code of an unlisted game, None for a listed one."""
    return None if is_listed(game_id, game) else code_of(game)
