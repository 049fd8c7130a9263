"""Boards as files and as JSON, checked: a fault is named by line, or by row and column."""

from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files
from typing import Any

from domain.alexandros.board import SYMBOLS, Board, Place
from domain.alexandros.wire import board_faults
from domain.alexandros.wire.board_faults import LONGEST_ROW, MOST_ROWS, land_of
from domain.errors import BoardInvalid
from domain.grids.interning import Shared
from domain.grids.triangular import Point, TriangleTopology, drawn_at, is_up
from domain.record.visibility import JsonObject
from domain.wire.board_faults import BoardFault, refuse
from domain.wire.boards import BoardCodec

BOARD_IDS = ("near_east", "asia_minor", "tiny")
LONGEST_TITLE = 80
MOST_PLACES = 100
LONGEST_NAME = 60
LONGEST_REPR = 80
RULE = "---"
_BY_LETTER = {symbol.letter: symbol for symbol in SYMBOLS}


# Only these few boards are kept as long as the process runs; `Shared` frees inline boards with
# their games.
@lru_cache
def board_named(name: str) -> Board:
    """Return the board of one of the ids."""
    text = (files("domain.alexandros") / "boards" / f"{name}.txt").read_text("utf-8")
    return parse_board(text, name)


def parse_board(text: str, name: str | None = None) -> Board:
    """Return a board from its file form: ``title:``, ``start:``, ``place:`` lines, ``---``, rows.

    Raises BoardInvalid, which names the line, or row and column.
    """
    lines = text.removesuffix("\n").split("\n")
    if RULE not in lines:
        raise BoardInvalid(f"A line {RULE!r} between the heading and the rows is missing.")
    end = lines.index(RULE)
    title, start, places = _heading(lines[:end])
    return _board(name, title, tuple(lines[end + 1 :]), start, places)


def _heading(lines: list[str]) -> tuple[str, Point, tuple[Place, ...]]:
    title, start, places = "", None, []
    for number, line in enumerate(lines, start=1):
        key, _, value = line.partition(":")
        match key.strip():
            case "title":
                title = value.strip()
            case "start":
                start = _parse_point(value.split(), number)
            case "place":
                words = value.split(maxsplit=2)
                places.append(Place(_parse_point(words[:2], number), "".join(words[2:]).strip()))
            case "":
                continue
            case unknown:
                message = f"Line {number}: {_brief(unknown)} is none of title, start, place."
                raise BoardInvalid(message)
    if start is None:
        raise BoardInvalid("A line 'start: x y' is missing.")
    return title, start, tuple(places)


def _parse_point(words: list[str], number: int) -> Point:
    try:
        x, y = map(int, words)
    except ValueError as error:
        text = _brief(" ".join(words))
        message = f"Line {number}: {text} is no point: give two whole numbers, x y."
        raise BoardInvalid(message) from error
    return (x, y)


def show_board(board: Board) -> str:
    """Return the file form, for ``parse_board``."""
    x, y = board.start
    lines = [f"title: {board.title}", f"start: {x} {y}"]
    lines += [f"place: {place.point[0]} {place.point[1]} {place.name}" for place in board.places]
    return "\n".join([*lines, RULE, *board.rows, ""])


def board_from_json(body: Any) -> Board:
    """Return a board from ``{"rows", "start", "title"?, "places"?, "id"?}``. Raises BoardInvalid.

    It keeps its id only if it equals the board of that id, place names included.
    """
    content = _content(body)
    # Checked without the id first: an id must not make an invalid board valid.
    inline = _board(None, *content)
    return _known(body.get("id"), inline) or inline


def faults_of_json(body: Any) -> Iterator[BoardFault]:
    """Yield all faults of an inline board. Raises BoardInvalid if its form is not a board's."""
    _, rows, start, places = _content(body)
    _check_size(rows)
    return board_faults.board_faults(rows, start, places)


def _content(body: Any) -> tuple[str, tuple[str, ...], Point, tuple[Place, ...]]:
    if not isinstance(body, dict):
        raise BoardInvalid(
            f"A board is an id or an object with rows and start, not {_brief(body)}."
        )
    # A misspelt field would otherwise be ignored silently.
    unknown = body.keys() - {"id", "title", "rows", "start", "places"}
    if unknown:
        # Name the least one: sets have no order, and equal requests should get equal answers.
        raise BoardInvalid(f"A board has no field {_brief(min(map(str, unknown)))}.")
    title = _line(body.get("title", ""), "title", LONGEST_TITLE)
    rows = _rows(body.get("rows"))
    return title, rows, _point(body.get("start"), "start"), _places(body.get("places", []))


def _known(value: Any, inline: Board) -> Board | None:
    if value is None:
        return None
    name = _line(value, "id", LONGEST_NAME)
    if name not in BOARD_IDS:
        return None
    known = board_named(name)
    # Compare the file forms, which have everything but the id.
    return known if show_board(known) == show_board(inline) else None


def _rows(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise BoardInvalid(f"rows is a list of strings, not {_brief(value)}.")
    for r, row in enumerate(value):
        if not isinstance(row, str):
            raise BoardInvalid(f"rows: row {r} is no string but {_brief(row)}.")
    return tuple(value)


def _point(value: Any, field: str) -> Point:
    # `type` and not `isinstance`: true and false are ints in Python.
    if isinstance(value, list) and [type(part) for part in value] == [int, int]:
        return (value[0], value[1])
    raise BoardInvalid(f"{field} is a point [x, y] of whole numbers, not {_brief(value)}.")


def _places(value: Any) -> tuple[Place, ...]:
    if not isinstance(value, list):
        raise BoardInvalid(f"places is a list of objects with point and name, not {_brief(value)}.")
    if len(value) > MOST_PLACES:
        raise BoardInvalid(f"There are {len(value)} places; at most {MOST_PLACES} are allowed.")
    return tuple(map(_place, value))


def _place(value: Any) -> Place:
    if not isinstance(value, dict) or value.keys() != {"point", "name"}:
        raise BoardInvalid(f"A place is an object with point and name, not {_brief(value)}.")
    return Place(_point(value["point"], "point"), _line(value["name"], "name", LONGEST_NAME))


def _line(value: Any, field: str, longest: int) -> str:
    # Printable: a line break in a title would end the line of the board's file.
    if isinstance(value, str) and len(value) <= longest and value.isprintable():
        return value.strip()
    raise BoardInvalid(
        f"{field} is a line of at most {longest} printable characters, not {_brief(value)}."
    )


def _brief(value: object) -> str:
    text = repr(value)
    return text if len(text) <= LONGEST_REPR else f"{text[:LONGEST_REPR]}…"


def board_json(board: Board) -> JsonObject:
    """Return the inline form, for ``board_from_json``."""
    return {
        "id": board.id,
        "title": board.title,
        "rows": list(board.rows),
        "start": list(board.start),
        "places": [{"point": list(place.point), "name": place.name} for place in board.places],
    }


def topology_json(board: Board) -> JsonObject:
    """Return spaces, points and sides; ``at`` is where a point is drawn, in lengths of a side."""
    topology = board.topology
    return {
        "spaces": [_space_json(board, n) for n in range(len(topology.spaces))],
        "points": [
            # Four decimals are far below a pixel on any screen, and all digits of √3/2 would be
            # most of the answer.
            {"point": list(point), "at": [round(part, 4) for part in drawn_at(point)]}
            for point in topology.points
        ],
        "sides": [
            {"side": [list(a), list(b)], "coast": n in topology.coast}
            for n, (a, b) in enumerate(topology.sides)
        ],
    }


def _space_json(board: Board, number: int) -> JsonObject:
    topology = board.topology
    space, symbol = topology.spaces[number], board.symbols[number]
    return {
        "space": list(space),
        "up": is_up(space),
        "symbol": symbol.value if symbol else None,
        "points": [list(topology.points[point]) for point in topology.space_points[number]],
    }


_BOARDS: Shared[Board] = Shared()


def _board(
    name: str | None, title: str, rows: tuple[str, ...], start: Point, places: tuple[Place, ...]
) -> Board:
    content = (name, title, rows, start, places)
    return _BOARDS.get(content, lambda: _new_board(*content))


def _new_board(
    name: str | None, title: str, rows: tuple[str, ...], start: Point, places: tuple[Place, ...]
) -> Board:
    # Checked before any other loop over the rows.
    _check_size(rows)
    _check_lettering(title, places)
    refuse(board_faults.board_faults(rows, start, places))
    land = land_of(rows)
    topology = TriangleTopology.of(land)
    symbols = tuple(_BY_LETTER.get(land[space]) for space in topology.spaces)
    return Board(
        id=name,
        title=title,
        rows=rows,
        start=start,
        places=places,
        topology=topology,
        symbols=symbols,
        start_point=topology.point_index[start],
        symbol_spaces={
            symbol: tuple(n for n, each in enumerate(symbols) if each is symbol)
            for symbol in SYMBOLS
        },
    )


def _check_size(rows: tuple[str, ...]) -> None:
    if len(rows) > MOST_ROWS:
        raise BoardInvalid(f"There are {len(rows)} rows; at most {MOST_ROWS} are allowed.")
    for r, row in enumerate(rows):
        if len(row) > LONGEST_ROW:
            raise BoardInvalid(
                f"Row {r} has {len(row)} columns; at most {LONGEST_ROW} are allowed."
            )


def _check_lettering(title: str, places: tuple[Place, ...]) -> None:
    _line(title, "title", LONGEST_TITLE)
    if len(places) > MOST_PLACES:
        raise BoardInvalid(f"There are {len(places)} places; at most {MOST_PLACES} are allowed.")
    for place in places:
        _line(place.name, "name", LONGEST_NAME)


BOARDS = BoardCodec(
    ids=BOARD_IDS,
    named=board_named,
    described=board_from_json,
    faults=faults_of_json,
    json=board_json,
    topology=topology_json,
    weight=lambda board: int(board.weight),
)
