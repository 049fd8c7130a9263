"""Options that all actions of a host share, and the store that they act on."""

import os
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from getpass import getuser

import click
import msgspec

from service.context import Services, services_over
from service.moderation.actions import Act, ActionRefused, LogStatus, perform
from service.moderation.answers import ActDone
from service.moderation.log import LogBusy
from service.moderation.rights import sentence_of
from service.operations.backup.errors import BackupFailed
from service.operations.backup.places import open_for_events
from service.people.player import PlayerUnknown
from service.settings.config import Config
from service.texts import DEFAULT
from service.texts.visible_text import fault_in

REASON_LENGTH = 200


def _line(_: click.Context, __: click.Parameter, value: str | None) -> str:
    """Return a text as one line. Raises BadParameter."""
    line = " ".join((value or "").split())
    if len(line) > REASON_LENGTH:
        raise click.BadParameter(f"must be at most {REASON_LENGTH} characters.")
    if value is not None and not line:
        raise click.BadParameter("must not be blank.")
    # Checked like players' texts: a terminal or a page would obey invisible characters.
    fault = fault_in(line) if line else None
    if fault is not None:
        raise click.BadParameter(fault.words(DEFAULT))
    return line


def _sentence(context: click.Context, parameter: click.Parameter, value: str | None) -> str:
    """Return a text with a full stop."""
    return sentence_of(_line(context, parameter, value))


def _by(context: click.Context, parameter: click.Parameter, value: str | None) -> str:
    named = f"{_user()}@{socket.gethostname()}" if value is None else value
    return _line(context, parameter, named)


def _user() -> str:
    try:
        return getuser()
    except (KeyError, OSError):  # a container's user may have no name
        return str(os.getuid())


BY = click.option("--by", callback=_by, metavar="NAME", help="Who does it [default: user@machine].")
WHY = click.option("--reason", callback=_line, metavar="TEXT", help="Why; only the log shows it.")
TOLD_WHY = click.option(
    "--reason", callback=_sentence, required=True, metavar="TEXT", help="Why; players read it."
)

_AS_JSON = "anabasis.as_json"


def _note_form(context: click.Context, _: click.Parameter, value: bool) -> None:
    context.meta[_AS_JSON] = value


ACT_JSON = click.option(
    "--json",
    is_flag=True,
    expose_value=False,
    callback=_note_form,
    help="Print what was done as one object of JSON.",
)
"""An option of commands that end in ``perform_and_report``."""
JSON_LINES = click.option("--json", "as_json", is_flag=True, help="Print each as a line of JSON.")


class Word(click.Choice[str]):
    """One of some words, which the metavar names already."""

    def get_missing_message(self, param: click.Parameter, ctx: click.Context | None) -> str:  # noqa: ARG002 - click's signature
        """Return nothing: click's own message lists the words in lines of their own."""
        return ""


@contextmanager
def opened_service() -> Iterator[Services]:
    """Open the store that the environment names; report a refusal in one line."""
    try:
        with open_for_events(None) as store:
            yield services_over(Config.from_environment(), store)
    except (BackupFailed, ActionRefused) as error:
        raise click.ClickException(str(error)) from error
    except PlayerUnknown as error:
        raise click.ClickException(f"The player {error} has just left.") from None
    except LogBusy:
        raise click.ClickException("Others act at the same time: try again.") from None


def rotated(own: Services, reason: str, by: str) -> str:
    """Rotate the key that signs heads, and log it; return the new key's id."""
    present = own.signing.published()[-1].key_id
    perform(own, Act("keys_rotated", present, reason, by))
    return own.signing.published()[-1].key_id


LOGGED = {
    LogStatus.NEW: "",
    LogStatus.REASON_CHANGED: "It already was; only the reason changed.",
    LogStatus.KNOWN: "It already was; nothing new was logged.",
}


def perform_and_report(
    own: Services, act: Act, done: str, result: Callable[[Services, str], str] = lambda *_: ""
) -> None:
    """Perform an action, and report it; with ``ACT_JSON`` as the API answers."""
    logged = perform(own, act)
    if click.get_current_context().meta.get(_AS_JSON):
        click.echo(msgspec.json.encode(ActDone(act.action, act.subject, logged.value)))
    else:
        click.echo(logged_words(done, logged, result(own, act.subject)))


def logged_words(done: str, logged: LogStatus, result: str = "") -> str:
    """Return what is done, its result if it has one, and whether it already was."""
    return " ".join(filter(None, (done, result, LOGGED[logged])))
