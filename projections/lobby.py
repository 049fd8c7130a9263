"""The lobby: the listed games in lists by status and ruleset, newest last, and their rows.

A game is also in lists by status, ruleset, number of seats, pace, and whether bots sit in it. A
selection by seats, pace or bots reads one such list for each combination of the values that it
leaves open, and merges them. Two more kinds of lists have the games on a board, and of a player.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Literal, TypeAlias, get_args

from msgspec import UNSET, UnsetType, convert

from domain.kernel.deadlines import DAY
from domain.kernel.deadlines import Deadline as DeadlineTerms
from domain.kernel.facts import Status
from domain.record.times import milliseconds
from domain.record.visibility import JsonObject
from projections.answers.clocks import Deadline
from projections.answers.games import Result, TakenSeat
from projections.answers.lists import Awaited, ListedGame, Row
from projections.summary import Facts, Summary
from projections.view import host

Pace: TypeAlias = Literal["none", "live", "days"]
"""No deadline; less than a day, or a day and more, for a turn or for all turns."""
LISTED: Sequence[Status] = ("open", "live", "finished")
SEATS = (2, 3, 4)
"""The numbers of seats that a game may have."""


@dataclass(frozen=True, slots=True)
class Selection:
    """A selection of the lobby's games; None for any."""

    status: Status | None = None
    ruleset: str | None = None
    seats: int | None = None
    pace: Pace | None = None
    bots: bool | None = None

    def lists(self) -> list[str]:
        """Return the names of lists that together have the selected games, each in one of them."""
        if (self.seats, self.pace, self.bots) == (None, None, None):
            return [list_name(self.status, self.ruleset)]
        # One list for each combination of open values: with a list for every possible selection,
        # each move would update 32 lists of its game.
        paces = get_args(Pace) if self.pace is None else (self.pace,)
        each = product(
            LISTED if self.status is None else (self.status,),
            SEATS if self.seats is None else (self.seats,),
            paces,
            (False, True) if self.bots is None else (self.bots,),
        )
        return [filtered_list_name(self.ruleset, *choices) for choices in each]


def sort_keys(summary: Summary) -> dict[str, int]:
    """Return the sort keys of a listed game; unlisted, cancelled and abandoned ones have none."""
    game = summary.game
    if not game.listed or game.status in ("cancelled", "abandoned"):
        return {}
    changed = milliseconds(game.updated_at)
    return dict.fromkeys(_lists_with(game), changed)


def _lists_with(game: Facts) -> Iterator[str]:
    with_bots = has_bots(game)
    for ruleset in (None, game.ruleset):
        yield list_name(None, ruleset)
        yield list_name(game.status, ruleset)
        pace = pace_of(game.deadline)
        yield filtered_list_name(ruleset, game.status, len(game.seats), pace, with_bots)
    if game.board is not None:
        yield board_list_name(game.board)
    for seat in game.seats:
        if seat is not None and seat.player is not None:
            yield player_list_name(seat.player)


def has_bots(game: Facts) -> bool:
    """True if a bot has a seat of its own in a game."""
    return any(seat is not None and seat.bot is not None for seat in game.seats)


def pace_of(deadline: DeadlineTerms | None) -> Pace:
    """Return the pace of a game with these terms."""
    if deadline is None:
        return "none"
    return "live" if deadline.full < DAY else "days"


def list_name(status: Status | None, ruleset: str | None) -> str:
    """Return the name of the list of a status and a ruleset (None: any)."""
    return f"lobby:{status or 'any'}:{ruleset or 'any'}"


def filtered_list_name(
    ruleset: str | None, status: Status, seats: int, pace: Pace, bots: bool
) -> str:
    """Return the name of the list of a ruleset (None: any) with these properties."""
    return f"{list_name(status, ruleset)}:{seats}:{pace}:{'bots' if bots else 'people'}"


def board_list_name(board: str) -> str:
    """Return the name of the list of the listed games on a board."""
    return f"lobby:board:{board}"


def player_list_name(player: str) -> str:
    """Return the name of the list of the listed games that a player sits in."""
    # `lobby:` is the mark by which scripts of any release leave out the games that the host has
    # unlisted. No status is called `board` or `player`.
    return f"lobby:player:{player}"


def row_of(row: JsonObject) -> ListedGame:
    """Return the public row of a game, with the seats that it waits for."""
    due = dict(row.get("dues", ()))
    return ListedGame(
        **common(row), waiting_for=waiting_for(row["waits"], due), due=earliest(due.values())
    )


def score_of(game: ListedGame) -> int:
    """Return the score of a row in the lobby's lists."""
    return milliseconds(game.updated_at)


def common(row: JsonObject) -> JsonObject:
    """Return the fields of a row that all its readers see; names and kept seats are added later."""
    # A newer release may have written the row: what it has added to these fields is left out.
    changed = {
        "seats": list(map(_seat, row["seats"])),
        "result": row["result"] and convert(row["result"], Result),
        "deadline": convert(row["deadline"], Deadline) if "deadline" in row else UNSET,
        "host": host(row["creator"], None) if row.get("creator") else None,
        "kept": [],
    }
    return {name: row[name] for name in Row.__struct_fields__ if name in row} | changed


def _seat(seat: JsonObject | None) -> TakenSeat | None:
    if seat is None:
        return None
    number, player, bot = seat["seat"], seat["player"], seat["bot"]
    return TakenSeat(seat=number, name=None, bot=bot, player_id=player, forgotten=False)


def waiting_for(waits: Sequence[str | None], due: Mapping[int, str]) -> list[Awaited]:
    """Return the seats that a game waits for, with the start of each wait and its end if set."""
    return [Awaited(seat, since, due.get(seat, UNSET)) for seat, since in enumerate(waits) if since]


def earliest(moments: Iterable[str | UnsetType]) -> str | UnsetType:
    """Return the earliest of the moments that are set; UNSET if none is."""
    return min((moment for moment in moments if isinstance(moment, str)), default=UNSET)
