"""A bot's turn, taken through the public API."""

import random
import traceback
from collections.abc import Callable

from projections.bots_waiting import BotWaiting
from service.clients import take_turns
from service.run.outcomes import Ended
from service.run.seat import SeatOf


def play(
    seat_of: SeatOf,
    turn: BotWaiting,
    luck: random.Random,
    is_enough: Callable[[], bool] = lambda: True,
) -> Ended:
    """Make the moves that a bot has to make, until that ``is_enough``: one unless told else."""
    moves = 0
    try:
        for _ in take_turns(seat_of(turn.game_id, turn.seat), turn.game_id, luck):
            moves += 1
            if is_enough():
                break
    except Exception:
        return Ended(moves, traceback.format_exc())
    return Ended(moves)
