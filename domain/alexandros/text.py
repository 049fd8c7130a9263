"""A position in lines for a viewer: the drawing, then what it shows, line by line."""

from collections.abc import Iterator

from domain.alexandros.board import SYMBOLS, Board, Symbol
from domain.alexandros.cards import by_symbol
from domain.alexandros.notation import draw, position_of
from domain.alexandros.state import State
from domain.alexandros.view import view
from domain.telling import Line, Said, Sitter, said
from domain.visibility import JsonObject, Viewer


def lines(state: State, viewer: Viewer) -> tuple[Line, ...]:
    """What ``view`` tells the viewer, to be read in a terminal or aloud; coordinates as there."""
    seen = view(state, viewer)["state"]
    return (
        *draw(position_of(state)).splitlines(),
        said("alexandros.told.letters", letters=[_letter(symbol) for symbol in SYMBOLS]),
        *_turn(state),
        *_cards(state, seen),
        *_seats(seen),
        _alexander(seen["alexander"]),
        *_provinces(state.table.board, seen["provinces"]),
    )


def _letter(symbol: Symbol) -> Said:
    return said("alexandros.told.letter", letter=symbol.letter, symbol=symbol)


def _turn(state: State) -> Iterator[Said]:
    turn = state.turn
    yield said(
        "alexandros.told.turn",
        number=turn.number,
        seat=Sitter(turn.seat),
        phase=turn.phase,
        n=turn.actions_left,
    )
    if turn.marching:
        yield said("alexandros.told.marching", symbol=turn.marching.symbol)


def _cards(state: State, seen: JsonObject) -> Iterator[Said]:
    display = [card or "-" for card in state.cards.display]
    yield said("alexandros.told.display", display=display, supply=seen["supply"])
    yield said("alexandros.told.discard", cards=by_symbol(state.cards.discard))
    yield said("alexandros.told.walls", **seen["walls_left"])


def _seats(seen: JsonObject) -> Iterator[Said]:
    for seat, each in enumerate(seen["seats"]):
        facts = [said("score", n=each["score"]), said("alexandros.cards", n=each["cards"])]
        if each["resigned"]:
            facts.append(said("resigned"))
        yield said("told.seat_has", seat=Sitter(seat), facts=facts)
    for seat, each in enumerate(seen["seats"]):
        if each["hand"] is not None:
            hand = {Symbol(name): n for name, n in each["hand"].items() if n}
            yield said("alexandros.told.hand", seat=Sitter(seat), cards=hand)


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
