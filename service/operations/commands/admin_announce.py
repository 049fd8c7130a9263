"""The commands of ``anabasis admin`` for announcements, which every page shows until their end."""

from collections.abc import Sequence
from datetime import UTC, datetime

import click
import msgspec

from domain.record.times import moment
from service.machine import clock
from service.moderation.announcing import announce, end_announcement
from service.operations.commands.admin_options import BY, JSON_LINES, WHY, opened_service
from service.people.announcements import LONGEST, LONGEST_TIME
from service.people.quiet_hours import HOUR
from service.texts import DEFAULT, LANGUAGES
from service.texts.visible_text import fault_in

MOST_HOURS = LONGEST_TIME // HOUR


class SaidText(click.ParamType[tuple[str, str]]):
    """A text, which may begin with its language: ``de=Pause um 20 Uhr.``; English without one."""

    name = "text"

    def convert(
        self, value: str, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, str]:
        """Return the language and the text."""
        language, sign, said = value.partition("=")
        if not (sign and language in LANGUAGES):
            language, said = DEFAULT, value
        said = " ".join(said.split())
        if not 1 <= len(said) <= LONGEST:
            self.fail(f"{value[:40]!r}: give 1 to {LONGEST} characters.", param, ctx)
        fault = fault_in(said)
        if fault is not None:
            self.fail(f"{value[:40]!r} {fault.words(DEFAULT)}", param, ctx)
        return language, said


def _until(_: click.Context, __: click.Parameter, value: str | None) -> int | None:
    if value is None:
        return None
    try:
        time = datetime.fromisoformat(value)
    except ValueError:
        raise click.BadParameter(f"{value!r} is no time such as 2026-12-01T20:00Z.") from None
    until = int((time if time.tzinfo else time.replace(tzinfo=UTC)).timestamp() * 1000)
    if not 0 < until - clock.now_ms() <= LONGEST_TIME:
        raise click.BadParameter(f"{value!r} is not a time to come within a year.")
    return until


@click.command("announce")
@click.argument("texts", nargs=-1, type=SaidText(), metavar="[LANGUAGE=]TEXT...")
@click.option(
    "--hours", type=click.IntRange(1, MOST_HOURS), help="How long it is shown [default: 24]."
)
@click.option("--until", callback=_until, metavar="TIME", help="Its end instead (UTC).")
@JSON_LINES
@BY
def announce_command(
    *,
    texts: Sequence[tuple[str, str]],
    hours: int | None,
    until: int | None,
    as_json: bool,
    by: str,
) -> None:
    """Show a text on every page until a time, in place of the present one; without one, print that.

    \b
    anabasis admin announce "A break at 20:00 UTC." "de=Pause um 20 Uhr (UTC)." --hours 5
    anabasis admin announce

    Readers whose language has no text get the first one. It ends by itself; players can close it.
    """
    if hours is not None and until is not None:
        raise click.UsageError("Give --hours or --until, not both.")
    if not texts and (hours is not None or until is not None):
        raise click.UsageError("Give the text to announce.")
    said = dict(texts)
    if len(said) < len(texts):
        raise click.UsageError("Give one text for each language, such as de=Pause um 20 Uhr.")
    with opened_service() as own:
        end = until or clock.now_ms() + (hours or 24) * HOUR
        shown = announce(own, said, end, by) if said else own.announcements.read()
    if as_json:
        click.echo(msgspec.json.encode(shown))
    elif shown is None:
        click.echo("There is no announcement.", err=True)
    else:
        click.echo(f"Shown until {moment(shown.until)}:")
        for language, text in shown.texts.items():
            click.echo(f"  {language}  {text}")


@click.command()
@WHY
@BY
def unannounce(*, reason: str, by: str) -> None:
    """End the announcement before its time."""
    with opened_service() as own:
        ended = end_announcement(own, reason, by)
    click.echo("It is shown no more." if ended else "There was no announcement.")
