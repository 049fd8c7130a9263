"""A position in lines for a viewer, to be read in a terminal or aloud."""

from collections.abc import Iterator
from enum import StrEnum

from domain.grids.references import hexagonal_references
from domain.record.visibility import JsonObject, Viewer
from domain.settlers.board import Terrain
from domain.settlers.cards import Development, Resource
from domain.settlers.moves import AnswerTrade, EndTurn, Roll, WithdrawTrade
from domain.settlers.state import Phase, State
from domain.settlers.wire.view import view
from projections.text.contract import MoveWords, SectionText, Telling, numbered
from projections.text.line import ABBREVIATED, Abbreviated, Line, PlayerAt, Text, TextRow, text
from projections.text.spots import with_spot

# A terrain's three letters, brackets and a token of two digits, as in `[for12]`, with no gap left.
_WIDTH = 7
_INDENT = "  "


def lines(state: State, viewer: Viewer) -> tuple[Line, ...]:
    """Return the position as the viewer may see it, with the places of the view."""
    seen = view(state, viewer)["state"]
    topology, robber = state.table.board.topology, tuple(seen["robber"])
    # On a map without place names, the page names places by the grid.
    reference = hexagonal_references(topology).cells[topology.hex_index[robber]]
    return tuple(lines_of(seen, Terrain, Resource, with_spot(robber, reference)))


def lines_of(
    seen: JsonObject, terrains: type[StrEnum], goods: type[StrEnum], robber: Text | None = None
) -> Iterator[Line]:
    """Yield the lines of a viewed state; ``robber`` is its place in words, if it has any."""
    yield from _drawing(seen, terrains)
    yield _harbours(seen)
    yield text("settlers.told.robber", hex=robber or tuple(seen["robber"]))
    yield from _supplies(seen, goods)
    yield from _seats(seen)


def _drawing(seen: JsonObject, terrains: type[StrEnum]) -> Iterator[TextRow]:
    """Yield the hexes row by row: terrain and token, in brackets where the robber stands."""
    rows: dict[int, list[tuple[int, JsonObject]]] = {}
    for tile in seen["hexes"]:
        q, r = tile["hex"]
        # In half widths: rows lie half a hex to the side of each other.
        rows.setdefault(r, []).append((2 * q + r, tile))
    # Boards may lie anywhere on the grid, also left of 0.
    left = min(x for row in rows.values() for x, _ in row)
    for row in rows.values():
        yield TextRow(tuple(_drawn(row, left, seen["robber"], terrains)))


def _drawn(
    row: list[tuple[int, JsonObject]], left: int, robber: list[int], terrains: type[StrEnum]
) -> Iterator[str | Abbreviated]:
    end = 0
    for x, tile in row:
        start = (x - left) * _WIDTH // 2
        before, after = "[]" if tile["hex"] == robber else (" ", "")
        token = "" if tile["token"] is None else str(tile["token"])
        yield " " * (start - end) + before
        yield Abbreviated(terrains(tile["terrain"]))
        yield token + after
        # Counted with the length of the abbreviation, as the word is put in only later.
        end = start + len(before) + ABBREVIATED + len(token + after)


def _harbours(seen: JsonObject) -> Text:
    return text("settlers.told.harbours", harbours=list(map(_harbour, seen["harbours"])))


def _harbour(each: JsonObject) -> Text:
    if each["resource"] is None:
        return text("settlers.told.harbour_any", edge=each["edge"])
    return text("settlers.told.harbour", edge=each["edge"], good=Resource(each["resource"]))


def _supplies(seen: JsonObject, goods: type[StrEnum]) -> Iterator[Text]:
    yield text("settlers.told.bank", cards=_counts(seen["bank"], Resource), deck=seen["deck"])
    if seen["dice"]:
        one, other = seen["dice"]
        yield text("settlers.told.dice", one=one, other=other)
    if seen["offer"]:
        give, get = (_counts(seen["offer"][side], goods) for side in ("give", "get"))
        yield text("settlers.told.offer", give=give, get=get)


def _seats(seen: JsonObject) -> Iterator[Line]:
    """Yield each seat with its points, honours, pieces and cards."""
    for seat, each in enumerate(seen["seats"]):
        yield text("told.seat_has", seat=PlayerAt(seat), facts=_facts(seen, seat))
        for told in (*_pieces(each), _cards(each), _developments(each)):
            yield TextRow((_INDENT, told))


def _facts(seen: JsonObject, seat: int) -> list[Text]:
    facts = [text("score", n=seen["seats"][seat]["points"])]
    if seen["longest_road"] == seat:
        facts.append(text("settlers.honour_longest_road"))
    if seen["largest_army"] == seat:
        facts.append(text("settlers.honour_largest_army"))
    return facts


def _pieces(each: JsonObject) -> Iterator[Text]:
    yield text("settlers.told.settlements", corners=each["settlements"])
    yield text("settlers.told.cities", corners=each["cities"])
    yield text("settlers.told.roads", edges=each["roads"])


def _cards(each: JsonObject) -> Text:
    if each["hand"] is None:
        return text("settlers.told.cards_hidden", number=each["cards"])
    return text("settlers.told.cards", number=each["cards"], cards=_counts(each["hand"], Resource))


def _developments(each: JsonObject) -> Text:
    number = each["development_cards"]
    if each["developments"] is None:
        return text("settlers.told.developments_hidden", number=number)
    cards = _counts(each["developments"], Development)
    return text("settlers.told.developments", number=number, cards=cards)


def _counts(counts: dict[str, int], kinds: type[StrEnum]) -> dict[StrEnum, int]:
    return {kinds(name): n for name, n in counts.items() if n}


def choice(_: object, move: object) -> MoveWords | None:
    """Return a move that needs no look at the board, in words."""
    match move:
        case Roll():
            return MoveWords(text("settlers.act_roll"), is_open=True)
        case AnswerTrade(accept=False):
            return MoveWords(text("settlers.answer_refuse"), is_open=True)
        case AnswerTrade(get=dict(get), give=dict(give)):
            terms = text("prepared.terms", give=dict(give), get=dict(get))
            return MoveWords(text("prepared.accept", terms=terms))
        case WithdrawTrade():
            return MoveWords(text("settlers.offer_withdraw"))
        case EndTurn():
            return MoveWords(text("settlers.act_end_turn"), is_open=True)
        case _:
            return None


TELLING = Telling(
    sections=(
        SectionText("material"),
        SectionText("setup", numbered("S", 1, 4)),
        SectionText("turn", numbered("S", 5, 7)),
        SectionText("building", numbered("S", 8, 9)),
        SectionText("trade", numbered("S", 10, 10)),
        SectionText("honours", numbered("S", 11, 11)),
        SectionText("game_end", numbered("S", 12, 12)),
        SectionText("earlier"),
    ),
    words={
        Development: "settlers.development",
        Phase: "settlers.phase",
        Resource: "settlers.good",
        Terrain: "settlers.terrain",
    },
    lines=lines,
    choice=choice,
)
