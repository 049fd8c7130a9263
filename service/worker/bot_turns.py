"""The turns of bots, taken through the public API."""

import random
import traceback
from collections.abc import Callable

from projections.bots_waiting import BotWaiting
from service.clients import Refused, take_turns
from service.clients.planners.seats import PlannerSeats, SeatBots
from service.worker.seat import BotSeat, SeatOf
from service.worker.thinkers import Ended

IsEnough = Callable[[], bool]
PLANNERS = PlannerSeats()
"""The planner bots of this process."""
CLOSED = "game_closed"
"""The code of a refusal because the host has frozen the game meanwhile, which is no fault."""


def play(
    seat_of: SeatOf, turn: BotWaiting, luck: random.Random, is_enough: IsEnough = lambda: True
) -> Ended:
    """Make the moves of a bot and of those that act after it, until ``is_enough``.

    That is asked after each move; by default one move is enough. A fault of another bot is reported
    in that bot's own turn.
    """
    moves, idle, number = 0, set[int](), turn.seat
    while True:
        seat = seat_of(turn.game_id, number)
        ended = _play(seat, turn.game_id, luck, is_enough)
        moves += ended.moves
        if ended.fault is not None:
            return Ended(moves, ended.fault if number == turn.seat else None)
        idle = {number} if ended.moves else idle | {number}
        others = [other for other in seat.bots_to_act() if other not in idle]
        if not others or (moves and is_enough()):
            return Ended(moves)
        number = others[0]


def _play(seat: BotSeat, game_id: str, luck: random.Random, is_enough: IsEnough) -> Ended:
    """Make the moves of a seat."""
    moves = 0
    try:
        for _ in take_turns(seat, game_id, luck, SeatBots(seat, PLANNERS)):
            moves += 1
            if is_enough():
                break
    except Refused as error:
        return Ended(moves, None if error.code == CLOSED else traceback.format_exc())
    except Exception:
        return Ended(moves, traceback.format_exc())
    return Ended(moves)
