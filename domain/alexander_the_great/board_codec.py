"""Boards as JSON, and whether one can be played on: a fault is named by hex, edge or corner."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from reprlib import repr as brief
from typing import Any

from domain.alexander_the_great import campaign
from domain.alexander_the_great.board import (
    CHIPS_LAID,
    GATES,
    LEAST_TEMPLES,
    MOST_TEMPLES,
    Board,
    Crossing,
    Kind,
    Name,
    Terrain,
)
from domain.errors import BoardInvalid, UnknownName
from domain.grids.hexagonal import Hex, HexTopology
from domain.settlers.board import Harbour, Layout
from domain.settlers.cards import Resource
from domain.visibility import JsonObject

BOARD_IDS = ("campaign",)
MOST_HEXES, FARTHEST = 127, 60
MOST_NAMES, LONGEST_NAME = 150, 40
TOKENS = (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)


@lru_cache
def board_named(name: str) -> Board:
    """The board of an id. Raises UnknownName."""
    if name not in BOARD_IDS:
        raise UnknownName("board", name, list(BOARD_IDS))
    return _board("campaign", _campaign())


def _campaign() -> JsonObject:
    corner, name = campaign.START
    return {
        "title": "Alexander's campaign",
        "hexes": [
            {"hex": [q, r], "terrain": terrain, "token": token}
            for q, r, terrain, token, _ in campaign.HEXES
        ],
        "harbours": [{"edge": edge, "resource": kind} for edge, kind in campaign.HARBOURS],
        "names": [
            {"corner": corner, "name": name},
            *({"hex": [q, r], "name": name} for q, r, _, _, name in campaign.HEXES),
        ],
        "start": corner,
        "route": [
            {"corner": corner, "kind": kind, "name": name} for corner, kind, name in campaign.ROUTE
        ],
    }


def board_from_json(given: Any) -> Board:
    """A board from its inline form. Raises BoardInvalid.

    A board keeps its id only as long as it is the board of that id, names and all.
    """
    if not isinstance(given, dict):
        raise BoardInvalid(f"A board is an id or an object with hexes, not {brief(given)}.")
    board = _board(None, given)
    for name in BOARD_IDS:
        known = board_named(name)
        if given.get("id") == name and board_json(known) == {**board_json(board), "id": name}:
            return known
    return board


def board_json(board: Board) -> JsonObject:
    """The inline form, which ``board_from_json`` takes back."""
    assert board.layout is not None
    topology, layout = board.topology, board.layout
    return {
        "id": board.id,
        "title": board.title,
        "hexes": [
            {"hex": list(hex_), "terrain": terrain.value, "token": token}
            for hex_, terrain, token in zip(
                topology.hexes, layout.terrains, layout.tokens, strict=True
            )
        ],
        "harbours": [
            {"edge": each.edge, "resource": each.resource and each.resource.value}
            for each in layout.harbours
        ],
        "names": [_name_json(each) for each in board.names],
        "start": board.start,
        "route": [
            {"corner": each.corner, "kind": each.kind.value, "name": each.name}
            for each in board.route
        ],
    }


def _name_json(name: Name) -> JsonObject:
    at = {"corner": name.at} if isinstance(name.at, int) else {"hex": list(name.at)}
    return {**at, "name": name.name}


def _board(id_: str | None, given: JsonObject) -> Board:
    known = {"id", "title", "hexes", "harbours", "names", "start", "route"}
    if unknown := given.keys() - known:
        raise BoardInvalid(f"A board has no field {brief(min(map(str, unknown)))}.")
    land = _land(given.get("hexes"))
    topology = HexTopology.of(land)
    harbours = tuple(_harbours(given.get("harbours", []), topology))
    route = tuple(_route(given.get("route"), topology))
    start = _corner(given.get("start"), topology, "The start")
    _check_way(topology, start, route)
    _check_kinds(topology, route)
    return Board(
        id=id_,
        title=_line(given.get("title", ""), "title"),
        topology=topology,
        harbour_edges=tuple(harbour.edge for harbour in harbours),
        layout=Layout(
            tuple(land[hex_][0] for hex_ in topology.hexes),
            tuple(land[hex_][1] for hex_ in topology.hexes),
            harbours,
        ),
        start=start,
        route=route,
        names=tuple(_names(given.get("names", []), topology)),
    )


# Land
def _land(given: Any) -> Mapping[Hex, tuple[Terrain, int | None]]:
    found: dict[Hex, tuple[Terrain, int | None]] = {}
    for each in _objects(given, "hexes", {"hex", "terrain", "token"}, MOST_HEXES):
        hex_ = _hex(each.get("hex"))
        if hex_ in found:
            raise BoardInvalid(f"The hex {list(hex_)} is there twice.")
        found[hex_] = _terrain(hex_, each)
    if Terrain.DESERT not in [terrain for terrain, _ in found.values()]:
        raise BoardInvalid("There is no desert; the robber begins on one.")
    return found


def _terrain(hex_: Hex, given: JsonObject) -> tuple[Terrain, int | None]:
    name, token = given.get("terrain"), given.get("token")
    if name not in list(Terrain):
        known = ", ".join(Terrain)
        raise BoardInvalid(f"The hex {list(hex_)} is {brief(name)}, which is none of {known}.")
    terrain = Terrain(name)
    if terrain is Terrain.DESERT:
        if token is not None:
            raise BoardInvalid(f"The desert {list(hex_)} has a token.")
        return terrain, None
    if type(token) is not int or token not in TOKENS:
        raise BoardInvalid(
            f"The hex {list(hex_)} needs a token from 2 to 12 but 7, not {brief(token)}."
        )
    return terrain, token


def _harbours(given: Any, topology: HexTopology) -> Iterator[Harbour]:
    seen: set[int] = set()
    for each in _objects(given, "harbours", {"edge", "resource"}, len(topology.edges)):
        edge, resource = each.get("edge"), each.get("resource")
        if type(edge) is not int or edge not in topology.coast:
            raise BoardInvalid(f"A harbour lies at the edge {brief(edge)}, which is no coast.")
        if edge in seen:
            raise BoardInvalid(f"The edge {edge} has two harbours.")
        if resource is not None and resource not in list(Resource):
            raise BoardInvalid(
                f"The harbour at the edge {edge} is for {brief(resource)}, which is no resource."
            )
        seen.add(edge)
        yield Harbour(edge, None if resource is None else Resource(resource))


def _names(given: Any, topology: HexTopology) -> Iterator[Name]:
    for each in _objects(given, "names", {"hex", "corner", "name"}, MOST_NAMES):
        name = _line(each.get("name"), "name")
        if "hex" not in each:
            yield Name(_corner(each.get("corner"), topology, f"The name {name}"), name)
            continue
        hex_ = _hex(each["hex"])
        if hex_ not in topology.hex_index or "corner" in each:
            raise BoardInvalid(f"The name {name} belongs to one hex or corner of the board.")
        yield Name(hex_, name)


# Route
def _route(given: Any, topology: HexTopology) -> Iterator[Crossing]:
    most = len(topology.corners)
    for each in _objects(given, "route", {"corner", "kind", "name"}, most):
        corner = _corner(each.get("corner"), topology, "The route")
        kind = each.get("kind")
        if kind not in list(Kind):
            raise BoardInvalid(
                f"The route has {brief(kind)} at the corner {corner}, which is none of "
                f"{', '.join(Kind)}."
            )
        yield Crossing(corner, Kind(kind), _line(each.get("name", ""), "name"))


def _check_way(topology: HexTopology, start: int, route: tuple[Crossing, ...]) -> None:
    passed = [start]
    for crossing in route:
        if crossing.corner in passed:
            raise BoardInvalid(f"The route comes to the corner {crossing.corner} twice.")
        if not topology.near_bits[passed[-1]] >> crossing.corner & 1:
            raise BoardInvalid(
                f"The route breaks off: the corner {crossing.corner} is not beside {passed[-1]}."
            )
        passed.append(crossing.corner)


def _check_kinds(topology: HexTopology, route: tuple[Crossing, ...]) -> None:
    kinds = [crossing.kind for crossing in route]
    if kinds.count(Kind.PERSEPOLIS) != 1 or kinds[-1] is not Kind.PERSEPOLIS:
        raise BoardInvalid("The route ends at Persepolis, and comes there once.")
    if kinds.count(Kind.GATE) != GATES or set(kinds[-1 - GATES : -1]) != {Kind.GATE}:
        raise BoardInvalid(f"The last {GATES} places before Persepolis are the gates.")
    if (chips := kinds.count(Kind.CHIP)) != CHIPS_LAID:
        raise BoardInvalid(f"The route has {chips} chips; it needs {CHIPS_LAID}.")
    temples = [crossing.corner for crossing in route if crossing.kind is Kind.TEMPLE]
    if not LEAST_TEMPLES <= len(temples) <= MOST_TEMPLES:
        raise BoardInvalid(
            f"The route has {len(temples)} temples; {LEAST_TEMPLES} to {MOST_TEMPLES} are allowed."
        )
    _check_temples_apart(topology, temples)


def _check_temples_apart(topology: HexTopology, temples: list[int]) -> None:
    for temple in temples:
        for other in temples:
            if temple < other and topology.near_bits[temple] >> other & 1:
                raise BoardInvalid(
                    f"The temples at the corners {temple} and {other} are neighbours; "
                    "two settlements would not fit."
                )


# Parts
def _objects(given: Any, field: str, known: set[str], most: int) -> Iterator[JsonObject]:
    if not isinstance(given, list) or not all(isinstance(each, dict) for each in given):
        raise BoardInvalid(f"{field} is a list of objects, not {brief(given)}.")
    if len(given) > most:
        raise BoardInvalid(f"There are {len(given)} {field}; at most {most} are allowed.")
    for each in given:
        if unknown := each.keys() - known:
            raise BoardInvalid(f"{field} has an object with {brief(min(map(str, unknown)))}.")
        yield each


def _hex(given: Any) -> Hex:
    if isinstance(given, list) and [type(part) for part in given] == [int, int]:
        q, r = given
        if max(abs(q), abs(r)) <= FARTHEST:
            return (q, r)
    raise BoardInvalid(f"A hex is [q, r], each from {-FARTHEST} to {FARTHEST}, not {brief(given)}.")


def _corner(given: Any, topology: HexTopology, what: str) -> int:
    last = len(topology.corners) - 1
    if type(given) is not int or not 0 <= given <= last:
        raise BoardInvalid(f"{what} needs a corner from 0 to {last}, not {brief(given)}.")
    return given


def _line(given: Any, field: str) -> str:
    if isinstance(given, str) and len(given) <= LONGEST_NAME and given.isprintable():
        return given.strip()
    raise BoardInvalid(
        f"{field} is a line of at most {LONGEST_NAME} printable characters, not {brief(given)}."
    )
