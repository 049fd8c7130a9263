"""The command ``anabasis admin idle``: the accounts that nobody has used."""

import click
import msgspec

from service.machine.plain_text import counted, printable
from service.moderation.idle_accounts import IdleAccount, IdleAccounts
from service.operations.commands.admin_options import JSON_LINES, opened_service


@click.command()
@click.option(
    "--days", type=click.IntRange(90, 36_500), help="As if ANABASIS_IDLE_ACCOUNTS were this."
)
@JSON_LINES
def idle(*, days: int | None, as_json: bool) -> None:
    """List the accounts that nobody has used, and when they are deleted; nothing is done.

    `found` ones are deleted within 30 days, `warned` ones within 7, `due` ones at the next walk of
    a worker, which makes one a day.
    """
    count = 0
    with opened_service() as own:
        wanted = days or own.config.idle_accounts
        if not wanted:
            raise click.ClickException(
                "ANABASIS_IDLE_ACCOUNTS is never, so no account is deleted for being idle: --days "
                "730 shows which 730 would delete."
            )
        for account in IdleAccounts(own, wanted).candidates():
            count += 1
            click.echo(msgspec.json.encode(account) if as_json else _line(account))
    click.echo(f"{counted(count, 'idle account')}.", err=True)


def _line(account: IdleAccount) -> str:
    dates = f"last used {account.last_used}", f"deleted on {account.deleted_on}"
    return "  ".join((account.player_id, account.stage, *dates, printable(account.name)))
