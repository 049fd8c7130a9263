"""The dialect of the rules' tests: given(a position).when(moves).then("event") or .then_refused().

Each ruleset's own ``given.py`` draws its positions and abbreviates its moves. The rest is here:

- ``when(*moves, seat=)`` plays moves, each by the first seat to act unless one is named;
- ``then(type, **data)`` and ``then_refused(code, rule)`` assert the answer to the last move;
- ``legal(type, seat=)`` lists legal moves, ``legal_json`` the same as JSON;
- ``state``, ``event``, ``view(viewer)``, ``outcome`` and ``to_act`` show the position.
"""

from dataclasses import dataclass, replace
from typing import Any, Generic, Self, TypeVar

from domain.errors import Refused
from domain.kernel.decider import Ruleset
from domain.record.chance import Chance
from domain.record.outcome import Outcome
from domain.record.visibility import JsonObject, Viewer

S = TypeVar("S")


@dataclass(frozen=True)
class Given(Generic[S]):
    """A position, the luck it is played with, and the last move's event or refusal."""

    rules: Ruleset[S, Any, Any]
    position: S
    chance: Chance
    event: Any = None
    refusal: Refused | None = None

    @property
    def state(self) -> S:
        """The position. Raises the refusal if the last move was refused."""
        if self.refusal is not None:
            raise self.refusal
        return self.position

    def when(self, *moves: Any, seat: int | None = None) -> Self:
        """Play moves, the ruleset's own or JSON; the last of them may be refused."""
        played = self
        for move in moves:
            played = played._when(move, seat)
        return played

    def _when(self, move: Any, seat: int | None) -> Self:
        state, seat = self.state, self._seat(seat)
        move = self.rules.wire.moves.read(move) if isinstance(move, dict) else move
        try:
            event = self.rules.decide(state, seat, move, self.chance)
        except Refused as refusal:
            return replace(self, refusal=refusal)
        return replace(self, position=self.rules.evolve(state, event), event=event)

    def _seat(self, seat: int | None) -> int:
        return next(iter(self.to_act), 0) if seat is None else seat

    def then(self, type_: str, **data: Any) -> Self:
        """Assert the type and some of the data of the last event."""
        assert self.state is not None
        assert self.rules.wire.events.type(self.event) == type_
        whole = self.rules.wire.events.json(self.event)
        assert {name: whole[name] for name in data} == data
        return self

    def then_refused(self, code: str, rule: str | None = None) -> Refused:
        """Assert that the last move was refused with the code, and by the rule if one is named."""
        assert self.refusal is not None, f"accepted: {self.event}"
        assert self.refusal.code == code, str(self.refusal)
        assert rule in (None, self.refusal.rule)
        assert "{" not in str(self.refusal).replace("{'", ""), "a gap was left unfilled"
        return self.refusal

    def legal(self, type_: str | None = None, seat: int | None = None) -> list[Any]:
        """Return all legal moves of a type, of the first seat to act unless one is named."""
        listed = self.rules.legal_moves(self.state, self._seat(seat), 100_000, type_)
        assert listed.complete
        return list(listed.moves)

    def legal_json(self, type_: str | None = None, seat: int | None = None) -> list[JsonObject]:
        return [self.rules.wire.moves.json(move) for move in self.legal(type_, seat)]

    def view(self, viewer: Viewer | None = None) -> JsonObject:
        """Return the position as everyone or the viewer sees it."""
        return self.rules.wire.view(self.state, viewer or Viewer())["state"]

    @property
    def outcome(self) -> Outcome | None:
        return self.rules.situation(self.state).outcome

    @property
    def to_act(self) -> tuple[int, ...]:
        return self.rules.situation(self.state).to_act
