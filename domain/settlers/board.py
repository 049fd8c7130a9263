"""Boards of settlers: an outline and its layout, fixed or shuffled by chance (S3)."""

import enum
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from functools import cached_property, lru_cache, partial, reduce
from operator import or_
from typing import Any, ClassVar, TypeAlias, TypeVar

from domain.grids.hexagonal import Hex, HexTopology
from domain.grids.interning import Shared, memoized
from domain.record.chance import Chance
from domain.settlers.cards import INDEX, RESOURCES, Counts, GoodAt, Resource


class Terrain(enum.StrEnum):
    """The terrain of a hex (S1)."""

    HILLS = "hills"
    FOREST = "forest"
    PASTURE = "pasture"
    FIELDS = "fields"
    MOUNTAINS = "mountains"
    DESERT = "desert"


YIELDS: Mapping[str, GoodAt] = dict(zip(Terrain, INDEX.values(), strict=False))
"""The resource of each terrain except the desert, the last one."""

# S10: without a harbour the bank takes four.
GENERAL_RATE, RESOURCE_RATE, BANK_RATE = 3, 2, 4
RED_TOKENS = (6, 8)

Built: TypeAlias = tuple[tuple[int, int], ...]
"""Seats, each with the corners of its settlements and cities as bits."""


@dataclass(frozen=True, slots=True)
class Harbour:
    """A harbour on an edge of the coast: 2:1 for a resource, or 3:1 for any (None)."""

    edge: int
    resource: Resource | None


@dataclass(frozen=True, slots=True)
class Layout:
    """Terrains, tokens and harbours, by the indices of a board's topology."""

    terrains: tuple[str, ...]
    tokens: tuple[int | None, ...]
    harbours: tuple[Harbour, ...]


@dataclass(frozen=True)
class Board:
    """An outline, the edges of its harbours, and a layout; None if each game shuffles its own."""

    id: str | None
    title: str
    topology: HexTopology
    harbour_edges: tuple[int, ...]
    layout: Layout | None

    @property
    def weight(self) -> int:
        """The approximate size in memory, in bytes, with the land and its cached tables."""
        # 7/4: lands and cached robberies belong to the topology, and a game once took more than
        # twice the estimated memory (commit e43abd9c).
        return self.topology.weight * 7 // 4


B = TypeVar("B", bound=Board)
_BOARDS: Shared[Any] = Shared()


def shared(board: B) -> B:
    """Return the equal board already in use, or else this one."""
    # The key includes the class: a board of the scenario has more fields and must not be taken for
    # a board of settlers.
    content = tuple(getattr(board, field.name) for field in fields(board))
    same: B = _BOARDS.get((type(board), *content), lambda: board)
    return same


@dataclass(frozen=True)
class Land:
    """A board laid out, with the tables that the rules look up; ``yields`` is by terrain."""

    yields: ClassVar[Mapping[str, GoodAt]] = YIELDS

    topology: HexTopology
    layout: Layout

    @cached_property
    def payers(self) -> dict[int, tuple[tuple[int, int, int], ...]]:
        """For each roll the hexes that pay: hex, its good, its corners as bits."""
        hexes_by_roll: dict[int, list[tuple[int, int, int]]] = {n: [] for n in range(2, 13)}
        # Computed once for a land, so that a roll looks at two or three hexes instead of all.
        for hex_, (terrain, token) in enumerate(
            zip(self.layout.terrains, self.layout.tokens, strict=True)
        ):
            # The land's own yields decide: a scenario's terrains pay only on its own lands.
            if token is not None and terrain in self.yields:
                payer = (hex_, self.yields[terrain], self.topology.hex_corner_bits[hex_])
                hexes_by_roll[token].append(payer)
        return {roll: tuple(hexes) for roll, hexes in hexes_by_roll.items()}

    @cached_property
    def harbours(self) -> tuple[tuple[int, int | None], ...]:
        """Each harbour's two corners as bits, and the index of its resource, None for any."""
        return tuple(
            (
                self.topology.edge_corner_bits[harbour.edge],
                None if harbour.resource is None else INDEX[harbour.resource],
            )
            for harbour in self.layout.harbours
        )

    @cached_property
    def harbour_corners(self) -> int:
        """The corners of all harbours, as bits."""
        return reduce(or_, (corners for corners, _ in self.harbours), 0)

    @cached_property
    def rates(self) -> Callable[[int, int], Counts]:
        """A function from a number of goods and a seat's harbour corners to the rates (S10)."""
        return lru_cache(maxsize=64)(partial(_rates, self.harbours))


def _rates(harbours: tuple[tuple[int, int | None], ...], goods: int, built: int) -> Counts:
    rates = [BANK_RATE] * goods
    for corners, good in harbours:
        if not built & corners:
            continue
        if good is None:
            # `min`, as a harbour for one resource may have come first.
            rates = [min(rate, GENERAL_RATE) for rate in rates]
        else:
            rates[good] = RESOURCE_RATE
    return tuple(rates)


# Few entries: each is as large as the map, and a game needs another one when its buildings change.
@memoized(8)
def robberies(topology: HexTopology, others: Built) -> tuple[tuple[int, Hex, int | None], ...]:
    """Return the robber's moves among the buildings of others: index, hex and victim (S7)."""
    places = zip(topology.hexes, topology.hex_corner_bits, strict=True)
    return tuple(
        (index, hex_, victim)
        for index, (hex_, around) in enumerate(places)
        # S7: the robber also moves to hexes without a victim.
        for victim in victims_among(others, around) or (None,)
    )


def victims_among(others: Built, around: int) -> tuple[int, ...]:
    """Return the seats of ``others`` that have a building on one of the corners (S7)."""
    return tuple([n for n, built in others if built & around])


_LANDS: Shared[Land] = Shared()


def land_of(topology: HexTopology, layout: Layout) -> Land:
    """Return the board laid out; the same object for equal layouts."""
    return _LANDS.get((topology, layout), lambda: Land(topology, layout))


STANDARD_TERRAINS = (
    *((Terrain.FIELDS,) * 4),
    *((Terrain.FOREST,) * 4),
    *((Terrain.PASTURE,) * 4),
    *((Terrain.HILLS,) * 3),
    *((Terrain.MOUNTAINS,) * 3),
    Terrain.DESERT,
)
STANDARD_TOKENS = (2, *(n for n in (3, 4, 5, 6, 8, 9, 10, 11) for _ in range(2)), 12)
STANDARD_HARBOURS: tuple[Resource | None, ...] = (None, None, None, None, *RESOURCES)


def standard_outline() -> tuple[Hex, ...]:
    """Return the 19 hexes within two steps of the middle."""
    return tuple((q, r) for q in range(-2, 3) for r in range(-2, 3) if -2 <= q + r <= 2)


def shuffled_layout(board: Board, reds_apart: bool, chance: Chance) -> Layout:
    """Return the standard pieces laid by the game's chance (S3).

    Terrains are shuffled with the label ``terrains``, harbours with ``harbours``, tokens with
    ``tokens:0``. With ``reds_apart``, tokens are shuffled again with ``tokens:1``, ``tokens:2`` and
    so on, until no 6 or 8 lies beside another.
    """
    # Labels and order are promises: players recompute the layout from the revealed secret.
    terrains = chance.shuffled("terrains", STANDARD_TERRAINS)
    kinds = chance.shuffled("harbours", STANDARD_HARBOURS)
    n = 0
    while True:
        # Shuffle all tokens again instead of swapping the reds: so every layout without red
        # neighbours is equally likely.
        tokens = _placed(terrains, chance.shuffled(f"tokens:{n}", STANDARD_TOKENS))
        if not reds_apart or are_reds_apart(board.topology, tokens):
            break
        n += 1
    harbours = tuple(map(Harbour, board.harbour_edges, kinds))
    return Layout(terrains, tokens, harbours)


def _placed(terrains: tuple[Terrain, ...], tokens: tuple[int, ...]) -> tuple[int | None, ...]:
    """Return the tokens in reading order, none on the desert."""
    rest = iter(tokens)
    return tuple(None if terrain is Terrain.DESERT else next(rest) for terrain in terrains)


def are_reds_apart(topology: HexTopology, tokens: tuple[int | None, ...]) -> bool:
    """True if no 6 or 8 lies beside another."""
    red = [token in RED_TOKENS for token in tokens]
    neighbours = enumerate(topology.neighbours)
    return not any(red[hex_] and red[near] for hex_, steps in neighbours for near, _ in steps)


def coast_ring(topology: HexTopology) -> tuple[int, ...]:
    """Return the edges of the coast in order around the board, from the lowest number on."""
    coast = set(topology.coast)
    ring = [min(coast)]
    corner = topology.edges[ring[0]][1]
    while len(ring) < len(coast):
        # A corner of the coast has exactly two coast edges, so the other one leads on.
        following = next(
            edge for edge in topology.corner_edges[corner] if edge in coast and edge != ring[-1]
        )
        ring.append(following)
        corner = topology.across(following, corner)
    return tuple(ring)


_FIRST_ISLAND = """
fields 9, pasture 4, forest 10
mountains 5, hills 11, fields 8, pasture 3
forest 6, fields 12, desert, hills 9, mountains 4
pasture 10, forest 3, mountains 11, pasture 5
hills 8, fields 2, forest 6
"""


@lru_cache
def first_island() -> Board:
    """Return a balanced board for first games, on the standard outline."""
    standard = standard_board()
    tiles = [tile.split() for row in _FIRST_ISLAND.split("\n") for tile in row.split(",") if tile]
    layout = Layout(
        tuple(Terrain(terrain) for terrain, *_ in tiles),
        tuple(int(token[0]) if token else None for _, *token in tiles),
        tuple(map(Harbour, standard.harbour_edges, _FIRST_HARBOURS)),
    )
    title = "First island"
    return Board("first_island", title, standard.topology, standard.harbour_edges, layout)


_FIRST_HARBOURS = (
    None,
    Resource.WOOL,
    None,
    Resource.ORE,
    Resource.GRAIN,
    None,
    Resource.BRICK,
    None,
    Resource.LUMBER,
)


@lru_cache
def standard_board() -> Board:
    """Return the standard board: 19 hexes, 9 harbours spread evenly round the coast."""
    topology = HexTopology.of(standard_outline())
    ring = coast_ring(topology)
    # The coast has 30 edges: steps of 3 and 4 leave at least two edges between harbours, so no
    # corner has two.
    harbours = (0, 3, 7, 10, 13, 17, 20, 23, 27)
    return Board("standard", "Standard", topology, tuple(ring[n] for n in harbours), None)
