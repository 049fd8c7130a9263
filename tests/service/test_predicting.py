"""The attack that public state allows elsewhere: predict draws from all that was ever said.

A spectator keeps every byte the API sends and tries each string in it, and what can be derived
from it, as the game's secret, its key, a seed, or a salt. While the game goes on nothing explains
the cards already seen nor opens a commitment; when it is over the very same attack succeeds,
which shows that it is a real one.
"""

import hashlib
import hmac
import json
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from domain.alexandros.board import SYMBOLS
from domain.alexandros.cards import DECK
from domain.record.chance import Chance, game_chance, secret_of_seed
from domain.record.record import canonical
from tests.service.api import BASE, Api, Person

HEX = re.compile(rb"[0-9a-f]{8,}")
WORD = re.compile(rb'"([^"\\]{4,200})"')


class Spectator:
    """Somebody with a browser's memory and no seat."""

    def __init__(self, api: Api, game: str) -> None:
        self.api, self.game = api, game
        self.heard: set[bytes] = set()

    def listen(self) -> None:
        """Ask for everything that a move may change."""
        view = self.api.view(self.game)
        versions = range(max(1, view["version"] - 3), view["version"] + 1)
        pages = ["", "/events", "/export", "/verify", *(f"?at={n}" for n in versions)]
        paths = [f"/games/{self.game}{page}" for page in pages]
        self.ask(*paths, "/games")

    def ask(self, *paths: str) -> None:
        """Keep what some paths answer."""
        for path in paths:
            answer = self.api.client.get(BASE + path)
            self.heard.add(answer.data)
            self.heard.add(repr(sorted(answer.headers.items())).encode())

    def candidates(self) -> set[bytes]:
        """Every hex run and every string heard, as bytes and hashed: the possible secrets."""
        runs = {run for said in self.heard for run in HEX.findall(said)}
        words = {word for said in self.heard for word in WORD.findall(said)} | runs
        whole = {bytes.fromhex(run.decode()) for run in runs if len(run) % 2 == 0}
        return words | whole | {hashlib.sha256(each).digest() for each in words | whole}

    def events(self) -> list[Any]:
        return list(self.api.get(f"/games/{self.game}/events")["events"])


def lucks(candidates: set[bytes], contributions: list[str]) -> Iterator[Chance]:
    """Each candidate as secret, as key, and as seed."""
    for candidate in candidates:
        yield game_chance(candidate, contributions)
        yield Chance(candidate)
        yield game_chance(secret_of_seed(candidate.hex()), contributions)


def predicts(spectator: Spectator) -> bool:
    """True if some candidate gives every card that everyone saw leave the deck."""
    events = spectator.events()
    contributions = [e["data"]["contribution"] for e in events if e["type"] == "seat_taken"]
    seen = dict(_seen(events, seats=len(contributions)))
    assert len(seen) >= ENOUGH
    for luck in lucks(spectator.candidates(), contributions):
        deck = [card.value for card in luck.shuffled("supply:0", DECK)]
        if all(deck[place] == card for place, card in seen.items()):
            return True
    return False


def _seen(events: list[Any], seats: int) -> Iterator[tuple[int, str]]:
    """The places in the deck of the cards dealt or turned face up, in a game without undo."""
    place = seats
    for event in events:
        data = event["data"]
        up = (data.get("dealt") or {}).get("display", [])
        up = [*up, data.get("refill"), *data.get("refilled", [])]
        for card in filter(None, up):
            yield place, card
            place += 1
        place += event["type"] == "card_taken" and data["from"] == "supply"


def opened(spectator: Spectator) -> list[str]:
    """The commitments that some candidate salt and one of the five cards explain."""
    commitments = {c: p for e in spectator.events() for p, c in e["commitments"].items()}
    salts = {candidate for candidate in spectator.candidates() if len(candidate) <= 64} | {b""}
    cards = [canonical(symbol.value) for symbol in SYMBOLS]
    return [
        commitments[said]
        for salt in salts
        for card in cards
        if (said := hmac.digest(salt, card, "sha256").hex()) in commitments
    ]


ENOUGH = 14
"""Cards seen by all: by luck alone one candidate in 5^14 explains them."""


def play_until_enough_is_seen(api: Api, people: list[Person], spectator: Spectator) -> None:
    """Random moves; the spectator listens after each."""
    luck = random.Random(5)
    while len(dict(_seen(spectator.events(), seats=2))) < ENOUGH:
        seat = api.view(spectator.game)["to_act"][0]
        listed = api.moves(spectator.game, people[seat])
        api.move(spectator.game, people[seat], luck.choice(_onward(listed)))
        spectator.listen()
    assert api.view(spectator.game)["status"] == "live"


def _onward(listed: list[Any]) -> list[Any]:
    """A display card to march by, a card from the supply, the end of the turn: cards flow."""
    marching = [m for m in listed if m["type"] == "march" or m.get("slot") is not None]
    drawing = [m for m in listed if m["type"] == "end_turn" or m.get("from") == "supply"]
    return drawing or marching or [m for m in listed if m["type"] != "resign"]


@pytest.fixture
def spectator(api: Api, ada: Person, bob: Person) -> Spectator:
    watching = Spectator(api, api.game(ada, bob, board="asia_minor", first_seat=0))
    play_until_enough_is_seen(api, [ada, bob], watching)
    watching.ask("/rulesets", "/openapi.json")
    return watching


def test_no_draw_can_be_predicted_while_the_game_goes_on_and_all_are_explained_after(
    api: Api, ada: Person, spectator: Spectator
):
    assert any(e["type"] == "card_taken" and e["data"]["card"] is None for e in spectator.events())
    assert not predicts(spectator)
    assert opened(spectator) == []
    api.act(spectator.game, ada, "resign", {}, version=False)
    spectator.listen()
    assert predicts(spectator)
    assert "drawn" in opened(spectator)


def test_no_hidden_card_and_no_order_of_cards_is_ever_said(spectator: Spectator):
    for event in spectator.events():
        for path in event["commitments"]:
            value: Any = event["data"]
            for step in path.split("/"):
                value = value[int(step)] if isinstance(value, list) else value[step]
            assert value is None, (event["version"], path)
        assert event["salts"] == {}
    symbols = {symbol.value for symbol in SYMBOLS}
    for said in spectator.heard:
        if said.startswith(b"{"):
            assert all(len(cards) <= 2 for cards in _card_lists(json.loads(said), symbols))


def _card_lists(value: Any, symbols: set[str]) -> Iterator[list[str]]:
    """Lists of cards in a live answer; those of the document's examples are of other games.

    Nor are the schemas' enumerations of the five cards.
    """
    if isinstance(value, dict):
        for key, inner in value.items():
            if key not in ("enum", "example", "required"):
                yield from _card_lists(inner, symbols)
    elif isinstance(value, list):
        if value and all(isinstance(item, str) and item in symbols for item in value):
            yield value
        for inner in value:
            yield from _card_lists(inner, symbols)
