"""A viewer's view of a position: the API's ``turn``, ``phase`` and ``state``."""

from functools import lru_cache

from domain.grids.hexagonal import bits
from domain.record.visibility import JsonObject, Viewer
from domain.settlers import phases
from domain.settlers.board import Land
from domain.settlers.cards import (
    CITY,
    DEVELOPMENT,
    DEVELOPMENTS,
    NO_DEVELOPMENTS,
    RESOURCES,
    ROAD,
    SETTLEMENT,
    VICTORY_POINT,
    Counts,
    Edition,
    resource_cards,
)
from domain.settlers.decide_trade import rates
from domain.settlers.places import cities_left, roads_left, settlements_left
from domain.settlers.state import Answer, Declined, Offer, State, public_points
from domain.settlers.wire.events import counts_json
from domain.settlers.wire.layouts import layout_json

LANDS_KEPT = 8
"""The number of lands whose JSON is kept. One is larger than a game, and the views of a land come
in close succession."""
PRICES = {
    move: {resource.value: n for resource, n in price.items()}
    for move, price in (
        ("build_road", ROAD),
        ("build_settlement", SETTLEMENT),
        ("build_city", CITY),
        ("buy_development_card", DEVELOPMENT),
    )
}
"""The prices of moves, by type (S8)."""
# Read from the enums once: in CPython 3.11 an enum's attribute takes 54 ns, a module's name 6.
_RESOURCES = tuple(resource.value for resource in RESOURCES)
_DEVELOPMENTS = tuple(card.value for card in DEVELOPMENTS)


def view(state: State, viewer: Viewer) -> JsonObject:
    """Return the position as JSON; other seats' cards are null until the game is over."""
    turn = state.turn
    return {"turn": turn.number, "phase": turn.phase.value, "state": state_json(state, viewer)}


def state_json(state: State, viewer: Viewer) -> JsonObject:
    """Return the ``state`` of the view."""
    turn, standing, topology = state.turn, state.standing, state.table.land.topology
    return {
        **_land_json(state.table.land),
        "robber": list(topology.hexes[state.pieces.robber]),
        "bank": resources_json(state.cards.bank),
        # The number alone: the deck's order is hidden from everyone.
        "deck": len(state.cards.deck),
        "dice": turn.dice and list(turn.dice),
        "founded_corner": turn.corner,
        "free_roads": turn.free_roads,
        "prices": PRICES,
        "card_played": turn.has_played_card,
        "offer": turn.offer and _offer(state.table.edition, turn.offer),
        "declined": [_declined(state.table.edition, each) for each in state.declined],
        "longest_road": standing.longest_road,
        "largest_army": standing.largest_army,
        "seats": [_seat(state, seat, viewer) for seat in range(state.table.seats)],
    }


@lru_cache(LANDS_KEPT)
def _land_json(land: Land) -> JsonObject:
    """Return the hexes with terrains and tokens, and the harbours; views share them."""
    laid = layout_json(land.layout)
    rows = zip(land.topology.hexes, laid["terrains"], laid["tokens"], strict=True)
    return {
        "hexes": [
            {"hex": list(hex_), "terrain": terrain, "token": token} for hex_, terrain, token in rows
        ],
        "harbours": laid["harbours"],
    }


def resources_json(counts: Counts) -> dict[str, int]:
    """Return the cards by resource, zeros included."""
    # Not strict: an edition's goods beyond the resources are shown by its own view.
    return dict(zip(_RESOURCES, counts, strict=False))


def developments_json(counts: Counts) -> dict[str, int]:
    """Return the development cards by kind, zeros included."""
    return dict(zip(_DEVELOPMENTS, counts, strict=True))


def _offer(edition: Edition, offer: Offer) -> JsonObject:
    return {
        **_terms(edition, (offer.give, offer.get)),
        "answers": [_answer(edition, answer) for answer in offer.answers],
    }


def _declined(edition: Edition, declined: Declined) -> JsonObject:
    return {**_terms(edition, (declined.give, declined.get)), "seats": list(declined.seats)}


def _answer(edition: Edition, answer: Answer) -> JsonObject | str | None:
    if isinstance(answer, tuple):
        return _terms(edition, answer)
    return None if answer is None else "refused"


def _terms(edition: Edition, terms: tuple[Counts, Counts]) -> JsonObject:
    give, get = terms
    return {"give": counts_json(edition, give), "get": counts_json(edition, get)}


def _seat(state: State, seat: int, viewer: Viewer) -> JsonObject:
    cards, pieces = state.cards, state.pieces
    # All cards are open after the end.
    is_open = viewer.may_see(seat) or state.turn.phase is phases.OVER
    own = cards.developments[seat]
    # `bought` is the acting seat's; the others have bought nothing in this turn.
    bought = state.turn.bought if seat == state.turn.seat else NO_DEVELOPMENTS
    return {
        # Without hidden cards: victory points in hand are secret until the end (S12).
        "points": public_points(state, seat),
        "hidden_points": own[VICTORY_POINT] if is_open else None,
        "settlements": list(bits(pieces.settlements[seat])),
        "cities": list(bits(pieces.cities[seat])),
        "roads": list(bits(pieces.roads[seat])),
        "settlements_left": settlements_left(state, seat),
        "cities_left": cities_left(state, seat),
        "roads_left": roads_left(state, seat),
        "cards": resource_cards(cards.hands[seat]),
        "hand": resources_json(cards.hands[seat]) if is_open else None,
        # Public at the table, as is the number of resource cards.
        "development_cards": sum(own),
        "developments": developments_json(own) if is_open else None,
        "bought": developments_json(bought) if is_open else None,
        "knights": cards.knights[seat],
        "road_length": state.standing.roads[seat],
        "owed": state.turn.owed[seat],
        "rates": resources_json(rates(state, seat)),
        "resigned": seat not in state.staying(),
    }
