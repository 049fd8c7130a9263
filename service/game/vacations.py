"""A player's vacation in all of their games, for as many days as each game still grants."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from domain.errors import Refused
from domain.kernel.game import Game
from domain.kernel.vacations import decide_return, decide_vacation, vacation_left
from domain.record.record import Draft
from domain.record.times import moment
from projections.answers.clocks import Vacation
from service.game.commands import Commands
from service.game.repeats import Command
from service.game.state_cache import StateCache
from service.machine import clock
from service.store.contract import RecordClosed
from service.store.freezes import GameFrozen


@dataclass(frozen=True, slots=True)
class Wish:
    """A player's request for days of vacation (0 to come back), with its idempotency key."""

    player: str
    days: int
    key: str | None


def go_everywhere(
    commands: Commands, cache: StateCache, game_ids: Iterable[str], wish: Wish
) -> Iterator[Vacation]:
    """Go on vacation in all games with a deadline, or come back; yield the outcome in each.

    A refusal in one game does not stop the others. Raises StoreUnavailable, Contended, KeyReused.
    """
    for game_id in game_ids:
        game = cache.known(game_id).game
        seat = game.seat_of(wish.player)
        if game.terms.deadline is not None and seat is not None:
            command = Command.of(["vacation", wish.days], scope=f"seat {seat}", key=wish.key)
            yield _go(commands, game_id, seat, wish.days, command)


def _go(commands: Commands, game_id: str, seat: int, days: int, command: Command) -> Vacation:
    try:
        done = commands.submit(game_id, lambda game: decide_days(game, seat, days), command)
    except Refused as refusal:
        return Vacation(game_id, 0, None, refusal.code)
    except RecordClosed:
        return Vacation(game_id, 0, None, "record_broken")
    except GameFrozen:
        return Vacation(game_id, 0, None, "game_closed")
    assert done.game.clock is not None
    until = moment(done.game.clock.seats[seat].away_until)
    return Vacation(game_id, done.event.data.get("days", 0), until, None)


def decide_days(game: Game, seat: int, days: int) -> Draft:
    """Return the event of a vacation for so many days, or for those left if they are fewer.

    For 0 days, return the event of coming back. Raises Refused.
    """
    if game.clock is None or game.terms.deadline is None:
        return decide(game, seat, days)
    left = vacation_left(game, seat, clock.now_ms())
    # If no days are left, `decide` refuses the number as it is, with the reason.
    return decide(game, seat, min(days, left or days))


def decide(game: Game, seat: int, days: int) -> Draft:
    """Return the event of a vacation, or of the return from it (0 days). Raises Refused."""
    if not days:
        return decide_return(game, seat, clock.now_ms())
    return decide_vacation(game, seat, days, clock.now_ms())
