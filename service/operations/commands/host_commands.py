"""Commands of a host that perform an action on one game or player."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import click

from service.context import Services
from service.moderation.actions import Act
from service.operations.commands.admin_options import (
    ACT_JSON,
    BY,
    WHY,
    opened_service,
    perform_and_report,
)


@dataclass(frozen=True, slots=True)
class HostCommand:
    """A command that performs an action on a game or a player, which ``find`` names by id."""

    name: str
    subject: str
    find: Callable[[Services, str], str]
    action: str
    done: str
    text: str
    why: Callable[[Callable[..., Any]], Callable[..., Any]] = WHY
    result: Callable[[Services, str], str] = lambda _own, _subject: ""


def host_command(command: HostCommand) -> click.Command:
    """Return the command as click runs it."""

    @click.command(command.name, help=command.text)
    @click.argument("subject", metavar=command.subject.upper())
    @ACT_JSON
    @command.why
    @BY
    def perform_on(subject: str, reason: str, by: str) -> None:
        with opened_service() as own:
            named = command.find(own, subject)
            done = f"The {command.subject} {named} is {command.done}."
            perform_and_report(own, Act(command.action, named, reason, by), done, command.result)

    return perform_on
