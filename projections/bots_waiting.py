"""The read model of games that wait for a bot, from which the worker takes its work."""

from dataclasses import dataclass

from domain.kernel.game import Game
from domain.record.visibility import JsonObject
from projections.followed import Followed, Placement, milliseconds

WITH_PEOPLE = "waiting"
BOTS_ALONE = "alone"


@dataclass(frozen=True, slots=True)
class BotWaiting:
    """A bot's seat that may move at a version of its game."""

    game_id: str
    seat: int
    bot: str
    version: int


def place(game_id: str, followed: Followed) -> Placement:
    """Place a live game in which a bot may move, longest unchanged first."""
    game = followed.game
    bots = {n: bot for n in game.to_act if (bot := playing(game, n))}
    if game.status != "live" or not bots:
        return Placement()
    seats = [{"seat": seat, "bot": bot} for seat, bot in bots.items()]
    row = {"game_id": game_id, "version": game.version, "seats": seats}
    # Games of bots alone have their own order: 600 of them made people wait for 41 s.
    order = WITH_PEOPLE if game.human_seats() else BOTS_ALONE
    return Placement(row, {order: milliseconds(game.updated_at)})


def playing(game: Game, number: int) -> str | None:
    """Return the bot that plays a seat: its own, or one for a player whose time was up."""
    seat, deadline = game.seats[number], game.terms.deadline
    if seat is not None and seat.bot is not None:
        return seat.bot
    return deadline.bot if deadline is not None and game.is_absent(number) else None


def waiting_in(row: JsonObject) -> list[BotWaiting]:
    """Return the bots of a row of the model."""
    return [
        BotWaiting(row["game_id"], seat["seat"], seat["bot"], row["version"])
        for seat in row["seats"]
    ]
