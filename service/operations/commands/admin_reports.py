"""The commands ``anabasis admin reports`` and ``resolve``: what players have reported."""

from collections.abc import Iterator
from typing import get_args

import click
import msgspec

from service.context import Services
from service.machine.plain_text import counted, printable
from service.moderation.answers import ReportLine
from service.moderation.reports import Outcome, resolve, shown_lines
from service.operations.commands.admin_options import BY, JSON_LINES, WHY, Word, opened_service
from service.people.reports import MOST_LINES, ReportUnknown


@click.command("reports")
@JSON_LINES
def reports_command(*, as_json: bool) -> None:
    """List what players have reported and nobody has resolved, one line a target.

    Those of most players come first: report, count, first and last time, whom it is about, reasons,
    and the first three texts. `anabasis admin resolve` takes one out of the list; it ends by itself
    90 days after its last report.
    """
    with opened_service() as own:
        lines = list(_lines(own))
    for line in lines:
        click.echo(msgspec.json.encode(line) if as_json else _written(line))
    if not lines and not as_json:
        # Programs read stdout as lines of reports, and this sentence is no report.
        click.echo("Nothing is reported.", err=True)


def _lines(own: Services) -> Iterator[ReportLine]:
    lines, _ = own.reports.page(0, MOST_LINES)
    yield from shown_lines(own, lines)


def _written(line: ReportLine) -> str:
    reasons = ", ".join(f"{reason} {n}" for reason, n in line.reasons.items())
    about = f"{line.player_id} {line.player_name or 'has left'}"
    texts = [f"{text.by}: {text.text}" for text in line.texts]
    parts = (line.report_id, counted(line.count, "player"), line.first_at, line.last_at, about)
    return printable("  ".join((*parts, reasons, *texts)))


@click.command("resolve")
@click.argument("report")
@click.argument("outcome", type=Word(get_args(Outcome)), metavar="acted|nothing")
@WHY
@BY
def resolve_command(report: str, outcome: Outcome, *, reason: str, by: str) -> None:
    """Take what was reported out of the list: you have acted, or there was nothing to do.

    REPORT is the first word of a line of `anabasis admin reports`, such as `game-k3v9x2m7q4w8z6t5`.
    It changes nothing else. Who reports the same thing again begins a new line.
    """
    with opened_service() as own:
        try:
            resolve(own, report, outcome, reason, by)
        except ReportUnknown:
            raise click.ClickException(
                f"Nobody has reported {report!r}: `anabasis admin reports` lists what was reported."
            ) from None
    click.echo(f"The report {report} is resolved.")
