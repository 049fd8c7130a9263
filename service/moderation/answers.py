"""Answers about the acts of hosts and moderators as types."""

from typing import Annotated, TypeAlias

from msgspec import UNSET, Struct, UnsetType

from projections.answers.fields import Time, about, one_of
from projections.answers.games import View
from service.people.reports import KINDS

Logged: TypeAlias = Annotated[
    str,
    one_of(
        "new",
        "reason_changed",
        "known",
        description="`known`: it already was, for this reason, and was only done again.",
    ),
]


class HostAct(Struct):
    """An act in the log."""

    number: int
    at: Time
    by: Annotated[str, about("A player's id; for a command the user and machine.")]
    by_name: Annotated[str | None, about("The player's present name; null for a command.")]
    action: Annotated[str, about("Such as `game_closed`; expect new ones.")]
    subject: Annotated[str, about("A game's or player's id, or what else the act is about.")]
    reason: Annotated[str, about("Why; empty if none was given.")]
    until: Annotated[Time | None, about("When it ends by itself; null if it does not.")]


class HostActs(Struct):
    """A page of the log."""

    acts: Annotated[list[HostAct], about("Newest first.")]
    next: Annotated[int | None, about("`before` of the next page; null on the last one.")]


class ActDone(Struct):
    """An act that was done."""

    action: str
    subject: Annotated[str, about("The id of what it was done to.")]
    logged: Logged


class Reported(Struct):
    """A report that the host has."""

    target: Annotated[str, one_of(*KINDS)]
    id: Annotated[str, about("The game's id, of a title or board as well; or the player's.")]


class ReportText(Struct):
    """What somebody wrote beside a report."""

    by: str
    by_name: Annotated[str | None, about("Null if they have left.")]
    text: str


class ReportLine(Struct):
    """The reports of one target that wait for a moderator."""

    report_id: str
    target: Annotated[str, one_of(*KINDS)]
    id: Annotated[str, about("The game's id, of a title or board as well; or the player's.")]
    player_id: Annotated[str, about("The reported player, or the one who made the game.")]
    player_name: Annotated[str | None, about("Null if they have left.")]
    count: Annotated[int, about("The players who have reported it; 100 stands for more, too.")]
    first_at: Time
    last_at: Time
    reasons: Annotated[dict[str, int], about("How many gave each reason.")]
    texts: Annotated[list[ReportText], about("The first three.")]


class ReportQueue(Struct):
    """A page of the queue of reports."""

    reports: Annotated[list[ReportLine], about("Those of most players first.")]
    page: int
    per_page: int
    total: Annotated[int, about("Of all lines, also of those about you, which are not listed.")]


class ReportedPlayer(Struct):
    """The names of a reported player."""

    name: Annotated[str | None, about("As others see it; null if they have left.")]
    own_name: Annotated[str | None, about("Their own name, if they are muted.")]
    handle: str | None


class ReportInFull(Struct):
    """A line of the queue, with what was reported and its surroundings."""

    report: ReportLine
    player: Annotated[ReportedPlayer, about("The player whom it is about.")]
    text: Annotated[str | None, about("The reported title, or the board's; null without one.")]
    earlier: Annotated[HostAct | None, about("How reports of it were resolved the last time.")]
    game: Annotated[
        View | UnsetType,
        about("The game as the public sees it, without its secret link; omitted for a player."),
    ] = UNSET
