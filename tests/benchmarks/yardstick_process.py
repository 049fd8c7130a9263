"""The other side of `yardstick`: catanatron's engine in an environment of its own.

Each line on stdin begins a game, by its seed; the answers are lines of JSON. A line with a position
asks for a move of the seat that is played from outside: the number of one of its actions. A line
with the winner ends the game. It runs with any version of catanatron on the path. Run by
`yardstick.py`.
"""

import json
import sys
from enum import Enum
from typing import Any

from catanatron import Color, Game
from catanatron.models.enums import CITY, DEVELOPMENT_CARDS, RESOURCES, SETTLEMENT
from catanatron.models.map import PORT_DIRECTION_TO_NODEREFS, NodeRef, Port
from catanatron.models.player import Player
from catanatron.players.weighted_random import WeightedRandomPlayer

OURS, THEIRS = Color.RED, Color.BLUE
AROUND = (
    NodeRef.NORTH,
    NodeRef.NORTHEAST,
    NodeRef.SOUTHEAST,
    NodeRef.SOUTH,
    NodeRef.SOUTHWEST,
    NodeRef.NORTHWEST,
)


class Asked(Player):
    """A player whose moves come from the other side."""

    def decide(self, game: Game, playable_actions: Any) -> Any:
        actions = list(playable_actions)
        if len(actions) == 1:
            return actions[0]
        tell({"position": position(game), "actions": list(map(action, actions))})
        return actions[int(sys.stdin.readline())]


def tell(line: Any) -> None:
    sys.stdout.write(json.dumps(line) + "\n")
    sys.stdout.flush()


def action(each: Any) -> list[Any]:
    """Type and value; players by colour, places as lists."""
    value = each.value
    if isinstance(value, tuple):
        value = [part.value if isinstance(part, Enum) else part for part in value]
    return [each.action_type.value, value]


def position(game: Game) -> dict[str, Any]:
    """What our seat may know: one against one, all but the other's development cards."""
    state = game.state
    return {
        **board(state.board),
        "seats": [seat(state, n, colour) for n, colour in enumerate(state.colors)],
        "me": state.colors.index(OURS),
        "prompt": getattr(state.current_prompt, "value", state.current_prompt),
        "free_roads": state.free_roads_available if state.is_road_building else 0,
        "turn": state.num_turns,
        "bank": list(state.resource_freqdeck),
        "deck": len(state.development_listdeck),
    }


def board(board: Any) -> dict[str, Any]:
    """Hexes with their corners from the top clockwise, harbours, and the robber."""
    ports = [each for each in board.map.tiles.values() if isinstance(each, Port)]
    return {
        "hexes": [
            [x, z, tile.resource, tile.number, [tile.nodes[ref] for ref in AROUND]]
            for (x, _, z), tile in board.map.land_tiles.items()
        ],
        "ports": [
            [[each.nodes[ref] for ref in PORT_DIRECTION_TO_NODEREFS[each.direction]], each.resource]
            for each in ports
        ],
        "robber": [board.robber_coordinate[0], board.robber_coordinate[2]],
    }


def seat(state: Any, number: int, colour: Any) -> dict[str, Any]:
    """The pieces and cards of a seat; hidden cards as a number."""
    own = {
        name.removeprefix(f"P{number}_"): value
        for name, value in state.player_state.items()
        if name.startswith(f"P{number}_")
    }
    kinds = {card: own[f"{card}_IN_HAND"] for card in DEVELOPMENT_CARDS}
    buildings = state.buildings_by_color[colour]
    return {
        "settlements": list(buildings[SETTLEMENT]),
        "cities": list(buildings[CITY]),
        "roads": [list(edge) for edge, holder in state.board.roads.items() if holder == colour],
        "hand": [own[f"{resource}_IN_HAND"] for resource in RESOURCES],
        "developments": kinds if colour == OURS else None,
        "development_cards": sum(kinds.values()),
        "knights": own["PLAYED_KNIGHT"],
        "road_length": own["LONGEST_ROAD_LENGTH"],
        "has_road": own["HAS_ROAD"],
        "has_army": own["HAS_ARMY"],
        "has_rolled": own["HAS_ROLLED"],
        "has_played": own["HAS_PLAYED_DEVELOPMENT_CARD_IN_TURN"],
    }


for line in sys.stdin:
    played = Game([Asked(OURS), WeightedRandomPlayer(THEIRS)], seed=int(line))
    winner = played.play()
    tell({"won": None if winner is None else winner == OURS, "turns": played.state.num_turns})
