"""What a viewer may see of a position: the API's ``turn``, ``phase`` and ``state``."""

from domain.grids.hexagonal import bits
from domain.record.visibility import JsonObject, Viewer
from domain.settlers.cards import (
    CITY,
    DEVELOPMENT,
    DEVELOPMENTS,
    GOODS,
    NOTHING,
    RESOURCES,
    ROAD,
    SETTLEMENT,
    Counts,
    resource_cards,
)
from domain.settlers.decide_trade import rates
from domain.settlers.places import cities_left, roads_left, settlements_left
from domain.settlers.state import Answer, Offer, Phase, State, public_points
from domain.settlers.wire.events import counts_json
from domain.settlers.wire.layouts import layout_json

PRICES = {
    "build_road": counts_json(ROAD),
    "build_settlement": counts_json(SETTLEMENT),
    "build_city": counts_json(CITY),
    "buy_development_card": counts_json(DEVELOPMENT),
}
"""What each kind of move costs that is paid for (S8)."""


def view(state: State, viewer: Viewer) -> JsonObject:
    """The position as JSON, other seats' cards null until the game is over."""
    turn = state.turn
    return {"turn": turn.number, "phase": turn.phase.value, "state": shown(state, viewer)}


def shown(state: State, viewer: Viewer) -> JsonObject:
    """The ``state`` of the view."""
    turn, standing, topology = state.turn, state.standing, state.table.land.topology
    return {
        **lying(state),
        "robber": list(topology.hexes[state.pieces.robber]),
        "bank": resources_json(state.cards.bank),
        "deck": len(state.cards.deck),
        "dice": turn.dice and list(turn.dice),
        "founded_corner": turn.corner,
        "free_roads": turn.free_roads,
        "prices": PRICES,
        "card_played": turn.has_played_card,
        "offer": turn.offer and _offer(turn.offer),
        "longest_road": standing.longest_road,
        "largest_army": standing.largest_army,
        "seats": [_seat(state, seat, viewer) for seat in range(state.table.seats)],
    }


def lying(state: State) -> JsonObject:
    """The hexes with what lies on them, and the harbours."""
    laid = layout_json(state.table.land.layout)
    rows = zip(state.table.land.topology.hexes, laid["terrains"], laid["tokens"], strict=True)
    return {
        "hexes": [
            {"hex": list(hex_), "terrain": terrain, "token": token} for hex_, terrain, token in rows
        ],
        "harbours": laid["harbours"],
    }


def resources_json(counts: Counts) -> dict[str, int]:
    """Cards by resource, every one stated."""
    return {resource.value: n for resource, n in zip(RESOURCES, counts, strict=False)}


def goods_json(counts: Counts) -> dict[str, int]:
    """Cards and gold, each stated."""
    return {good.value: n for good, n in zip(GOODS, counts, strict=True)}


def developments_json(counts: Counts) -> dict[str, int]:
    """Development cards by kind, every one stated."""
    return {card.value: n for card, n in zip(DEVELOPMENTS, counts, strict=False)}


def _offer(offer: Offer) -> JsonObject:
    return {
        "give": counts_json(offer.give),
        "get": counts_json(offer.get),
        "answers": [_answer(answer) for answer in offer.answers],
    }


def _answer(answer: Answer) -> JsonObject | str | None:
    if answer is None:
        return None
    if not isinstance(answer, tuple):
        return "refused"
    give, get = answer
    return {"give": counts_json(give), "get": counts_json(get)}


def _seat(state: State, seat: int, viewer: Viewer) -> JsonObject:
    cards, pieces = state.cards, state.pieces
    is_open = viewer.may_see(seat) or state.turn.phase is Phase.OVER
    own = cards.developments[seat]
    bought = state.turn.bought if seat == state.turn.seat else NOTHING
    return {
        "points": public_points(state, seat),
        "hidden_points": own[1] if is_open else None,
        "settlements": list(bits(pieces.settlements[seat])),
        "cities": list(bits(pieces.cities[seat])),
        "roads": list(bits(pieces.roads[seat])),
        "settlements_left": settlements_left(state, seat),
        "cities_left": cities_left(state, seat),
        "roads_left": roads_left(state, seat),
        "cards": resource_cards(cards.hands[seat]),
        "hand": resources_json(cards.hands[seat]) if is_open else None,
        "development_cards": sum(own),
        "developments": developments_json(own) if is_open else None,
        "bought": developments_json(bought) if is_open else None,
        "knights": cards.knights[seat],
        "road_length": state.standing.roads[seat],
        "owed": state.turn.owed[seat],
        "rates": resources_json(rates(state, seat)),
        "resigned": seat not in state.staying(),
    }
