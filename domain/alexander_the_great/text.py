"""A position in lines for a viewer, to be read in a terminal or aloud."""

from collections.abc import Iterator

from domain.alexander_the_great.board import Kind, Terrain
from domain.alexander_the_great.state import Advisor, Occasion, State
from domain.alexander_the_great.wire.view import view
from domain.record.visibility import JsonObject, Viewer
from domain.settlers.text import lines_of
from domain.telling import Line, Said, Sitter, said


def lines(state: State, viewer: Viewer) -> tuple[Line, ...]:
    """What ``view`` tells the viewer: settlers' lines, then those of the journey."""
    seen = view(state, viewer)["state"]
    return (*lines_of(seen, Terrain), *_journey(seen), *_auction(seen), *_seats(seen))


def _journey(seen: JsonObject) -> Iterator[Said]:
    yield _alexander(seen["alexander"])
    places = [_place(n, each) for n, each in enumerate(seen["route"]) if not each["passed"]]
    yield said("alexander_the_great.told.ahead", places=places)
    gold = seen["gold_bank"]
    if seen["reserve_closed"]:
        yield said("alexander_the_great.told.reserve_closed", gold=gold)
    else:
        yield said("alexander_the_great.told.reserve", number=seen["reserve"], gold=gold)


def _alexander(at: JsonObject) -> Said:
    if at["crossing"] < 0:
        return said("alexander_the_great.told.setting_out", corner=at["corner"])
    return said("alexander_the_great.told.alexander", number=at["crossing"], corner=at["corner"])


def _place(number: int, place: JsonObject) -> Said:
    return said(
        "alexander_the_great.told.place",
        number=number,
        name=place["name"],
        kind=Kind(place["kind"]),
        corner=place["corner"],
    )


def _auction(seen: JsonObject) -> Iterator[Said]:
    auction = seen["auction"]
    if auction is None:
        return
    event, bids = Occasion(auction["event"]), list(map(_bid, auction["bids"]))
    if bids:
        yield said("alexander_the_great.told.auction", event=event, bids=bids)
    else:
        yield said("alexander_the_great.told.auction_opens", event=event)
    yield said("alexander_the_great.told.due", seat=Sitter(auction["seat"]))


def _bid(each: JsonObject) -> Said:
    passed, bid = said("alexander_the_great.auction_passed"), each["bid"]
    does = said("alexander_the_great.auction_bid", n=bid) if bid else passed
    return said("alexander_the_great.told.bid", seat=Sitter(each["seat"]), does=does)


def _seats(seen: JsonObject) -> Iterator[Said]:
    for seat, each in enumerate(seen["seats"]):
        chips = {Occasion(name): n for name, n in each["chips"].items() if n}
        facts: list[object] = [
            said("alexander_the_great.gold", n=each["gold"]),
            said("alexander_the_great.told.chips", chips=chips),
        ]
        if each["advisor"]:
            facts.append(Advisor(each["advisor"]))
        yield said("told.seat_has", seat=Sitter(seat), facts=facts)
