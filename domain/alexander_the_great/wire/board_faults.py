"""The conditions of a playable board beyond those of settlers: its route and its names."""

from collections.abc import Iterable, Iterator
from itertools import combinations

from domain.alexander_the_great.board import (
    CHIPS_LAID,
    GATES,
    LEAST_TEMPLES,
    MOST_TEMPLES,
    Crossing,
    Kind,
    Name,
)
from domain.grids.hexagonal import HexTopology
from domain.wire.board_faults import BoardFault


def route_faults(
    topology: HexTopology, start: int, route: tuple[Crossing, ...]
) -> Iterator[BoardFault]:
    """Yield a fault at each place where the route breaks off, or comes to a corner again."""
    passed = [start]
    for crossing in route:
        corner, place = crossing.corner, {"corner": crossing.corner}
        if corner in passed:
            message = f"The route comes to the corner {corner} twice."
            yield BoardFault("route_twice", message, place)
        elif not topology.near_bits[passed[-1]] >> corner & 1:
            message = f"The route breaks off: the corner {corner} is not beside {passed[-1]}."
            yield BoardFault("route_broken", message, place)
        # Added even after a fault, so that the rest of the route is checked from there.
        passed.append(corner)


def kind_faults(topology: HexTopology, route: tuple[Crossing, ...]) -> Iterator[BoardFault]:
    """Yield the faults of the route's end, chips and temples."""
    kinds = [crossing.kind for crossing in route]
    # Counted first: an empty route has no last place to look at.
    if kinds.count(Kind.PERSEPOLIS) != 1 or kinds[-1] is not Kind.PERSEPOLIS:
        message = "The route ends at Persepolis, and comes there once."
        yield BoardFault("route_end", message, _last(route))
    if kinds.count(Kind.GATE) != GATES or set(kinds[-1 - GATES : -1]) != {Kind.GATE}:
        message = f"The last {GATES} places before Persepolis are the gates."
        yield BoardFault("route_gates", message, _last(route), {"gates": GATES})
    if (chips := kinds.count(Kind.CHIP)) != CHIPS_LAID:
        message = f"The route has {chips} chips; it needs {CHIPS_LAID}."
        yield BoardFault("route_chips", message, None, {"chips": chips, "needed": CHIPS_LAID})
    yield from _temple_faults(topology, route)


def _last(route: tuple[Crossing, ...]) -> dict[str, int] | None:
    return {"corner": route[-1].corner} if route else None


def _temple_faults(topology: HexTopology, route: tuple[Crossing, ...]) -> Iterator[BoardFault]:
    temples = [crossing.corner for crossing in route if crossing.kind is Kind.TEMPLE]
    if not LEAST_TEMPLES <= len(temples) <= MOST_TEMPLES:
        message = (
            f"The route has {len(temples)} temples; {LEAST_TEMPLES} to {MOST_TEMPLES} are allowed."
        )
        gaps = {"temples": len(temples), "least": LEAST_TEMPLES, "most": MOST_TEMPLES}
        yield BoardFault("route_temples", message, None, gaps)
    # Each pair once, and a temple stated twice is no neighbour of itself.
    for temple, other in combinations(sorted(set(temples)), 2):
        if topology.near_bits[temple] >> other & 1:
            message = (
                f"The temples at the corners {temple} and {other} are neighbours; "
                "two settlements would not fit."
            )
            yield BoardFault("temples_beside", message, {"corner": other})


def name_faults(topology: HexTopology, names: Iterable[Name]) -> Iterator[BoardFault]:
    """Yield a fault for each name of a hex that is not on the board."""
    for name in names:
        if not isinstance(name.at, int) and name.at not in topology.hex_index:
            message = f"The name {name.name} belongs to one hex or corner of the board."
            place = {"hex": list(name.at)}
            yield BoardFault("name_off_board", message, place, {"name": name.name})
