"""A position in lines of text for a viewer: the drawing, then what it shows, line by line."""

from collections.abc import Iterator
from typing import Any

from domain.alexandros.board import Board
from domain.alexandros.notation import show
from domain.alexandros.state import State
from domain.alexandros.view import view
from domain.errors import in_words
from domain.visibility import JsonObject, Viewer


def text(state: State, viewer: Viewer) -> str:
    """What ``view`` tells the viewer, to be read in a terminal or aloud; coordinates as there."""
    seen = view(state, viewer)["state"]
    board = state.table.board
    lines = [*_hands(seen), _alexander(seen), *_provinces(board, seen["provinces"])]
    return "\n".join([show(state).rstrip("\n"), *lines, ""])


def _hands(seen: JsonObject) -> Iterator[str]:
    for seat, each in enumerate(seen["seats"]):
        if each["hand"] is not None:
            cards = [f"{n} {name}" for name, n in each["hand"].items() if n]
            yield f"hand of seat {seat}: {', '.join(cards) or 'none'}"


def _alexander(seen: JsonObject) -> str:
    point, space = seen["alexander"]["point"], seen["alexander"]["space"]
    return f"Alexander: at point {_at(point)}, on {f'space {_at(space)}' if space else 'no space'}"


def _provinces(board: Board, provinces: list[JsonObject]) -> Iterator[str]:
    """Each province by its first space; one without a symbol space cannot be occupied (A13)."""
    for province in provinces:
        size = f"size {len(province['spaces'])}, yield {province['yield']}"
        symbols = "; ".join(_symbols(board, province["spaces"])) or "no symbol"
        yield f"province {_at(province['spaces'][0])}: {size}, {_holder(province)}: {symbols}"


def _holder(province: JsonObject) -> str:
    if province["holder"] is None:
        return "free"
    governors = " ".join(map(_at, province["governors"]))
    return f"held by seat {province['holder']} from {governors}"


def _symbols(board: Board, spaces: list[Any]) -> Iterator[str]:
    """The symbol spaces by symbol."""
    for symbol, all_of_it in board.symbol_spaces.items():
        own = {board.topology.spaces[space] for space in all_of_it}
        found = [_at(space) for space in spaces if tuple(space) in own]
        if found:
            yield f"{in_words(symbol)} {' '.join(found)}"


def _at(place: list[int]) -> str:
    return f"{place[0]},{place[1]}"
