"""Exports whose luck was forged by a holder of the secret: deals, dice and drawn cards."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from domain.record.chance import commitment
from domain.record.record import commit, digest, salt
from domain.record.visibility import look_up
from tests import fixtures

Document = fixtures.Document
Forge = Callable[[Document], None]


def resealed(document: Document) -> Document:
    """The document with versions, commitments, salts and every hash made to fit its data."""
    secret, prev = bytes.fromhex(document["events"][0]["data"]["secret"]), "0" * 64
    for version, event in enumerate(document["events"], 1):
        paths = [path for path in event["commitments"] if look_up(event["data"], path) is not None]
        salts = {path: salt(secret, version, path) for path in paths}
        event["version"], event["prev"] = version, prev
        event["salts"] = {path: its.hex() for path, its in salts.items()}
        event["commitments"] = {
            path: commit(its, look_up(event["data"], path)) for path, its in salts.items()
        }
        event["hash"] = prev = digest(fixtures.events_of({"events": [event]})[0])
    document["version"], document["hash"] = len(document["events"]), prev
    return document


def game(name: str = "alexandros/near-east-rueful") -> Document:
    return fixtures.load(fixtures.FOLDER / f"{name}.json.gz")


def moved(time: str, by: timedelta) -> str:
    moment = datetime.fromisoformat(time) + by
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def first(document: Document, *types: str, **fields: object) -> Document:
    """The first event of these types with these values in its data."""
    return next(
        event
        for event in document["events"]
        if event["type"] in types
        and all(event["data"].get(name) == value for name, value in fields.items())
    )


def dealt(document: Document) -> Document:
    return next(e["data"]["dealt"] for e in document["events"] if e["data"].get("dealt"))


def another(card: str) -> str:
    return "lyre" if card != "lyre" else "horse"


def swap_two(items: list[Any]) -> None:
    """The first item and the first that is another."""
    other = next(n for n, item in enumerate(items) if item != items[0])
    items[0], items[other] = items[other], items[0]


def swap_a_drawn_card(document: Document) -> None:
    data = first(document, "card_taken", **{"from": "supply"})["data"]
    data["drawn"] = another(data["drawn"])


def swap_a_refilled_card(document: Document) -> None:
    data = first(document, "card_chosen", **{"from": "display"})["data"]
    data["refill"] = another(data["refill"])


def swap_two_cards_of_the_deal(document: Document) -> None:
    swap_two(dealt(document)["supply"])


def swap_the_dealt_hands(document: Document) -> None:
    dealt(document)["hands"] = [another(card) for card in dealt(document)["hands"]]


def name_another_first_seat(document: Document) -> None:
    dealt(document)["first_seat"] = 1 - dealt(document)["first_seat"]


def turn_a_reshuffle_round(document: Document) -> None:
    data = first(document, "turn_ended", "card_taken", "card_chosen", reshuffled=True)["data"]
    data["supply"].reverse()


def drop_a_draw(document: Document) -> None:
    document["events"].remove(first(document, "card_taken", **{"from": "supply"}))


def drop_a_levy(document: Document) -> None:
    """Its card is missing from the discard when that is shuffled."""
    document["events"].remove(first(document, "taxes_levied"))


def change_the_secret(document: Document) -> None:
    document["events"][0]["data"]["secret"] = "00" * 32


def change_the_secret_and_its_hash(document: Document) -> None:
    change_the_secret(document)
    document["events"][0]["data"]["chance"]["commitment"] = commitment(bytes(32))


def change_a_contribution(document: Document) -> None:
    first(document, "seat_taken", seat=1)["data"]["contribution"] = "00" * 32


# Settlers
def change_a_die(document: Document) -> None:
    """By one of the same sum, so that the rest of the record still fits."""
    rolls = [e["data"]["dice"] for e in document["events"] if e["type"] == "dice_rolled"]
    swap_two(next(dice for dice in rolls if dice[0] != dice[1]))


def drop_a_roll(document: Document) -> None:
    document["events"].remove(first(document, "dice_rolled"))


def swap_a_bought_card(document: Document) -> None:
    data = first(document, "development_card_bought")["data"]
    data["card"] = "monopoly" if data["card"] != "monopoly" else "knight"


def turn_the_deck_round(document: Document) -> None:
    dealt(document)["deck"].reverse()


def theft(document: Document) -> Document:
    return next(e for e in document["events"] if any(e["data"].get("stolen", ())))


def steal_another_card(document: Document) -> None:
    data = theft(document)["data"]
    data["stolen"] = [card and ("ore" if card != "ore" else "wool") for card in data["stolen"]]


def steal_nothing(document: Document) -> None:
    data = theft(document)["data"]
    data["stolen"] = [None] * len(data["stolen"])


def swap_two_terrains(document: Document) -> None:
    swap_two(dealt(document)["layout"]["terrains"])


def swap_two_tokens(document: Document) -> None:
    swap_two(dealt(document)["layout"]["tokens"])


def swap_two_harbours(document: Document) -> None:
    harbours = dealt(document)["layout"]["harbours"]
    kinds = [harbour["resource"] for harbour in harbours]
    swap_two(kinds)
    for harbour, kind in zip(harbours, kinds, strict=True):
        harbour["resource"] = kind


# Alexander the Great
def swap_two_chips(document: Document) -> None:
    swap_two(dealt(document)["chips"])


def turn_up_another_chip(document: Document) -> None:
    data = next(e["data"] for e in document["events"] if e["data"].get("chip"))
    data["chip"] = data["auction"] = "statue" if data["chip"] != "statue" else "bridge"


def turn_up_no_chip(document: Document) -> None:
    next(e["data"] for e in document["events"] if e["data"].get("chip"))["chip"] = None


def swap_a_draw(document: Document) -> None:
    draws = first(document, "turn_ended")["data"]["draws"]
    draws[0] = "ore" if draws[0] != "ore" else "wool"


def withhold_the_draws(document: Document) -> None:
    data = first(document, "turn_ended")["data"]
    data["draws"] = [None] * len(data["draws"])


def swap_two_of_the_reserve(document: Document) -> None:
    swap_two(dealt(document)["reserve"])


def swap_two_hands(document: Document) -> None:
    swap_two(dealt(document)["hands"])


def set_the_robber_elsewhere(document: Document) -> None:
    hexes = document["events"][0]["data"]["board"]["hexes"]
    deserts = [each["hex"] for each in hexes if each["terrain"] == "desert"]
    dealt(document)["robber"] = next(hex_ for hex_ in deserts if hex_ != dealt(document)["robber"])


ALEXANDROS: list[Forge] = [
    swap_a_drawn_card,
    swap_a_refilled_card,
    swap_two_cards_of_the_deal,
    swap_the_dealt_hands,
    name_another_first_seat,
    turn_a_reshuffle_round,
    drop_a_draw,
    drop_a_levy,
    change_the_secret,
    change_the_secret_and_its_hash,
    change_a_contribution,
]
DICE_AND_CARDS: list[Forge] = [
    change_a_die,
    drop_a_roll,
    swap_a_bought_card,
    turn_the_deck_round,
    steal_another_card,
    steal_nothing,
]
SETTLERS: list[Forge] = [
    *DICE_AND_CARDS,
    swap_two_terrains,
    swap_two_tokens,
    swap_two_harbours,
]
ALEXANDER_THE_GREAT: list[Forge] = [
    *DICE_AND_CARDS,
    swap_two_chips,
    turn_up_another_chip,
    turn_up_no_chip,
    swap_a_draw,
    withhold_the_draws,
    swap_two_of_the_reserve,
    swap_two_hands,
    set_the_robber_elsewhere,
]
