"""A position in lines for a viewer: the drawing, then what it shows, line by line."""

from collections.abc import Iterator

from domain.alexandros.board import SYMBOLS, Board, Symbol
from domain.alexandros.moves import (
    AnyMove,
    EndTurn,
    LevyTaxes,
    TakeDisplayCard,
    TakeSupplyCard,
)
from domain.alexandros.state import Phase, State
from domain.alexandros.wire.notation import draw, position_of
from domain.alexandros.wire.view import view
from domain.grids.references import triangular_references
from domain.grids.triangular import Point, Space
from domain.record.visibility import JsonObject, Viewer
from projections.text.contract import MoveWords, SectionText, Telling, numbered
from projections.text.line import Line, PlayerAt, Text, text
from projections.text.spots import with_spot


def lines(state: State, viewer: Viewer) -> tuple[Line, ...]:
    """Return the position as the viewer may see it, with the coordinates of the view."""
    told = view(state, viewer)
    seen = told["state"]
    return (
        # The drawing takes the position itself, as everything on the board is public.
        *draw(position_of(state)).splitlines(),
        text("alexandros.told.letters", letters=[_letter(symbol) for symbol in SYMBOLS]),
        *_turn(told, state.turn.seat),
        *_cards(seen),
        *_seats(seen),
        _alexander(state.table.board, seen["alexander"]),
        *_provinces(state.table.board, seen["provinces"]),
    )


def _letter(symbol: Symbol) -> Text:
    return text("alexandros.told.letter", letter=symbol.letter, symbol=symbol)


def _turn(told: JsonObject, seat: int) -> Iterator[Text]:
    """Yield whose turn it is, which is public; the view names only the seats that may move."""
    seen = told["state"]
    yield text(
        "alexandros.told.turn",
        number=told["turn"],
        seat=PlayerAt(seat),
        phase=Phase(told["phase"]),
        n=seen["actions_left"],
    )
    if seen["marching"]:
        yield text("alexandros.told.marching", symbol=Symbol(seen["marching"]["symbol"]))


def _cards(seen: JsonObject) -> Iterator[Text]:
    display = [Symbol(card) if card else "-" for card in seen["display"]]
    yield text("alexandros.told.display", display=display, supply=seen["supply"])
    yield text("alexandros.told.discard", cards=_counted(seen["discard"]))
    yield text("alexandros.told.walls", **seen["walls_left"])


def _counted(cards: JsonObject) -> dict[Symbol, int]:
    return {Symbol(name): n for name, n in cards.items() if n}


def _seats(seen: JsonObject) -> Iterator[Text]:
    for seat, each in enumerate(seen["seats"]):
        facts = [text("score", n=each["score"]), text("alexandros.cards", n=each["cards"])]
        if each["resigned"]:
            facts.append(text("resigned"))
        yield text("told.seat_has", seat=PlayerAt(seat), facts=facts)
    # After all seats, so that the hands that the viewer may see stand together.
    for seat, each in enumerate(seen["seats"]):
        if each["hand"] is not None:
            yield text("alexandros.told.hand", seat=PlayerAt(seat), cards=_counted(each["hand"]))


def _alexander(board: Board, at: JsonObject) -> Text:
    point = _point(board, tuple(at["point"]))
    if at["space"] is None:
        return text("alexandros.told.alexander_nowhere", point=point)
    return text("alexandros.told.alexander", point=point, space=_space(board, tuple(at["space"])))


# On a map without place names, the page names places by the grid.
def _point(board: Board, point: Point) -> Point | Text:
    if board.places:
        return point
    references = triangular_references(board.topology).corners
    return with_spot(point, references[board.topology.point_index[point]])


def _space(board: Board, space: Space) -> Space | Text:
    if board.places:
        return space
    references = triangular_references(board.topology).cells
    return with_spot(space, references[board.topology.space_index[space]])


def _provinces(board: Board, provinces: list[JsonObject]) -> Iterator[Text]:
    """Yield a text for each province, named by its first space."""
    for province in provinces:
        spaces = [(r, c) for r, c in province["spaces"]]
        yield text(
            "alexandros.told.province",
            # Its first space: the same name as in the legal moves.
            space=_space(board, spaces[0]),
            size=len(spaces),
            gain=province["yield"],
            holder=_holder(province),
            # A province without a symbol space cannot be occupied (A13), so its lack is stated.
            symbols=list(_symbols(board, spaces)) or text("alexandros.told.no_symbol"),
        )


def _holder(province: JsonObject) -> Text:
    if province["holder"] is None:
        return text("alexandros.told.unheld")
    governors = [tuple(space) for space in province["governors"]]
    return text("alexandros.told.held", seat=PlayerAt(province["holder"]), governors=governors)


def _symbols(board: Board, spaces: list[tuple[int, int]]) -> Iterator[Text]:
    """Yield the symbol spaces, grouped by symbol."""
    for symbol, indices in board.symbol_spaces.items():
        with_symbol = {board.topology.spaces[index] for index in indices}
        if in_province := [space for space in spaces if space in with_symbol]:
            yield text("alexandros.told.symbol", symbol=symbol, spaces=in_province)


def choice(state: State, move: AnyMove) -> MoveWords | None:
    """Return a move that needs no look at the board, in words."""
    match move:
        case TakeSupplyCard():
            return MoveWords(text("prepared.draw"))
        case TakeDisplayCard(slot):
            return MoveWords(text("prepared.take", card=state.cards.display[slot]))
        case LevyTaxes(card):
            return MoveWords(text("alexandros.act_levy", symbol=card))
        case EndTurn():
            return MoveWords(text("alexandros.act_end"), is_open=True)
        case _:
            return None


TELLING = Telling(
    sections=(
        SectionText("material"),
        SectionText("setup"),
        SectionText("turn"),
        SectionText("march", numbered("A", 1, 9)),
        SectionText("actions", numbered("A", 10, 18)),
        SectionText("turn_end", numbered("A", 19, 19)),
        SectionText("game_end", numbered("A", 20, 23)),
    ),
    words={Phase: "alexandros.phase", Symbol: "alexandros.symbol"},
    lines=lines,
    choice=choice,
)
