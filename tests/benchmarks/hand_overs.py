"""Hand-overs: how often a whole game of the scenario comes back to a person, by their orders."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from statistics import mean
from typing import Any

import httpx

from clients.bots import bot_named
from clients.bots.alexander_the_great.auction import cost_of, event_worth
from clients.bots.alexander_the_great.journey import position_in
from clients.bots.settlers.plans import plans_of
from clients.bots.settlers.worth import Judge
from clients.python import Anabasis, Patience
from domain.alexander_the_great.cards import EDITION
from domain.alexander_the_great.state import USEFUL, Occasion
from service.app import create_app
from service.settings.config import Config
from tests.benchmarks.measuring import heading, row
from tests.service.conftest import fake_store

JsonObject = dict[str, Any]
RULESET, SEATS = "alexander_the_great", 3
SEEDS = ("0001", "0002", "0003")
STANDING: dict[str, JsonObject] = {
    "pay_by": {"first": ["wool", "grain", "brick", "lumber", "ore"]},
    "discard_by": {"first": ["wool", "brick", "lumber", "grain", "ore"]},
    "move_on": {"keeping_cards": True},
}
TRADELESS = {**STANDING, "refuse_every_offer": {}}
WAITING = {**TRADELESS, "move_on": {}}


def bench_hand_overs() -> None:
    """Count them in whole games of three, with the greedy bot's choices in place of people's."""
    heading("(m) hand-overs a person, whole three-seat games of Alexander the Great (counts)")
    played = {
        "without orders": [Table(seed, {}).played_out() for seed in SEEDS],
        "with orders, offers by hand": [Table(seed, STANDING).played_out() for seed in SEEDS],
        "with orders, no trade": [Table(seed, TRADELESS).played_out() for seed in SEEDS],
        "the same, cards played before the roll": [
            Table(seed, WAITING).played_out() for seed in SEEDS
        ],
        "no trade, looking in between turns": [
            Table(seed, TRADELESS, looks_in=True).played_out() for seed in SEEDS
        ],
    }
    alone = mean(each.a_person for each in played["without orders"])
    for name, tables in played.items():
        share = mean(each.a_person for each in tables) / alone
        game = mean(each.hand_overs for each in tables)
        notes = f"{game:.0f} a game, {share:.2f} of those without orders"
        row(name, f"{mean(each.a_person for each in tables):.1f}", notes)


@dataclass
class Table:
    """A game of three people who give the same standing orders, and a limit for each event.

    People who look in say after each move of others whether their next turn may end at once: it may
    if they could build nothing now.
    """

    seed: str
    orders: dict[str, JsonObject]
    looks_in: bool = False
    hand_overs: int = 0
    limits: dict[int, JsonObject] = field(default_factory=dict)

    @property
    def a_person(self) -> float:
        """The hand-overs that each person has."""
        return self.hand_overs / SEATS

    def played_out(self) -> "Table":
        """Play the whole game; the person with the hand moves until orders or others take over."""
        self._sit_down()
        luck, last = Random(self.seed), None
        view = self.people[0].view(self.game)
        while view["status"] == "live":
            seat = view["to_act"][-1]  # of an offer, those asked answer before the offering seat
            self.hand_overs += seat != last
            last = seat
            self._move(seat, luck)
            view = self.people[0].view(self.game)
            if self.looks_in and view["status"] == "live":
                self._look_in(seat)
        return self

    def _look_in(self, mover: int) -> None:
        for seat, client in enumerate(self.people):
            if seat != mover:
                is_idle = not _can_build(client.view(self.game)["state"], seat)
                client.give_order(self.game, "move_on", keeping_cards=True, end_turn=is_idle)

    def _sit_down(self) -> None:
        app = create_app(Config(rate_limit=False), fake_store())
        public = Anabasis(transport=httpx.WSGITransport(app), patience=Patience(retries=0))
        players = [public.create_player(name) for name in ("Ada", "Bob", "Cleo")]
        self.people = [public.with_token(player["token"]) for player in players]
        terms = {"ruleset": RULESET, "seats": SEATS, "seed": self.seed, "undo": "off"}
        self.game = self.people[0].create_game(**terms)["game_id"]
        for person in self.people[1:]:
            person.take_seat(self.game)
        for seat in range(SEATS):
            for code, values in self.orders.items():
                self.people[seat].give_order(self.game, code, **values)

    def _move(self, seat: int, luck: Random) -> None:
        """Renew the seat's standing bid, then move if the seat still has to."""
        client = self.people[seat]
        if self.orders:
            self._say_limits(seat, client.view(self.game))
        view = client.view(self.game)
        if view["status"] != "live" or seat not in view["to_act"]:
            return
        moves = client.moves(self.game, limit=500)["moves"]
        choose = bot_named(RULESET, "greedy")
        client.move(self.game, choose(view, moves, luck), view["version"])

    def _say_limits(self, seat: int, view: JsonObject) -> None:
        limits = dict(_limits(view))
        if limits != self.limits.get(seat):
            self.limits[seat] = limits
            self.people[seat].give_order(self.game, "bid_on", most=limits)
        # A person's own choice, and no longer up to date once others' rolls have paid.
        hand = view["state"]["seats"][seat]["hand"]
        self.people[seat].give_order(self.game, "refuse_above", most=hand)


def _can_build(state: JsonObject, seat: int) -> bool:
    own = state["seats"][seat]
    prices = state["prices"].values()
    is_rich = any(all(own["hand"][good] >= n for good, n in price.items()) for price in prices)
    return is_rich or own["development_cards"] > 0


def _limits(view: JsonObject) -> Iterator[tuple[str, int]]:
    """Yield for each event the highest bid that the greedy bot would make, by its present hand."""
    position = position_in(view)
    judge = Judge(position, plans_of(position))
    for occasion, useful in USEFUL.items():
        auction = _auction(view, occasion, [good.value for good in EDITION.named(useful)])
        if auction is not None:
            yield occasion.value, _limit(judge, {**view, "state": {**view["state"], **auction}})


def _limit(judge: Judge, view: JsonObject) -> int:
    worth, bid = event_worth(judge, view), 0
    while (cost := cost_of(judge, view, bid + 1)) is not None and worth > cost:
        bid += 1
    return bid


def _auction(view: JsonObject, occasion: Occasion, takes: list[str]) -> JsonObject | None:
    """Return the next auction of an event as a view would show it at its opening."""
    state = view["state"]
    ahead = range(state["alexander"]["crossing"] + 1, len(state["route"]))
    temples = [n for n in ahead if state["route"][n]["kind"] == "temple"]
    if occasion is Occasion.FOUNDING and not temples:
        return None
    auction = {
        "event": occasion.value,
        "crossing": temples[0] if temples else None,
        "takes": takes,
        "high": None,
        "in": list(range(SEATS)),
        "knights": [seat["knights"] for seat in state["seats"]],
    }
    return {"auction": auction}
