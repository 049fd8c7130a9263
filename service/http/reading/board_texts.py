"""The texts of boards that players draw: others see titles and the names of places."""

from collections.abc import Iterator
from typing import Any

from service.texts.visible_text import TextRefused, fault_in


def check_board_texts(board: Any) -> None:
    """Raise TextRefused if a text in an inline board has a fault; empty and blank ones have none.

    Boards are read again with each game, so a stored one is not checked.
    """
    for line in _texts(board):
        fault = fault_in(line) if line.strip() else None
        if fault is not None:
            raise TextRefused("board", fault)


def _texts(board: Any) -> Iterator[str]:
    """Yield every text in JSON, however deep."""
    left = [board]
    while left:
        part = left.pop()
        if isinstance(part, str):
            yield part
        elif isinstance(part, dict):
            left += [*part.keys(), *part.values()]
        elif isinstance(part, list):
            left += part
