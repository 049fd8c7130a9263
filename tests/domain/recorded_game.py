"""A game of any ruleset in the kernel's hands, with its record beside it."""

import random
from collections.abc import Callable
from typing import Any, Self

from domain.kernel.deadlines import Deadline
from domain.kernel.decider import Ruleset
from domain.kernel.expiry import due_moments, expiry
from domain.kernel.game import Game, Seat, evolve, fold, sealed_creation
from domain.kernel.play import decide_move
from domain.kernel.seating import take_seat
from domain.kernel.terms import ChanceTerms, Created
from domain.kernel.undo import decide_redo, decide_undo
from domain.record.chance import commitment, secret_of_seed
from domain.record.record import Draft, Event, decode, encode
from domain.record.times import moment
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
        deadline: Deadline | None = None,
    ) -> None:
        secret = secret_of_seed(seed)
        terms = Created(
            ruleset=rules.id,
            rules_version=rules.rules_version,
            board=rules.wire.boards.json(rules.wire.boards.read(board)),
            options=rules.wire.options.json(rules.wire.options.read(options)),
            seats=seats,
            first_seat=None,
            undo=undo,
            title="",
            listed=False,
            deadline=deadline,
            creator="p0",
            chance=ChanceTerms(1, commitment(secret), fair=False),
            secret=secret.hex(),
        )
        self.rules, self.now = rules, NOON
        self.events: list[Event] = [sealed_creation(terms, NOON, "c1")]
        self.game: Game = evolve(None, self.events[0])
        for seat in range(seats):
            self.write(take_seat(self.game, Seat(f"p{seat}", None, None), None))

    def write(self, draft: Draft) -> None:
        """Record a decision."""
        self._append(self.game.seal(draft, self.now, f"c{self.game.version + 1}"))

    def expire(self, seat: int) -> None:
        """Wait until a seat's time is up, and record that and what the clock does."""
        self.now = max(self.now, moment(due_moments(self.game)[seat]))
        for event in expiry(self.game, seat, self.now, f"c{self.game.version + 1}"):
            self._append(event)

    def _append(self, event: Event) -> None:
        self.game = evolve(self.game, event)
        self.events.append(event)

    def move(self, seat: int, move: Any) -> None:
        """Record a seat's move."""
        self.write(decide_move(self.game, seat, move))

    def play_out(self, choose: Callable[[Any], tuple[int, Any]], luck: random.Random) -> Self:
        """Play to the end; now and then something is undone, and perhaps redone."""
        while self.game.outcome is None:
            self.move(*choose(self.game.state))
            if luck.random() < 0.1 and self.game.outcome is None:
                self._undo_and_perhaps_redo(luck)
        return self

    def _undo_and_perhaps_redo(self, luck: random.Random) -> None:
        timeline = self.game.timeline
        assert timeline is not None
        targets = [m.version for m in timeline.moments() if timeline.has(m.version)]
        before, seat = self.game.state, self.game.to_act[0]
        self.write(decide_undo(self.game, seat, luck.choice(targets[:6])))
        if luck.random() < 0.5:
            self.write(decide_redo(self.game, seat))
            assert self.game.state == before

    def reread(self) -> Game:
        """The game folded from its record as stored."""
        return fold(decode([encode(event) for event in self.events]))
