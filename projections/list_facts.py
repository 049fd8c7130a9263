"""The facts of a game by which lists are filtered, as one line beside its places in them.

The fields are in this order, joined by ``;``: the last change (ms since 1970), status, ruleset,
board (empty for one of no id), number of seats, pace, ``bots`` or ``people``, the reason of the
end, and the winners (players' ids, ``-`` for a bot) joined by commas. The last two are empty
without a result.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from domain.kernel.facts import Status
from domain.record.times import milliseconds
from projections.lobby import (
    Pace,
    board_list_name,
    has_bots,
    list_name,
    pace_of,
    player_list_name,
)
from projections.summary import Facts

BOT = "-"


def facts_line(game: Facts) -> str:
    """Return the line of a game's facts."""
    return ";".join(
        (
            str(milliseconds(game.updated_at)),
            game.status,
            game.ruleset,
            game.board or "",
            str(len(game.seats)),
            pace_of(game.deadline),
            _bots(has_any=has_bots(game)),
            game.result.reason if game.result else "",
            ",".join(_winners(game)),
        )
    )


def _bots(*, has_any: bool) -> str:
    return "bots" if has_any else "people"


def _winners(game: Facts) -> Iterator[str]:
    for number in game.result.winners if game.result else ():
        seat = game.seats[number]
        yield seat.player if seat and seat.player else BOT


Outcome: TypeAlias = Literal["won", "lost", "shared"]
"""A result as a player's: won alone, lost, or won together with others."""


@dataclass(frozen=True, slots=True)
class Filters:
    """The facts that selected games have; None for any.

    ``player`` sits in the game, ``since`` is the earliest last change (ms since 1970), ``reason``
    that of the end, and ``result`` the outcome of the player whom the list is about.
    """

    status: Status | None = None
    ruleset: str | None = None
    board: str | None = None
    seats: int | None = None
    pace: Pace | None = None
    bots: bool | None = None
    player: str | None = None
    since: int | None = None
    result: Outcome | None = None
    reason: str | None = None

    def fields(self) -> tuple[str | None, ...]:
        """Return the fields of a line between the last change and the winners; None for any."""
        with_bots = None if self.bots is None else _bots(has_any=self.bots)
        seats = None if self.seats is None else str(self.seats)
        return (self.status, self.ruleset, self.board, seats, self.pace, with_bots, self.reason)


def lobby_lists(filters: Filters) -> list[str]:
    """Return the lobby's lists that each have all selected games."""
    names = [list_name(filters.status, filters.ruleset)]
    if filters.board is not None:
        names.append(board_list_name(filters.board))
    if filters.player is not None:
        names.append(player_list_name(filters.player))
    return names
