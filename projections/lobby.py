"""The lobby: the listed games in lists by status and ruleset, newest last, and their rows."""

from collections.abc import Iterable, Mapping, Sequence

from domain.kernel.game import Status
from domain.record.times import milliseconds
from domain.record.visibility import JsonObject
from projections.summary import Summary


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


def row_of(row: JsonObject) -> JsonObject:
    """Return the public row of a game, with the seats that it waits for."""
    due = dict(row.get("dues", ()))
    waiting = {"waiting_for": waiting_for(row["waits"], due), **earliest(due.values())}
    return {**common(row), **waiting}


def common(row: JsonObject) -> JsonObject:
    """Return the part of a row that all its readers see."""
    return {name: value for name, value in row.items() if name not in _OWN}


_OWN = {"waits", "dues", "study", "to_move"}


def waiting_for(waits: Sequence[str | None], due: Mapping[int, str]) -> list[JsonObject]:
    """Return the seats that a game waits for: since when, and until when if that is set."""
    return [
        {"seat": seat, "since": since, **earliest(due[n] for n in due if n == seat)}
        for seat, since in enumerate(waits)
        if since
    ]


def earliest(moments: Iterable[str]) -> JsonObject:
    """Return the field ``due`` with the earliest of the moments; nothing without one."""
    due = min(moments, default=None)
    return {} if due is None else {"due": due}
