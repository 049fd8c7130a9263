"""The command ``anabasis demo``: a game over HTTP, on the running service or one of its own."""

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any

import click
import httpx

from clients.bots import bot_names
from clients.demo import DemoFailed, Terms, run_demo
from service.config import Config
from service.launcher import Launch, LaunchFailed, Programs


@click.command()
@click.option("--url", help="The service's address; left out: the one running here, or its own.")
@click.option(
    "--bots",
    nargs=2,
    default=("greedy", "random"),
    show_default=True,
    type=click.Choice(bot_names("alexandros")),
    help="Who plays.",
)
@click.option("--board", default="asia_minor", show_default=True, help="Where.")
@click.option("--target-score", default=50, show_default=True, help="To how many points.")
@click.option("--seed", default=None, help="Hex digits: the same game again.")
def demo(url: str | None, **terms: Any) -> None:
    """Watch two bots play a whole game of Alexandros over HTTP.

    It is played on the service that runs here; where none runs, on a temporary one that is gone
    afterwards.
    """
    try:
        with _service(url) as address:
            run_demo(address, click.echo, Terms(**terms))
    except (DemoFailed, LaunchFailed) as failure:
        raise click.ClickException(str(failure)) from failure


@contextmanager
def _service(url: str | None) -> Iterator[str]:
    config = Config.from_environment()
    running = url or f"http://{config.host}:{config.port}"
    if url or _answers(running):
        yield running
        return
    click.echo(f"Nothing runs at {running}: starting a temporary service.", err=True)
    with tempfile.TemporaryDirectory(prefix="anabasis-") as folder, ExitStack() as stack:
        own = replace(config, port=0, data=Path(folder), redis_url=None)
        launch = Launch(own, Programs(), stack)
        launch.start()
        launch.is_ready(Event())
        yield launch.address.rstrip("/")
    click.echo(
        "The temporary service is gone, and its link; after `make run` a link stays.", err=True
    )


def _answers(address: str) -> bool:
    try:
        return httpx.get(f"{address}/livez", timeout=1.0).is_success
    except httpx.HTTPError:
        return False
