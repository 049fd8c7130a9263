"""Invitations to make an account here: those of members, and those that are mailed."""

from typing import Any

from flask import Response
from msgspec.structs import asdict

from service.context import services
from service.http.answering.private_answers import answer
from service.http.answering.signing_in import asked_address
from service.http.asking.allowances import spend, spend_invitation_mail
from service.http.asking.auth import NoRight, player_id
from service.http.asking.languages import language
from service.http.asking.registration import RegistrationClosed
from service.http.document.describing import TOKEN
from service.http.document.shapes import ref, response_ref
from service.http.reading.parsing import Resource, read
from service.http.reading.schemas import InvitationMail, InvitationToken, NewAccountInvitation
from service.notices.channels import MailOff, check_domain
from service.notices.invitation_mails import DAYS, put_out
from service.people.account_invitations import MAIL
from service.people.answers import (
    AccountInvitationMade,
    AccountInvitationMailed,
    MyAccountInvitations,
    OpenAccountInvitation,
)

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

    Refused (`no_right`) unless the host lets members invite. New players send the
    `token` as `invitation`, with their name. Invitations to games are others: `GET /me/invitations`
    lists them.
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


@blp.post("/account-invitations/check")
@blp.doc(operationId="check_account_invitation", responses={403: response_ref("Refused403")})
@blp.arguments(InvitationToken())
@blp.response(200, ref("OpenAccountInvitation"), description="The invitation is good.")
def check_account_invitation(body: dict[str, Any]) -> Response:
    """Look whether an invitation to make an account is good, and use none of it.

    It is refused as in `POST /players`: when it is unknown or used up (`invitation_spent`), or
    nobody may make an account (`registration_closed`).
    """
    spend("invitation_checks")
    if services().config.registration == "closed":
        raise RegistrationClosed
    found = services().account_invitations.read(body["invitation"])
    return answer(OpenAccountInvitation(found.uses_left, found.expires_at))


@blp.post("/account-invitations")
@blp.doc(
    operationId="ask_account_invitation",
    responses={403: response_ref("Refused403"), 409: response_ref("Refused409")},
)
@blp.arguments(InvitationMail())
@blp.response(202, ref("AccountInvitationMailed"), description="The mail is on its way.")
def ask_account_invitation(body: dict[str, Any]) -> Response:
    """Have an invitation to make an account sent to an e-mail address.

    The host allows that to addresses of some domains, `mail_domains` in the index; others are
    refused (`mail_domain`), or all are where there are no such domains (`mail_off`). An address
    gets at most three a day from one network, and five from all networks. The invitation is good
    for a day and one account.
    """
    config, own = services().config, services()
    if not config.mail_domains or not own.notices.email:
        raise MailOff
    if config.registration == "closed":
        raise RegistrationClosed
    check_domain(body["email"], config.mail_domains)
    spend_invitation_mail(body["email"])
    made, token = own.account_invitations.make(MAIL, uses=1, days=DAYS)
    put_out(own.notices, body["email"], token, language())
    return answer(AccountInvitationMailed(made.expires_at), 202)


def _check_may_invite() -> None:
    if services().config.invitations != "members":
        raise NoRight("invite")
