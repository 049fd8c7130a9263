"""The command ``anabasis keys``: the keys that sign heads, and their rotation."""

import click

from service.operations.admin.host import BY, opened_service, rotated


@click.command()
@click.option("--rotate", is_flag=True, help="The same as `anabasis admin rotate-keys`.")
@BY
def keys(*, rotate: bool, by: str) -> None:
    """List the public keys that sign the heads of games, oldest first.

    The private half of the last one is in the store, and in its backups: whoever reads either can
    sign. A rotation forgets the private half of the key before, and is logged. All public ones stay
    published, so that older signatures can be checked.
    """
    with opened_service() as own:
        if rotate:
            rotated(own, "", by)
        for key in own.signing.published():
            click.echo(f"{key.key_id}  {key.public_key}  since {key.since}")
