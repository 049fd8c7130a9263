"""The rules of Alexander the Great, as the kernel's contract."""

from collections.abc import Mapping
from operator import attrgetter

from domain.alexander_the_great.decide import decide
from domain.alexander_the_great.events import AnyEvent
from domain.alexander_the_great.evolve import evolve, initial_state
from domain.alexander_the_great.legal import legal_moves
from domain.alexander_the_great.moves import AnyMove
from domain.alexander_the_great.neutral import neutral_move
from domain.alexander_the_great.orders import orders
from domain.alexander_the_great.rules import Rules
from domain.alexander_the_great.state import State, Table
from domain.alexander_the_great.turns import deal, depends_on_unseen, situation
from domain.alexander_the_great.wire.contract import wire
from domain.alexander_the_great.wire.positions import imagined
from domain.kernel.decider import Ruleset
from domain.record.visibility import Audience, Visibility
from domain.settlers import ruleset as base_ruleset

VISIBILITY: Mapping[str, Visibility] = {
    **base_ruleset.VISIBILITY,
    "dealt": {
        "deck": Audience.NO_ONE,
        # Chips on the route are hidden too: each becomes public with the march that turns it up.
        "chips": Audience.NO_ONE,
        # Unlike in settlers, hands are dealt: each seat sees its own.
        "hands": Audience.EACH_SEAT,
        "draws": Audience.EACH_SEAT,
        "reserve": Audience.NO_ONE,
    },
    "turn_ended": {"draws": Audience.EACH_SEAT},
    "resigned": {"draws": Audience.EACH_SEAT},
}


def in_version(rules: Rules) -> Ruleset[State, AnyMove, AnyEvent]:
    """Return the rules G1 to G26, on top of those of settlers, in one version."""
    return Ruleset(
        id="alexander_the_great",
        rules_version=rules.version,
        seat_counts=(3, 4),
        visibility=VISIBILITY,
        deal=deal,
        initial_state=lambda setup, dealt: initial_state(Table.of(setup, rules), dealt),
        decide=decide,
        evolve=evolve,
        turn=attrgetter("base.turn.number"),
        situation=situation,
        neutral_move=neutral_move,
        legal_moves=legal_moves,
        imagined=imagined,
        depends_on_unseen=depends_on_unseen,
        orders=orders(),
        wire=wire(rules),
    )
