"""Settlers for the planner: its knowledge, features, moves worth a look, and weights."""

from domain.planning.game import PlannedGame
from domain.planning.network import Network
from domain.planning.settlers.features import STRENGTH, features
from domain.planning.settlers.knowledge import Beliefs, counted, nothing_known, position
from domain.planning.settlers.outlook import Outlook
from domain.planning.settlers.position import Position, piles, with_open_hands, with_piles
from domain.record.chance import Chance
from domain.settlers.rules import VERSIONS
from domain.settlers.ruleset import in_version


def outlook(
    network: Network, root: Position, chance: Chance, beliefs: Beliefs
) -> Outlook[Position]:
    """Return a turn in the eyes of a seat that has made so many offers in it."""
    return Outlook(network, root, chance, beliefs.offers)


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
    target=lambda position: position.state.table.options.target_points,
    lists_all=False,
    strength=STRENGTH,
)
