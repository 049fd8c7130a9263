"""The command ``anabasis demo``: a game over HTTP, on the running service or one of its own."""

import tempfile
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import click
import httpx

from service.clients import DemoFailed, Terms, bot_names, run_demo
from service.machine.stop_signals import Stopped, StopSignals, run_until_stopped
from service.operations.commands.reporting import stopped_by
from service.run.launcher import Launch, LaunchFailed, Programs
from service.server.data_folder import running_address
from service.settings.addresses import local_address
from service.settings.config import Config

ANSWER_SECONDS = 5.0


@click.command()
@click.option("--url", help="The service's address; default: the one running here, or a new one.")
@click.option(
    "--bots",
    nargs=2,
    default=("greedy", "random"),
    show_default=True,
    type=click.Choice(bot_names("alexandros")),
    help="The two bots.",
)
@click.option("--board", default="asia_minor", show_default=True, help="The board.")
@click.option("--target-score", default=50, show_default=True, help="The score to reach.")
@click.option("--seed", default=None, help="Hex digits: the same game again.")
def demo(url: str | None, **terms: Any) -> None:
    """Watch two bots play a whole game of Alexandros over HTTP.

    It is played on the service that runs on the data folder (ANABASIS_DATA), or on host and port
    (ANABASIS_HOST, ANABASIS_PORT). If none runs, it is played on a temporary one.
    """
    config, played = Config.from_environment(), Terms(**terms)
    try:
        if address := url or running_service(config):
            run_demo(address, click.echo, played)
        else:
            _play_alone(config, played)
    except Stopped as stopped:
        raise stopped_by(stopped.number, ": the game is not played to its end") from stopped
    except (DemoFailed, LaunchFailed) as failure:
        raise click.ClickException(str(failure)) from failure


def running_service(config: Config) -> str | None:
    """Return the address of the service on the data folder, or of one on host and port."""
    address = running_address(config.data) or local_address(config.host, config.port)
    address = address.rstrip("/")
    return address if _answers(address) else None


def _play_alone(config: Config, terms: Terms) -> None:
    """Play on a service that keeps nothing; signals end first the game and then the service."""
    click.echo("No service runs here: starting a temporary one.", err=True)
    stopping = StopSignals()
    # Removed by Python after the server in it has ended; no games are kept there.
    with tempfile.TemporaryDirectory(prefix="anabasis-") as folder, ExitStack() as stack:
        # Any free port: the usual one may be taken by a service on another folder.
        own = replace(config, port=0, data=Path(folder), redis_url=None)
        launch = Launch(own, Programs(), stack, stopping)
        launch.start()
        launch.await_ready()
        address = launch.address.rstrip("/")
        playing = run_until_stopped(stopping, partial(run_demo, address, click.echo, terms))
        stopping.check()
        playing.result()
    click.echo(
        "The temporary service is gone, and its link; after `make run` a link stays.", err=True
    )


def _answers(address: str) -> bool:
    try:
        return httpx.get(f"{address}/livez", timeout=ANSWER_SECONDS).is_success
    except httpx.HTTPError:
        return False
