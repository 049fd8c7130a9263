"""Answers about the acts of hosts and moderators as types."""

from typing import Annotated, TypeAlias

from msgspec import Struct

from projections.answers.fields import Time, about, one_of

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


class HostActs(Struct):
    """A page of the log."""

    acts: Annotated[list[HostAct], about("Newest first.")]
    next: Annotated[int | None, about("`before` of the next page; null on the last one.")]


class ActDone(Struct):
    """An act that was done."""

    action: str
    subject: Annotated[str, about("The id of what it was done to.")]
    logged: Logged
