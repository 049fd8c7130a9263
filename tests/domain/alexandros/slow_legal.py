"""Legal moves worked out a second time, slowly and from coordinates alone, to check the fast ones.

Nothing of the ruleset's own reasoning is used: regions are flooded, ways and placements are all
tried. Only for small boards.
"""

from collections.abc import Iterator
from itertools import combinations, pairwise, product
from typing import Any

from domain.alexandros.state import State
from domain.alexandros.wire.notation import Position, position_of
from domain.record.visibility import JsonObject

NAMES = {"T": "temple", "A": "amphora", "H": "horse", "L": "lyre", "S": "soldier"}
Space = tuple[int, int]
Point = tuple[int, int]
Side = frozenset[Point]


def legal_moves(state: State, seat: int) -> list[JsonObject]:
    """All legal moves in JSON; of a takeover one for each lawful compensation."""
    if state.result is not None or seat in state.resigned:
        return []
    moves = [{"type": "resign"}]
    if state.turn.seat == seat:
        moves += Slow(state).moves()
    return moves


def corners(space: Space) -> tuple[Point, Point, Point]:
    r, c = space
    if (r + c) % 2 == 0:
        return ((c, r), (c - 1, r + 1), (c + 1, r + 1))
    return ((c - 1, r), (c + 1, r), (c, r + 1))


def sides(space: Space) -> set[Side]:
    return {frozenset(pair) for pair in combinations(corners(space), 2)}


class Slow:
    """One position, looked at by brute force."""

    def __init__(self, state: State) -> None:
        position: Position = position_of(state)
        self.state = state
        self.seat = state.turn.seat
        self.letters = dict(position.land)
        self.walls = {frozenset(side) for side in position.walls}
        self.left = 75 - len(self.walls)
        self.governors = dict(position.governors)
        self.point, self.space = position.point, position.space
        self.links: dict[Point, set[Point]] = {}
        for space in self.letters:
            for one, other in combinations(corners(space), 2):
                self.links.setdefault(one, set()).add(other)
                self.links.setdefault(other, set()).add(one)
        hand = state.cards.hands[self.seat]
        self.hand = dict(zip(NAMES.values(), hand, strict=True))
        self.display = [card and card.value for card in state.cards.display]

    def moves(self) -> list[JsonObject]:
        match self.state.turn.phase.value:
            case "choose_card":
                return list(self.choices())
            case "march":
                return list(self.marches())
            case _:
                return [*self.actions(), {"type": "end_turn"}]

    # The march
    def ways(self) -> dict[Point, list[list[Point]]]:
        """All shortest ways from Alexander to each point, level by level."""
        found: dict[Point, list[list[Point]]] = {self.point: [[self.point]]}
        level = found
        while level:
            further: dict[Point, list[list[Point]]] = {}
            for point, ways in level.items():
                for link in self.links[point]:
                    if link not in found:
                        further.setdefault(link, []).extend([*way, link] for way in ways)
            found = {**found, **further}
            level = further
        return found

    def price(self, way: list[Point]) -> int:
        return sum(frozenset(step) not in self.walls for step in pairwise(way))

    def free(self) -> dict[Space, str]:
        return {
            space: NAMES[letter]
            for space, letter in self.letters.items()
            if letter != "."
            and not sides(space) & self.walls
            and space not in self.governors
            and space != self.space
        }

    def reachable(self) -> dict[str, list[tuple[int, Space, list[list[Point]]]]]:
        """By symbol: free spaces with their distance and the ways that can be paid for."""
        ways, found = self.ways(), {}
        for space, symbol in self.free().items():
            payable = [
                way
                for corner in corners(space)
                for way in ways[corner]
                if self.price(way) <= self.left
            ]
            away = min(len(ways[corner][0]) - 1 for corner in corners(space))
            if payable:
                found.setdefault(symbol, []).append((away, space, payable))
        return found

    def choices(self) -> Iterator[JsonObject]:
        reachable = self.reachable()
        for slot, card in enumerate(self.display):
            choice = {"type": "choose_card", "from": "display", "slot": slot}
            if card in reachable:
                yield choice
            elif card:
                yield from ({**choice, "joker": symbol} for symbol in reachable)
        for card in reachable:
            if self.hand[card]:
                yield {"type": "choose_card", "from": "hand", "card": card}

    def marches(self) -> Iterator[JsonObject]:
        marching = self.state.turn.marching
        assert marching is not None
        found = self.reachable()[marching.symbol.value]
        anywhere = marching.joker and self.state.table.options.joker == "any"
        closest = min(away for away, _, _ in found)
        for away, space, ways in found:
            if anywhere or away == closest:
                for way in ways:
                    yield {"type": "march", "space": list(space), "path": [list(p) for p in way]}

    # Actions
    def actions(self) -> Iterator[JsonObject]:
        if not self.state.turn.actions_left:
            return
        if self.state.cards.supply or any(self.state.cards.discard):
            yield {"type": "take_card", "from": "supply"}
        for slot, card in enumerate(self.display):
            if card:
                yield {"type": "take_card", "from": "display", "slot": slot}
        own = [space for space, holder in self.governors.items() if holder == self.seat]
        for card in {NAMES[self.letters[space]] for space in own}:
            if self.hand[card] and not self.state.turn.levied:
                yield {"type": "levy_taxes", "card": card}
        yield from ({"type": "recall", "space": list(space)} for space in own)
        for province in self.provinces():
            yield from self.conquests(province)

    def provinces(self) -> list[list[Space]]:
        rest, found = set(self.letters), []
        while rest:
            region, edge = set(), [min(rest)]
            while edge:
                space = edge.pop()
                region.add(space)
                open_sides = sides(space) - self.walls
                edge += [s for s in rest - region if sides(s) & open_sides and s not in edge]
            rest -= region
            found.append(sorted(region))
        return found

    def conquests(self, province: list[Space]) -> Iterator[JsonObject]:
        holders = {self.governors[space] for space in province if space in self.governors}
        assert len(holders) < 2
        if self.seat in holders:
            return
        toll = [NAMES[self.letters[s]] for s in province if s in self.governors] * 2
        symbol_spaces = [space for space in province if self.letters[space] != "."]
        available = 4 - sum(holder == self.seat for holder in self.governors.values())
        for number in range(1, available + 1):
            for chosen in combinations(symbol_spaces, number):
                spent = [NAMES[self.letters[s]] for s in symbol_spaces if s not in chosen] + toll
                if all(spent.count(card) <= self.hand[card] for card in self.hand):
                    move = {
                        "type": "take_over" if holders else "occupy",
                        "province": list(province[0]),
                        "governors": [list(space) for space in chosen],
                    }
                    yield from self.compensated(move, spent) if holders else [move]

    def compensated(self, move: JsonObject, spent: list[str]) -> Iterator[JsonObject]:
        options = self.state.table.options
        if self.state.table.seats == 2 and not options.two_seat_compensation:
            yield move
            return
        due = (len(spent) + (options.compensation_rounding == "up")) // 2
        most = [range(spent.count(name) + 1) for name in NAMES.values()]
        for numbers in product(*most):
            if sum(numbers) == due:
                given = {n: k for n, k in zip(NAMES.values(), numbers, strict=True) if k}
                yield {**move, "compensation": given}


def canonical(state: State, move: JsonObject) -> Any:
    """One hashable form for all JSON of the same move: any space names a province, in any order."""
    parts = {key: value for key, value in move.items() if key != "type"}
    if "province" in parts:
        for region in Slow(state).provinces():
            if tuple(parts["province"]) in region:
                parts["province"] = region[0]
        parts["governors"] = sorted(map(tuple, parts["governors"]))
    given = parts.get("compensation")
    if given is not None:
        parts["compensation"] = sorted((name, n) for name, n in given.items() if n)
    return (move["type"], repr(sorted((key, _tuples(value)) for key, value in parts.items())))


def _tuples(value: Any) -> Any:
    return [_tuples(item) for item in value] if isinstance(value, list | tuple) else str(value)
