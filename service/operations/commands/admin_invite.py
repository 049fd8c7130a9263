"""The command ``anabasis admin invite``: the host's invitations to make an account."""

import click
import msgspec

from service.context import Services
from service.machine.plain_text import counted
from service.moderation.actions import INVITATION_REVOKED, INVITED, Act, perform
from service.moderation.log import AdminLog
from service.moderation.player_lookup import find_player
from service.operations.commands.admin_options import BY, JSON_LINES, WHY, opened_service
from service.operations.commands.groups import Group
from service.people.account_invitations import (
    HOST,
    MOST_OF_HOST,
    MOST_USES,
    TooManyInvitations,
)
from service.people.answers import AccountInvitation


@click.group(cls=Group)
def invite() -> None:
    """Invite people to make an account, where ANABASIS_REGISTRATION is `invite`.

    \b
    anabasis admin invite new --uses 20 --days 14
    anabasis admin invite list
    anabasis admin invite revoke 1f0c63a5d2e84b97
    anabasis admin invite inviter p1f0c63a5d2e84b97
    """


@invite.command()
@click.option("--uses", type=click.IntRange(1, MOST_USES), default=1, show_default=True)
@click.option("--days", type=click.IntRange(1, 366), default=7, show_default=True)
@JSON_LINES
@WHY
@BY
def new(*, uses: int, days: int, as_json: bool, reason: str, by: str) -> None:
    """Make an invitation of some uses and days, and print its link, which is shown only once.

    Without ANABASIS_URL it prints the token instead, which the page takes as well.
    """
    with opened_service() as own:
        made, token = _made(own, uses, days)
        # Logged by its id: the log must let nobody in.
        AdminLog(own.read_models.client).append(INVITED, made.invitation_id, reason, by)
        link = f"{own.config.url}#invite={token}" if own.config.url else None
    if as_json:
        described = {**msgspec.structs.asdict(made), "token": token, "link": link}
        click.echo(msgspec.json.encode(described))
    else:
        click.echo(link or token)
        if link is None:
            # Beside the output, which programs read as the token alone.
            click.echo(
                "This is the token alone, as ANABASIS_URL is not set: a link is the service's "
                f"address and #invite={token}",
                err=True,
            )


def _made(own: Services, uses: int, days: int) -> tuple[AccountInvitation, str]:
    try:
        return own.account_invitations.make(HOST, uses, days)
    except TooManyInvitations:
        raise click.ClickException(
            f"There are {MOST_OF_HOST} invitations that have not ended: revoke some first."
        ) from None


@invite.command("list")
@click.option("--by-player", metavar="PLAYER", default=HOST, help="Those of a member instead.")
@JSON_LINES
def list_invitations(*, by_player: str, as_json: bool) -> None:
    """List the host's invitations that have not ended, with the players who came by them."""
    with opened_service() as own:
        invitations = own.account_invitations.of(by_player)
    for each in invitations:
        click.echo(msgspec.json.encode(each) if as_json else _line(each))
    if not invitations and not as_json:
        click.echo("There is no invitation that has not ended.", err=True)


def _line(invitation: AccountInvitation) -> str:
    left = f"{invitation.uses_left} of {counted(invitation.uses, 'use', 'uses')} left"
    parts = [invitation.invitation_id, left, f"until {invitation.expires_at}", *invitation.players]
    return "  ".join(parts)


@invite.command()
@click.argument("invitation")
@WHY
@BY
def revoke(invitation: str, *, reason: str, by: str) -> None:
    """Withdraw an invitation of the host or of a member; accounts made with it stay."""
    with opened_service() as own:
        if own.account_invitations.inviter_of(invitation) is None:
            raise click.ClickException(
                f"There is no invitation {invitation!r}: `anabasis admin invite list` shows them."
            )
        perform(own, Act(INVITATION_REVOKED, invitation, reason, by))
    click.echo(f"The invitation {invitation} is revoked.")


@invite.command()
@click.argument("player")
def inviter(player: str) -> None:
    """Print who invited a player (a member's id, or `host`) and the invitation."""
    with opened_service() as own:
        subject = find_player(own, player)
        by = own.players.inviter(subject)
    click.echo("  ".join(by) if by else f"The player {subject} came without an invitation.")
