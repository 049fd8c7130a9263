"""A seat's knowledge of a game, from its view and the events that it was shown."""

from functools import lru_cache
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from domain.alexander_the_great.board import Board
from domain.alexander_the_great.cards import EDITION
from domain.alexander_the_great.evolve import table_of
from domain.alexander_the_great.rules import VERSIONS, Options
from domain.alexander_the_great.ruleset import in_version
from domain.alexander_the_great.state import (
    CHIP_KINDS,
    CHIPS,
    OWN_PHASES,
    Advisor,
    Auction,
    Journey,
    Occasion,
    Phase,
    Table,
)
from domain.alexander_the_great.turns import can_march
from domain.alexander_the_great.wire.positions import redealt
from domain.kernel.counting import Known
from domain.planning.alexander_the_great.position import Position
from domain.planning.bounds import within_hands
from domain.planning.settlers import knowledge as base_knowledge
from domain.planning.settlers.knowledge import counts_of, moved
from domain.record.chance import Chance
from domain.record.visibility import JsonObject
from domain.settlers import state as base_state
from domain.settlers.cards import GoodAt, covers, plus, resources
from domain.settlers.counting import NOTHING

BOARDS_KEPT = 8


class Beliefs(NamedTuple):
    """Beliefs as in settlers, where ``roller`` is the seat on turn, and whether it has marched."""

    base: base_knowledge.Beliefs
    has_marched: bool = False


def nothing_known(seats: int, viewer: int) -> Beliefs:
    """Return the beliefs before any event."""
    return Beliefs(base_knowledge.nothing_known(seats, viewer))


def counted(beliefs: Beliefs, event: JsonObject) -> Beliefs:
    """Return the beliefs after an event, as the viewer is shown it.

    Draws from the reserve are not counted: nobody sees those of others, and a seat sees its own
    hand. Gold is public.
    """
    base, data, seat = beliefs.base, event["data"], event["seat"]
    match event["type"]:
        case "marched":
            # In an auction others act, so it is noted here whose turn it is.
            return Beliefs(base._replace(roller=seat), has_marched=True)
        case "auction_paid" | "bid_forfeited":
            known = moved(base.known, seat, loss=counts_of(data["cards"]))
            return beliefs._replace(base=base._replace(known=known))
        case "turn_ended":
            return _passed_on(base)
        case "resigned" if data["seat"] == base.roller:
            return _passed_on(base_knowledge.counted(base, event))
        case _:
            return beliefs._replace(base=base_knowledge.counted(base, event))


def _passed_on(base: base_knowledge.Beliefs) -> Beliefs:
    # Seats that have left are skipped in the position: the view names them.
    return Beliefs(base._replace(roller=(base.roller + 1) % len(base.known), offers=0))


def position(view: JsonObject, beliefs: Beliefs, chance: Chance) -> Position:
    """Return the position of a live game's view; ``chance`` deals the cards that are not seen."""
    state, viewer, table = view["state"], view["viewer"]["seat"], _table(view)
    known = _sound(within_hands(beliefs.base.known, state), state, viewer)
    cards, pile = _cards(state, viewer, known, chance)
    base = base_state.State(
        table_of(table, 0),
        _turn(view, beliefs),
        _pieces(state, table.board),
        cards,
        base_knowledge.standing_in(state),
        base_knowledge.declined_in(state, EDITION),
    )
    journey = _journey(view, beliefs, pile)
    seen = Position(base, known, viewer, table, journey)
    seen = base_knowledge.with_developments(seen, state, chance)
    if _has_to_march(view, beliefs, seen):
        seen = replace(seen, journey=replace(journey, has_to_march=True))
    # Dealt once more by the rules' own imagination: bidders get the cards that their bids prove.
    dealt = redealt(seen.whole, viewer, known, chance)
    return replace(seen, state=dealt.base, journey=dealt.journey)


def _table(view: JsonObject) -> Table:
    rules = next(each for each in VERSIONS if each.version == view["rules_version"])
    options: Options = in_version(rules).wire.options.read(view["options"])
    return Table(_board(msgspec.json.encode(view["board"])), options, rules, len(view["seats"]))


@lru_cache(BOARDS_KEPT)
def _board(encoded: bytes) -> Board:
    board: Board = in_version(VERSIONS[-1]).wire.boards.read(msgspec.json.decode(encoded))
    return board


def _sound(known: Known, state: JsonObject, viewer: int) -> Known:
    """Return the bounds; nothing is known if together they exceed the cards that are unseen."""
    # Only if events were missed, as in `bounds.within_hands`.
    seen = plus(counts_of(state["bank"]), counts_of(state["seats"][viewer]["hand"]))
    for seat, least in enumerate(known):
        seen = seen if seat == viewer else plus(seen, least)
    is_sound = covers(resources(EDITION.bank), seen)
    return known if is_sound else (NOTHING,) * len(known)


def _turn(view: JsonObject, beliefs: Beliefs) -> base_state.Turn:
    """Return the turn of settlers that is under way beneath a phase of the scenario."""
    phase, acting, on = Phase(view["phase"]), view["to_act"], beliefs.base.roller
    while view["state"]["seats"][on]["resigned"]:
        on = (on + 1) % len(beliefs.base.known)
    if phase in OWN_PHASES:
        acting = acting if phase is Phase.MARCH else [on]
        phase = _beneath(view)
    base = {**view, "phase": phase.value, "to_act": acting}
    turn = base_knowledge.turn_in(base, beliefs.base._replace(roller=on), EDITION)
    # G1: to settlers all foundings have to look done.
    return replace(turn, founded=2 * len(view["seats"]))


def _beneath(view: JsonObject) -> Phase:
    """Return the phase of settlers during which a phase of the scenario's own began."""
    # Mostly that of play. A seat that leaves may cause a choice in any other, or leave an auction
    # to the others in the next seat's turn; only a robber still to be moved would not be seen.
    state = view["state"]
    if any(seat["owed"] for seat in state["seats"]):
        return Phase.DISCARD
    if state["free_roads"]:
        return Phase.ROADS
    is_rolled = state["dice"] is not None or view["turn"] == 1
    return Phase.PLAY if is_rolled else Phase.ROLL


def _pieces(state: JsonObject, board: Board) -> base_state.Pieces:
    pieces = base_knowledge.pieces_in(state, board.topology)
    # G22: corners on and beside the route ahead are closed.
    ahead = board.closed_ahead[state["alexander"]["crossing"] + 1]
    return replace(pieces, closed=pieces.closed | ahead)


def _cards(
    state: JsonObject, viewer: int, known: Known, chance: Chance
) -> tuple[base_state.Cards, tuple[GoodAt, ...]]:
    """Return the cards, gold with them, and the resource cards that no hand holds."""
    cards, pile = base_knowledge.cards_in(state, viewer, known, chance)
    golden = zip(cards.hands, state["seats"], strict=True)
    hands = tuple((*hand, seat["gold"]) for hand, seat in golden)
    return replace(cards, hands=hands, bank=(*cards.bank, state["gold_bank"])), pile


def _journey(view: JsonObject, beliefs: Beliefs, pile: tuple[GoodAt, ...]) -> Journey:
    state = view["state"]
    seats = state["seats"]
    turned = [Occasion(each["chip"]) for each in state["route"] if each["chip"]]
    ahead = list(CHIPS)
    for chip in turned:
        ahead.remove(chip)
    is_choice = view["phase"] == Phase.ADVISOR
    return Journey(
        crossing=state["alexander"]["crossing"],
        has_to_march=False,
        chips=(*turned, *ahead),
        won=tuple(tuple(seat["chips"][kind.value] for kind in CHIP_KINDS) for seat in seats),
        removed=state["chips_removed"],
        advisors=tuple(seat["advisor"] and Advisor(seat["advisor"]) for seat in seats),
        chooser=view["to_act"][0] if is_choice else None,
        auction=state["auction"] and _auction(state["auction"]),
        reserve=None if state["reserve_closed"] else pile[: state["reserve"]],
        marched_in=view["turn"] if beliefs.has_marched else 0,
    )


def _auction(auction: JsonObject) -> Auction:
    high, first = auction["high"], auction["seat"]
    return Auction(
        occasion=Occasion(auction["event"]),
        crossing=auction["crossing"],
        bids=tuple((each["seat"], each["bid"]) for each in auction["bids"]),
        high=high and (high["seat"], high["bid"]),
        bidding=tuple(sorted(auction["in"], key=lambda seat: (seat < first, seat))),
    )


def _has_to_march(view: JsonObject, beliefs: Beliefs, seen: Position) -> bool:
    """True if a march is due now, or after the roads of a card that was played before it (S5)."""
    phase = Phase(view["phase"])
    if phase is not Phase.ROADS:
        return phase is Phase.MARCH
    is_rolled = view["state"]["dice"] is not None
    return is_rolled and not beliefs.has_marched and can_march(seen.whole)
