"""Worlds that differ in the hidden cards of a seat with orders say the same to all others.

Two worlds play the same commands by the same clock, and the seat has orders of each kind in turn.
Where its cards cap a limit, the other world has a richer hand and the lower limit. Any
difference, to the byte, in what others see, or when, is a leak.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from domain.kernel.rulesets import rulesets
from domain.settlers.cards import Development
from tests.service.hidden_worlds import DEALT, PRIVATE, Luck, Orders, World, a_world, with_items
from tests.service.surfaces import surfaces

ADA, BOB, CYD = 0, 1, PRIVATE
BRICK, LUMBER, WOOL, GRAIN, ORE = range(5)
FIVE_WOOL, FIVE_ORE, MIXED = (WOOL,) * 5, (ORE,) * 5, (LUMBER, WOOL, GRAIN, GRAIN, LUMBER)
NO_GOLD = {"options": {"starting_gold": 0}}

Script = Callable[[World], None]


def dealt(*cards: int, each: int = DEALT) -> Luck:
    """Luck that deals a seat these cards; it draws a brick too."""
    return Luck(arranged={"reserve": with_items(PRIVATE * each, *cards)})


@dataclass(frozen=True)
class Pair:
    """Two worlds: their luck, orders and moves, and how often an order answers."""

    name: str
    script: Script
    luck: tuple[Luck, Luck]
    orders: Orders
    answers: int
    lower: Orders | None = None
    terms: dict[str, Any] = field(default_factory=dict)
    each_dealt: int = DEALT
    viewers: tuple[int | None, ...] = (None, ADA)

    @property
    def start(self) -> str:
        """All that decides how both worlds begin."""
        return repr((*map(id, self.luck), self.terms, self.each_dealt, self.viewers))

    @property
    def codes(self) -> set[str]:
        return {code for code, _ in self.orders}


# Scripts


def auction(world: World) -> None:
    """Bid twice against the private seat, which passes or pays by hand where no order does."""
    world.act(ADA, "march")
    world.give_orders()
    world.act(ADA, "bid", bid=1)
    world.act(BOB, "bid", bid=2)
    while world.view["phase"] == "bid":
        _bid_on(world)
    if world.asks(CYD, "pay"):
        high = world.view["state"]["auction"]["high"]
        world.act(CYD, "pay", cards={"gold": high["bid"]})
    elif world.view["phase"] == "pay":
        world.act_first(world.view["to_act"][0], "pay")


def _bid_on(world: World) -> None:
    [seat], high = world.view["to_act"], world.view["state"]["auction"]["high"]["bid"]
    if seat == BOB and high < 4:
        world.act(BOB, "bid", bid=high + 1)
    else:
        world.act(seat, "pass")


def cheap_auction(world: World) -> None:
    """Leave the auction to the private seat, which bids and pays by hand where no order does."""
    world.act(ADA, "march")
    world.give_orders()
    world.act(ADA, "pass")
    world.act(BOB, "bid", bid=1)
    if world.asks(CYD, "bid"):
        world.act(CYD, "bid", bid=2)
    world.act(BOB, "pass")
    if world.asks(CYD, "pay"):
        world.act(CYD, "pay", cards={"gold": 2})


def offers(world: World) -> None:
    """Offer a lumber for a wool, then for two."""
    no_auction(world)
    world.give_orders()
    for wool in (1, 2):
        world.act(ADA, "offer_trade", give={"lumber": 1}, get={"wool": wool})
        world.act(BOB, "answer_trade", accept=False)
        world.act(ADA, "withdraw_trade")
    world.act(ADA, "end_turn")


def no_auction(world: World) -> None:
    world.act(world.view["to_act"][0], "march")
    while world.asks(seat := world.view["to_act"][0], "bid"):
        world.act(seat, "pass")


def seven(world: World) -> None:
    """Roll a seven: each seat has too many cards, and the others discard first."""
    no_auction(world)
    world.give_orders()
    world.act(ADA, "end_turn")
    world.act(BOB, "roll")
    for seat in (BOB, ADA):
        world.act_first(seat, "discard")
    if world.asks(CYD, "discard"):
        world.act(CYD, "discard", cards={"wool": 7})


def round_with_card(world: World) -> None:
    """Buy a development card, and let a round pass: the order moves on, or its player does."""
    no_auction(world)
    world.act(CYD, "buy_development_card")
    world.give_orders()
    by_hand(world, "end_turn")
    while not world.asks(CYD, "roll") and not world.asks(CYD, "march") and not _is_after(world):
        seat = world.view["to_act"][0]
        world.act_first(seat, "end_turn", "pass", "march", "roll")
    by_hand(world, "roll", "march")


def _is_after(world: World) -> bool:
    """True once the private seat has rolled and marched by order."""
    return bool(world.view["turn"] > len(world.people))


def by_hand(world: World, *types: str) -> None:
    """Make moves of the private seat that no order has made."""
    for type_ in types:
        if world.may(CYD, type_):
            world.act(CYD, type_)


def settlers_after_theft(world: World) -> None:
    """Rob Ada of a card, and have Bob offer for it: only she knows what it was."""
    found(world)
    world.act(CYD, "roll")
    rob(world, CYD, ADA)
    world.act(CYD, "end_turn")
    for seat in (ADA, BOB):
        world.act(seat, "roll")
        rob(world, seat, None)
        if seat == ADA:
            world.act(ADA, "end_turn")
    world.give_orders()
    for ore in (3, 1):
        world.act(BOB, "offer_trade", give={"lumber": 1}, get={"ore": ore})
        world.act(BOB, "withdraw_trade")


def found(world: World) -> None:
    while world.view["phase"].startswith("found"):
        world.act_first(world.view["to_act"][0])


def rob(world: World, seat: int, victim: int | None) -> None:
    moves = world.api.moves(world.game, world.people[seat], type="move_robber")
    hex_ = next(move["hex"] for move in moves if move.get("victim") == victim)
    world.act(seat, "move_robber", hex=hex_, **({} if victim is None else {"victim": victim}))


def turn_of_alexandros(world: World) -> None:
    """Take three turns; the last seat chooses what all see, and its order ends the turn."""
    world.give_orders()
    for seat in (ADA, BOB, CYD):
        for type_ in ("choose_card", "march", "take_card", "take_card"):
            world.act_first(seat, type_)
        if world.may(seat, "end_turn"):
            world.act(seat, "end_turn")


# Pairs


DICE = {"die": lambda n: 2 + n % 2}
"""Sevens alone."""


def robbed(place: int) -> Luck:
    """Luck that has the first card stolen from a place of the hand, and none but sevens."""
    return Luck(drawn={**DICE, "theft": lambda _: place})


def developing(card: Development) -> Luck:
    """Luck that has one development card on top, and never a seven."""
    arranged = {"developments": with_items(0, card), **dealt(WOOL, GRAIN, ORE, WOOL, WOOL).arranged}
    return Luck(arranged=arranged, drawn={"die": lambda _: 2})


def exchange(order: list[Any]) -> None:
    """Exchange the card that the private seat is dealt for another one far down."""
    other = max(n for n, (card, _) in enumerate(order) if card != order[PRIVATE][0])
    order[PRIVATE], order[other] = order[other], order[PRIVATE]


SEVEN = (dealt(*[WOOL] * 8, *[GRAIN] * 4, each=12), dealt(*[WOOL] * 8, *[ORE] * 4, each=12))
SEVENS = (Luck(SEVEN[0].arranged, DICE), Luck(SEVEN[1].arranged, DICE))
EQUAL, UNEQUAL = (dealt(*MIXED), dealt(*FIVE_WOOL)), (dealt(*MIXED), dealt(*FIVE_ORE))
POOR = (dealt(LUMBER, WOOL, ORE, ORE, ORE), dealt(*MIXED))
"""Worth three in an auction with no gold, or six."""
CARDS = (developing(Development.KNIGHT), developing(Development.VICTORY_POINT))
STOLEN = (robbed(0), robbed(2))
SETTLERS = {"ruleset": "settlers", "board": "standard", "first_seat": CYD}
ROBBED = {"terms": SETTLERS, "viewers": (None, BOB)}
FIRST = {"terms": {"first_seat": CYD}}

DRAWN = (Luck(), Luck({"supply:0": exchange}))

WANT = {"get": {"lumber": 1}}
REFUSE: tuple[str, dict[str, Any]] = ("refuse_every_offer", {})

PAIRS = [
    Pair("bids", auction, EQUAL, [("bid_up_to", {"most": 3})], 2),
    Pair("bids_by_event", auction, EQUAL, [("bid_on", {"most": {"founding": 3}})], 2),
    Pair("passes_above", auction, UNEQUAL, [("pass_above", {"most": {"founding": 2}})], 1),
    Pair("waits_below", auction, UNEQUAL, [("pass_above", {"most": {"founding": 9}})], 0),
    Pair("passes", auction, UNEQUAL, [("pass_auction", {})], 1),
    Pair("pays_in_gold", cheap_auction, UNEQUAL, [("pay_by", {"first": ["gold"]})], 1),
    Pair("pays_in_wool", cheap_auction, EQUAL, [("pay_by", {"first": ["brick", "wool"]})], 1),
    Pair("refuses", offers, UNEQUAL, [("refuse_offers", {})], 2),
    Pair("refuses_all", offers, UNEQUAL, [REFUSE], 2),
    Pair("refuses_above", offers, UNEQUAL, [("refuse_above", {"most": {"wool": 1}})], 1),
    Pair("accepts", offers, EQUAL, [("accept_terms", {"give": {"wool": 1}, **WANT})], 1),
    Pair("discards", seven, SEVENS, [("discard_by", {"first": ["wool"]})], 1, each_dealt=12),
    Pair("moves_on", round_with_card, CARDS, [("move_on", {"keeping_cards": True})], 2, **FIRST),
    Pair("keeps_cards", round_with_card, CARDS, [("move_on", {})], 0, **FIRST),
    Pair("ends_turns", round_with_card, CARDS, [("move_on", {"end_turn": True})], 1, **FIRST),
    Pair(
        "bids_capped",
        auction,
        POOR,
        [("bid_up_to", {"most": 9})],
        2,
        lower=[("bid_up_to", {"most": 3})],
        terms=NO_GOLD,
    ),
    Pair(
        "bids_by_event_capped",
        auction,
        POOR,
        [("bid_on", {"most": {"founding": 9}})],
        2,
        lower=[("bid_on", {"most": {"founding": 3}})],
        terms=NO_GOLD,
    ),
    Pair(
        "terms_capped",
        offers,
        (dealt(*FIVE_ORE), dealt(*FIVE_WOOL)),
        [("accept_terms", {"give": {"wool": 2}, **WANT}), REFUSE],
        2,
        lower=[("accept_terms", {"give": {}, **WANT}), REFUSE],
    ),
    Pair(
        "terms_capped_in_silence",
        offers,
        (dealt(*FIVE_ORE), dealt(*FIVE_WOOL)),
        [("accept_terms", {"give": {"wool": 2}, **WANT})],
        0,
        lower=[("accept_terms", {"give": {}, **WANT})],
    ),
    Pair(
        "settlers_refuses_above",
        settlers_after_theft,
        STOLEN,
        [("refuse_above", {"most": {"ore": 2}})],
        1,
        **ROBBED,
    ),
    Pair(
        "settlers_accepts",
        settlers_after_theft,
        STOLEN,
        [("accept_terms", {"give": {"ore": 1}, **WANT})],
        1,
        **ROBBED,
    ),
    Pair(
        "settlers_terms_capped",
        settlers_after_theft,
        STOLEN,
        [("accept_terms", {"give": {"ore": 3}, **WANT}), REFUSE],
        2,
        lower=[("accept_terms", {"give": {"ore": 2}, **WANT}), REFUSE],
        **ROBBED,
    ),
    Pair(
        "alexandros_moves_on",
        turn_of_alexandros,
        DRAWN,
        [("move_on", {})],
        1,
        terms={"ruleset": "alexandros", "board": "tiny", "first_seat": ADA},
    ),
]


def _named(pair: Pair) -> str:
    return pair.name


def played(pair: Pair, number: int) -> tuple[list[dict[str, bytes]], Any, list[str]]:
    """Play one world of a pair; return what each viewer hears, the seat's own view, the answers."""
    orders = pair.lower if number and pair.lower is not None else pair.orders
    with a_world(orders, pair.luck[number], pair.terms, pair.each_dealt) as world:
        pair.script(world)
        answered = world.answered()
        heard = [world.told(viewer) for viewer in pair.viewers]
        return heard, world.api.view(world.game, world.people[CYD]), answered


@pytest.mark.parametrize("pair", [*{pair.start: pair for pair in PAIRS}.values()], ids=_named)
def test_nothing_differs_before_anybody_has_moved(pair: Pair):
    """Once for all pairs that begin alike: no order is given yet."""
    before = []
    for luck in pair.luck:
        with a_world([], luck, pair.terms, pair.each_dealt) as world:
            before.append([surfaces(world, viewer) for viewer in pair.viewers])  # type: ignore[arg-type]
    for said, twin in zip(*before, strict=True):
        _are_alike(said, twin)


@pytest.mark.parametrize("pair", PAIRS, ids=_named)
def test_hidden_cards_of_a_seat_with_orders_leave_no_trace(pair: Pair):
    (heard, own, answered), (others, others_own, also) = (played(pair, n) for n in (0, 1))
    for said, twin in zip(heard, others, strict=True):
        _are_alike(said, twin)
    assert own != others_own, "a check of the check: the seat itself sees other cards"
    assert len(answered) == len(also) == pair.answers
    assert {*answered, *also} <= pair.codes


def _are_alike(said: dict[str, bytes], twin: dict[str, bytes]) -> None:
    assert said.keys() == twin.keys()
    assert {path: (said[path], twin[path]) for path in said if said[path] != twin[path]} == {}


def test_each_kind_of_order_has_its_pair():
    kinds = {code for each in rulesets().values() for code in each.orders.codec.kinds}
    assert set().union(*(pair.codes for pair in PAIRS)) == kinds


def test_each_limit_that_cards_cap_has_its_pair():
    capped = {pair.orders[0][0] for pair in PAIRS if pair.lower is not None}
    assert capped == {"bid_up_to", "bid_on", "accept_terms"}
