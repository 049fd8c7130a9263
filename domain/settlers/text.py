"""A position in lines for a viewer, to be read in a terminal or aloud."""

from collections.abc import Iterator
from enum import StrEnum

from domain.record.visibility import JsonObject, Viewer
from domain.settlers.board import Terrain
from domain.settlers.cards import Development, Good
from domain.settlers.state import State
from domain.settlers.wire.view import view
from domain.telling import LETTERS, Line, Row, Said, Short, Sitter, said

_WIDTH = 7
_INDENT = "  "


def lines(state: State, viewer: Viewer) -> tuple[Line, ...]:
    """What ``view`` tells the viewer; hexes, corners and edges as there."""
    return tuple(lines_of(view(state, viewer)["state"], Terrain))


def lines_of(seen: JsonObject, terrains: type[StrEnum]) -> Iterator[Line]:
    """The lines of a viewed state."""
    yield from _drawing(seen, terrains)
    yield _harbours(seen)
    yield from _supplies(seen)
    yield from _seats(seen)


def _drawing(seen: JsonObject, terrains: type[StrEnum]) -> Iterator[Row]:
    """The hexes row by row: terrain, token and, in brackets, the robber; then each by its place."""
    rows: dict[int, list[tuple[int, JsonObject]]] = {}
    for tile in seen["hexes"]:
        q, r = tile["hex"]
        rows.setdefault(r, []).append((2 * q + r, tile))
    left = min(x for row in rows.values() for x, _ in row)
    for row in rows.values():
        yield Row(tuple(_drawn(row, left, seen["robber"], terrains)))


def _drawn(
    row: list[tuple[int, JsonObject]], left: int, robber: list[int], terrains: type[StrEnum]
) -> Iterator[str | Short]:
    end = 0
    for x, tile in row:
        start = (x - left) * _WIDTH // 2
        before, after = "[]" if tile["hex"] == robber else (" ", "")
        token = "" if tile["token"] is None else str(tile["token"])
        yield " " * (start - end) + before
        yield Short(terrains(tile["terrain"]))
        yield token + after
        end = start + len(before) + LETTERS + len(token + after)


def _harbours(seen: JsonObject) -> Said:
    return said("settlers.told.harbours", harbours=list(map(_harbour, seen["harbours"])))


def _harbour(each: JsonObject) -> Said:
    if each["resource"] is None:
        return said("settlers.told.harbour_any", edge=each["edge"])
    return said("settlers.told.harbour", edge=each["edge"], good=Good(each["resource"]))


def _supplies(seen: JsonObject) -> Iterator[Said]:
    yield said("settlers.told.robber", hex=tuple(seen["robber"]))
    yield said("settlers.told.bank", cards=_goods(seen["bank"]), deck=seen["deck"])
    if seen["dice"]:
        one, other = seen["dice"]
        yield said("settlers.told.dice", one=one, other=other)
    if seen["offer"]:
        give, get = (_goods(seen["offer"][side]) for side in ("give", "get"))
        yield said("settlers.told.offer", give=give, get=get)


def _seats(seen: JsonObject) -> Iterator[Line]:
    """Each seat: its points, honours, pieces and cards."""
    for seat, each in enumerate(seen["seats"]):
        yield said("told.seat_has", seat=Sitter(seat), facts=_facts(seen, seat))
        for told in (*_pieces(each), _cards(each), _developments(each)):
            yield Row((_INDENT, told))


def _facts(seen: JsonObject, seat: int) -> list[Said]:
    facts = [said("score", n=seen["seats"][seat]["points"])]
    if seen["longest_road"] == seat:
        facts.append(said("settlers.honour_longest_road"))
    if seen["largest_army"] == seat:
        facts.append(said("settlers.honour_largest_army"))
    return facts


def _pieces(each: JsonObject) -> Iterator[Said]:
    yield said("settlers.told.settlements", corners=each["settlements"])
    yield said("settlers.told.cities", corners=each["cities"])
    yield said("settlers.told.roads", edges=each["roads"])


def _cards(each: JsonObject) -> Said:
    if each["hand"] is None:
        return said("settlers.told.cards_hidden", number=each["cards"])
    return said("settlers.told.cards", number=each["cards"], cards=_goods(each["hand"]))


def _developments(each: JsonObject) -> Said:
    number = each["development_cards"]
    if each["developments"] is None:
        return said("settlers.told.developments_hidden", number=number)
    cards = {Development(name): n for name, n in each["developments"].items() if n}
    return said("settlers.told.developments", number=number, cards=cards)


def _goods(counts: dict[str, int]) -> dict[Good, int]:
    return {Good(name): n for name, n in counts.items() if n}
