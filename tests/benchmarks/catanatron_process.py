"""The other side of `settlers`: catanatron in an environment of its own, asked line by line.

Each line on stdin is a task with numbers; the answer is one line of JSON. Run by `settlers.py`.
"""

import gc
import json
import random
import sys
from time import process_time

from catanatron import Color, Game, RandomPlayer
from catanatron.models.actions import generate_playable_actions

TIMES = 10
COLOURS = (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)


def begun(seed: int) -> Game:
    return Game([RandomPlayer(colour) for colour in COLOURS], seed=seed)


def play(first: int, count: int) -> dict[str, float]:
    """So many four-seat games at random: seconds and actions."""
    start, actions = process_time(), 0
    for seed in range(first, first + count):
        game = begun(seed)
        game.play()
        actions += len(game.state.actions)
    return {"seconds": process_time() - start, "actions": actions}


def rebuild(seed: int, _: int) -> dict[str, float]:
    """A finished game made again from its actions, outcomes of chance included."""
    opening = begun(seed)
    game = opening.copy()
    game.play()
    again = opening.copy()
    gc.collect()
    start = process_time()
    for action in game.state.actions:
        again.execute(action, validate_action=False)
    took = process_time() - start
    assert again.state.actions == game.state.actions
    assert again.winning_color() == game.winning_color()
    return {"seconds": took, "actions": len(game.state.actions)}


def positions(seed: int, _: int) -> dict[str, float]:
    """Mean seconds of a copy of a position and of a list of its legal actions."""
    game, luck = begun(seed), random.Random(seed)
    copying = listing = 0.0
    count = 0
    while game.winning_color() is None and game.state.num_turns < 1000:
        if luck.random() < 0.1:
            start = process_time()
            for _ in range(TIMES):
                game.copy()
            between = process_time()
            for _ in range(TIMES):
                generate_playable_actions(game.state)
            copying, listing = copying + between - start, listing + process_time() - between
            count += 1
        game.play_tick()
    return {"copy": copying / count / TIMES, "legal": listing / count / TIMES}


TASKS = {"play": play, "rebuild": rebuild, "positions": positions}

for line in sys.stdin:
    name, *numbers = line.split()
    answer = TASKS[name](*map(int, numbers))
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()
