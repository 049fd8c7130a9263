"""A member's invitations to make an account here, where the host lets members invite."""

from typing import Any

from flask import Response
from msgspec.structs import asdict

from service.context import services
from service.http.answering.private_answers import answer
from service.http.answering.signing_in import asked_address
from service.http.asking.allowances import spend
from service.http.asking.auth import NoRight, player_id
from service.http.document.describing import TOKEN
from service.http.document.shapes import ref, response_ref
from service.http.reading.parsing import Resource, read
from service.http.reading.schemas import NewAccountInvitation
from service.people.answers import AccountInvitationMade, MyAccountInvitations

NEW_INVITATION = NewAccountInvitation()

blp = Resource("account_invitations", __name__, description="Invitations to make an account.")


@blp.post("/me/account-invitations")
@blp.doc(
    operationId="create_account_invitation",
    security=TOKEN,
    responses={409: response_ref("Refused409")},
)
@blp.body(NEW_INVITATION)
@blp.response(201, ref("AccountInvitationMade"), description="The token is shown only once.")
def create_account_invitation() -> Response:
    """Invite people who have no account here; at most ten invitations at once.

    Refused (`no_right`) unless the host lets members invite. Whoever accepts sends the `token` as
    `invitation` with their name. Invitations to games are others: `GET /me/invitations` lists them.
    """
    inviter = player_id()
    _check_may_invite()
    wanted: dict[str, Any] = read(NEW_INVITATION)
    spend("account_invitations")
    made, token = services().account_invitations.make(inviter, **wanted)
    # After the #, where no server and no Referer sees it.
    link = f"{asked_address()}#invite={token}"
    return answer(AccountInvitationMade(**asdict(made), token=token, link=link), 201)


@blp.get("/me/account-invitations")
@blp.doc(operationId="list_account_invitations", security=TOKEN)
@blp.response(200, ref("MyAccountInvitations"), description="Without their tokens.")
def list_account_invitations() -> Response:
    """List the player's invitations to make an account that have not ended.

    `players` are those who came by each.
    """
    return answer(MyAccountInvitations(services().account_invitations.of(player_id())))


@blp.delete("/me/account-invitations/<invitation_id>")
@blp.doc(operationId="revoke_account_invitation", security=TOKEN)
@blp.response(204, description="The invitation is void; accounts made with it stay.")
def revoke_account_invitation(invitation_id: str) -> Response:
    """Withdraw an invitation to make an account.

    Nobody comes in by it any more; accounts that were made with it stay.
    """
    services().account_invitations.revoke(invitation_id, player_id())
    return Response(status=204)


def _check_may_invite() -> None:
    if services().config.invitations != "members":
        raise NoRight("invite")
