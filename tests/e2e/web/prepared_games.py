"""Games that bots have played through the API up to the moment a test needs."""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from clients.bots import bot_named
from clients.python import Anabasis, Patience

STEPS = 900
Told = Callable[[Any], bool]


@dataclass(frozen=True, slots=True)
class Person:
    """A player with a connection of their own, and the token that opens it."""

    client: Anabasis
    token: str


@dataclass(slots=True)
class Prepared:
    """A game and its people in seat order; equal terms and steps give equal games."""

    game: str
    people: list[Person]
    luck: Random = field(default_factory=lambda: Random(1))

    @property
    def view(self) -> Any:
        """The game as the public sees it."""
        return self.people[0].client.view(self.game)

    def play(self, until: Told) -> Any:
        """Play greedily until the view is as wanted; the view then."""
        view = self.view
        for _ in range(STEPS):
            if until(view):
                return view
            view = self.step(view)
        raise AssertionError(f"not so within {STEPS} moves; now {view}")

    def play_to_the_end(self) -> "Prepared":
        """Play on until somebody has won."""
        self.play(lambda view: view["status"] == "finished")
        return self

    def step(self, view: Any) -> Any:
        """Make a greedy move, by an asked seat before the asking one; return the view then."""
        seat = view["to_act"][-1]
        client = self.people[seat].client
        own = view if view["viewer"]["seat"] == seat else client.view(self.game)
        greedy = bot_named(own["ruleset"], "greedy")
        move = greedy(own, client.moves(self.game)["moves"], self.luck)
        return client.move(self.game, move, own["version"])["view"]

    def offers(self, view: Any, type_: str, seat: int = 0) -> bool:
        """True if a seat may now make a move of a type."""
        if view["to_act"] != [seat]:
            return False
        return bool(self.people[seat].client.moves(self.game, type=type_)["moves"])

    def take_back(self, events: int = 1) -> None:
        """Undo so many events."""
        view = self.view
        self.people[0].client.undo(self.game, view["head"] - events, view["version"])


def person(site: str, name: str) -> Person:
    """A new player."""
    public = Anabasis(site, patience=Patience(retries=0))
    token = public.create_player(name)["token"]
    return Person(public.with_token(token), token)


def prepared(site: str, *names: str, **terms: Any) -> Prepared:
    """A game of so many people, of Alexandros on the tiny board unless the terms say otherwise."""
    return prepared_by([person(site, name) for name in names], **terms)


def prepared_by(people: list[Person], **terms: Any) -> Prepared:
    """The same, of people who were there before; the first one makes it."""
    given = {"ruleset": "alexandros", "board": "tiny", "seats": len(people), "first_seat": 0}
    view = people[0].client.create_game(**{**given, "seed": "a1", "undo": "free", **terms})
    code = {"join_code": view["join_code"]} if view.get("join_code") else {}
    for each in people[1:]:
        each.client.take_seat(view["game_id"], **code)
    return Prepared(str(view["game_id"]), people)


def finished(site: str, board: str = "tiny", target_score: int = 20) -> Prepared:
    """A whole game with a line of it taken back."""
    terms = {"board": board, "options": {"target_score": target_score}}
    game = prepared(site, "Ada", "Bob", title="A finished game", **terms)
    game.play(lambda view: view["version"] == 12)
    game.take_back(2)
    return game.play_to_the_end()
