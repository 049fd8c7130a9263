"""A game of any ruleset in the kernel's hands, with its record beside it."""

from typing import Any

from domain.kernel.decider import Ruleset
from domain.kernel.game import ChanceTerms, Created, Game, Seat, evolve, sealed_creation
from domain.kernel.play import decide_move
from domain.kernel.seating import take_seat
from domain.record.chance import commitment, secret_of_seed
from domain.record.record import Draft, Event
from tests.domain.conftest import NOON


class Recorded:
    """A game from a seed, dealt and played on by plain calls."""

    def __init__(
        self,
        rules: Ruleset[Any, Any, Any],
        seed: str,
        seats: int,
        board: Any,
        options: dict[str, Any],
        undo: str = "free",
    ) -> None:
        secret = secret_of_seed(seed)
        terms = Created(
            ruleset=rules.id,
            rules_version=rules.rules_version,
            board=rules.wire.board_json(rules.wire.board(board)),
            options=rules.wire.options.json(rules.wire.options.read(options)),
            seats=seats,
            first_seat=None,
            undo=undo,
            title="",
            listed=False,
            deadline=None,
            creator="p0",
            chance=ChanceTerms(1, commitment(secret), fair=False),
            secret=secret.hex(),
        )
        self.rules = rules
        self.events: list[Event] = [sealed_creation(terms, NOON, "c1")]
        self.game: Game = evolve(None, self.events[0])
        for seat in range(seats):
            self.write(take_seat(self.game, Seat(f"p{seat}", None, None), None))

    def write(self, draft: Draft) -> None:
        """Record what was decided."""
        event = self.game.seal(draft, NOON, f"c{self.game.version + 1}")
        self.game = evolve(self.game, event)
        self.events.append(event)

    def move(self, seat: int, move: Any) -> None:
        """Record a seat's move."""
        self.write(decide_move(self.game, seat, move))
