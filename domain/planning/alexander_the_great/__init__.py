"""Alexander the Great for the planner: its additions to that of settlers, and weights."""

from domain.alexander_the_great.rules import VERSIONS
from domain.alexander_the_great.ruleset import in_version
from domain.planning.alexander_the_great.features import features
from domain.planning.alexander_the_great.knowledge import (
    Beliefs,
    counted,
    nothing_known,
    position,
)
from domain.planning.alexander_the_great.outlook import Outlook
from domain.planning.alexander_the_great.position import (
    Position,
    piles,
    with_open_hands,
    with_piles,
)
from domain.planning.game import PlannedGame
from domain.planning.network import Network
from domain.planning.settlers.features import STRENGTH
from domain.record.chance import Chance


def outlook(network: Network, root: Position, chance: Chance, beliefs: Beliefs) -> Outlook:
    """Return a turn in the eyes of a seat that has made so many offers in it."""
    return Outlook(network, root, chance, beliefs.base.offers)


GAME = PlannedGame(
    ruleset=in_version(VERSIONS[-1]),
    nothing_known=nothing_known,
    counted=counted,
    position=position,
    outlook=outlook,
    with_open_hands=with_open_hands,
    piles=piles,
    with_piles=with_piles,
    features=features,
    target=lambda position: position.table.options.target_points,
    lists_all=False,
    strength=STRENGTH,
)
