"""A position in lines of text for a viewer, to be read in a terminal or aloud."""

from collections.abc import Iterator, Mapping

from domain.settlers.state import State
from domain.settlers.view import view
from domain.visibility import JsonObject, Viewer

_WIDTH = 7


def text(state: State, viewer: Viewer) -> str:
    """What ``view`` tells the viewer; hexes, corners and edges as there."""
    return "\n".join([*lines_of(view(state, viewer)["state"]), ""])


def lines_of(seen: JsonObject) -> Iterator[str]:
    """The lines of a viewed state."""
    yield from drawing(seen)
    yield from _harbours(seen)
    yield from _supplies(seen)
    yield from seats(seen)


def drawing(seen: JsonObject) -> Iterator[str]:
    """The hexes row by row: terrain, token and, in brackets, the robber; then each by its place."""
    rows: dict[int, list[tuple[int, str]]] = {}
    for tile in seen["hexes"]:
        q, r = tile["hex"]
        rows.setdefault(r, []).append((2 * q + r, _tile(tile, seen["robber"])))
    left = min(x for row in rows.values() for x, _ in row)
    for row in rows.values():
        drawn = ""
        for x, tile in row:
            drawn = drawn.ljust((x - left) * _WIDTH // 2) + tile
        yield drawn.rstrip()


def _tile(tile: JsonObject, robber: list[int]) -> str:
    token = "" if tile["token"] is None else tile["token"]
    name = f"{tile['terrain'][:3]}{token}"
    return f"[{name}]" if tile["hex"] == robber else f" {name}"


def _harbours(seen: JsonObject) -> Iterator[str]:
    found = [f"edge {each['edge']} {each['resource'] or 'any'}" for each in seen["harbours"]]
    yield f"harbours: {', '.join(found) or 'none'}"


def _supplies(seen: JsonObject) -> Iterator[str]:
    q, r = seen["robber"]
    yield f"robber: {q},{r}"
    yield f"bank: {counted(seen['bank'])}; development cards: {seen['deck']}"
    if seen["dice"]:
        yield f"dice: {seen['dice'][0]} and {seen['dice'][1]}"
    if seen["offer"]:
        yield f"offer: {counted(seen['offer']['give'])} for {counted(seen['offer']['get'])}"


def seats(seen: JsonObject) -> Iterator[str]:
    """Each seat: its points, honours, pieces and cards."""
    for seat, each in enumerate(seen["seats"]):
        honours = [
            name.replace("_", " ")
            for name in ("longest_road", "largest_army")
            if seen[name] == seat
        ]
        yield f"seat {seat}: {', '.join([str(each['points']) + ' points', *honours])}"
        for name in ("settlements", "cities", "roads"):
            yield f"  {name}: {' '.join(map(str, each[name])) or 'none'}"
        hand = f" ({counted(each['hand'])})" if each["hand"] else ""
        developments = f" ({counted(each['developments'])})" if each["developments"] else ""
        yield f"  cards: {each['cards']}{hand}"
        yield f"  development cards: {each['development_cards']}{developments}"


def counted(cards: Mapping[str, int]) -> str:
    """Cards in words."""
    return ", ".join(f"{n} {name.replace('_', ' ')}" for name, n in cards.items() if n) or "none"
