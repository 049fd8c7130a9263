"""Full positions as JSON, hidden cards included, and positions imagined from one seat's view."""

from collections.abc import Iterable, Mapping
from itertools import chain
from operator import mul

import msgspec
from msgspec.structs import replace

from domain.alexander_the_great.auctions import cards_due, knights_usable
from domain.alexander_the_great.cards import GOLD
from domain.alexander_the_great.counting import known_cards
from domain.alexander_the_great.evolve import table_of
from domain.alexander_the_great.state import USEFUL, Auction, Journey, State, Table
from domain.alexander_the_great.turns import chips_passed
from domain.kernel.counting import Known
from domain.record.chance import Chance
from domain.record.prepared_types import prepare
from domain.record.visibility import JsonObject
from domain.settlers.cards import Counts, card_list, minus, plus, tally
from domain.settlers.wire import positions as base_positions

prepare(Journey)


def position_json(state: State) -> JsonObject:
    """Return the full position, for ``position_from_json``."""
    journey, parts = state.journey, base_positions.parts_json(state.base)
    # A field of the first version, kept so that stored positions and their hashes stay as they
    # were.
    awarded = list(map(journey.advisor_points, range(state.table.seats)))
    return {
        "first_seat": state.base.table.first_seat,
        **parts,
        "standing": {**parts["standing"], "awarded": awarded},
        "journey": msgspec.to_builtins(journey),
    }


def position_from_json(table: Table, data: JsonObject) -> State:
    """Return the position of stored JSON."""
    base = base_positions.parts_from_json(table_of(table, data["first_seat"]), data)
    return State(table, base, msgspec.convert(data["journey"], Journey))


def imagined(
    state: State, seat: int | None, chance: Chance, /, earlier: Iterable[State] = ()
) -> State:
    """Return a position that a seat (None: the public) may imagine: unseen cards are redealt.

    This works as in settlers, and also redeals the reserve and the chips not yet turned up.
    """
    return redealt(state, seat, known_cards(chain(earlier, [state]), seat), chance)


def redealt(state: State, seat: int | None, known: Known, chance: Chance) -> State:
    """Return a position in which the cards that a seat does not see are redealt.

    The other hands keep the cards that they are known to hold.
    """
    journey, pile = state.journey, state.journey.reserve or ()
    # If seats may not bid beyond their means, everybody knows that a bidder has the cards for its
    # bid.
    held = _with_bids(state, base_positions.pledged(state.base, seat, known, pile), seat, chance)
    most = base_positions.victory_points_left(state.base, journey.public_points)
    knowledge = base_positions.Knowledge(held, pile, most)
    base, reserve = base_positions.imagined_with(state.base, seat, knowledge, chance)
    turned = chips_passed(state)
    # Sorted: a viewer who knows the draws could otherwise undo the shuffle and find the true order.
    unseen = chance.shuffled("imagined:chips", sorted(journey.chips[turned:]))
    journey = replace(
        journey,
        chips=(*journey.chips[:turned], *unseen),
        reserve=None if journey.reserve is None else reserve,
    )
    return replace(state, base=base, journey=journey)


def _with_bids(
    state: State, held: Mapping[int, Counts], seat: int | None, chance: Chance
) -> Mapping[int, Counts]:
    """Return the cards held, and cards drawn by lot that the other seats need for their bids.

    The drawn cards pay the part of a bid that gold and knights, which are public, do not. None are
    needed if seats may bid beyond their means (G16).
    """
    auction = state.journey.auction
    # With `penalty` a bid proves nothing about a hand (G16).
    if auction is None or state.table.options.overbidding == "penalty":
        return held
    pool = base_positions.unseen(state.base, seat, state.journey.reserve or ())
    for own in held.values():
        pool = minus(pool, own)
    useful = USEFUL[auction.occasion]
    # By lot among the goods that the auction takes: which of them a bidder holds is unknown.
    rest = chance.shuffled("imagined:bids", [card for card in card_list(pool) if useful[card]])
    shown = dict(held)
    for other, due in _cards_shown(state, auction).items():
        if other in held:
            more = max(0, due - sum(map(mul, held[other], useful)))
            shown[other], rest = plus(held[other], tally(rest[:more])), rest[more:]
    return shown


def _cards_shown(state: State, auction: Auction) -> dict[int, int]:
    """Return the number of cards each bidder needs for its last bid, besides gold and knights."""
    hands, stays = state.base.cards.hands, state.base.stays
    # A bidder that has left holds nothing any more.
    bids = {seat: bid for seat, bid in auction.bids if bid and stays(seat)}
    knights = {seat: knights_usable(state, auction, seat) for seat in bids}
    due = {seat: cards_due(bid, knights[seat]) for seat, bid in bids.items()}
    # Gold and knights are public, so only the rest proves cards.
    return {seat: max(0, n - hands[seat][GOLD]) for seat, n in due.items()}
