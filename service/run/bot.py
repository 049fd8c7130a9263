"""The command ``anabasis bot``: play a level of the planner as a bot account, on any server."""

import logging
import random
import signal
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click
import httpx

from domain.record.visibility import JsonObject
from service.clients import Anabasis, ApiError, BotRunner, account
from service.clients.planners.levels import LEVEL_NAMES, PlannersOff, has_numpy, level_names
from service.clients.planners.seats import PlannerSeats, all_events
from service.run.demo import running_service
from service.settings.addresses import local_address
from service.settings.config import Config

log = logging.getLogger("anabasis.bot")


@click.command()
@click.argument("level", type=click.Choice(LEVEL_NAMES))
@click.option("--server", help="The service's address; default: the one running here.")
@click.option("--owner", required=True, help="Who answers for the bot, as all may read.")
@click.option(
    "--token-file",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="The account's token; made with a new account if it is missing.",
)
@click.option("--name", help="The name of a new account; default: the level.")
@click.option("--handle", help="A unique name to claim, by which players challenge it.")
@click.option(
    "--invitation",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A file with an invitation for a new account, or its link, where the host wants one.",
)
@click.option(
    "--games",
    default=20,
    show_default=True,
    type=click.IntRange(1, 1_000),
    help="The most games at once.",
)
def bot(level: str, server: str | None, owner: str, token_file: Path, **more: Any) -> None:
    """Play LEVEL of the planner as a bot account: challenge it, and it accepts.

    \b
    anabasis bot hard --owner Ada --handle rook --token-file hard.token
    anabasis bot easy --owner Ada --handle pawn --token-file easy.token --server https://games.example

    It knows what a player in its seat is shown, and no more. It takes the games for which this
    release has weights. Ctrl-C stops it; started again with the same token, it goes on.
    """
    if not has_numpy():
        raise click.ClickException(str(PlannersOff()))
    config = Config.from_environment()
    address = server or running_service(config) or local_address(config.host, config.port)
    log.setLevel(logging.INFO)
    stopped = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stopped.set())
    terms = {"rulesets": planned_here(), "games": more["games"]}
    try:
        with Anabasis(address) as service:
            name, invitation = more["name"] or level.capitalize(), more["invitation"]
            me = account(service, token_file, name, owner, terms, invitation=invitation)
            if more["handle"]:
                me.accounts.claim_handle(more["handle"])
            log.info("plays on %s, %s", address, _called(me.me()["handle"]))
            BotRunner(me, RemotePlanner(me, level)).run(stopped)
    except (ApiError, OSError, UnicodeError, httpx.InvalidURL) as error:
        raise click.ClickException(f"{address}: {error}") from error


def _called(handle: str | None) -> str:
    """Return in words how the account is challenged."""
    if handle is None:
        return "but has no unique name to challenge it by: start it with --handle NAME"
    return f"challenge it as {handle}"


def planned_here() -> list[str]:
    """Return the rulesets that the planner can play."""
    from domain.kernel.rulesets import rulesets  # noqa: PLC0415 - takes a while, after --help

    return [ruleset for ruleset in rulesets() if level_names(ruleset)]


class RemotePlanner:
    """A level as a bot of the runner, which reads its games' events by the API."""

    def __init__(self, client: Anabasis, level: str) -> None:
        self._client, self._level = client, level
        self._planners = PlannerSeats()
        # The runner asks in several threads; two searches at once would take as long.
        self._lock = threading.Lock()

    def __call__(
        self, view: JsonObject, moves: list[JsonObject], luck: random.Random
    ) -> JsonObject:
        """Return a move."""
        with self._lock:
            return self._planners.choose(self, self._level, view, moves, luck)

    def events(self, game: str, after: int) -> Iterator[Mapping[str, Any]]:
        """Return the events after a version, as the account may see them. Raises ApiError."""
        return all_events(lambda at, most: self._client.events(game, after=at, limit=most), after)
