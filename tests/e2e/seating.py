"""People at a game: the shortest way from a service to a live game."""

from dataclasses import dataclass
from typing import Any

from clients.python import Anabasis
from tests.servers import Service


@dataclass(frozen=True, slots=True)
class Table:
    """A live game of Alexandros and its people in seat order, each with an own connection."""

    service: Service
    game: str
    people: list[Anabasis]

    @property
    def version(self) -> int:
        """The game's version now."""
        return int(self.people[0].view(self.game)["version"])

    @property
    def recorded(self) -> list[int]:
        """The versions of the record."""
        return [event["version"] for event in self.people[0].events(self.game)["events"]]

    def moves(self, seat: int = 0, type_: str | None = None) -> list[Any]:
        """Return the legal moves of a seat, other than resigning."""
        listed = self.people[seat].moves(self.game, type=type_)["moves"]
        return [move for move in listed if move["type"] != "resign"]

    def play(self, moves: int = 1) -> int:
        """Make a number of moves, the first listed each time; return the version then."""
        for _ in range(moves):
            view = self.people[0].view(self.game)
            [seat] = view["to_act"]
            self.people[seat].move(self.game, self.moves(seat)[0], view["version"])
        return self.version


def seated(service: Service, *names: str, **terms: Any) -> Table:
    """A game of so many people, on the tiny board unless the terms say otherwise."""
    people = [service.player(name) for name in names]
    given = {"ruleset": "alexandros", "board": "tiny", "seats": len(people), "first_seat": 0}
    game = people[0].create_game(**{**given, **terms})["game_id"]
    for person in people[1:]:
        person.take_seat(game)
    return Table(service, game, people)
