"""The answers of standing orders a second time: by their stated values, as plain JSON."""

from dataclasses import dataclass
from typing import Any

from domain.alexander_the_great import auctions
from domain.kernel.decider import Ruleset
from tests.domain.orders.values import auction_of, offer_of

OPEN_PHASES = ("found_settlement", "found_road", "roads", "robber")


@dataclass
class Entry:
    """An order that a seat has given, with everything that decides whether it stands.

    ``asleep`` is the head that an undo took back, 0 for an order that is awake.
    """

    seat: int
    code: str
    values: dict[str, Any]
    order: Any
    rank: int
    crossing: int | None
    turn: int
    own_turns: int
    asleep: int = 0
    used: int | None = None


@dataclass(frozen=True)
class Due:
    """An answer that is due: the order's code, and the move or the part of it that is certain.

    Without a move the seat may as well keep silent: what it does hangs on more than is known here.
    """

    entry: Entry
    move: dict[str, Any] | None

    def fits(self, move: dict[str, Any]) -> bool:
        return self.move is None or self.move.items() <= move.items()


def due(ruleset: Ruleset[Any, Any, Any], state: Any, seat: int, orders: list[Entry]) -> Due | None:
    """Return the answer of a seat that is to act, by all orders that stand, None if none is due."""
    own = {each.code: each for each in orders if each.seat == seat}
    if any(each.asleep and is_asked(state, seat, each) for each in own.values()):
        return None
    return _due(ruleset, state, seat, orders, own)


def is_asked(state: Any, seat: int, entry: Entry) -> bool:
    """True if a seat is asked for what an order of its kind answers."""
    phase, code, base = _phase(state), entry.code, getattr(state, "base", state)
    if phase == "bid":
        event, by_event = auction_of(state).occasion.value, ("bid_on", "pass_above")
        is_for_event = code in by_event and event in entry.values["most"]
        return is_for_event or code in ("bid_up_to", "pass_auction")
    if phase in ("pay", "discard"):
        return code == {"pay": "pay_by", "discard": "discard_by"}[phase]
    if phase in ("march", "advisor") or seat == base.turn.seat:
        return code == "move_on"
    return code in ("refuse_offers", "refuse_every_offer", "refuse_above", "accept_terms")


def _phase(state: Any) -> str:
    return str(getattr(getattr(state, "phase", None) or state.turn.phase, "value", ""))


def _due(
    ruleset: Ruleset[Any, Any, Any],
    state: Any,
    seat: int,
    orders: list[Entry],
    own: dict[str, Entry],
) -> Due | None:
    phase = _phase(state)
    if ruleset.id == "alexandros":
        return _alexandros(state, phase, own)
    if phase == "bid":
        return _bid(state, seat, orders)
    if phase == "pay":
        return _if_given(own, "pay_by", {"type": "pay"})
    if phase == "discard":
        return _if_given(own, "discard_by", {"type": "discard"})
    if seat != getattr(state, "base", state).turn.seat and phase != "advisor":
        return _offered(state, seat, own)
    return _moves_on(ruleset, state, seat, phase, own)


def _if_given(own: dict[str, Entry], code: str, move: dict[str, Any] | None) -> Due | None:
    return Due(own[code], move) if code in own else None


def _alexandros(state: Any, phase: str, own: dict[str, Entry]) -> Due | None:
    is_spent = phase == "actions" and not state.turn.actions_left
    return _if_given(own, "move_on", {"type": "end_turn"} if is_spent else None)


# Auctions


@dataclass(frozen=True)
class Limit:
    most: int
    rank: int


def _bid(state: Any, seat: int, orders: list[Entry]) -> Due | None:
    auction = auction_of(state)
    entry = limiting(auction, seat, orders)
    limits = {bidder: _limit(state, auction, bidder, orders) for bidder in auction.bidding}
    own = limits.pop(seat)
    if entry is None or own is None:
        return None
    bid = _least_that_wins(auction.bid + 1, own, list(limits.values()))
    return Due(entry, {"type": "pass"} if bid is None else {"type": "bid", "bid": bid})


def limiting(auction: Any, seat: int, orders: list[Entry]) -> Entry | None:
    """The order that decides for a seat: one for this auction, otherwise one for its event.

    None if there is none, or if one of them sleeps.
    """
    own = [each for each in orders if each.seat == seat]
    here = [each for each in own if each.code in ("bid_up_to", "pass_auction")]
    codes, event = ("bid_on", "pass_above"), auction.occasion.value
    always = [each for each in own if each.code in codes and event in each.values["most"]]
    if any(each.asleep for each in (*here, *always)):
        return None
    return next(iter(here or always), None)


def _limit(state: Any, auction: Any, seat: int, orders: list[Entry]) -> Limit | None:
    """How far a seat goes; None if nobody but its player knows."""
    entry = limiting(auction, seat, orders)
    if entry is None:
        return None
    means = auctions.worth(state, auction, seat)
    if entry.code == "pass_auction":
        return Limit(0, entry.rank)
    if entry.code == "bid_up_to":
        return Limit(min(entry.values["most"], means), entry.rank)
    stated = entry.values["most"][auction.occasion.value]
    if entry.code == "bid_on":
        return Limit(min(stated, means), entry.rank)
    return Limit(stated, entry.rank) if stated <= auction.bid else None


def _least_that_wins(least: int, own: Limit, others: list[Limit | None]) -> int | None:
    """The least bid by which a limit wins, the least at all while it cannot, None for a pass."""
    rivals = [each for each in others if each is not None]
    if own.most < least:
        return None
    if any(each.most == own.most == least and each.rank < own.rank for each in rivals):
        return None
    is_open = len(rivals) < len(others)
    is_beaten = any((each.most, -each.rank) > (own.most, -own.rank) for each in rivals)
    if is_open or is_beaten:
        return least
    return max([least, *(each.most for each in rivals)])


# Offers


def _offered(state: Any, seat: int, own: dict[str, Entry]) -> Due | None:
    """The answer to an offer by the newest order that has one."""
    base, offer = getattr(state, "base", state), offer_of(state)
    if offer is None:
        return None
    names = base.table.edition.names
    asked, given = (dict(zip(names, goods, strict=True)) for goods in (offer.get, offer.give))
    held = dict(zip(names, base.cards.hands[seat], strict=True))
    can_pay = all(held[good] >= n for good, n in asked.items())
    for entry in sorted(own.values(), key=lambda each: -each.rank):
        if entry.code in ("refuse_offers", "refuse_every_offer"):
            return Due(entry, REFUSAL)
        if entry.code == "refuse_above" and _is_above(entry, asked):
            return Due(entry, REFUSAL)
        if entry.code == "accept_terms" and can_pay and _fits(entry, asked, given):
            return Due(entry, {"type": "answer_trade", "accept": True})
    return None


def _is_above(limit: Entry, asked: dict[str, int]) -> bool:
    return any(n > limit.values["most"].get(good, 0) for good, n in asked.items())


REFUSAL = {"type": "answer_trade", "accept": False}


def _fits(terms: Entry, asked: dict[str, int], given: dict[str, int]) -> bool:
    """True if an offer asks for no more and gives no less than stated."""
    give, get = terms.values["give"], terms.values["get"]
    is_enough = all(given[good] >= n for good, n in get.items())
    return is_enough and all(n <= give.get(good, 0) for good, n in asked.items())


# Own turns


def _moves_on(
    ruleset: Ruleset[Any, Any, Any], state: Any, seat: int, phase: str, own: dict[str, Entry]
) -> Due | None:
    entry, base = own.get("move_on"), getattr(state, "base", state)
    if entry is None:
        return None
    has_cards = sum(base.cards.developments[seat]) > 0
    is_free = entry.values["keeping_cards"] or not has_cards
    if phase == "roll":
        return Due(entry, {"type": "roll"}) if is_free else None
    if phase == "march":
        may_play = state.table.rules.cards_before_march
        return Due(entry, {"type": "march"}) if is_free or not may_play else None
    if phase == "play":
        is_open = offer_of(state) is not None or base.turn.free_roads
        is_bare = not has_cards and not sum(base.cards.hands[seat])
        may_end = (entry.values["end_turn"] or is_bare) and not is_open
        return Due(entry, {"type": "end_turn"}) if may_end else None
    return _only_move(ruleset, state, seat, entry) if phase in (*OPEN_PHASES, "advisor") else None


def _only_move(ruleset: Ruleset[Any, Any, Any], state: Any, seat: int, entry: Entry) -> Due | None:
    moves = [
        ruleset.wire.moves.json(move) for move in ruleset.legal_moves(state, seat, 9, None).moves
    ]
    moves = [move for move in moves if move["type"] != "resign"]
    return Due(entry, moves[0]) if len(moves) == 1 else None
