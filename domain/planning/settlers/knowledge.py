"""A seat's knowledge of a game of settlers, from its view and the events that it was shown."""

from functools import lru_cache
from typing import NamedTuple, TypeVar

import msgspec

from domain.grids.hexagonal import HexTopology
from domain.kernel.counting import Known
from domain.planning.bounds import within_hands
from domain.planning.settlers.position import Position, unseen_developments
from domain.record.chance import Chance
from domain.record.visibility import JsonObject
from domain.settlers.board import Board, Harbour, Land, Layout, Terrain, land_of
from domain.settlers.cards import (
    DEVELOPMENTS,
    EDITION,
    NO_DEVELOPMENTS,
    RESOURCES,
    Counts,
    Edition,
    GoodAt,
    Resource,
    card_list,
    plus,
    resources,
    tally,
)
from domain.settlers.counting import NOTHING
from domain.settlers.rules import VERSIONS, Options
from domain.settlers.ruleset import in_version
from domain.settlers.state import (
    Answer,
    Cards,
    Declined,
    Offer,
    Phase,
    Pieces,
    Standing,
    State,
    Table,
    Turn,
)

P = TypeVar("P", bound=Position)

BOARDS_KEPT = 8
PRICES = {"city_built": EDITION.city, "development_card_bought": EDITION.development}


class Beliefs(NamedTuple):
    """The cards that hands are known to hold; the last seat that rolled, and its offers since."""

    viewer: int
    known: Known
    roller: int = 0
    offers: int = 0


def nothing_known(seats: int, viewer: int) -> Beliefs:
    """Return the beliefs before any event."""
    return Beliefs(viewer, (NOTHING,) * seats)


def counted(beliefs: Beliefs, event: JsonObject) -> Beliefs:
    """Return the beliefs after an event, as the viewer is shown it."""
    known = known_after(beliefs.known, event)
    match event["type"]:
        case "dice_rolled":
            return beliefs._replace(known=known, roller=event["seat"], offers=0)
        case "trade_offered":
            return beliefs._replace(known=known, offers=beliefs.offers + 1)
        case _:
            return beliefs._replace(known=known)


def known_after(  # noqa: PLR0911, PLR0912 - one case a kind
    known: Known, event: JsonObject
) -> Known:
    """Return the cards known after an event, as the viewer is shown it."""
    data, seat = event["data"], event["seat"]
    match event["type"]:
        case "settlement_built" | "road_built":
            gains = data.get("gains", {})
            return moved(known, seat, gain=counts_of(gains), loss=counts_of(data["paid"]))
        case "city_built" | "development_card_bought":
            return moved(known, seat, loss=PRICES[event["type"]])
        case "dice_rolled":
            for other, gains in enumerate(data["gains"]):
                known = moved(known, other, gain=counts_of(gains))
            return known
        case "cards_discarded":
            return moved(known, data["seat"], loss=counts_of(data["cards"]))
        case "year_of_plenty_played":
            return moved(known, seat, gain=counts_of(data["cards"]))
        case "monopoly_played":
            return _monopolized(known, seat, data)
        case "robber_moved":
            return _robbed(known, seat, data)
        case "traded_with_bank":
            return moved(known, seat, gain=counts_of(data["get"]), loss=counts_of(data["give"]))
        case "trade_offered":
            return _shown(known, seat, counts_of(data["give"]))
        case "trade_answered" if data["accepted"]:
            return _shown(known, data["seat"], counts_of(data["get"]))
        case "trade_closed":
            give, get = counts_of(data["give"]), counts_of(data["get"])
            known = moved(known, seat, gain=get, loss=give)
            return moved(known, data["seat"], gain=give, loss=get)
        case "resigned":
            return _with(known, data["seat"], NOTHING)
        case _:
            return known


def counts_of(named: JsonObject) -> Counts:
    """Return the numbers of resources."""
    return tuple(named.get(resource.value, 0) for resource in RESOURCES)


def _with(known: Known, seat: int, hand: Counts) -> Known:
    return (*known[:seat], hand, *known[seat + 1 :])


def moved(known: Known, seat: int, gain: Counts = NOTHING, loss: Counts = NOTHING) -> Known:
    """Return the cards known after a seat gained and lost some in public."""
    each = zip(known[seat], gain, loss, strict=True)
    # Never below 0: a paid card that was not known was one of the unseen ones.
    return _with(known, seat, tuple(max(0, least + more - less) for least, more, less in each))


def _shown(known: Known, seat: int, cards: Counts) -> Known:
    return _with(known, seat, tuple(map(max, known[seat], cards)))


def _monopolized(known: Known, seat: int, data: JsonObject) -> Known:
    good = Resource(data["resource"])
    for other, number in enumerate(data["taken"]):
        known = moved(known, other, loss=counts_of({good.value: number}))
    return moved(known, seat, gain=counts_of({good.value: sum(data["taken"])}))


def _robbed(known: Known, seat: int, data: JsonObject) -> Known:
    victim, card = data["victim"], next(filter(None, data["stolen"]), None)
    if victim is None:
        return known
    if card is None:  # unseen: it may be of any kind
        return _with(known, victim, tuple(max(0, least - 1) for least in known[victim]))
    one = counts_of({card: 1})
    return moved(moved(known, victim, loss=one), seat, gain=one)


def position(view: JsonObject, beliefs: Beliefs, chance: Chance) -> Position:
    """Return the position of a live game's view; ``chance`` deals the cards that are not seen."""
    state, viewer = view["state"], view["viewer"]["seat"]
    known = within_hands(beliefs.known, state)
    table = _table(view)
    pieces = pieces_in(state, table.board.topology)
    turn = turn_in(view, beliefs, table.edition)
    cards, _ = cards_in(state, viewer, known, chance)
    drawn = State(table, turn, pieces, cards, standing_in(state), declined_in(state, table.edition))
    return with_developments(Position(drawn, known, viewer), state, chance)


def declined_in(state: JsonObject, edition: Edition) -> tuple[Declined, ...]:
    """Return the refused terms in a view's state."""
    return tuple(
        Declined(*_terms(each, edition), tuple(each["seats"])) for each in state["declined"]
    )


def _table(view: JsonObject) -> Table:
    rules = next(each for each in VERSIONS if each.version == view["rules_version"])
    options: Options = in_version(rules).wire.options.read(view["options"])
    board = _board(msgspec.json.encode(view["board"]))
    return Table(
        board, land_in(view["state"], board.topology), options, rules, len(view["seats"]), 0
    )


@lru_cache(BOARDS_KEPT)
def _board(encoded: bytes) -> Board:
    board: Board = in_version(VERSIONS[-1]).wire.boards.read(msgspec.json.decode(encoded))
    return board


def land_in(state: JsonObject, topology: HexTopology) -> Land:
    """Return the land of a view."""
    layout = Layout(
        tuple(Terrain(each["terrain"]) for each in state["hexes"]),
        tuple(each["token"] for each in state["hexes"]),
        tuple(
            Harbour(each["edge"], each["resource"] and Resource(each["resource"]))
            for each in state["harbours"]
        ),
    )
    return land_of(topology, layout)


def pieces_in(state: JsonObject, topology: HexTopology) -> Pieces:
    """Return the pieces in a view's state."""
    seats = state["seats"]
    settlements, cities, roads = (
        tuple(sum(1 << place for place in seat[kind]) for seat in seats)
        for kind in ("settlements", "cities", "roads")
    )
    built = [one | other for one, other in zip(settlements, cities, strict=True)]
    buildings, paved = sum(built), sum(roads)
    closed, reach = 0, list[int]()
    for corner in range(len(topology.corners)):
        if buildings >> corner & 1:
            closed |= topology.near_bits[corner]
    for seat, own in zip(seats, built, strict=True):
        touched = own
        for edge in seat["roads"]:
            touched |= topology.edge_corner_bits[edge]
        reach.append(touched)
    robber = topology.hex_index[tuple(state["robber"])]
    return Pieces(settlements, cities, roads, tuple(reach), buildings, closed, paved, robber)


def turn_in(view: JsonObject, beliefs: Beliefs, edition: Edition) -> Turn:
    """Return the turn in a view."""
    state = view["state"]
    seats = state["seats"]
    phase = Phase(view["phase"])
    built = sum(len(seat["settlements"]) + len(seat["cities"]) for seat in seats)
    founded = built - (phase is Phase.FOUND_ROAD) if view["turn"] == 1 else 2 * len(seats)
    # Those who owe a discard act in the turn of the seat that rolled the seven.
    on: int = beliefs.roller if phase is Phase.DISCARD else view["to_act"][0]
    bought = seats[on]["bought"]
    return Turn(
        number=view["turn"],
        seat=on,
        phase=phase,
        owed=tuple(seat["owed"] for seat in seats),
        founded=min(founded, 2 * len(seats)),
        corner=state["founded_corner"],
        dice=state["dice"] and tuple(state["dice"]),
        has_played_card=state["card_played"],
        bought=NO_DEVELOPMENTS if bought is None else _developments(bought),
        free_roads=state["free_roads"],
        offer=state["offer"] and _offer(state["offer"], edition),
        has_offered=beliefs.offers > 0,
    )


def _offer(offer: JsonObject, edition: Edition) -> Offer:
    answers = tuple(_answer(each, edition) for each in offer["answers"])
    return Offer(*_terms(offer, edition), answers)


def _answer(answer: JsonObject | str | None, edition: Edition) -> Answer:
    if isinstance(answer, dict):
        return _terms(answer, edition)
    return None if answer is None else False


def _terms(terms: JsonObject, edition: Edition) -> tuple[Counts, Counts]:
    return edition.counted(terms["give"]), edition.counted(terms["get"])


def _developments(named: JsonObject) -> Counts:
    return tuple(named[card.value] for card in DEVELOPMENTS)


def standing_in(state: JsonObject) -> Standing:
    """Return the standing in a view's state."""
    seats = state["seats"]
    return Standing(
        tuple(seat["road_length"] for seat in seats),
        state["longest_road"],
        state["largest_army"],
        sum(1 << n for n, seat in enumerate(seats) if seat["resigned"]),
    )


def cards_in(
    state: JsonObject, viewer: int, known: Known, chance: Chance
) -> tuple[Cards, tuple[GoodAt, ...]]:
    """Return the resource cards, and those that no hand holds.

    Unseen ones are dealt in a way that fits what is known.
    """
    seats = state["seats"]
    bank, own = counts_of(state["bank"]), counts_of(seats[viewer]["hand"])
    hands = [own if seat == viewer else least for seat, least in enumerate(known)]
    every = resources(EDITION.bank)
    left = [
        max(0, n - sum(column))
        for n, column in zip(every, zip(bank, *hands, strict=True), strict=True)
    ]
    pile = chance.shuffled("unseen", card_list(tuple(left)))
    for seat, each in enumerate(seats):
        missing = each["cards"] - sum(hands[seat])
        hands[seat], pile = plus(hands[seat], tally(pile[:missing])), pile[missing:]
    knights = tuple(seat["knights"] for seat in seats)
    nothing = (NO_DEVELOPMENTS,) * len(seats)
    return Cards(tuple(hands), bank, (), nothing, knights), pile


def with_developments(position: P, state: JsonObject, chance: Chance) -> P:
    """Return the position with development cards: the own ones, the others and the deck dealt."""
    viewer, seats = position.viewer, state["seats"]
    held = [NO_DEVELOPMENTS] * len(seats)
    held[viewer] = _developments(seats[viewer]["developments"])
    cards = msgspec.structs.replace(position.state.cards, developments=tuple(held))
    known = position.with_state(msgspec.structs.replace(position.state, cards=cards))
    pile = chance.shuffled("unseen:developments", card_list(tuple(unseen_developments(known))))
    for seat, each in enumerate(seats):
        if seat != viewer:
            number = each["development_cards"]
            held[seat], pile = tally(pile[:number]), pile[number:]
    deck = tuple(DEVELOPMENTS[card] for card in pile[: state["deck"]])
    cards = msgspec.structs.replace(cards, developments=tuple(held), deck=deck)
    return known.with_state(msgspec.structs.replace(known.state, cards=cards))
