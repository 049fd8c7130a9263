"""The cards of a game of settlers as one viewer can count them from the events."""

from collections import Counter
from typing import Any

from domain.kernel.decider import Ruleset
from domain.record.visibility import JsonObject, Viewer, conceal, hidden_values
from domain.settlers.events import AnyEvent
from tests.domain.settlers.newest import RULESET

PRICES: dict[str, dict[str, int]] = {
    "city_built": {"grain": 2, "ore": 3},
    "development_card_bought": {"wool": 1, "grain": 1, "ore": 1},
}


def told(
    event: AnyEvent, acting: int, viewer: Viewer, rules: Ruleset[Any, Any, Any] = RULESET
) -> JsonObject:
    """An event's data as a viewer gets it."""
    visibility = rules.visibility.get(rules.wire.events.type(event), {})
    data = rules.wire.events.json(event)
    hidden = hidden_values(data, visibility, acting)
    paths = [value.path for value in hidden if not viewer.may_see(value.owner)]
    return dict(conceal(data, paths))


class SeenCards:
    """The number of cards of each seat, the bank's cards, and those of the viewer's own hand."""

    def __init__(self, seats: int, viewer: Viewer) -> None:
        self.viewer = viewer
        self.sizes = [0] * seats
        self.bank = Counter(dict.fromkeys(("brick", "lumber", "wool", "grain", "ore"), 19))
        self.hand: Counter[str] = Counter()
        self.deck, self.developments = 25, [0] * seats
        self.kinds: Counter[str] = Counter()

    def follow(self, type_: str, seat: int, data: JsonObject) -> None:
        """Enter an event of a seat as it was shown."""
        if type_ in PRICES:
            self._pays(seat, PRICES[type_])
        getattr(self, f"_{type_}", lambda *_: None)(seat, data)

    def _moves(self, seat: int, cards: dict[str, int], sign: int) -> None:
        self.sizes[seat] += sign * sum(cards.values())
        if seat == self.viewer.seat:
            self.hand.update({card: sign * n for card, n in cards.items()})

    def _gets(self, seat: int, cards: dict[str, int]) -> None:
        self._moves(seat, cards, 1)
        self.bank.subtract(cards)

    def _pays(self, seat: int, cards: dict[str, int]) -> None:
        self._moves(seat, cards, -1)
        self.bank.update(cards)

    def _settlement_built(self, seat: int, data: JsonObject) -> None:
        self._pays(seat, data["paid"])
        self._gets(seat, data["gains"])

    def _road_built(self, seat: int, data: JsonObject) -> None:
        self._pays(seat, data["paid"])

    def _dice_rolled(self, _seat: int, data: JsonObject) -> None:
        for seat, gain in enumerate(data["gains"]):
            self._gets(seat, gain)

    def _cards_discarded(self, _seat: int, data: JsonObject) -> None:
        self._pays(data["seat"], data["cards"])

    def _robber_moved(self, seat: int, data: JsonObject) -> None:
        if data["by_knight"]:
            self._plays(seat, "knight")
        if data["victim"] is None:
            return
        card = data["stolen"][self.viewer.seat] if self.viewer.seat is not None else None
        self._moves(data["victim"], {card or "unseen": 1}, -1)
        self._moves(seat, {card or "unseen": 1}, 1)

    def _development_card_bought(self, seat: int, data: JsonObject) -> None:
        self.deck -= 1
        self.developments[seat] += 1
        if seat == self.viewer.seat:
            self.kinds[data["card"]] += 1

    def _plays(self, seat: int, card: str) -> None:
        self.developments[seat] -= 1
        if seat == self.viewer.seat:
            self.kinds[card] -= 1

    def _road_building_played(self, seat: int, _data: JsonObject) -> None:
        self._plays(seat, "road_building")

    def _year_of_plenty_played(self, seat: int, data: JsonObject) -> None:
        self._plays(seat, "year_of_plenty")
        self._gets(seat, data["cards"])

    def _monopoly_played(self, seat: int, data: JsonObject) -> None:
        self._plays(seat, "monopoly")
        for other, n in enumerate(data["taken"]):
            self._moves(other, {data["resource"]: n}, -1)
            self._moves(seat, {data["resource"]: n}, 1)

    def _traded_with_bank(self, seat: int, data: JsonObject) -> None:
        self._pays(seat, data["give"])
        self._gets(seat, data["get"])

    def _trade_closed(self, seat: int, data: JsonObject) -> None:
        for giver, taker, cards in (
            (seat, data["seat"], data["give"]),
            (data["seat"], seat, data["get"]),
        ):
            self._moves(giver, cards, -1)
            self._moves(taker, cards, 1)

    def assert_agrees(self, seen: Any) -> None:
        """The view's ``state`` shows the same."""
        assert [each["cards"] for each in seen["seats"]] == self.sizes
        assert [each["development_cards"] for each in seen["seats"]] == self.developments
        assert (seen["deck"], seen["bank"]) == (self.deck, dict(self.bank))
        if self.viewer.seat is not None:
            own = seen["seats"][self.viewer.seat]
            assert {card: n for card, n in own["hand"].items() if n} == +self.hand
            assert {card: n for card, n in own["developments"].items() if n} == +self.kinds
