"""The games that wait for a bot, so that whoever plays the bots need not look for them."""

from dataclasses import dataclass

from domain.record.visibility import JsonObject
from projections.followed import Followed, Placement, milliseconds

WITH_PEOPLE = "waiting"
BOTS_ALONE = "alone"


@dataclass(frozen=True, slots=True)
class BotWaiting:
    """A bot's seat that may move, as of a version of its game."""

    game_id: str
    seat: int
    bot: str
    version: int


def place(game_id: str, followed: Followed) -> Placement:
    """A live game's place, the longest unchanged first, when a bot may move in it.

    Games in which nobody but bots is left stand in an order of their own: nobody waits for them.
    """
    game = followed.game
    bots = {n: seat.bot for n in game.to_act if (seat := game.seats[n]) and seat.bot}
    if game.status != "live" or not bots:
        return Placement()
    seats = [{"seat": seat, "bot": bot} for seat, bot in bots.items()]
    row = {"game_id": game_id, "version": game.version, "seats": seats}
    order = WITH_PEOPLE if game.human_seats() else BOTS_ALONE
    return Placement(row, {order: milliseconds(game.updated_at)})


def waiting_in(row: JsonObject) -> list[BotWaiting]:
    """The bots that a row of the model tells of."""
    return [
        BotWaiting(row["game_id"], seat["seat"], seat["bot"], row["version"])
        for seat in row["seats"]
    ]
