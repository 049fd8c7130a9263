"""What a seat is shown of a game's positions and events, as the API shows it."""

from collections.abc import Iterator, Sequence
from typing import Any

from domain.kernel.decider import Ruleset
from domain.record.visibility import JsonObject, Viewer
from tests.domain.playing import Step
from tests.domain.twin_lines import seen

Rules = Ruleset[Any, Any, Any]


def view_of(rules: Rules, state: Any, viewer: int, version: int) -> JsonObject:
    """The fields of a seat's view that the planner reads."""
    table = state.table if hasattr(state.table, "board") else state.table.base
    return {
        "ruleset": rules.id,
        "rules_version": rules.rules_version,
        "version": version,
        "options": rules.wire.options.json(table.options),
        "board": rules.wire.boards.json(table.board),
        "seats": [{}] * table.seats,
        "viewer": {"seat": viewer},
        "to_act": list(rules.situation(state).to_act),
        **rules.wire.view(state, Viewer(viewer)),
    }


def events_of(
    rules: Rules, played: Sequence[Step], line: Sequence[Any], viewer: int
) -> Iterator[JsonObject]:
    """The events of a line, as the viewer is shown those that are the same in it."""
    for number, (step, _) in enumerate(zip(played, line, strict=False), start=1):
        type_, data = seen(rules, step.event, step.seat, viewer)
        event = {"version": number, "type": type_, "seat": step.seat, "data": data}
        yield {**event, "hash": f"{number}"}
