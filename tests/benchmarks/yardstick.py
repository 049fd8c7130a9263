"""(z) The planner in catanatron's engine, one against one with its WeightedRandom player.

The engine is a process with an environment of its own: `.venv/bench`, or that of the Python in the
variable `CATANATRON_PYTHON`, with whatever version of catanatron it has. Each seat sees what a
player would: one against one a seat can count the other's resource cards, as both see every theft.
`YARDSTICK_GAMES` states how many games are played.
"""

import json
import os
import random
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import process_time
from typing import Any

from domain.kernel.rulesets import ruleset_named
from domain.planning.levels import LEVELS, Level
from domain.planning.planner import Knowledge, plan, planned_game
from domain.planning.settlers.knowledge import Beliefs, counts_of
from domain.planning.settlers.outlook import MOST_OFFERS
from domain.record.chance import Chance
from domain.record.visibility import JsonObject, Viewer
from domain.settlers.board import standard_board
from service.clients import bot_named
from service.operations.arena.standings import wilson
from tests.benchmarks.measuring import heading, row

PYTHON = os.environ.get("CATANATRON_PYTHON", ".venv/bench/bin/python")
GAMES = int(os.environ.get("YARDSTICK_GAMES", "100"))
BUDGET = LEVELS["hard"].budget // 4
AIM = 0.85
RULES, BOARD = ruleset_named("settlers"), standard_board()
# In the order of its lists.
RESOURCES = {"WOOD": "lumber", "BRICK": "brick", "SHEEP": "wool", "WHEAT": "grain", "ORE": "ore"}
TERRAINS = {
    "WOOD": "forest",
    "BRICK": "hills",
    "SHEEP": "pasture",
    "WHEAT": "fields",
    "ORE": "mountains",
    None: "desert",
}
PHASES = {
    "BUILD_INITIAL_SETTLEMENT": "found_settlement",
    "BUILD_INITIAL_ROAD": "found_road",
    "MOVE_ROBBER": "robber",
    "DISCARD": "discard",
}
FOUNDING_TURNS = 2
Action = list[Any]


def bench_yardstick() -> None:
    """Play games by a quarter of the budget of `hard`."""
    heading(f"(z) the planner of settlers in catanatron's engine, {BUDGET} evaluations a decision")
    level, results, unmatched = LEVELS["hard"]._replace(budget=BUDGET), list[bool | None](), 0
    start = process_time()
    with engine() as asked:
        for seed in range(1, GAMES + 1):
            table = Table(level, seed)
            results.append(table.play(asked))
            unmatched += table.unmatched
    seconds = process_time() - start
    wins = sum(each is True for each in results)
    low, high = wilson(wins, len(results))
    row("won against WeightedRandom", f"{wins} of {len(results)}", f"aim {AIM:.0%}")
    row("share, 95 % interval", f"{wins / len(results):.1%}", f"{low:.1%} to {high:.1%}")
    row("games without a winner", f"{results.count(None)}")
    row("CPU time a game, ours", f"{seconds / len(results):.1f} s")
    row("moves that the engine does not know", f"{unmatched}", "an action by lot in their place")


@contextmanager
def engine() -> Iterator["subprocess.Popen[str]"]:
    """Catanatron, ready; gone afterwards."""
    side = Path(__file__).with_name("yardstick_process.py")
    with subprocess.Popen(
        [PYTHON, side], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            yield process
        finally:
            assert process.stdin is not None
            process.stdin.close()


class Table:
    """A game of the engine, one seat of which is ours."""

    def __init__(self, level: Level, seed: int) -> None:
        self._level, self._seed, self._luck = level, seed, random.Random(seed)
        self._greedy = bot_named("settlers", "greedy")
        self._next: Action | None = None
        self.unmatched = 0

    def play(self, process: "subprocess.Popen[str]") -> bool | None:
        """Play the game; True if our seat has won, None if nobody has."""
        assert process.stdin is not None
        assert process.stdout is not None
        said: Any = self._seed
        while True:
            process.stdin.write(f"{said}\n")
            process.stdin.flush()
            answer = process.stdout.readline()
            if not answer:
                raise SystemExit(f"The engine ended: is catanatron installed for {PYTHON}?")
            line = json.loads(answer)
            if "won" in line:
                won: bool | None = line["won"]
                return won
            said = self._chosen(line["position"], line["actions"])

    def _chosen(self, asked: JsonObject, actions: Sequence[Action]) -> int:
        """Return the number of our action."""
        wanted, self._next = self._next or self._wanted(asked), None
        if wanted[0] == "PLAY_KNIGHT_CARD":
            # There the card comes first, and then the robber.
            self._next = ["MOVE_ROBBER", wanted[1]]
            wanted = [wanted[0], None]
        found = [n for n, each in enumerate(actions) if is_same(each, wanted)]
        if not found:
            self.unmatched += 1
            return self._luck.randrange(len(actions))
        return found[0]

    def _wanted(self, asked: JsonObject) -> Action:
        """Return the planner's move as an action of the engine."""
        places, me = Places(asked), asked["me"]
        beliefs = Beliefs(
            me,
            tuple(counts_of(_cards(seat["hand"])) for seat in asked["seats"]),
            roller=me,
            offers=MOST_OFFERS,  # there are none in the engine
        )
        shown = _view(asked, places)
        position = planned_game("settlers").position(shown, beliefs, Chance(bytes(32)))
        whole = {**shown, **RULES.wire.view(position.state, Viewer(me))}
        listed = [
            move
            for move in map(RULES.wire.moves.json, position.moves())
            if move["type"] not in ("offer_trade", "resign")
        ]
        favourite = self._greedy(whole, list(listed), self._luck)
        policy = None if favourite["type"] == "offer_trade" else favourite
        seed = f"{self._seed} {asked['turn']} {self._luck.random()}"
        move = plan(Knowledge(shown, beliefs), me, self._level, seed, policy=policy).move
        return _action(move, places)


class Places:
    """The engine's numbers of places beside ours."""

    def __init__(self, asked: JsonObject) -> None:
        topology, self.topology = BOARD.topology, BOARD.topology
        self.corner = {
            node: corner
            for q, r, _, _, nodes in asked["hexes"]
            for node, corner in zip(nodes, _around(q, r), strict=True)
        }
        self.node = {corner: node for node, corner in self.corner.items()}
        self._edges = {frozenset(ends): n for n, ends in enumerate(topology.edges)}

    def edge(self, nodes: Sequence[int]) -> int:
        """Return our number of an edge."""
        return self._edges[frozenset(self.corner[each] for each in nodes)]

    def ends(self, edge: int) -> list[int]:
        """Return the nodes of an edge."""
        return [self.node[corner] for corner in self.topology.edges[edge]]


def _around(q: int, r: int) -> tuple[int, ...]:
    """Return the corners of a hex, from its top clockwise."""
    return BOARD.topology.hex_corners[BOARD.topology.hex_index[q, r]]


def _view(asked: JsonObject, places: Places) -> JsonObject:
    """Return the position as our API shows it to our seat, as far as the planner reads it."""
    me, seats = asked["me"], asked["seats"]
    holders = {
        name: next((n for n, seat in enumerate(seats) if seat[flag]), None)
        for name, flag in (("longest_road", "has_road"), ("largest_army", "has_army"))
    }
    hexes = {(q, r): (resource, number) for q, r, resource, number, _ in asked["hexes"]}
    last = seats[me]["settlements"][-1:]
    state = {
        "hexes": [
            {"hex": list(place), "terrain": TERRAINS[hexes[place][0]], "token": hexes[place][1]}
            for place in BOARD.topology.hexes
        ],
        "harbours": [
            {"edge": places.edge(nodes), "resource": resource and RESOURCES[resource]}
            for nodes, resource in asked["ports"]
        ],
        "robber": asked["robber"],
        "bank": _cards(asked["bank"]),
        "deck": asked["deck"],
        "dice": [3, 3] if seats[me]["has_rolled"] else None,
        "founded_corner": places.corner[last[0]] if _phase(asked) == "found_road" else None,
        "free_roads": asked["free_roads"],
        "card_played": seats[me]["has_played"],
        "offer": None,
        "declined": [],
        **holders,
        "seats": [_seat(seat, places, n == me) for n, seat in enumerate(seats)],
    }
    return {
        "ruleset": RULES.id,
        "rules_version": RULES.rules_version,
        "version": asked["turn"],
        "options": RULES.wire.options.json(RULES.wire.options.read({})),
        "board": RULES.wire.boards.json(BOARD),
        "seats": [{}, {}],
        "viewer": {"seat": me},
        "to_act": [me],
        "turn": max(1, asked["turn"] - FOUNDING_TURNS + 1),
        "phase": _phase(asked),
        "state": state,
    }


def _phase(asked: JsonObject) -> str:
    if (known := PHASES.get(asked["prompt"])) is not None:
        return known
    if asked["free_roads"]:
        return "roads"
    return "play" if asked["seats"][asked["me"]]["has_rolled"] else "roll"


def _seat(seat: JsonObject, places: Places, is_ours: bool) -> JsonObject:
    nothing = dict.fromkeys(("knight", "victory_point", *_PROGRESS), 0)
    kinds = seat["developments"] or {}
    return {
        "settlements": [places.corner[each] for each in seat["settlements"]],
        "cities": [places.corner[each] for each in seat["cities"]],
        # The engine names each road from both ends.
        "roads": sorted({places.edge(each) for each in seat["roads"]}),
        "cards": sum(seat["hand"]),
        "hand": _cards(seat["hand"]) if is_ours else None,
        "developments": nothing | {kind.lower(): n for kind, n in kinds.items()},
        "development_cards": seat["development_cards"],
        "bought": nothing,
        "knights": seat["knights"],
        "road_length": seat["road_length"],
        "owed": 0,
        "resigned": False,
    }


_PROGRESS = ("road_building", "year_of_plenty", "monopoly")


def _cards(numbers: Sequence[int]) -> dict[str, int]:
    return dict(zip(RESOURCES.values(), numbers, strict=True))


def _action(move: JsonObject, places: Places) -> Action:  # noqa: PLR0911 - one case a kind
    """Return a move as an action of the engine: its type, and what distinguishes its value."""
    names = {ours: theirs for theirs, ours in RESOURCES.items()}
    match move["type"]:
        case "build_settlement" | "build_city" as type_:
            return [type_.upper(), places.node[move["corner"]]]
        case "build_road":
            return ["BUILD_ROAD", places.ends(move["edge"])]
        case "move_robber":
            return ["MOVE_ROBBER", move]
        case "play_knight":
            return ["PLAY_KNIGHT_CARD", move]
        case "play_monopoly":
            return ["PLAY_MONOPOLY", names[move["resource"]]]
        case "play_year_of_plenty":
            cards = [names[kind] for kind, n in move["cards"].items() for _ in range(n)]
            return ["PLAY_YEAR_OF_PLENTY", cards]
        case "trade_with_bank":
            return ["MARITIME_TRADE", [names[move["give"]], names[move["get"]]]]
        case type_:
            return [type_.upper(), None]


def is_same(action: Action, wanted: Action) -> bool:
    """True if an action of the engine is the wanted one."""
    (type_, value), (wanted_type, sought) = action, wanted
    if type_ != wanted_type:
        return False
    match type_:
        case "BUILD_ROAD" | "PLAY_YEAR_OF_PLENTY":
            return bool(sorted(value) == sorted(sought))
        case "MOVE_ROBBER":
            (x, _, z), victim, *_ = value
            has_victim = sought.get("victim") is not None
            return [x, z] == list(sought["hex"]) and (victim is not None or not has_victim)
        case "MARITIME_TRADE":
            return bool([value[0], value[-1]] == sought)
        case "BUILD_SETTLEMENT" | "BUILD_CITY" | "PLAY_MONOPOLY":
            return bool(value == sought)
        case _:
            return True
