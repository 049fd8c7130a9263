"""What a player must know besides the board: seats, hand, offers, auctions, requests, clocks."""

from collections.abc import Callable, Iterator
from itertools import zip_longest
from typing import Final

from ..shapes import JsonObject
from .canvas import paint, seat_style
from .harmless import cut, fit, harmless, width, wrap
from .words import counts, name_of, own_seat, span, until

_SCORED: Final = (
    ("score", "{} point", "{} points"),
    ("points", "{} point", "{} points"),
    ("cards", "{} card", "{} cards"),
    ("governors_left", "{} governor left", "{} governors left"),
    ("development_cards", "{} development", "{} developments"),
    ("knights", "{} knight", "{} knights"),
    ("road_length", "road of {}", "road of {}"),
    ("gold", "{} gold", "{} gold"),
    ("owed", "{} to discard", "{} to discard"),
)
_MOST_NAME: Final = 20
_TITLE_COLUMNS: Final = 22
_ENDINGS: Final = {"finished": "over", "cancelled": "cancelled", "abandoned": "abandoned"}


def panel(view: JsonObject, columns: int, colours: bool) -> list[str]:
    """Return the lines of a view, each of at most ``columns``, in the order of their weight."""
    lines = [_title(view)]
    state = view["state"] or {}
    lines += [_seat_line(view, seat, state) for seat in range(len(view["seats"]))]
    lines += [*_table(view, state), *_hand(view, state), *_due(view, state)]
    styles = ["bold", *(seat_style(view, seat) for seat in range(len(view["seats"])))]
    return [
        paint(shown, style, colours)
        for line, style in zip_longest(lines, styles, fillvalue="")
        for shown in wrap(line, columns)
    ]


def status(view: JsonObject) -> str:
    """Return in a few words what the game waits for."""
    if "preview" in view:
        return f"preview of {harmless(view['preview'])}"
    if view["status"] == "live":
        if view.get("closed"):
            return f"closed by the host: {harmless(view['closed'].get('reason') or '')}"
        names = " and ".join(name_of(view, seat) for seat in view["to_act"])
        phase = harmless(view["phase"] or "").replace("_", " ")
        return f"turn {view['turn']}, {phase}: {names or 'nobody'} to act"
    if view["status"] == "finished" and (result := view["result"]):
        winners = " and ".join(name_of(view, seat) for seat in result["winners"]) or "nobody"
        reason = harmless(str(result["reason"])).replace("_", " ")
        return f"over: {winners} won ({reason}), {' : '.join(map(str, result['scores']))}"
    free = sum(each["player_id"] is None and not each["bot"] for each in view["seats"])
    return _ENDINGS.get(view["status"], f"open: {free} seats are free")


def waiting(view: JsonObject) -> str:
    """Return what somebody who has nothing to do can expect."""
    whom = "the host, who has closed the game" if view.get("closed") else "the others"
    return f"Waiting for {whom}; this goes on by itself. /help, /quit"


def _title(view: JsonObject) -> str:
    study = "study · " if view.get("study") else ""
    title = cut(harmless(view["title"]), _TITLE_COLUMNS)
    return f"{title} · {study}event {view['version']} · {status(view)}"


def _seat_line(view: JsonObject, seat: int, state: JsonObject) -> str:
    # One line a seat: of 24 lines the board needs most.
    mark = ">" if seat in view["to_act"] and view["status"] == "live" else " "
    facts = [*_facts(state, seat), *_clock(view, seat)]
    longest = max(width(name_of(view, each)) for each in range(len(view["seats"])))
    name = fit(name_of(view, seat), min(_MOST_NAME, longest))
    return f"{mark}{seat} {name} {' · '.join(facts)}"


def _facts(state: JsonObject, seat: int) -> Iterator[str]:
    each = state["seats"][seat] if seat < len(state.get("seats", ())) else {}
    # Zeros would only take room, but points and the size of a hand are always looked for.
    for field, one, more in _SCORED:
        if field in each and (each[field] or field in {"score", "points", "cards"}):
            yield (one if each[field] == 1 else more).format(each[field])
    if any((each.get("chips") or {}).values()):
        yield f"chips {counts(each['chips'])}"
    if each.get("advisor"):
        yield f"{harmless(each['advisor'])} advisor"
    for honour in ("longest_road", "largest_army"):
        if state.get(honour) == seat:
            yield honour.replace("_", " ")
    if each.get("resigned"):
        yield "resigned"


def _clock(view: JsonObject, seat: int) -> Iterator[str]:
    clock = view.get("clock")
    if not clock or seat >= len(clock["seats"]):
        return
    each = clock["seats"][seat]
    if each["due"]:
        yield until(each["due"])
    if each["bot"]:
        yield "a bot plays: time was up"


def _table(view: JsonObject, state: JsonObject) -> Iterator[str]:
    if "display" in state:
        display = ", ".join(harmless(card or "-") for card in state["display"])
        walls, discarded = state["walls_left"], sum(state["discard"].values())
        yield (
            f"Display: {display} · supply {state['supply']} · discard {discarded}"
            f" · walls {walls['black']} black, {walls['red']} red"
        )
        if view["phase"] == "actions" and view["status"] == "live":
            last = "; this is the last turn" if state["last_turn"] else ""
            yield f"Actions left: {state['actions_left']}{last}"
        if held := [each for each in state["provinces"] if each["holder"] is not None]:
            yield "Provinces: " + " · ".join(_province(view, each) for each in held)
    if "bank" in state:
        rolled = " + ".join(map(str, state["dice"])) if state["dice"] else "not rolled"
        yield f"Dice {rolled} · bank {counts(state['bank'])} · deck {state['deck']}"


def _province(view: JsonObject, province: JsonObject) -> str:
    """Return a province by its first space, as moves name it, what it yields and to whom."""
    row, column = province["spaces"][0]
    return f"{row},{column} yields {province['yield']} to {name_of(view, province['holder'])}"


def _hand(view: JsonObject, state: JsonObject) -> Iterator[str]:
    seats = state.get("seats", ())
    for seat in range(len(seats)):
        each = seats[seat]
        if each["hand"] is None or (seat != own_seat(view) and not view.get("study")):
            continue
        held = f"Hand of {name_of(view, seat)}: {counts(each['hand'])}"
        if any((each.get("developments") or {}).values()):
            held += f" · development cards: {counts(each['developments'])}"
        yield held


def _due(view: JsonObject, state: JsonObject) -> Iterator[str]:
    """Yield what awaits an answer: offers, auctions, and requests of other seats."""
    for part, told in _AWAITING.items():
        if awaited := state.get(part):
            yield told(view, awaited)
    if request := view["undo"]["request"]:
        yield _request(view, request, f"to undo back to event {request['to']}")
    clock = view.get("clock") or {}
    if request := clock.get("request"):
        seconds = request["seconds"]
        yield _request(view, request, f"for {span(seconds)} more" if seconds else "for a pause")
    if clock.get("paused"):
        yield "The game is paused: /resume ends the pause"
    yield from (_stand_in(view, each) for each in view.get("stand_ins", ()))


def _stand_in(view: JsonObject, stand_in: JsonObject) -> str:
    name = name_of(view, stand_in["seat"])
    if stand_in["plays"]:
        own = "; /return ends that" if stand_in["seat"] == own_seat(view) else ""
        return f"A bot plays for {name} for now{own}"
    if stand_in["possible"]:
        return f"{name} cannot play at present; /yes lets a bot play until they are back"
    names = ", ".join(name_of(view, seat) for seat in stand_in["waiting_for"])
    return f"{name} cannot play at present; a bot plays once all agree; waiting for {names}"


def _request(view: JsonObject, request: JsonObject, what: str) -> str:
    names = ", ".join(name_of(view, seat) for seat in request["waiting_for"])
    own = own_seat(view)
    answer = ": /yes or /no" if own in request["waiting_for"] else ""
    answer = "; /no withdraws it" if own == request["seat"] else answer
    return f"{name_of(view, request['seat'])} asks {what}; waiting for {names}{answer}"


def _offer(view: JsonObject, offer: JsonObject) -> str:
    answers = [
        f"{name_of(view, seat)} {_answer(answer)}"
        for seat, answer in enumerate(offer["answers"])
        if answer is not None
    ]
    told = f"; {', '.join(answers)}" if answers else ""
    return f"Offer: {counts(offer['give'])} for {counts(offer['get'])}{told}"


def _answer(answer: str | JsonObject) -> str:
    if isinstance(answer, str):
        return harmless(answer)
    return f"accepts at {counts(answer['give'])} for {counts(answer['get'])}"


def _auction(view: JsonObject, auction: JsonObject) -> str:
    """Return the last bid of each seat; the earlier ones do not count any more."""
    last = {each["seat"]: each["bid"] for each in auction["bids"]}
    bids = [
        f"{name_of(view, seat)} {'passed' if bid is None else bid}" for seat, bid in last.items()
    ]
    goods = ", ".join(harmless(good) for good in auction.get("takes") or ())
    event = harmless(auction["event"]).replace("_", " ")
    return f"Auction for {event}: {', '.join(bids) or 'no bid yet'} · paid in {goods}"


_AWAITING: Final[dict[str, Callable[[JsonObject, JsonObject], str]]] = {
    "offer": _offer,
    "auction": _auction,
}
