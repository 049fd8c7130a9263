"""The command ``anabasis admin first-host``: a host for a service that has none yet."""

import click

from service.machine.plain_text import one_line
from service.moderation.actions import Act, perform, sign_in_link
from service.operations.commands.admin_options import BY, opened_service
from service.texts import DEFAULT
from service.texts.visible_text import fault_in

NAME_LENGTH = 40
REASON = "The first host, named when the service was set up."


def _name(_: click.Context, __: click.Parameter, value: str) -> str:
    """Return a name as players may have it. Raises BadParameter."""
    name = one_line(value).strip()
    if not 0 < len(name) <= NAME_LENGTH:
        raise click.BadParameter(f"must have 1 to {NAME_LENGTH} characters.")
    if fault := fault_in(value):
        raise click.BadParameter(fault.words(DEFAULT))
    return name


@click.command("first-host")
@click.argument("name", callback=_name)
@BY
def first_host(name: str, *, by: str) -> None:
    """Make a player with the role of a host, and print a link that signs them in.

    The link is good for ten minutes and one browser; `anabasis admin link` makes another.
    """
    with opened_service() as own:
        player, _ = own.players.create(name)
        perform(own, Act("player_made_host", player.id, REASON, by))
        click.echo(sign_in_link(own, player.id, REASON, by))
