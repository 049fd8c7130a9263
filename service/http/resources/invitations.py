"""Invitations: the games in which a seat is kept for a player."""

from collections.abc import Iterator

from flask import Response

from projections.answers.endings import Invitation, Invitations
from service.context import services
from service.game.state_cache import GameUnknown
from service.http.answering.private_answers import answer
from service.http.asking.auth import player_id
from service.http.document.describing import scoped
from service.http.document.shapes import ref
from service.http.reading.parsing import Resource
from service.http.resources.rematches import game_fields, kept_seat, key_of

blp = Resource("invitations", __name__, description="Invitations to games.")


@blp.get("/me/invitations")
@blp.doc(operationId="list_my_invitations", security=scoped("read"))
@blp.response(200, ref("Invitations"), description="The invitations, at most 20.")
def my_invitations() -> Response:
    """List the games that keep a seat for this player, the newest first.

    `POST /games/{game_id}/seats` accepts. An invitation ends when it is answered, when the game
    starts or is cancelled, or after three weeks.
    """
    player = player_id()
    return answer(Invitations(list(_pending(player)), services().challenges.count(player)))


@blp.delete("/me/invitations/<game_id>")
@blp.doc(operationId="decline_invitation", security=scoped("play"))
@blp.response(204, description="The invitation is declined; the seat is free for anybody.")
def decline(game_id: str) -> Response:
    """Decline an invitation.

    The seat that was kept is then free for anybody.
    """
    player, invitations = player_id(), services().invitations
    if not invitations.drop(player, game_id):
        raise GameUnknown(game_id)
    kept = invitations.kept_seats(game_id)
    invitations.free(game_id, *(seat for seat, invited in kept.items() if invited == player))
    return Response(status=204)


def _pending(player: str) -> Iterator[Invitation]:
    """Yield the invitations that are still open; the others are forgotten."""
    for game_id in services().invitations.of(player):
        # Players are invited before a rematch is made: for a moment, or after a failure, there is
        # no game yet.
        if services().store.exists(game_id):
            invitation = _invitation(game_id, player)
            if invitation is None:
                services().invitations.drop(player, game_id)
            else:
                yield invitation


def _invitation(game_id: str, player: str) -> Invitation | None:
    own = services()
    game = own.cache.current(game_id).game
    seat = kept_seat(game, own.invitations.kept_seats(game_id), player)
    if seat is None:
        return None
    names = own.names.of([game.terms.creator])
    return Invitation(
        game_id=game_id,
        ruleset=game.ruleset.id,
        title=own.removals.stored_title(game_id, game.ruleset.id, game.terms.title),
        seats=game_fields(game_id, game)["seats"],
        seat=seat,
        host=names[game.terms.creator],
        invited_at=game.created_at,
        join_code=key_of(game_id, game),
    )
