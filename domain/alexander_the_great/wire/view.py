"""A viewer's view of a position: that of settlers, and the additions of the scenario."""

from domain.alexander_the_great.auctions import knights_usable
from domain.alexander_the_great.cards import EDITION, GOLD
from domain.alexander_the_great.state import CHIP_KINDS, USEFUL, Auction, State
from domain.alexander_the_great.turns import chip_at, is_barred
from domain.record.visibility import JsonObject, Viewer
from domain.settlers.decide_trade import rates
from domain.settlers.wire.view import state_json


def view(state: State, viewer: Viewer) -> JsonObject:
    """Return the position as JSON; others' cards are null until the end, gold is public."""
    turn = state.base.turn.number
    return {"turn": turn, "phase": state.phase.value, "state": _state(state, viewer)}


def _state(state: State, viewer: Viewer) -> JsonObject:
    journey, base = state.journey, state.base
    shared = state_json(base, viewer)
    return {
        **shared,
        "gold_bank": base.cards.bank[GOLD],
        # Only its size: the order is hidden from everyone.
        "reserve": len(journey.reserve or ()),
        "reserve_closed": journey.reserve is None,
        "alexander": {
            "crossing": journey.crossing,
            "corner": state.table.board.corner_of(journey.crossing),
            "barred": is_barred(state),
        },
        "route": _route(state),
        "chips_removed": journey.removed,
        "auction": journey.auction and _auction(state, journey.auction),
        "seats": [
            {**each, **_seat(state, seat, each)} for seat, each in enumerate(shared["seats"])
        ],
    }


def _route(state: State) -> list[JsonObject]:
    """Return the crossings in order; a chip's kind is public once Alexander has passed it."""
    last = state.journey.crossing
    return [
        {
            "corner": crossing.corner,
            "kind": crossing.kind.value,
            "name": crossing.name,
            "passed": index <= last,
            # Chips ahead are hidden, although the position holds them all.
            "chip": chip_at(state, index) if index <= last else None,
        }
        for index, crossing in enumerate(state.table.board.route)
    ]


def _auction(state: State, auction: Auction) -> JsonObject:
    high = auction.high
    return {
        "event": auction.occasion.value,
        "takes": [good.value for good in EDITION.named(USEFUL[auction.occasion])],
        "crossing": auction.crossing,
        "seat": auction.seat,
        "bids": [{"seat": seat, "bid": bid} for seat, bid in auction.bids],
        "high": high and {"seat": high[0], "bid": high[1]},
        "in": sorted(auction.bidding),
        "knights": [knights_usable(state, auction, n) for n in range(state.table.seats)],
    }


def _seat(state: State, seat: int, each: JsonObject) -> JsonObject:
    journey, base = state.journey, state.base
    advisor = journey.advisors[seat]
    chips = zip(CHIP_KINDS, journey.won[seat], strict=True)
    return {
        # Settlers' own points do not count advisors (G20).
        "points": each["points"] + journey.advisor_points(seat),
        # Public, unlike the cards of the same hand (G10).
        "gold": base.cards.hands[seat][GOLD],
        "chips": {kind.value: n for kind, n in chips},
        "advisor": advisor and advisor.value,
        "rates": dict(zip(map(str, EDITION.goods), rates(base, seat), strict=True)),
    }
