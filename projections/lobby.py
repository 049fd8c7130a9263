"""The lobby: the listed games in lists by status and ruleset, newest last, and their rows."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import UNSET, UnsetType, convert

from domain.kernel.game import Status
from domain.record.times import milliseconds
from domain.record.visibility import JsonObject
from projections.answers.clocks import Deadline
from projections.answers.games import Result, TakenSeat
from projections.answers.lists import Awaited, ListedGame, Row
from projections.summary import Summary
from projections.view import host


def sort_keys(summary: Summary) -> dict[str, int]:
    """Return the sort keys of a listed game; unlisted, cancelled and abandoned ones have none."""
    game = summary.game
    if not game.listed or game.status in ("cancelled", "abandoned"):
        return {}
    changed = milliseconds(game.updated_at)
    return {
        list_name(status, ruleset): changed
        for status in (None, game.status)
        for ruleset in (None, game.ruleset)
    }


def list_name(status: Status | None, ruleset: str | None) -> str:
    """Return the name of the list of a status and a ruleset (None: any)."""
    return f"lobby:{status or 'any'}:{ruleset or 'any'}"


def row_of(row: JsonObject) -> ListedGame:
    """Return the public row of a game, with the seats that it waits for."""
    due = dict(row.get("dues", ()))
    return ListedGame(
        **common(row), waiting_for=waiting_for(row["waits"], due), due=earliest(due.values())
    )


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
