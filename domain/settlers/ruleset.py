"""The rules of settlers, as the kernel's contract."""

from collections.abc import Mapping
from operator import attrgetter

from domain.kernel.decider import Ruleset
from domain.record.visibility import Audience, Visibility
from domain.settlers.decide import decide
from domain.settlers.events import AnyEvent
from domain.settlers.evolve import evolve, initial_state
from domain.settlers.legal import legal_moves
from domain.settlers.moves import AnyMove
from domain.settlers.neutral import neutral_move
from domain.settlers.orders import orders
from domain.settlers.rules import Rules
from domain.settlers.state import State, Table
from domain.settlers.turns import deal, depends_on_unseen, situation
from domain.settlers.wire.contract import wire
from domain.settlers.wire.positions import imagined

VISIBILITY: Mapping[str, Visibility] = {
    # The layout is public; the deck's order is hidden from everyone.
    "dealt": {"deck": Audience.NO_ONE},
    "development_card_bought": {"card": Audience.SEAT},
    # Its list is by seat: thief and victim each see their own entry.
    "robber_moved": {"stolen": Audience.EACH_SEAT},
}


def in_version(rules: Rules) -> Ruleset[State, AnyMove, AnyEvent]:
    """Return the rules S1 to S12 in one version."""
    return Ruleset(
        id="settlers",
        rules_version=rules.version,
        seat_counts=(2, 3, 4),
        visibility=VISIBILITY,
        deal=deal,
        initial_state=lambda setup, dealt: initial_state(Table.of(setup, rules), dealt),
        decide=decide,
        evolve=evolve,
        turn=attrgetter("turn.number"),
        situation=situation,
        neutral_move=neutral_move,
        legal_moves=legal_moves,
        imagined=imagined,
        depends_on_unseen=depends_on_unseen,
        orders=orders(),
        wire=wire(rules),
    )
