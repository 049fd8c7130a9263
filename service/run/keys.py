"""The command ``anabasis keys``: the keys that sign heads, and their rotation."""

import click

from service.config import Config
from service.heads.keys import SigningKeys
from service.store.redis_store import RedisStore


@click.command()
@click.option("--rotate", is_flag=True, help="Sign with a new key from now on.")
def keys(*, rotate: bool) -> None:
    """List the public keys that sign the heads of games, oldest first.

    The private half of the last one is in the store, and in its backups: whoever reads either can
    sign. A rotation forgets the private half of the key before. All public ones stay published, so
    that older signatures can be checked.
    """
    signing = SigningKeys(RedisStore.connect(Config.from_environment()).client)
    if rotate:
        signing.rotate()
    for key in signing.published():
        click.echo(f"{key.key_id}  {key.public_key}  since {key.since}")
