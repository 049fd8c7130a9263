"""The command ``anabasis admin first-host``: a host for a service that has none yet."""

import click

from service.context import Services
from service.machine.plain_text import one_line
from service.moderation.actions import Act, perform, sign_in_link
from service.moderation.log import AdminLog
from service.moderation.rights import role_of
from service.operations.commands.admin_options import BY, opened_service
from service.texts import DEFAULT
from service.texts.visible_text import fault_in

NAME_LENGTH = 40
MADE = "player_made_host"
REASON = "The first host, named when the service was set up."


def _name(_: click.Context, __: click.Parameter, value: str) -> str:
    """Return a name as players may have it. Raises BadParameter."""
    name = one_line(value).strip()
    if not 0 < len(name) <= NAME_LENGTH:
        raise click.BadParameter(f"must have 1 to {NAME_LENGTH} characters.")
    if fault := fault_in(value):
        raise click.BadParameter(fault.words(DEFAULT))
    return name


def _refuse_second(own: Services) -> None:
    """Raise ClickException if there is a host."""
    # Roles are given by logged acts alone; a host may have left since, or lost the role.
    made = {
        each.subject for each in AdminLog(own.read_models.client).entries() if each.action == MADE
    }
    if host := next((each for each in sorted(made) if role_of(own, each) == "host"), None):
        raise click.ClickException(
            f"There is a host already, {host}: `anabasis admin link` signs them in, and `anabasis "
            "admin role PLAYER host` makes another one."
        )


@click.command("first-host")
@click.argument("name", callback=_name)
@BY
def first_host(name: str, *, by: str) -> None:
    """Make a player with the role of a host, and print a link that signs them in.

    The link is good for ten minutes and one browser; `anabasis admin link` makes another. Where
    there is a host already, nothing is done.
    """
    with opened_service() as own:
        _refuse_second(own)
        player, _ = own.players.create(name)
        perform(own, Act(MADE, player.id, REASON, by))
        click.echo(sign_in_link(own, player.id, REASON, by))
