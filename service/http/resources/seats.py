"""Seats: taking one, and seating bots."""

from typing import Any

from flask import Response

from domain.errors import Malformed
from domain.kernel.game import Game, Seat
from domain.kernel.rematch import seat_to_take
from domain.kernel.seating import take_seat
from domain.record.record import Draft
from service.context import services
from service.game.repeats import Command
from service.game.state_cache import GameUnknown
from service.http.answering.headers import ETAG, IDEMPOTENCY_KEY
from service.http.answering.shown_games import accepted
from service.http.asking.access import flag_break, is_inside, may_see
from service.http.asking.allowances import spend
from service.http.asking.auth import NoRight, asker, player_id
from service.http.document.describing import scoped
from service.http.document.shapes import ref
from service.http.reading.bodies import body
from service.http.reading.command_headers import idempotency_key
from service.http.reading.parsing import Resource, read
from service.http.reading.schemas import NewSeat
from service.http.resources.games import check_bot, contribution_of

NEW_SEAT = NewSeat()

blp = Resource("seats", __name__, description="The seats of a game.")


@blp.post("/games/<game_id>/seats")
@blp.doc(operationId="take_seat", security=scoped("play"))
@blp.headers(IDEMPOTENCY_KEY)
@blp.body(NEW_SEAT)
@blp.response(
    201, ref("Accepted"), description="The event and the view just after it.", headers=ETAG
)
def take(game_id: str) -> Response:
    """Take a seat, or seat a bot with `bot`; the last seat taken starts the game.

    An unlisted game needs its `join_code`. The game's creator and its players may seat bots. In a
    rematch, a seat kept for an invited player is refused to others (`seat_kept`); the creator may
    name it for a bot.
    """
    asking = player_id()
    history = services().cache.current(game_id)
    game = history.game
    _check_right(game_id, game)
    flag_break(history)
    command = Command.of(["seats", body()], scope=f"player {asking}", key=idempotency_key())
    done = services().commands.answered(game_id, command)
    if done is None:
        fields = read(NEW_SEAT)
        # A game of bots alone plays on without anybody, at the workers' cost.
        if fields["bot"] is not None and not any(seat and seat.player for seat in game.seats):
            spend("bot_games")
        taken = _seat_for(fields, asking, game)
        kept, wished = _kept(game_id, game, fields), fields["seat"]

        def decide(newest: Game) -> Draft:
            return take_seat(newest, taken, seat_to_take(newest, kept, taken.player, wished))

        done = services().commands.submit(game_id, decide, command)
    return accepted(game_id, done)


def _check_right(game_id: str, game: Game) -> None:
    """Raise GameUnknown or NoRight unless the viewer may take the seat, or seat the bot."""
    # Read before the schema: the right to a seat comes before the form of the body.
    code = body().get("join_code")
    if not may_see(game_id, game, code if isinstance(code, str) else None):
        raise GameUnknown(game_id)
    if body().get("bot") is not None and not is_inside(game_id, game):
        raise NoRight("seat_bots")


def _kept(game_id: str, game: Game, fields: dict[str, Any]) -> dict[int, str]:
    """Return the players that seats are kept for."""
    # The host may give any named seat to a bot, even a kept one.
    is_hosts = asker().player == game.terms.creator
    if is_hosts and fields["bot"] is not None and fields["seat"] is not None:
        return {}
    return services().invitations.kept_seats(game_id)


def _seat_for(fields: dict[str, Any], asking: str, game: Game) -> Seat:
    """Return the seat as it will be taken. Raises Malformed or UnknownName if it cannot be."""
    seats, fair = len(game.seats), game.terms.chance.fair
    if fields["seat"] is not None and fields["seat"] >= seats:
        raise Malformed({"seat": [f"must be one of 0 to {seats - 1}, not {fields['seat']}."]})
    if fields["contribution"] is not None and not fair:
        raise Malformed({"contribution": ["must be left out: a game from a seed takes none."]})
    if fields["bot"] is None:
        return Seat(asking, None, contribution_of(fields, fair=fair))
    check_bot(game.ruleset, fields["bot"], "bot")
    return Seat(None, fields["bot"], None)
