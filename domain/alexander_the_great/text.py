"""A position in lines of text for a viewer, to be read in a terminal or aloud."""

from collections.abc import Iterator

from domain.alexander_the_great.state import State
from domain.alexander_the_great.view import view
from domain.settlers.text import counted, lines_of
from domain.visibility import JsonObject, Viewer


def text(state: State, viewer: Viewer) -> str:
    """What ``view`` tells the viewer: settlers' lines, then those of the journey."""
    seen = view(state, viewer)["state"]
    lines = [*lines_of(seen), *_journey(seen), *_auction(seen), *_seats(seen)]
    return "\n".join([*lines, ""])


def _journey(seen: JsonObject) -> Iterator[str]:
    at = seen["alexander"]
    passed = f"after crossing {at['crossing']}" if at["crossing"] >= 0 else "at the start"
    yield f"Alexander: {passed}, corner {at['corner']}"
    ahead = [_place(n, each) for n, each in enumerate(seen["route"]) if not each["passed"]]
    yield f"ahead: {', '.join(ahead) or 'nothing'}"
    reserve = "closed" if seen["reserve_closed"] else seen["reserve"]
    yield f"reserve: {reserve}; gold in the bank: {seen['gold_bank']}"


def _place(number: int, place: JsonObject) -> str:
    return f"{number} {place['name']} ({place['kind']}, corner {place['corner']})"


def _auction(seen: JsonObject) -> Iterator[str]:
    auction = seen["auction"]
    if auction is None:
        return
    bids = [f"seat {each['seat']} {each['bid'] or 'passes'}" for each in auction["bids"]]
    yield f"auction: {auction['event']}; {', '.join(bids) or 'no bids yet'}"
    yield f"to bid or pay: seat {auction['seat']}"


def _seats(seen: JsonObject) -> Iterator[str]:
    for seat, each in enumerate(seen["seats"]):
        advisor = f", {each['advisor']} advisor" if each["advisor"] else ""
        yield f"seat {seat}: {each['gold']} gold, chips: {counted(each['chips'])}{advisor}"
