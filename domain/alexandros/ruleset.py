"""The rules of Alexandros, as the kernel's contract."""

from collections.abc import Mapping
from operator import attrgetter

from domain.alexandros.decide import decide
from domain.alexandros.events import AnyEvent
from domain.alexandros.evolve import evolve, initial_state
from domain.alexandros.legal import legal_moves
from domain.alexandros.moves import AnyMove
from domain.alexandros.neutral import mildest_move, neutral_move
from domain.alexandros.orders import orders
from domain.alexandros.state import State, Table
from domain.alexandros.turns import deal, depends_on_unseen, situation
from domain.alexandros.wire.contract import WIRE
from domain.alexandros.wire.positions import imagined
from domain.kernel.decider import Ruleset
from domain.record.visibility import Audience, Visibility

# `drawn` is hidden from all seats but one. A reshuffled supply is hidden from everyone, since its
# order reveals every later draw.
VISIBILITY: Mapping[str, Visibility] = {
    # Each seat sees its own hand; the display is public.
    "dealt": {"hands": Audience.EACH_SEAT, "supply": Audience.NO_ONE},
    "card_chosen": {"supply": Audience.NO_ONE},
    "card_taken": {"drawn": Audience.SEAT, "supply": Audience.NO_ONE},
    "turn_ended": {"supply": Audience.NO_ONE},
    "resigned": {"supply": Audience.NO_ONE},
}

RULESET: Ruleset[State, AnyMove, AnyEvent] = Ruleset(
    id="alexandros",
    # Raised only if recorded games would fold or audit differently.
    rules_version=1,
    seat_counts=(2, 3, 4),
    visibility=VISIBILITY,
    deal=deal,
    initial_state=lambda setup, dealt: initial_state(Table.of(setup), dealt),
    decide=decide,
    evolve=evolve,
    turn=attrgetter("turn.number"),
    situation=situation,
    neutral_move=neutral_move,
    mildest_move=mildest_move,
    legal_moves=legal_moves,
    imagined=imagined,
    depends_on_unseen=depends_on_unseen,
    orders=orders(),
    wire=WIRE,
)
"""The rules A1 to A23."""
