"""A position as a viewer sees it: nothing is hidden."""

from domain.heap.state import State

from domain.record.visibility import JsonObject, Viewer


def view(state: State, _viewer: Viewer) -> JsonObject:
    """Return ``turn``, ``phase`` and ``state``."""
    seats = [{"resigned": seat in state.left} for seat in range(state.seats)]
    shown = {"stones": state.stones, "most": state.most, "seats": seats}
    return {"turn": state.turn, "phase": state.phase.value, "state": shown}
