"""A position in lines for a viewer: the drawing, then what it shows, line by line."""

from collections.abc import Iterator

from domain.alexandros.board import SYMBOLS, Board, Symbol
from domain.alexandros.state import Phase, State
from domain.alexandros.wire.notation import draw, position_of
from domain.alexandros.wire.view import view
from domain.record.visibility import JsonObject, Viewer
from domain.telling import Line, Said, Sitter, said


def lines(state: State, viewer: Viewer) -> tuple[Line, ...]:
    """What ``view`` tells the viewer, to be read in a terminal or aloud; coordinates as there."""
    told = view(state, viewer)
    seen = told["state"]
    return (
        *draw(position_of(state)).splitlines(),
        said("alexandros.told.letters", letters=[_letter(symbol) for symbol in SYMBOLS]),
        *_turn(told, state.turn.seat),
        *_cards(seen),
        *_seats(seen),
        _alexander(seen["alexander"]),
        *_provinces(state.table.board, seen["provinces"]),
    )


def _letter(symbol: Symbol) -> Said:
    return said("alexandros.told.letter", letter=symbol.letter, symbol=symbol)


def _turn(told: JsonObject, seat: int) -> Iterator[Said]:
    """Whose turn it is is public, though the view says only who may move."""
    seen = told["state"]
    yield said(
        "alexandros.told.turn",
        number=told["turn"],
        seat=Sitter(seat),
        phase=Phase(told["phase"]),
        n=seen["actions_left"],
    )
    if seen["marching"]:
        yield said("alexandros.told.marching", symbol=Symbol(seen["marching"]["symbol"]))


def _cards(seen: JsonObject) -> Iterator[Said]:
    display = [Symbol(card) if card else "-" for card in seen["display"]]
    yield said("alexandros.told.display", display=display, supply=seen["supply"])
    yield said("alexandros.told.discard", cards=_counted(seen["discard"]))
    yield said("alexandros.told.walls", **seen["walls_left"])


def _counted(cards: JsonObject) -> dict[Symbol, int]:
    return {Symbol(name): n for name, n in cards.items() if n}


def _seats(seen: JsonObject) -> Iterator[Said]:
    for seat, each in enumerate(seen["seats"]):
        facts = [said("score", n=each["score"]), said("alexandros.cards", n=each["cards"])]
        if each["resigned"]:
            facts.append(said("resigned"))
        yield said("told.seat_has", seat=Sitter(seat), facts=facts)
    for seat, each in enumerate(seen["seats"]):
        if each["hand"] is not None:
            yield said("alexandros.told.hand", seat=Sitter(seat), cards=_counted(each["hand"]))


def _alexander(at: JsonObject) -> Said:
    if at["space"] is None:
        return said("alexandros.told.alexander_nowhere", point=tuple(at["point"]))
    return said("alexandros.told.alexander", point=tuple(at["point"]), space=tuple(at["space"]))


def _provinces(board: Board, provinces: list[JsonObject]) -> Iterator[Said]:
    """Each province by its first space; one without a symbol space cannot be occupied (A13)."""
    for province in provinces:
        spaces = [(r, c) for r, c in province["spaces"]]
        yield said(
            "alexandros.told.province",
            space=spaces[0],
            size=len(spaces),
            gain=province["yield"],
            holder=_holder(province),
            symbols=list(_symbols(board, spaces)) or said("alexandros.told.no_symbol"),
        )


def _holder(province: JsonObject) -> Said:
    if province["holder"] is None:
        return said("alexandros.told.unheld")
    governors = [tuple(space) for space in province["governors"]]
    return said("alexandros.told.held", seat=Sitter(province["holder"]), governors=governors)


def _symbols(board: Board, spaces: list[tuple[int, int]]) -> Iterator[Said]:
    """The symbol spaces by symbol."""
    for symbol, all_of_it in board.symbol_spaces.items():
        own = {board.topology.spaces[space] for space in all_of_it}
        if found := [space for space in spaces if space in own]:
            yield said("alexandros.told.symbol", symbol=symbol, spaces=found)
