"""Alexandros for the planner: its knowledge, features, moves worth a look, and weights."""

from domain.alexandros.ruleset import RULESET
from domain.planning.alexandros.features import features
from domain.planning.alexandros.knowledge import counted, nothing_known, position
from domain.planning.alexandros.outlook import STRENGTH, Outlook
from domain.planning.alexandros.position import piles, with_open_hands, with_piles
from domain.planning.game import PlannedGame

GAME = PlannedGame(
    ruleset=RULESET,
    nothing_known=lambda seats, _viewer: nothing_known(seats),
    counted=counted,
    position=position,
    outlook=lambda network, root, chance, _: Outlook(network, root, chance),
    with_open_hands=with_open_hands,
    piles=piles,
    with_piles=with_piles,
    features=features,
    target=lambda position: position.state.table.options.target_score,
    lists_all=True,
    strength=STRENGTH,
)
