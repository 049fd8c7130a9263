"""A position in lines for a viewer, to be read in a terminal or aloud."""

from collections.abc import Iterator

from domain.alexander_the_great.board import Kind, Terrain
from domain.alexander_the_great.cards import Good
from domain.alexander_the_great.moves import AnyMove, Bid, March, Pass
from domain.alexander_the_great.state import Advisor, Occasion, Phase, State
from domain.alexander_the_great.wire.view import view
from domain.record.visibility import JsonObject, Viewer
from projections.text import settlers
from projections.text.contract import MoveWords, SectionText, Telling, numbered
from projections.text.line import Line, PlayerAt, Text, text
from projections.text.settlers import lines_of

LOCAL_NAMES = {"Kilikian Gates": text("alexander_the_great.place_kilikian_gates")}
"""Names of places that are not the same in all languages."""


def lines(state: State, viewer: Viewer) -> tuple[Line, ...]:
    """Return the position as the viewer may see it: the lines of settlers, then the journey."""
    # From the view alone, so that no text can show more than the viewer may see.
    seen = view(state, viewer)["state"]
    return (*lines_of(seen, Terrain, Good), *_journey(seen), *_auction(seen), *_seats(seen))


def _journey(seen: JsonObject) -> Iterator[Text]:
    yield _alexander(seen["alexander"])
    # Only those ahead: they decide where a settlement may stand (G22).
    crossings = [_crossing(n, each) for n, each in enumerate(seen["route"]) if not each["passed"]]
    yield text("alexander_the_great.told.ahead", places=crossings)
    gold = seen["gold_bank"]
    if seen["reserve_closed"]:
        yield text("alexander_the_great.told.reserve_closed", gold=gold)
    else:
        yield text("alexander_the_great.told.reserve", number=seen["reserve"], gold=gold)


def _alexander(at: JsonObject) -> Text:
    # At the start he stands on a corner that is no crossing.
    if at["crossing"] < 0:
        return text("alexander_the_great.told.setting_out", corner=at["corner"])
    return text("alexander_the_great.told.alexander", number=at["crossing"], corner=at["corner"])


def _crossing(number: int, crossing: JsonObject) -> Text:
    return text(
        "alexander_the_great.told.place",
        number=number,
        name=LOCAL_NAMES.get(crossing["name"], crossing["name"]),
        kind=Kind(crossing["kind"]),
        corner=crossing["corner"],
    )


def _auction(seen: JsonObject) -> Iterator[Text]:
    auction = seen["auction"]
    if auction is None:
        return
    event, bids = Occasion(auction["event"]), list(map(_bid, auction["bids"]))
    if bids:
        yield text("alexander_the_great.told.auction", event=event, bids=bids)
    else:
        yield text("alexander_the_great.told.auction_opens", event=event)
    yield text("alexander_the_great.told.due", seat=PlayerAt(auction["seat"]))


def _bid(each: JsonObject) -> Text:
    passed, bid = text("alexander_the_great.auction_passed"), each["bid"]
    does = text("alexander_the_great.auction_bid", n=bid) if bid else passed
    return text("alexander_the_great.told.bid", seat=PlayerAt(each["seat"]), does=does)


def _seats(seen: JsonObject) -> Iterator[Text]:
    for seat, each in enumerate(seen["seats"]):
        chips = {Occasion(name): n for name, n in each["chips"].items() if n}
        facts: list[object] = [
            text("alexander_the_great.gold", n=each["gold"]),
            text("alexander_the_great.told.chips", chips=chips),
        ]
        if each["advisor"]:
            facts.append(Advisor(each["advisor"]))
        yield text("told.seat_has", seat=PlayerAt(seat), facts=facts)


def choice(state: State, move: AnyMove) -> MoveWords | None:
    """Return a move that needs no look at the board, in words."""
    match move:
        case March():
            return MoveWords(text("alexander_the_great.act_march"))
        case Bid(bid):
            return MoveWords(text("alexander_the_great.act_bid", n=bid))
        case Pass():
            return MoveWords(text("alexander_the_great.act_pass"), is_open=True)
        case _:
            return settlers.choice(state, move)


TELLING = Telling(
    sections=(
        SectionText("material"),
        SectionText("setup", numbered("G", 1, 5)),
        SectionText("route", numbered("G", 6, 7)),
        SectionText("turn", numbered("G", 8, 13)),
        SectionText("auctions", numbered("G", 14, 19)),
        SectionText("advisors", numbered("G", 20, 21)),
        SectionText("building", numbered("G", 22, 24)),
        SectionText("game_end", numbered("G", 25, 26)),
        # How earlier versions of the rules differed: their games can still be read.
        SectionText("earlier"),
    ),
    words={
        Advisor: "alexander_the_great.advisor",
        Good: "settlers.good",
        Kind: "alexander_the_great.kind",
        Occasion: "alexander_the_great.occasion",
        Phase: "alexander_the_great.phase",
        Terrain: "alexander_the_great.terrain",
    },
    lines=lines,
    choice=choice,
)
