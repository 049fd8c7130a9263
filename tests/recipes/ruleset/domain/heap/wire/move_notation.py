"""Moves as lines of text."""

import re

from domain.heap.moves import AnyMove, Resign, Take
from domain.heap.state import State

from domain.errors import Malformed


def format_move(_state: State, move: AnyMove) -> str:
    """Return a line that ``parse_move`` takes back."""
    return f"take {move.number}" if isinstance(move, Take) else "resign"


def parse_move(_state: State, text: str) -> AnyMove:
    """Return the move of a line, legal or not. Raises Malformed."""
    line = text.strip().lower()
    if line == "resign":
        return Resign()
    if found := re.fullmatch(r"take ([1-9])", line):
        return Take(int(found[1]))
    raise Malformed({"notation": ["must read like one of: take 2; resign."]})
