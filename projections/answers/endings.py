"""Answers about the end of a game as types: statistics, rematch and invitations."""

from typing import Annotated

from msgspec import UNSET, Struct, UnsetType

from projections.answers.fields import GameId, SeatNumber, Time, Version, about, one_of
from projections.answers.games import Broken, Status, TakenSeat

BySeat = Annotated[list[int], about("By seat.")]


# Statistics
class PointsFrom(Struct):
    """The points from a source."""

    # Plain text and not an enum: a ruleset may add sources, and old clients show them all the same.
    source: Annotated[
        str,
        about(
            "Alexandros: `own_levies`, `others_levies`, `earlier` (before a study). Settlers: "
            "`settlements`, `cities`, `longest_road`, `largest_army`, `victory_points`; in "
            "Alexander the Great also `advisor`. More may follow."
        ),
    ]
    seats: Annotated[list[int], about("Points by seat; over all sources, a seat's final score.")]


class Roll(Struct):
    """The number of times that the dice showed a total."""

    total: int
    seats: Annotated[list[int], about("Rolls by seat.")]


class CardsDrawn(Struct):
    """The number of times that a card was drawn or taken."""

    card: Annotated[str, about("A symbol of Alexandros, or a development card of settlers.")]
    seats: BySeat


class TurnYield(Struct):
    """The yields of a turn."""

    turn: Annotated[int, about("From 1.")]
    seats: BySeat


class Yields(Struct):
    """The yields of all turns that had some."""

    unit: Annotated[str, one_of("cards", "points", description="Goods, or points by taxes.")]
    turns: list[TurnYield]


class Wait(Struct):
    """The time for which the game waited for a seat."""

    longest: Annotated[int, about("Its longest wait, in milliseconds.")]
    event: Annotated[int | None, about("The event that ended it; null if it never had to move.")]
    total: Annotated[int, about("All its waits, in milliseconds.")]


class Statistics(Struct):
    """The statistics of a finished game; undone moves do not count."""

    game_id: GameId
    version: Version
    turns: Annotated[int, about("The number of turns.")]
    started_at: Time
    ended_at: Time
    points: Annotated[list[PointsFrom], about("All sources, in the order to show them.")]
    dice: Annotated[list[Roll], about("All totals in order; empty in games without dice.")]
    cards: Annotated[list[CardsDrawn], about("All cards of the game, in order.")]
    yields: Yields
    waits: Annotated[list[Wait], about("By seat.")]
    moves: Annotated[list[int], about("Decisions by seat.")]
    undos: Annotated[list[int], about("The number of undos by seat.")]
    broken: Broken | UnsetType = UNSET


# Animation
class Animation(Struct):
    """An animation of a finished game, and its progress."""

    game_id: GameId
    status: Annotated[
        str,
        one_of(
            "queued",
            "working",
            "done",
            "failed",
            description="One that failed is tried again when it is asked for again.",
        ),
    ]
    done: Annotated[int, about("The number of frames drawn; they are joined at the end.")]
    of: Annotated[int, about("The number of all frames; 0 until it is known.")]
    href: Annotated[str | None, about("The path of the file, once it is done.")]
    reason: Annotated[
        str | None,
        about(
            "The cause of its failure: `worker_lost` if three workers died while drawing it, "
            "`too_large` if the file is too large to be kept, `not_drawn` if drawing failed; null "
            "otherwise."
        ),
    ]


# Rematch
class Rematch(Struct):
    """A rematch."""

    game_id: GameId
    status: Status
    seats: Annotated[list[TakenSeat | None], about("Null for a seat that is not taken yet.")]
    seat: Annotated[int | None, about("The seat kept for you or taken by you.")]
    join_code: Annotated[str | None, about("The key to an unlisted game, for those invited.")]


class RematchOf(Struct):
    """The rematch of a finished game, if there is one."""

    game_id: GameId
    rematch: Rematch | None


# Invitations
class Invitation(Struct):
    """An invitation to a game."""

    game_id: GameId
    ruleset: str
    title: str
    seats: Annotated[list[TakenSeat | None], about("Null for a seat that is not taken yet.")]
    seat: Annotated[SeatNumber, about("The seat that is kept for you.")]
    host: Annotated[str | None, about("The present name of the inviting player.")]
    invited_at: Time
    join_code: Annotated[str | None, about("The key to an unlisted game.")]


class Invitations(Struct):
    """A player's invitations, the newest first."""

    invitations: list[Invitation]
    challenges: Annotated[
        int, about("The number of challenges in `GET /me/challenges`, to you and by you.")
    ]
