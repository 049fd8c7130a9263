"""The end of a record: its winner follows from the scores and from the players who left."""

from collections.abc import Iterator
from typing import Any

from clients.audit.core import Json


def winner(events: list[Json]) -> Iterator[tuple[int, str, Any, Any]]:
    """Check that the result of the last event is sound: its form, its winners and its reason."""
    result, seats = events[-1]["data"]["result"], range(events[0]["data"]["seats"])
    winners, scores = result["winners"], result["scores"]
    form = [sorted(result), [type(each) for each in scores], sorted({*winners})]
    due = [["reason", "scores", "winners"], [int] * len(seats), winners]
    yield len(events), "winner", str(form), str(due)
    gone = {each["seat"] for each in events if each["type"] == "resigned" and not each["undone"]}
    staying = {seat: scores[seat] for seat in seats if seat not in gone}
    yield len(events), "winner", _has_won(winners, staying, result["reason"], events[0]), True


def _has_won(winners: list[int], staying: dict[int, int], reason: str, created: Json) -> bool:
    """Return whether these seats, of those that stayed, have won for this reason."""
    terms, best = created["data"], [n for n in staying if staying[n] == max(staying.values())]
    match reason:
        case "resignation":
            return winners == [*staying] and len(winners) == 1
        case "target_points":
            target = terms["options"]["target_points"]
            return len(winners) == 1 and staying.get(winners[0], -1) >= target
        case "target_score":
            return winners == best and staying[best[0]] >= terms["options"][reason]
        case "persepolis":
            # Among the best seats those with most chips win, but the result does not state chips.
            return winners != [] and {*winners} <= {*best}
        case _:
            return winners == best
