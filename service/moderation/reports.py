"""The queue of reports as moderators see it, and its resolution."""

from collections.abc import Sequence
from typing import Literal

from domain.record.times import moment
from service.context import Services
from service.moderation.actions import Act, perform
from service.moderation.answers import ReportLine, ReportText
from service.moderation.listings import seated_in
from service.moderation.log import AdminLog, Entry
from service.moderation.rights import RoleTooLow, role_of
from service.people import reports
from service.people.player import PlayerAccount
from service.people.reports import ReportUnknown, target_of

Outcome = Literal["acted", "nothing"]
RESOLUTIONS: dict[Outcome, str] = {"acted": "report_acted", "nothing": "report_dismissed"}
"""The actions by which a report is resolved: something was done, or there was nothing to do."""


def report_about(own: Services, actor: PlayerAccount, report_id: str) -> reports.TargetReports:
    """Return a line that an actor may see. Raises ReportUnknown."""
    line = own.reports.read(target_of(report_id))
    if line not in seen_by(own, actor, [line]):
        raise ReportUnknown(report_id)
    return line


def seen_by(
    own: Services, actor: PlayerAccount, lines: Sequence[reports.TargetReports]
) -> list[reports.TargetReports]:
    """Return the lines that an actor may see."""
    # Moderators are not to learn who has reported them, or a game in which they sit; somebody has
    # to see it, so hosts do.
    if actor.role == "host":
        return list(lines)
    games = [line.target.id for line in lines if line.target.kind != "player"]
    seated = seated_in(own, [*dict.fromkeys(games)])
    return [line for line in lines if actor.id not in (line.about, *seated.get(line.target.id, ()))]


def check_may_resolve(own: Services, actor: PlayerAccount, line: reports.TargetReports) -> None:
    """Raise RoleTooLow if only a host may resolve a report: it is of a player who has a role."""
    if actor.role == "host" or line.target.kind != "player":
        return
    if role_of(own, line.about) is not None:
        raise RoleTooLow("role_above")


def resolve(own: Services, report_id: str, outcome: Outcome, reason: str, by: str) -> None:
    """Take a line out of the queue, and log how. Raises ReportUnknown, LogBusy."""
    line = own.reports.read(target_of(report_id))
    perform(own, Act(RESOLUTIONS[outcome], line.target.name, reason, by))


def last_resolution(own: Services, report_id: str) -> Entry | None:
    """Return how reports of a target were resolved the last time."""
    return AdminLog(own.read_models.client).newest(RESOLUTIONS.values(), report_id)


def shown_lines(own: Services, lines: Sequence[reports.TargetReports]) -> list[ReportLine]:
    """Return lines of the queue with the present names of those in them."""
    people = {line.about for line in lines} | {by for line in lines for by, _ in line.texts}
    names = own.names.of(people)
    return [
        ReportLine(
            report_id=line.target.name,
            target=line.target.kind,
            id=line.target.id,
            player_id=line.about,
            player_name=names[line.about],
            count=line.count,
            first_at=moment(line.first),
            last_at=moment(line.last),
            reasons=line.reasons,
            texts=[ReportText(by, names[by], text) for by, text in line.texts],
        )
        for line in lines
    ]
