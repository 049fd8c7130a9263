"""Heap as the kernel's contract sees it."""

from domain.heap.decide import deal, decide
from domain.heap.events import AnyEvent
from domain.heap.evolve import evolve, initial_state
from domain.heap.legal import legal_moves
from domain.heap.moves import AnyMove, Take
from domain.heap.state import State, situation
from domain.heap.wire.contract import WIRE

from domain.kernel.decider import Ruleset

RULESET: Ruleset[State, AnyMove, AnyEvent] = Ruleset(
    id="heap",
    rules_version=1,
    seat_counts=(2, 3),
    visibility={},
    deal=deal,
    initial_state=initial_state,
    decide=decide,
    evolve=evolve,
    turn=lambda state: state.turn,
    situation=situation,
    neutral_move=lambda *_: Take(1),
    legal_moves=legal_moves,
    imagined=lambda state, _seat, _chance, earlier=(): state,
    wire=WIRE,
)
"""The rules H1 and H2."""
