"""Invariants of every position of heap."""

from domain.heap.state import State


def assert_sound(state: State) -> None:
    """No stones are owed, and the last one ends the game."""
    assert state.stones >= 0
    assert state.stones > 0 or state.result is not None
