"""Legal moves worked out a second time, slowly, from the rules' text and over places alone.

A position is the API's view for someone who may see everything; corners are places, edges pairs
of places. Nothing of the ruleset's own reasoning, and no bit set, is used.
"""

import json
from collections.abc import Iterator
from itertools import combinations_with_replacement, product
from typing import Any

from domain.record.visibility import JsonObject, Viewer
from domain.settlers.state import State
from tests.domain.settlers.newest import RULESET

Place = tuple[int, int]
Edge = frozenset[Place]
RESOURCES = ("brick", "lumber", "wool", "grain", "ore")
FREE = ("discard", "offer_trade", "answer_trade")
"""Free choices: a list names a default of them, and more is lawful."""
PRICES: dict[str, dict[str, int]] = {
    "road": {"brick": 1, "lumber": 1},
    "settlement": {"brick": 1, "lumber": 1, "wool": 1, "grain": 1},
    "city": {"grain": 2, "ore": 3},
    "development_card": {"wool": 1, "grain": 1, "ore": 1},
}


def legal_moves(state: State, seat: int) -> set[str]:
    """All legal moves of a seat but the free choices, in one form."""
    slow = Slow(state, seat)
    return {canonical(move) for move in slow.candidates() if slow.is_lawful(move)}


def canonical(move: JsonObject) -> str:
    """One form for all JSON of the same move."""
    stated = {name: value for name, value in move.items() if value is not None}
    return json.dumps(stated, sort_keys=True)


class Slow:
    """One position as a seat's rules lawyer sees it."""

    def __init__(self, state: State, seat: int) -> None:
        told = RULESET.wire.boards.topology(state.table.board)
        seen = RULESET.wire.view(state, Viewer(over=True))
        self.seat, self.active, self.phase = seat, state.turn.seat, seen["phase"]
        self.seen: JsonObject = seen["state"]
        self.seats: list[JsonObject] = self.seen["seats"]
        self.own = self.seats[seat]
        self.corners: list[Place] = [(x, y) for x, y in told["corners"]]
        self.edges: list[Edge] = [
            frozenset((self.corners[one], self.corners[other])) for one, other in told["edges"]
        ]
        self.built: dict[Place, int] = {}
        self.paved: dict[Edge, int] = {}
        for owner, each in enumerate(self.seats):
            for corner in each["settlements"] + each["cities"]:
                self.built[self.corners[corner]] = owner
            for edge in each["roads"]:
                self.paved[self.edges[edge]] = owner

    def candidates(self) -> Iterator[JsonObject]:
        """All moves that can be listed, without those of free choice."""
        for corner in range(len(self.corners) + 1):
            yield {"type": "build_settlement", "corner": corner}
            yield {"type": "build_city", "corner": corner}
        yield from ({"type": "build_road", "edge": edge} for edge in range(len(self.edges) + 1))
        places = [*(tile["hex"] for tile in self.seen["hexes"]), [77, 7]]
        for type_, place, victim in product(
            ("move_robber", "play_knight"), places, (None, *range(len(self.seats) + 1))
        ):
            yield {"type": type_, "hex": place, "victim": victim}
        for give, get in product(RESOURCES, RESOURCES):
            yield {"type": "trade_with_bank", "give": give, "get": get}
        for cards in (c for n in (1, 2) for c in combinations_with_replacement(RESOURCES, n)):
            wanted = {card: cards.count(card) for card in cards}
            yield {"type": "play_year_of_plenty", "cards": wanted}
        yield from ({"type": "play_monopoly", "resource": resource} for resource in RESOURCES)
        yield from ({"type": "close_trade", "seat": seat} for seat in range(len(self.seats) + 1))
        for bare in ("roll", "buy_development_card", "play_road_building", "withdraw_trade"):
            yield {"type": bare}
        yield from ({"type": "end_turn"}, {"type": "resign"})

    def is_lawful(self, move: JsonObject) -> bool:
        """True if the rules let the seat make the move now."""
        if self.phase == "over" or self.own["resigned"]:
            return False
        type_ = move["type"]
        if type_ not in ("resign", "discard", "answer_trade") and self.seat != self.active:
            return False
        terms = {name: value for name, value in move.items() if name != "type"}
        return bool(getattr(self, f"_{type_}")(**terms))

    def _resign(self) -> bool:
        return True

    # Building
    def _build_settlement(self, corner: int) -> bool:
        if corner >= len(self.corners):
            return False
        place = self.corners[corner]
        sides = [edge for edge in self.edges if place in edge]
        near = {end for edge in sides for end in edge} | {place}
        if near & self.built.keys():
            return False
        if self.phase == "found_settlement":
            return True
        reached = any(self.paved.get(edge) == self.seat for edge in sides)
        has_piece = len(self.own["settlements"]) < 5
        return self.phase == "play" and reached and has_piece and self._pays("settlement")

    def _build_road(self, edge: int) -> bool:
        if edge >= len(self.edges) or self.edges[edge] in self.paved:
            return False
        if self.phase == "found_road":
            return self.corners[self.seen["founded_corner"]] in self.edges[edge]
        is_paid = self.seen["free_roads"] > 0 or self._pays("road")
        is_due = self.phase == "roads" or (self.phase == "play" and is_paid)
        return is_due and self._has_road() and self._joins(edge)

    def _joins(self, edge: int) -> bool:
        """True if a road there would join the seat's own, not through another's building."""
        if self.edges[edge] in self.paved:
            return False
        for end in self.edges[edge]:
            if self.built.get(end, self.seat) != self.seat:
                continue
            roads = [self.paved.get(other) for other in self.edges if end in other]
            if end in self.built or self.seat in roads:
                return True
        return False

    def _has_road(self) -> bool:
        return len(self.own["roads"]) < 15

    def _build_city(self, corner: int) -> bool:
        has_piece = len(self.own["cities"]) < 4
        is_own = corner in self.own["settlements"]
        return self.phase == "play" and is_own and has_piece and self._pays("city")

    def _pays(self, thing: str) -> bool:
        return self._covers(self.own["hand"], PRICES[thing])

    @staticmethod
    def _covers(hand: JsonObject, price: JsonObject) -> bool:
        return all(hand[card] >= n for card, n in price.items())

    # Dice and robber
    def _roll(self) -> bool:
        return self.phase == "roll"

    def _discard(self, cards: JsonObject) -> bool:
        due = self.own["owed"]
        is_due = self.phase == "discard" and due > 0 and sum(cards.values()) == due
        return is_due and self._covers(self.own["hand"], cards)

    def _move_robber(self, hex: list[int], victim: int | None = None) -> bool:  # noqa: A002
        return self.phase == "robber" and self._robs(hex, victim)

    def _robs(self, place: list[int], victim: int | None) -> bool:
        tiles = [tile["hex"] for tile in self.seen["hexes"]]
        if place not in tiles or place == self.seen["robber"]:
            return False
        q, r = place
        x, y = 2 * q + r, 3 * r
        around = [(x, y - 2), (x + 1, y - 1), (x + 1, y + 1)]
        around += [(x, y + 2), (x - 1, y + 1), (x - 1, y - 1)]
        beside = {self.built[corner] for corner in around if corner in self.built}
        able = {s for s in beside - {self.seat} if sum(self.seats[s]["hand"].values())}
        return victim in able if able else victim is None

    # Development cards
    def _buy_development_card(self) -> bool:
        return self.phase == "play" and self.seen["deck"] > 0 and self._pays("development_card")

    def _plays(self, card: str) -> bool:
        held = self.own["developments"][card] - self.own["bought"][card]
        return self.phase in ("roll", "play") and not self.seen["card_played"] and held > 0

    def _play_knight(self, hex: list[int], victim: int | None = None) -> bool:  # noqa: A002
        return self._plays("knight") and self._robs(hex, victim)

    def _play_road_building(self) -> bool:
        room = any(self._joins(edge) for edge in range(len(self.edges)))
        return self._plays("road_building") and self._has_road() and room

    def _play_year_of_plenty(self, cards: JsonObject) -> bool:
        bank = self.seen["bank"]
        due = min(2, sum(bank.values()))
        is_due = due > 0 and sum(cards.values()) == due
        return self._plays("year_of_plenty") and is_due and self._covers(bank, cards)

    def _play_monopoly(self, resource: str) -> bool:
        return self._plays("monopoly") and resource in RESOURCES

    # Trade
    def _trade_with_bank(self, give: str, get: str) -> bool:
        pays = self.own["hand"][give] >= self._rate(give)
        return self.phase == "play" and give != get and pays and self.seen["bank"][get] > 0

    def _rate(self, resource: str) -> int:
        mine = {place for place, owner in self.built.items() if owner == self.seat}
        ports = self.seen["harbours"]
        kinds = [port["resource"] for port in ports if self.edges[port["edge"]] & mine]
        return 2 if resource in kinds else 3 if None in kinds else 4

    def _offer_trade(self, give: JsonObject, get: JsonObject) -> bool:
        pays = self._covers(self.own["hand"], give)
        return self.phase == "play" and self._is_trade(give, get) and pays

    @staticmethod
    def _is_trade(give: JsonObject, get: JsonObject) -> bool:
        return bool(give and get) and not give.keys() & get.keys()

    def _answer_trade(
        self, accept: bool, get: JsonObject | None = None, give: JsonObject | None = None
    ) -> bool:
        offer = self.seen["offer"]
        if offer is None or self.seat == self.active or offer["answers"][self.seat] is not None:
            return False
        if self.phase != "play":
            return False
        get = offer["give"] if get is None else get
        give = offer["get"] if give is None else give
        return not accept or (self._is_trade(give, get) and self._covers(self.own["hand"], give))

    def _close_trade(self, seat: int) -> bool:
        offer = self.seen["offer"]
        answer: Any = offer["answers"][seat] if offer and seat < len(self.seats) else None
        if self.phase != "play" or not isinstance(answer, dict):
            return False
        pays = self._covers(self.own["hand"], answer["give"])
        return pays and self._covers(self.seats[seat]["hand"], answer["get"])

    def _withdraw_trade(self) -> bool:
        return self.phase == "play" and self.seen["offer"] is not None

    def _end_turn(self) -> bool:
        return self.phase == "play"
