"""Whole positions as JSON, hidden cards included, and positions imagined by who sees but a part."""

import msgspec
from msgspec.structs import replace

from domain.alexander_the_great.auctions import cards_due, knights_usable
from domain.alexander_the_great.cards import GOLD
from domain.alexander_the_great.evolve import table_of
from domain.alexander_the_great.state import USEFUL, Auction, Journey, State, Table
from domain.alexander_the_great.turns import chips_passed
from domain.record.chance import Chance
from domain.record.visibility import JsonObject
from domain.settlers.cards import Counts, laid_out, tally
from domain.settlers.wire import positions as settlers


def position_json(state: State) -> JsonObject:
    """A position that goes on; ``position_from_json`` takes it back."""
    journey, parts = state.journey, settlers.parts_json(state.base)
    awarded = list(map(journey.advisor_points, range(state.table.seats)))
    return {
        "first_seat": state.base.table.first_seat,
        **parts,
        "standing": {**parts["standing"], "awarded": awarded},
        "journey": msgspec.to_builtins(journey),
    }


def position_from_json(table: Table, data: JsonObject) -> State:
    """The position of stored JSON."""
    base = settlers.parts_from_json(table_of(table, data["first_seat"]), data)
    return State(table, base, msgspec.convert(data["journey"], Journey))


def imagined(state: State, seat: int | None, chance: Chance) -> State:
    """The position as a seat (None: the public) may imagine it: unseen cards are dealt anew.

    As in settlers, and the reserve's cards are among those; so are the chips not yet turned up.
    Whose bids must be within what it can pay has the cards for its bid.
    """
    journey, pile = state.journey, state.journey.reserve or ()
    shown = _shown_by_bids(state, seat, chance)
    base, reserve = settlers.imagined_with(state.base, seat, pile, shown, chance)
    known = chips_passed(state)
    unseen = chance.shuffled("imagined:chips", sorted(journey.chips[known:]))
    journey = replace(
        journey,
        chips=(*journey.chips[:known], *unseen),
        reserve=None if journey.reserve is None else reserve,
    )
    return replace(state, base=base, journey=journey)


def _shown_by_bids(state: State, seat: int | None, chance: Chance) -> dict[int, Counts]:
    """Cards for the bids of others, drawn from what is unseen: as many as gold and knights, which
    all see, leave to be paid; none where a seat may bid more than it has (G16)."""
    auction, found = state.journey.auction, {}
    if auction is None or state.table.options.overbidding == "penalty":
        return {}
    pool = settlers.unseen(state.base, seat, state.journey.reserve or ())
    useful = [card for card in laid_out(pool) if USEFUL[auction.occasion][card]]
    rest = chance.shuffled("imagined:bids", useful)
    for other, due in _cards_shown(state, auction).items():
        if other != seat:
            found[other], rest = tally(rest[:due]), rest[due:]
    return found


def _cards_shown(state: State, auction: Auction) -> dict[int, int]:
    """How many cards each bidder needs for its last bid, beside gold and knights."""
    hands, bids = state.base.cards.hands, {seat: bid for seat, bid in auction.bids if bid}
    knights = {seat: knights_usable(state, auction, seat) for seat in bids}
    due = {seat: cards_due(bid, knights[seat]) for seat, bid in bids.items()}
    return {seat: max(0, n - hands[seat][GOLD]) for seat, n in due.items()}
